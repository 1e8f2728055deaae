/** Places an order, and turns a refusal of the statement into a problem. */
import { countEmail } from '../../accounts/users/unverified-emails.ts'
import type { Tx } from '../../database/schema.ts'
import type { Answer } from '../../http/idempotency/keys.ts'
import { noteWideBudget, wideBudgetUsedUp } from '../../http/rate-limits/wide-budgets.ts'
import type { Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { explainOpenOrders, explainOrderRefusal } from '../order-problems.ts'
import {
  budgetOf,
  methodOf,
  networkBudgetOf,
  type OrderLimits,
  type OrderRequest,
  piecesOf,
  tidyAddressOf,
  timesNetwork,
} from './order-request.ts'
import { type PlacedOrRefused, placeInOneStatement } from './place-sql.ts'

/**
 * Places an order: copies prices and names, takes the stock and announces the event, all or nothing, in one statement
 * (`place-sql.ts`).
 *
 * It does not wake the workers, because PostgreSQL commits notifying transactions one at a time. Call `wakeWorkers`
 * after the commit.
 * @throws Problem when the order is refused
 */
export async function placeOrder(
  tx: Tx,
  request: OrderRequest,
  limits: OrderLimits,
  now: Date,
): Promise<Answer<Order>> {
  await countEmail(tx, { userId: request.userId, about: 'orders', now })
  const found = await placeInOneStatement(tx, request, limits, now)
  if (found.id === null) throw await explainRefusal(tx, request, found, limits, now)
  noteWideBudget(budgetOf(request, limits, now), found.full!)
  return { body: showPlaced(request, found, found.id, now), location: `/api/orders/${found.id}` }
}

function showPlaced({ order, by }: OrderRequest, placed: PlacedOrRefused, id: number, now: Date): Order {
  const products = new Map(placed.products.map(product => [product.id, product]))
  return showOrder({
    id,
    total: placed.total!,
    currency: placed.currency!,
    status: 'placed',
    note: order.note ?? null,
    trackingNumber: null,
    deliveryAddress: tidyAddressOf(order),
    paymentMethod: methodOf(order),
    paymentStatus: 'open',
    placedAt: now,
    owner: placed.owner,
    items: order.items.map(({ productId, quantity }) => {
      const { sku, name, price } = products.get(productId)!
      return { productId, sku, name, unitPrice: price, quantity }
    }),
    steps: [{ status: 'placed', at: now, by }],
  })
}

async function explainRefusal(
  tx: Tx,
  request: OrderRequest,
  { isAvailable, products, total, full, open, nearby }: PlacedOrRefused,
  limits: OrderLimits,
  now: Date,
): Promise<Problem> {
  if (!isAvailable) return explainOrderRefusal(request.order, products, total)
  if (!full) return wideBudgetUsedUp(tx, budgetOf(request, limits, now))
  if (!nearby && request.network !== undefined) return wideBudgetUsedUp(tx, networkBudgetOf(request, limits, now))
  const most = limits.openOrders!
  const pieces = piecesOf(request.order)
  if (open!.orders >= most.orders || open!.pieces + pieces > most.pieces)
    return explainOpenOrders(open!, most, { pieces, whose: 'account' })
  return explainOpenOrders(nearby!, timesNetwork(most), { pieces, whose: 'network' })
}
