import type { Config } from '../../config.ts'
import type { Db } from '../../database/schema.ts'
import type { EventPayloads } from '../../events.ts'
import type { Answer } from '../../http/idempotency/keys.ts'
import { noteWideBudget, wideBudgetUsedUp } from '../../http/rate-limits/wide-budgets.ts'
import type { Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { explainOpenOrders, explainOrderRefusal } from '../order-problems.ts'
import { type Outcome, placeInOneStatement, type StoredOutcome } from './place-sql.ts'
import { NETWORK_TIMES, type OrderLimits, type Placing, piecesOf, tidyAddressOf, timesNetwork } from './placing.ts'

/** The end of an order; `order` is undefined if it was refused. */
export type Decision = { order: Order | undefined; outcome: Outcome; limits: OrderLimits; now: Date }

/**
 * Places an order: copies prices and names, takes the stock and announces the event, all or nothing, in one statement
 * (`place-sql.ts`).
 *
 * It does not wake the workers, because PostgreSQL commits notifying transactions one at a time. Call `wakeWorkers`
 * after the commit.
 * @throws Problem when the order is refused
 */
export async function placeOrder(db: Db, placing: Placing, limits: OrderLimits, now: Date): Promise<Answer<Order>> {
  const [outcome] = await placeInOneStatement(db, [placing], limits, { now, alone: true })
  return answerOf(db, placing, decisionOf(placing, outcome!, limits, now))
}

export function decisionOf(placing: Placing, outcome: Outcome, limits: OrderLimits, now: Date): Decision {
  return {
    order: outcome.id === null ? undefined : placedOrder(placing, outcome, outcome.id, now),
    outcome,
    limits,
    now,
  }
}

/** @throws Problem when the order was refused */
export async function answerOf(db: Db, placing: Placing, decision: Decision): Promise<Answer<Order>> {
  const { order, outcome, limits, now } = decision
  if (!order) throw await explainRefusal(db, placing, decision)
  if (outcome.full) noteWideBudget(budgetOf(placing, limits, now), outcome.full)
  return asAnswer(order)
}

/** The answer to a repeat. @param stored the outcome of the first request, which had the same content as `placing` */
export async function answerFrom(db: Db, placing: Placing, stored: StoredOutcome): Promise<Answer<Order>> {
  const { eventId, placedAt, ...outcome } = stored
  const event = db.selectFrom('events').select('payload').where('id', '=', eventId)
  const { orderId } = (await event.executeTakeFirstOrThrow()).payload as EventPayloads['order.placed']
  return asAnswer(placedOrder(placing, outcome, orderId, new Date(placedAt)))
}

export function asAnswer(order: Order): Answer<Order> {
  return { body: order, location: `/api/orders/${order.id}` }
}

type Bought = Pick<Outcome, 'total' | 'currency' | 'owner' | 'products'>

function placedOrder({ order, by }: Placing, bought: Bought, id: number, now: Date): Order {
  const { total, currency, owner, products } = bought
  const known = new Map(products.map(product => [product.id, product]))
  return showOrder({
    id,
    total: total!,
    currency: currency!,
    status: 'placed',
    note: order.note ?? null,
    trackingNumber: null,
    deliveryAddress: tidyAddressOf(order),
    paymentStatus: 'open',
    placedAt: now,
    owner,
    items: order.items.map(({ productId, quantity }) => {
      const { sku, name, price } = known.get(productId)!
      return { productId, sku, name, unitPrice: price, quantity }
    }),
    steps: [{ status: 'placed', at: now, by }],
  })
}

async function explainRefusal(db: Db, placing: Placing, { outcome, limits, now }: Decision): Promise<Problem> {
  const { fits, products, total, full, open, nearby } = outcome
  if (!fits) return explainOrderRefusal(placing.order, products, total)
  const most = limits.openOrders
  if (!open || !most)
    return wideBudgetUsedUp(db, full ? networkBudgetOf(placing, limits, now) : budgetOf(placing, limits, now))
  const pieces = piecesOf(placing.order)
  if (!nearby || open.orders >= most.orders || open.pieces + pieces > most.pieces)
    return explainOpenOrders(open, most, { pieces, whose: 'account' })
  return explainOpenOrders(nearby, timesNetwork(most), { pieces, whose: 'network' })
}

export function limitsOf({ ordersPerDay, openOrders }: Config): OrderLimits {
  return { perDay: ordersPerDay, openOrders }
}

function budgetOf({ userId }: Placing, { perDay }: OrderLimits, now: Date) {
  return { kind: 'orders', subject: userId, perDay, now } as const
}

function networkBudgetOf({ network }: Placing, { perDay }: OrderLimits, now: Date) {
  return { kind: 'client-orders', subject: network!, perDay: perDay * NETWORK_TIMES, now } as const
}
