/**
 * Reads what a credit note is about: the lines of a return, the pieces that an edit took out, or the rest of an order that was cancelled.
 * All of it was frozen by its cause, so the issuer composes the same however often it tries.
 */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'
import { FIRST_OF } from '../payments/refund-parts.ts'
import type { CreditReason, DocumentContent, DocumentLine } from './content.ts'
import type { Basis, Credit } from './credit.ts'
import './tables.ts'

/**
 * The cause of a credit note: money that went back, a return that is taken off what is due, or an order that was cancelled or became
 * smaller before anybody had paid.
 */
export type CreditCause = { refundId: string } | { returnId: string } | { unpaidOrderId: number }

type Found = {
  reason: CreditReason
  /** The note of staff about a refund. A note about a return is for the books of the shop alone. */
  note?: string | null
  returnId: string | null
  deliveryTotal: number
  /** The edits that it is about. */
  editIds: string[]
  /** The first refund of those that several payments give, if it is not this one. */
  partOf?: string | null
}

const MONEY_ALONE: Basis = { lines: [], delivery: 0 }

type About = { orderId: number; amount: number; invoice: DocumentContent; isFirst: boolean }

/** @returns what is credited, and the edits that are credited with it */
export async function readCredit(tx: Tx, cause: CreditCause, about: About): Promise<Credit & { editIds: string[] }> {
  const { orderId, amount, invoice, isFirst } = about
  const { reason, note, returnId, deliveryTotal, editIds, partOf } = await findCause(tx, cause, orderId, invoice.total)
  const credit = (basis: Basis, why = reason) => ({
    amount,
    basis,
    reason: why,
    // The first refund is credited for them, and its note has their lines.
    editIds: partOf ? [] : editIds,
    ...(note && { note }),
  })
  const ofReturn = returnId && { lines: await linesOfReturn(tx, returnId), delivery: deliveryTotal }
  const edited = await readEdits(tx, editIds)
  if (partOf) return credit(await restOf(tx, partOf, ofReturn || edited))
  if (ofReturn) return credit(ofReturn)
  if (reason === 'cancelled' || reason === 'withdrawn') {
    const rest = await readOrder(tx, orderId)
    return credit({ lines: [...edited.lines, ...rest.lines], delivery: rest.delivery })
  }
  if (editIds.length > 0) return credit({ ...edited, delivery: 0 })
  // All of it goes back at once: then it is known what for.
  if (isFirst && amount === invoice.total)
    return credit({ lines: invoice.lines, delivery: invoice.delivery?.total ?? 0 })
  return credit(MONEY_ALONE)
}

async function findCause(tx: Tx, cause: CreditCause, orderId: number, billed: number): Promise<Found> {
  if ('refundId' in cause) {
    const { rows } = await sql<Found>`
      select case
          when first.return_id is not null then ${RETURNED(orderId)}
          when r.source = 'cancelled' then ${CANCELLED(orderId)}
          when r.source = 'chargeback' then 'charged_back'
          when e.id is not null then 'changed'
          else 'price_reduced'
        end as reason, case when r.source = 'shop' and first.return_id is null and e.id is null then nullif(trim(r.reason), '') end as note,
        r.part_of as "partOf", first.return_id as "returnId", coalesce(returns.delivery_total, 0) as "deliveryTotal",
        array_remove(array[e.id], null) as "editIds"
      from refunds r join refunds first on first.id = ${FIRST_OF(sql`r`)}
      left join returns on returns.id = first.return_id left join order_edits e on e.refund_id = first.id
      where r.id = ${cause.refundId}
    `.execute(tx)
    return one(rows)
  }
  if ('returnId' in cause) {
    const { rows } = await sql<Found>`
      select ${RETURNED(orderId)} as reason, id as "returnId", coalesce(delivery_total, 0) as "deliveryTotal", '{}'::uuid[] as "editIds"
      from returns where id = ${cause.returnId}
    `.execute(tx)
    return one(rows)
  }
  const { rows } = await sql<Found>`
    select case when status = 'cancelled' then ${CANCELLED(orderId)} else 'changed' end as reason, null as "returnId",
      0 as "deliveryTotal", array(
        select e.id from order_edits e
        where e.order_id = orders.id and e.kind = 'items' and e.document_id is null and coalesce(e.after_invoice, e.total_after < ${billed})
          order by e.id
      ) as "editIds"
    from orders where id = ${orderId}
  `.execute(tx)
  return one(rows)
}

