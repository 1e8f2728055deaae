/** Places an order, and turns a refusal of the statement into a problem. */
import { countEmail } from '../../accounts/users/unverified-emails.ts'
import type { Tx } from '../../database/schema.ts'
import type { Answer } from '../../http/idempotency/keys.ts'
import { noteWideBudget, wideBudgetUsedUp } from '../../http/rate-limits/wide-budgets.ts'
import { notePaid } from '../../payments/order-status.ts'
import { explainNoPrice } from '../../pricing/price-problems.ts'
import { Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { explainChangedTotal, explainOpenOrders, explainOrderRefusal } from '../order-problems.ts'
import {
  budgetOf,
  codeOf,
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
  if (found.price!.total === 0) await notePaid(tx, found.id, now)
  return { body: showPlaced(request, found, found.id, now), location: `/api/orders/${found.id}` }
}

function showPlaced({ order, by }: OrderRequest, placed: PlacedOrRefused, id: number, now: Date): Order {
  const products = new Map(placed.products.map(product => [product.id, product]))
  const price = placed.price!
  return showOrder({
    id,
    itemsTotal: price.items_total,
    discountTotal: price.discount_total,
    deliveryTotal: price.delivery_total,
    total: price.total,
    currency: placed.currency!,
    taxes: price.taxes,
    taxCountry: price.tax_country,
    delivery: price.delivery,
    discountCode: codeOf(order),
    status: 'placed',
    note: order.note ?? null,
    trackingNumber: null,
    termsVersion: placed.termsVersion,
    locale: placed.locale,
    deliveryAddress: tidyAddressOf(order),
    paymentMethod: methodOf(order),
    paymentStatus: price.total === 0 ? 'paid' : 'open',
    refunded: 0,
    received: 0,
    credited: 0,
    due: price.total,
    placedAt: now,
    updatedAt: now,
    owner: placed.owner,
    items: order.items.map(({ productId, quantity }, n) => {
      const { sku, name, options, price: unitPrice } = products.get(productId)!
      const [discount, rate] = [price.discounts[n]!, price.rates[n]!]
      return { line: n + 1, productId, sku, name, options, unitPrice, quantity, returned: 0, discount, rate }
    }),
    steps: [{ status: 'placed', at: now, by }],
  })
}

async function explainRefusal(
  tx: Tx,
  request: OrderRequest,
  { isAvailable, isAllowed, products, price, currency, full, open, nearby }: PlacedOrRefused,
  limits: OrderLimits,
  now: Date,
): Promise<Problem> {
  const { order } = request
  if (!price) return explainOrderRefusal(order, products)!
  const hasAddress = order.deliveryAddress !== undefined
  if (price.refusal) return explainNoPrice(tx, price, { currency: currency!, hasAddress, seller: request.seller })
  if (!isAvailable) return explainChangedTotal(order, price, currency!)
  if (isAllowed) return new Problem('discount_used_up')
  if (!full) return wideBudgetUsedUp(tx, budgetOf(request, limits, now))
  if (!nearby && request.network !== undefined) return wideBudgetUsedUp(tx, networkBudgetOf(request, limits, now))
  const most = limits.openOrders!
  const pieces = piecesOf(order)
  if (open!.orders >= most.orders || open!.pieces + pieces > most.pieces)
    return explainOpenOrders(open!, most, { pieces, whose: 'account' })
  return explainOpenOrders(nearby!, timesNetwork(most), { pieces, whose: 'network' })
}
