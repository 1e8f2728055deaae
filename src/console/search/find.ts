/** Finds what the search field of the console asks for: the best few of each kind. */
import { type RawBuilder, sql } from 'kysely'
import { usersOrGuests } from '../../accounts/users/user.ts'
import { parseListQuery } from '../../catalogue/list-query.ts'
import { listProducts } from '../../catalogue/paging/read-page.ts'
import { findMessages } from '../../contact/queries.ts'
import type { Db } from '../../database/schema.ts'
import { findByParcelNumber } from '../../orders/parcels/queries.ts'
import { listOrders } from '../../orders/queries.ts'
import { findByReference } from '../../orders/references/find.ts'
import { meantBy } from '../../world/parcels/keyboards.ts'
import { orderIdIn } from '../filters.ts'
import { findNotedBy } from './noted.ts'
import { CANDIDATES, hasAll } from './typed-parts.ts'
import { findGuestsByText, findUsersByText } from './user-search.ts'

/** Entries of each kind. Each has a list of its own for more. */
const EACH = 10

export async function findAll(db: Db, typed: string) {
  const listing = { ...parseListQuery({ q: typed, sort: 'relevance' }), limit: EACH }
  const [products, users, guests, messages, byReference, byParcel, noted] = await Promise.all([
    // Ranking thousands of matches would take too long for one click.
    listProducts(db, listing, 'few'),
    findUsersByText(db, typed, EACH),
    findGuestsByText(db, typed, EACH),
    messagesWith(db, typed),
    findByReference(db, typed),
    findByParcelNumber(db, typed),
    findNotedBy(db, typed, EACH),
  ])
  const ids = await findOrders(
    db,
    typed,
    // Leaves out who was found by notes about customers: those who see orders alone must not learn them.
    [...users.map(({ id }) => id), ...guests],
    products.items.map(({ id }) => id),
  )
  // Puts orders first whose number, papers or amount were typed: staff surely mean these.
  const { papers, pastOrders } = byReference
  const named = [...byReference.orderIds, ...byParcel.orderIds]
  const found = [...new Set([...named, ...noted.orderIds, ...ids])].slice(0, EACH)
  const orders =
    found.length === 0 ? [] : (await listOrders(db, { ids: found }, { page: 1, limit: EACH, sort: '-id' })).items
  const rank = ({ id }: { id: number }) => (named.includes(id) ? 0 : 1)
  orders.sort((a, b) => rank(a) - rank(b))
  return {
    products: products.items,
    users: [...users, ...(await findNotedUsers(db, noted.userIds, users))].slice(0, EACH),
    messages,
    orders,
    papers: papers.slice(0, EACH),
    pastOrders: pastOrders.slice(0, EACH),
    /** Text that a scanner may have meant which is set to another keyboard. */
    meant: byParcel.meant ?? scannedOrderOf(typed),
  }
}

/** Customers that are found by what is noted about them alone. */
async function findNotedUsers(db: Db, ids: readonly string[], found: readonly { id: string }[]) {
  const others = ids.filter(id => found.every(user => user.id !== id))
  if (others.length === 0) return []
  return usersOrGuests(db, 'include')
    .select(['users.id', 'email', 'user_name as userName'])
    .where('users.id', 'in', others)
    .execute()
}

/** The newest orders, or messages, that are read before an index is asked, which finds all that have a text before it shows some. */
const NEWEST_READ = sql.lit(1000)

/** The order of this number first, then the newest of these customers, with these products, or with the text in their address. */
async function findOrders(db: Db, typed: string, owners: readonly string[], products: readonly number[]) {
  const inText = hasAll(sql`text_of_order(delivery_address, tracking_number)`, typed)
  const number = orderIdIn(typed) ?? null
  const { rows } = await sql<{ id: number }>`
    with newest as materialized (
      select id, delivery_address, tracking_number from orders order by id desc limit ${NEWEST_READ}
    ), near as materialized (
      select id from newest where ${inText ?? sql`false`}
    ), found as materialized (
      select id from near
      union select id from orders where id = ${number}::bigint
      union select o.id from unnest(${owners}::uuid[]) as owner, lateral (
        select id from orders where owner_id = owner order by id desc limit ${sql.lit(EACH)}
      ) as o
      union select o.order_id from unnest(${products}::bigint[]) as product, lateral (
        select order_id from order_items where product_id = product order by order_id desc limit ${sql.lit(EACH)}
      ) as o
      ${inText ? sql`union (${elsewhere(inText)})` : sql``}
    )
    select id from found order by (id = ${number}::bigint) desc nulls last, id desc limit ${sql.lit(EACH)}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The barcode of an order has only digits. A scanner that is set to another keyboard writes signs in place of them. */
function scannedOrderOf(typed: string): string | undefined {
  return meantBy(typed.trim()).find(meant => /^\d{1,15}$/.test(meant) && !/\d/.test(typed))
}

function elsewhere(inText: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select id from orders
    where (delivery_address is not null or tracking_number is not null) and ${inText}
      and (select count(*) from near) < ${sql.lit(EACH)}
    limit ${CANDIDATES}`
}

async function messagesWith(db: Db, typed: string) {
  const inText = hasAll(sql`text_of_message(name, email, message)`, typed)
  if (!inText) return []
  const ids = sql<string>`(
    with near as materialized (
      select id, received_at from (select * from contact_messages order by received_at desc, id desc limit ${NEWEST_READ}) as newest
      where ${inText} limit ${sql.lit(EACH)}
    )
    select id from (
      select * from near
      union (
        select id, received_at from contact_messages where ${inText} and (select count(*) from near) < ${sql.lit(EACH)} limit ${CANDIDATES}
      )
    ) as found order by received_at desc, id desc limit ${sql.lit(EACH)}
  )`
  return findMessages(db, ids, EACH)
}
