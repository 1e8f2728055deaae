/** Places an order, and turns a refusal of the statement into a problem. */
import type { Tx } from '../../database/schema.ts'
import type { Answer } from '../../http/idempotency/keys.ts'
import { noteWideBudget, wideBudgetUsedUp } from '../../http/rate-limits/wide-budgets.ts'
import { notePaid } from '../../payments/order-status.ts'
import { explainNoPrice } from '../../pricing/price-problems.ts'
import { pieceOf } from '../../pricing/reverse-charge/amounts-sql.ts'
import { Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { explainChangedTotal, explainOpenOrders, explainOrderRefusal } from '../order-problems.ts'
import type { OrderRequest } from './order-request.ts'
import { type PlacedOrRefused, placeInOneStatement } from './place-sql.ts'

/**
 * Places an order: copies prices and names, takes the stock and announces the event, all or nothing, in one statement
 * (`place-sql.ts`).
 *
 * It does not wake the workers, because PostgreSQL commits notifying transactions one at a time. Call `wakeWorkers`
 * after the commit.
 * @throws Problem when the order is refused
 */
export async function placeOrder(tx: Tx, request: OrderRequest): Promise<Answer<Order>> {
  const found = await placeInOneStatement(tx, request)
  if (found.id === null) throw await explainRefusal(tx, request, found)
  noteWideBudget(request.limits.account.budget, found.full!)
  if (found.price!.total === 0) await notePaid(tx, found.id, request.now)
  return { body: showPlaced(request, found, found.id), location: `/api/orders/${found.id}` }
}

function showPlaced(request: OrderRequest, placed: PlacedOrRefused, id: number): Order {
  const { now } = request
  const products = new Map(placed.products.map(product => [product.id, product]))
  const price = placed.price!
  return showOrder({
    id,
    itemsTotal: price.items_total,
    discountTotal: price.discount_total,
    deliveryTotal: price.delivery_total,
    total: price.total,
    reverseCharge: price.vat_rule === 'reverse_charge',
    currency: placed.currency!,
    taxes: price.taxes,
    taxCountry: price.tax_country,
    delivery: price.delivery,
    discountCode: request.code,
    status: 'placed',
    note: request.note,
    trackingNumber: null,
    carrier: null,
    parts: [],
    ownCarriers: null,
    termsVersion: placed.termsVersion,
    locale: placed.locale,
    deliveryAddress: request.address,
    billingAddress: request.billingAddress,
    vatId: request.vatId,
    vatIdCheck: request.checked.check,
    buyerReference: request.buyerReference,
    paymentMethod: request.paymentMethod,
    paymentStatus: price.total === 0 ? 'paid' : 'open',
    refunded: 0,
    received: 0,
    credited: 0,
    due: price.total,
    placedAt: now,
    updatedAt: now,
    owner: placed.owner,
    items: request.items.map(({ productId, quantity }, n) => {
      const { sku, name, options, price: today, content_amount = null, content_unit = null } = products.get(productId)!
      const each = request.agreed?.unitPrices[n] ?? today
      const [lineTotal, discount, rate] = [price.line_totals[n]!, price.discounts[n]!, price.rates[n]!]
      const unitPrice = pieceOf(price.vat_rule, each, { total: lineTotal, quantity })
      const named = { line: n + 1, productId, sku, name, options, content_amount, content_unit }
      return { ...named, unitPrice, quantity, returned: 0, shipped: 0, lineTotal, discount, rate }
    }),
    steps: [{ status: 'placed', at: now, by: request.by }],
  })
}

/** The first reason that applies, in the order in which the statement decides. */
async function explainRefusal(
  tx: Tx,
  request: OrderRequest,
  { isAvailable, isAllowed, products, price, currency, full, open, nearby }: PlacedOrRefused,
): Promise<Problem> {
  const { address, seller, pieces } = request
  const { account, network } = request.limits
  if (!price) return explainOrderRefusal(request, products)!
  if (price.refusal) return explainNoPrice(tx, price, { currency: currency!, hasAddress: address !== null, seller })
  if (!isAvailable) return explainChangedTotal(request.expected, price, currency!)
  if (isAllowed) return new Problem('discount_used_up')
  if (!full) return wideBudgetUsedUp(tx, account.budget)
  if (network.open && !nearby) return wideBudgetUsedUp(tx, network.budget)
  const most = account.open!
  if (open!.orders >= most.orders || open!.pieces + pieces > most.pieces)
    return explainOpenOrders(open!, most, { pieces, whose: 'account' })
  return explainOpenOrders(nearby!, network.open!, { pieces, whose: 'network' })
}
