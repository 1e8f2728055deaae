/**
 * Customers and their orders as they leave for another shop: each a line as the import takes it (`POST /users/import` and `POST
 * /orders/import`), customers first. Own orders leave as orders of a former shop. Those on which somebody still works stay, and so do
 * those of deleted accounts, which belong to nobody.
 */
import { sql } from 'kysely'
import { hashThatLeaves } from '../../accounts/passwords/imported/hashes.ts'
import type { Db } from '../../database/schema.ts'
import { readShop } from '../../shop/settings.ts'
import type { DeliveryAddress } from '../delivery-address.ts'
import { FORMER_OWNER } from '../queries.ts'

const LINES_A_BATCH = 1000

/** @yields NDJSON, a thousand lines at a time, so that a file of any length costs little memory */
export async function* exportCustomers(db: Db): AsyncGenerator<string> {
  const { languages } = await readShop(db)
  yield* batches<string>(async last =>
    (await customersAfter(db, last)).map(row => [row.id, customerOf(row, languages[0]!)]),
  )
  yield* batches<string>(async last => (await pastOrdersAfter(db, last)).map(row => [row.id, orderOf(row)]))
  yield* batches<number>(async last => (await ownOrdersAfter(db, last)).map(row => [row.id, orderOf(row)]))
}

async function* batches<Key>(read: (last: Key | null) => Promise<[Key, object][]>): AsyncGenerator<string> {
  for (let last: Key | null = null; ; ) {
    const found: [Key, object][] = await read(last)
    yield found.map(([, line]) => `${JSON.stringify(line)}\n`).join('')
    if (found.length < LINES_A_BATCH) return
    last = found.at(-1)![0]
  }
}

type Kept = { label: string | null; address: DeliveryAddress; isDeliveryDefault: boolean; isBillingDefault: boolean }
type Customer = {
  id: string
  email: string
  name: string
  phone: string | null
  locale: string | null
  role: string
  hash: string
  isTemporary: boolean
  verified: boolean
  disabled: boolean
  createdAt: Date
  newsSince: Date | null
  unsubscribed: boolean
  addresses: Kept[] | null
}

async function customersAfter(db: Db, last: string | null): Promise<Customer[]> {
  const { rows } = await sql<Customer>`
    select u.id, u.email, u.user_name as name, u.phone, u.locale, u.role, u.password_hash as hash,
      u.password_expires_at is not null as "isTemporary", u.email_verified_at is not null as verified,
      u.disabled_at is not null as disabled, u.created_at as "createdAt",
      (select n.given_at from news_consents n where n.user_id = u.id and n.withdrawn_at is null) as "newsSince",
      exists (select from unsubscriptions s where s.user_id = u.id) as unsubscribed,
      (
        select jsonb_agg(
          jsonb_build_object('label', label, 'address', address, 'isDeliveryDefault', is_delivery_default,
            'isBillingDefault', is_billing_default)
          order by number
        )
        from kept_addresses k where k.user_id = u.id
      ) as addresses
    from users u
    where u.confirmed_at is not null and u.id <> ${FORMER_OWNER} and (${last}::uuid is null or u.id > ${last}::uuid)
    order by u.id limit ${LINES_A_BATCH}
  `.execute(db)
  return rows
}

/** Staff leave as customers, without a password: the other shop invites its own. */
function customerOf({ email, name, phone, addresses, ...of }: Customer, language: string) {
  const hash = of.role === 'customer' && !of.isTemporary ? hashThatLeaves(of.hash) : undefined
  return {
    email,
    name,
    ...(phone !== null && { phone }),
    locale: of.locale ?? language,
    emailVerified: of.verified,
    ...(hash !== undefined && { passwordHash: hash }),
    createdAt: of.createdAt.toISOString(),
    ...(of.newsSince && { newsSince: of.newsSince.toISOString() }),
    ...(of.unsubscribed && { announcements: false }),
    ...(of.disabled && { disabled: true }),
    ...(addresses && { addresses: addresses.map(entryOf) }),
  }
}

function entryOf({ label, address, isDeliveryDefault, isBillingDefault }: Kept) {
  return {
    ...(label !== null && { label }),
    address,
    ...(isDeliveryDefault && { isDeliveryDefault }),
    ...(isBillingDefault && { isBillingDefault }),
  }
}

type Item = { name: string; sku: string | null; quantity: number; unitPrice: number }
type Moved = {
  number: string
  email: string
  placedAt: Date
  status: string
  currency: string
  total: number
  items: Item[]
  deliveryAddress: DeliveryAddress | null
  billingAddress: DeliveryAddress | null
  isGuest: boolean
}

/** A guest, or an account that has not shown that it owns the address. */
const IS_GUEST = sql`(u.is_guest or u.email_verified_at is null)`

async function pastOrdersAfter(db: Db, last: string | null): Promise<(Moved & { id: string })[]> {
  const { rows } = await sql<Moved & { id: string }>`
    select p.id, p.number, u.email, p.placed_at as "placedAt", p.status, p.currency, p.total, p.items,
      p.delivery_address as "deliveryAddress", p.billing_address as "billingAddress", ${IS_GUEST} as "isGuest"
    from past_orders p join users u on u.id = p.owner_id
    where (${last}::uuid is null or p.id > ${last}::uuid)
    order by p.id limit ${LINES_A_BATCH}
  `.execute(db)
  return rows
}

/** The number is `#12`, as customers know it. A former shop may have the same, so the year follows then. */
async function ownOrdersAfter(db: Db, last: number | null): Promise<(Moved & { id: number })[]> {
  const { rows } = await sql<Moved & { id: number }>`
    select o.id, u.email, o.placed_at as "placedAt", o.status, o.currency, o.total, o.delivery_address as "deliveryAddress",
      o.billing_address as "billingAddress", ${IS_GUEST} as "isGuest",
      case when exists (select from past_orders p where p.number = '#' || o.id)
        then '#' || o.id || ' (' || to_char(o.placed_at at time zone 'UTC', 'YYYY') || ')'
        else '#' || o.id
      end as number,
      (
        select jsonb_agg(
          jsonb_build_object('name', left(i.name, 200), 'sku', i.sku, 'quantity', i.quantity, 'unitPrice', i.unit_price) order by line
        )
        from order_items i where i.order_id = o.id
      ) as items
    from orders o join users u on u.id = o.owner_id
    where o.status in ('delivered', 'cancelled') and o.owner_id <> ${FORMER_OWNER} and (${last}::bigint is null or o.id > ${last}::bigint)
      and exists (select from order_items i where i.order_id = o.id)
    order by o.id limit ${LINES_A_BATCH}
  `.execute(db)
  return rows
}

function orderOf({ number, email, placedAt, status, currency, total, items, ...of }: Moved) {
  return {
    ...{ number, email, placedAt: placedAt.toISOString(), status, currency, total },
    items: items.map(({ sku, ...item }) => ({ ...item, ...(sku !== null && { sku }) })),
    ...(of.deliveryAddress && { deliveryAddress: of.deliveryAddress }),
    ...(of.billingAddress && { billingAddress: of.billingAddress }),
    ...(of.isGuest && { guest: true }),
  }
}

/** Number of orders that do not leave, because somebody still works on them. */
export async function countOpenOrders(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('status', 'not in', ['delivered', 'cancelled'])
    .executeTakeFirstOrThrow()
  return count
}
