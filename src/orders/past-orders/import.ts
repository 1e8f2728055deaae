/**
 * Orders that customers placed in their former shop. Nobody is notified, and nothing happens to stock, sales or
 * invoices. An order exists once for each number, and stays as it came. It is shown to the account of its address,
 * which must have shown that it owns the address: anybody could have registered it before the customer came along.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { Email } from '../../http/input/email.ts'
import { leaveOutNulls, shapeOf } from '../../http/input/shape.ts'
import { compileValidator } from '../../http/input/validation.ts'
import { orNull, Uuid } from '../../http/schemas.ts'
import type { FieldError, Problem } from '../../problems.ts'
import { ImportedAddress, tidyAddress } from '../delivery-address.ts'
import { givenItems, order } from './past-order.ts'

const MAX_ORDERS = 1000

const ImportedOrder = Type.Object(
  {
    ...order,
    email: Type.String({ ...Email, description: 'The address of the customer, who has an account here.' }),
    items: givenItems,
    deliveryAddress: Type.Optional(ImportedAddress),
  },
  { title: 'ImportedOrder' },
)
type ImportedOrder = Static<typeof ImportedOrder>

export const OrderImport = Type.Object(
  {
    // Each line is validated alone, so that a wrong one does not hold up the others.
    orders: Type.Array(
      Type.Object({}, { additionalProperties: true, title: 'ImportedOrder', 'x-documented': ImportedOrder }),
      { minItems: 1, maxItems: MAX_ORDERS, description: `Up to ${MAX_ORDERS} orders.` },
    ),
  },
  { title: 'OrderImport' },
)

const OUTCOMES = ['added', 'known', 'refused'] as const
const count = Type.Integer({ minimum: 0 })
const Line = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'The position in the request, from 0.' }),
    id: orNull(Uuid, { description: 'null if the order was refused.' }),
    outcome: Type.Enum([...OUTCOMES], {
      description: '`known`: an order with this number was imported before, and stays as it is.',
    }),
    errors: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), code: Type.String() }), {
      description: 'The reasons of a refusal.',
    }),
  },
  { title: 'OrderImportLine' },
)
type Line = Static<typeof Line>
export const OrderImportReport = Type.Object(
  { added: count, known: count, refused: count, lines: Type.Array(Line) },
  { title: 'OrderImportReport' },
)

const validate = compileValidator({ schema: ImportedOrder, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Problem }
const shape = shapeOf(ImportedOrder)

/** Adds the orders in the transaction of the request. */
export async function importOrders({ clock }: AppContext, tx: Tx, { orders }: Static<typeof OrderImport>) {
  const now = clock.now()
  const lines: Line[] = []
  const accepted: { index: number; order: ImportedOrder }[] = []
  for (const [index, order] of orders.entries()) {
    leaveOutNulls(order, shape)
    const checked = validate(order)
    const errors = checked === true ? mistakesIn(order as ImportedOrder, now) : (checked.error.errors ?? [])
    if (errors.length > 0) lines.push({ index, id: null, outcome: 'refused', errors })
    else accepted.push({ index, order: order as ImportedOrder })
  }
  for (const found of await addOrders(tx, accepted, now)) lines.push(lineOf(found))
  lines.sort((one, other) => one.index - other.index)
  const counts = OUTCOMES.map(name => [name, lines.filter(({ outcome }) => outcome === name).length])
  return { ...(Object.fromEntries(counts) as Record<(typeof OUTCOMES)[number], number>), lines }
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
async function addOrders(tx: Tx, accepted: { index: number; order: ImportedOrder }[], now: Date): Promise<Found[]> {
  if (accepted.length === 0) return []
  const rows = accepted.map(({ index, order: { deliveryAddress, items, placedAt, ...order } }) => ({
    index,
    id: randomUUIDv7(),
    ...order,
    // As a text, PostgreSQL would refuse offsets and lengths that RFC 3339 allows.
    placedAt: new Date(placedAt),
    items: items.map(({ name, quantity, unitPrice, sku = null }) => ({ name, quantity, unitPrice, sku })),
    address: deliveryAddress && tidyAddress(deliveryAddress),
  }))
  const given = sql`${recordsetSql(rows)} as g (
    index int, id uuid, number text, "placedAt" timestamptz, status text, currency text, total bigint, email text, items jsonb,
    address jsonb
  )`
  await sql`
    insert into past_orders (
      id, number, owner_id, placed_at, status, currency, total, items, delivery_address, imported_at
    )
    select g.id, number, u.id, "placedAt", status, currency, total, items, address, ${now}
    from ${given} join users u on u.email_key = lower(g.email) and u.confirmed_at is not null and u.email_verified_at is not null
    order by number, index
    for key share of u
    on conflict (number) do nothing
  `.execute(tx)
  const { rows: found } = await sql<Found>`
    select g.index, p.id, coalesce(p.id = g.id, false) as is_new, u.id is not null as has_account
    from ${given}
      left join past_orders p on p.number = g.number
      left join users u on u.email_key = lower(g.email) and u.confirmed_at is not null
  `.execute(tx)
  return found
}
