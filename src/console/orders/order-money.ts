/** The money of orders, for the page of an order and the file of orders. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import type { findOrder } from '../../orders/queries.ts'
import { money } from '../../pages/format.ts'
import type { Payment } from '../../payments/queries.ts'
import { costRows, owedRows, taxRows } from '../../pricing/cost-rows.ts'
import { showDelivery, showTax } from '../../pricing/totals.ts'

/** The money of an order, as it is booked. */
export type OrderMoney = {
  orderId: number
  /** Way by which the money came: `transfer`, or the name of a provider; both, separated by a space. */
  providers: string | null
  received: number
  refunded: number
  paidAt: Date | null
  refundedAt: Date | null
}

/** Finds the money of each order, by its id. Omits money that came twice and went back, and orders without any money. */
export async function findMoney(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderMoney>> {
  const { rows } = await sql<OrderMoney>`
    select p.order_id as "orderId", string_agg(distinct p.provider, ' ') as providers, sum(captured)::float8 as received,
      sum(refunded)::float8 as refunded, min(paid.at) as "paidAt",
      max((select max(ended_at) from refunds r where r.payment_id = p.id and r.state = 'done')) as "refundedAt"
    from payments p left join order_payments paid on paid.order_id = p.order_id and paid.status = 'paid'
    where p.order_id = any(${orderIds}::bigint[]) and captured > 0 and not is_surplus
    group by p.order_id
  `.execute(db)
  return new Map(rows.map(row => [row.orderId, row]))
}

export function isHeldByProvider({ provider, state, is_surplus: isSurplus, charged_back: taken }: Payment): boolean {
  return provider !== 'transfer' && state === 'captured' && !isSurplus && taken === 0
}

export function toTransferOf({ currency }: { currency: string }, payments: readonly Payment[]): string | undefined {
  const sum = payments
    .flatMap(({ refunds }) => refunds)
    .reduce((all, { state, amount }) => all + (state === 'to_transfer' ? amount : 0), 0)
  return sum > 0 ? money(sum, currency) : undefined
}

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Lists what an order costs and what is owed. */
export function costsOf({ delivery, ...order }: Order): (readonly [string, Html | string])[] {
  const costs = { ...order, delivery: delivery && showDelivery(delivery), taxes: order.taxes.map(showTax) }
  return [
    ...costRows(costs, order.currency),
    ['Total', html`<strong class="price">${money(order.total, order.currency)}</strong>`] as const,
    ...taxRows(costs, order.currency),
    ...owedRows(costs, costs.currency),
  ]
}
