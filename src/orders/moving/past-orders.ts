/**
 * Orders that customers placed in their former shop. Nobody is notified, and nothing happens to stock, sales or
 * invoices. An order exists once for each number, and stays as it came. It is shown to the account of its address,
 * which must have shown that it owns the address: anybody could have registered it before the customer came along.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { Email } from '../../http/input/email.ts'
import type { FieldError } from '../../problems.ts'
import { ImportedAddress, tidyAddress } from '../delivery-address.ts'
import { givenItems, order } from '../past-orders/past-order.ts'
import { countLines, importReport, lineChecker, listOfLines, reportedLine } from './lines.ts'

const ImportedOrder = Type.Object(
  {
    ...order,
    email: Type.String({ ...Email, description: 'The address of the customer, who has an account here.' }),
    items: givenItems,
    deliveryAddress: Type.Optional(ImportedAddress),
    billingAddress: Type.Optional(ImportedAddress),
    guest: Type.Optional(
      Type.Boolean({
        description:
          'true: the customer ordered without an account, or nobody has confirmed the address. The order goes to the account that has ' +
          'confirmed it, or else to a guest, whose account can take it over later.',
      }),
    ),
  },
  { title: 'ImportedOrder' },
)
type ImportedOrder = Static<typeof ImportedOrder>

export const OrderImport = Type.Object(
  { orders: listOfLines(ImportedOrder, { title: 'ImportedOrder', things: 'orders' }) },
  { title: 'OrderImport' },
)

const Line = reportedLine(
  'OrderImportLine',
  { thing: 'order', known: '`known`: an order with this number was imported before, and stays as it is.' },
  {},
)
type Line = Static<typeof Line>
export const OrderImportReport = importReport('OrderImportReport', Line, {})

const check = lineChecker(ImportedOrder, ({ deliveryAddress, billingAddress }) => [
  ['deliveryAddress', deliveryAddress],
  ['billingAddress', billingAddress],
])

/** Adds the orders in the transaction of the request. */
export async function importOrders(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { orders }: Static<typeof OrderImport>,
) {
  const now = clock.now()
  const { accepted, refused, ignored } = check(orders, order => mistakesIn(order, now))
  const lines: Line[] = refused.map(line => ({ ...line, id: null, outcome: 'refused' }))
  for (const found of await addOrders(tx, accepted, now)) lines.push(lineOf(found))
  return { ...countLines(lines), ignored }
}

/** Day and month in the wrong order, or a year of two digits, often make a time that has not come yet. */
function mistakesIn({ placedAt }: ImportedOrder, now: Date): FieldError[] {
  if (new Date(placedAt) <= now) return []
  return [{ field: 'placedAt', reason: 'must not be in the future', code: 'in_future' }]
}

type Found = { index: number; id: string | null; is_new: boolean; has_account: boolean }

function lineOf({ index, id, is_new, has_account }: Found): Line {
  if (id !== null) return { index, id, outcome: is_new ? 'added' : 'known', errors: [] }
  return { index, id, outcome: 'refused', errors: [has_account ? UNVERIFIED : UNKNOWN] }
}

const UNKNOWN: FieldError = {
  field: 'email',
  reason: 'has no account here. Import the customer first',
  code: 'unknown_customer',
}
const UNVERIFIED: FieldError = {
  field: 'email',
  reason: 'has an account that has not shown that it owns the address. Import the order again when it has',
  code: 'unverified_email',
}

/** The unique number decides what is new, also between two imports and within one. The lock lets an account be deleted before or after. */
async function addOrders(
  tx: Tx,
  accepted: readonly { index: number; line: ImportedOrder }[],
  now: Date,
): Promise<Found[]> {
  if (accepted.length === 0) return []
  const rows = accepted.map(({ index, line }) => rowOf(index, line))
  const given = sql`${recordsetSql(rows)} as g (
    index int, id uuid, number text, "placedAt" timestamptz, status text, currency text, total bigint, email text, items jsonb,
    address jsonb, "billingAddress" jsonb, guest boolean, "guestId" uuid, "guestName" text
  )`
  const columns = sql`
    id, number, owner_id, placed_at, status, currency, total, items, delivery_address, billing_address, imported_at
  `
  const values = sql`"placedAt", status, currency, total, items, address, "billingAddress", ${now}::timestamptz`
  const owns = sql`u.email_key = lower(g.email) and u.confirmed_at is not null and u.email_verified_at is not null`
  await sql`
    insert into past_orders (${columns})
    select g.id, number, u.id, ${values}
    from ${given} join users u on ${owns}
    order by number, index
    for key share of u
    on conflict (number) do nothing
  `.execute(tx)
  if (rows.some(({ guest }) => guest))
    await addGuestOrders(
      tx,
      sql`
    with missing as (
      select distinct on (number) g.* from ${given}
      where guest
        and not exists (select from past_orders p where p.number = g.number)
        and not exists (select from users u where ${owns})
      order by number, index
    ), guests as (
      insert into users (id, email, user_name, role, password_hash, created_at, is_guest)
      select "guestId", email, "guestName", 'customer', '', "placedAt", true from missing
    )
    insert into past_orders (${columns})
    select id, number, "guestId", ${values} from missing order by number
    on conflict (number) do nothing
  `,
      rows.map(({ guestId }) => guestId),
    )
  const { rows: found } = await sql<Found>`
    select g.index, p.id, coalesce(p.id = g.id, false) as is_new, u.id is not null as has_account
    from ${given}
      left join past_orders p on p.number = g.number
      left join users u on u.email_key = lower(g.email) and u.confirmed_at is not null
  `.execute(tx)
  return found
}

/** Each order has a guest of its own, as here. The guest of an order that another import has added meanwhile goes again. */
async function addGuestOrders(tx: Tx, statement: RawBuilder<unknown>, guests: readonly string[]): Promise<void> {
  await statement.execute(tx)
  await sql`
    delete from users u where id = any(${guests}::uuid[]) and not exists (select from past_orders p where p.owner_id = u.id)
  `.execute(tx)
}

function rowOf(
  index: number,
  { deliveryAddress, billingAddress, items, placedAt, guest = false, ...order }: ImportedOrder,
) {
  return {
    index,
    id: randomUUIDv7(),
    ...order,
    // PostgreSQL would refuse a text with offsets and lengths that RFC 3339 allows.
    placedAt: new Date(placedAt),
    items: items.map(({ name, quantity, unitPrice, sku = null }) => ({ name, quantity, unitPrice, sku })),
    address: deliveryAddress && tidyAddress(deliveryAddress),
    billingAddress: billingAddress && tidyAddress(billingAddress),
    guest,
    guestId: randomUUIDv7(),
    guestName: (billingAddress ?? deliveryAddress)?.name ?? '',
  }
}