/**
 * Reads what the other notes of a refund by several payments have left of its cause, by rate. The lines are on the first note, which says
 * how much less it gives.
 */
async function restOf(tx: Tx, first: string, { lines, taxes }: Pick<Basis, 'lines' | 'taxes'>): Promise<Basis> {
  if (lines.length === 0) return MONEY_ALONE
  const { rows } = await sql<{ rate: number; gross: number }>`
    select (tax ->> 'rate')::int as rate, -(tax ->> 'gross')::bigint as gross
    from documents d join refunds r on r.id = d.refund_id, jsonb_array_elements(d.content -> 'taxes') as tax
    where ${FIRST_OF(sql`r`)} = ${first} and not exists (select from documents x where d.id = x.reverses or d.reverses = x.id)
  `.execute(tx)
  const ofLines = lines.flatMap(({ rate, total, discount }) =>
    rate === null ? [] : [{ rate, gross: total - discount }],
  )
  const whole = taxes?.length ? taxes : ofLines
  return { lines: [], delivery: 0, taxes: sumsByRate([...whole, ...rows]).filter(({ gross }) => gross > 0) }
}

const BY_WITHDRAWAL = (orderId: number) =>
  sql`exists (select from withdrawals w where w.order_id = ${orderId} and w.is_accepted)`
const RETURNED = (orderId: number) => sql`case when ${BY_WITHDRAWAL(orderId)} then 'withdrawn' else 'returned' end`
const CANCELLED = (orderId: number) => sql`case when ${BY_WITHDRAWAL(orderId)} then 'withdrawn' else 'cancelled' end`

/** A return from before its lines had a worth is money alone. */
async function linesOfReturn(tx: Tx, returnId: string): Promise<DocumentLine[]> {
  const { rows } = await sql<DocumentLine>`
    select sku, name, ri.quantity, unit_price as "unitPrice", price - worth as discount, price as total, tax_rate_bp as rate
    from return_items ri join returns r on r.id = ri.return_id
    join order_items i on i.order_id = r.order_id and i.line = ri.line
    cross join lateral (
      -- without VAT, a price of the line cannot always be divided by its pieces
      select case when line_total is null then unit_price * ri.quantity
        else worth + div(discount::numeric * ri.quantity, i.quantity)::bigint end as price
    ) as before
    where ri.return_id = ${returnId} and worth is not null
    order by ri.line
  `.execute(tx)
  return rows
}

async function readEdits(tx: Tx, ids: readonly string[]): Promise<Pick<Basis, 'lines' | 'taxes'>> {
  if (ids.length === 0) return { lines: [] }
  const edits = await tx.selectFrom('order_edits').select('taken_out').where('id', 'in', ids).orderBy('id').execute()
  const known = edits.flatMap(({ taken_out }) => taken_out ?? [])
  const lines = known.flatMap(one =>
    one.lines.map(line => ({ ...line, total: line.total ?? line.unitPrice * line.quantity })),
  )
  return { lines, taxes: sumsByRate(known.flatMap(({ taxes }) => taxes)) }
}

function sumsByRate(parts: readonly { rate: number; gross: number }[]) {
  const sums = new Map<number, number>()
  for (const { rate, gross } of parts) sums.set(rate, (sums.get(rate) ?? 0) + gross)
  return [...sums].map(([rate, gross]) => ({ rate, gross }))
}

/** Reads the lines and the delivery that are left of an order after its edits. */
async function readOrder(tx: Tx, orderId: number): Promise<{ lines: DocumentLine[]; delivery: number }> {
  const { rows: lines } = await sql<DocumentLine>`
    select sku, name, quantity, unit_price as "unitPrice", discount, tax_rate_bp as rate,
      coalesce(line_total, unit_price * quantity) as total
    from order_items where order_id = ${orderId} order by line
  `.execute(tx)
  const { delivery_total: delivery } = await tx
    .selectFrom('orders')
    .select('delivery_total')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { lines, delivery }
}
