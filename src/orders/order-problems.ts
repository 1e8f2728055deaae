/** Explains why an order was refused. */
import { money } from '../pages/format.ts'
import type { PriceRow } from '../pricing/price-sql.ts'
import { totalsOf } from '../pricing/totals.ts'
import { type FieldError, invalidInput, Problem } from '../problems.ts'
import type { NewOrder } from './order.ts'

/** A product of an order; `asked` is its quantity over all lines together. */
export type OrderedProduct = {
  id: number
  name: string
  price: number
  currency: string
  stock: number
  status: string
  asked: number
}

/** Orders that are neither paid nor in process, and their pieces. */
export type OpenOrders = { orders: number; pieces: number }

/** @param whose the orders of one account, or of all accounts from one network */
export function explainOpenOrders(
  open: OpenOrders,
  most: OpenOrders,
  { pieces, whose }: { pieces: number; whose: 'account' | 'network' },
): Problem {
  const having = whose === 'account' ? 'You have' : 'Your network has'
  const detail =
    open.orders >= most.orders
      ? `${having} ${open.orders} orders that are neither paid nor in process, and no more are allowed. Cancel ` +
        'some, or wait until they are paid.'
      : `With this order ${
          whose === 'account' ? 'you' : 'your network'
        } would have ${open.pieces + pieces} pieces in orders that are neither paid nor in process, ` +
        `and ${most.pieces} are allowed. Order less, cancel some, or wait until they are paid.`
  return new Problem('too_many_open_orders', detail, { members: { open, most } })
}

/**
 * Explains why products cannot be ordered. Mistakes in the request are all reported at once.
 * @returns undefined when nothing is wrong with them
 */
export function explainOrderRefusal(
  { items }: Pick<NewOrder, 'items'>,
  products: OrderedProduct[],
): Problem | undefined {
  const currency = products[0]?.currency
  const wrong = items.flatMap(({ productId }, index) => {
    const product = products.find(({ id }) => id === productId)
    const mistake = (code: string, reason: string): FieldError[] => [
      { field: `items.${index}.productId`, reason, code },
    ]
    if (!product) return mistake('unknown_product', `names no product (${productId})`)
    if (product.currency === currency) return []
    return mistake('mixed_currencies', `is sold in ${product.currency}, the rest of the order in ${currency}`)
  })
  if (wrong.length > 0) return invalidInput(...wrong)
  return explainUnavailable(products)
}

/** The breakdown lets a client show the new total without another request. */
export function explainChangedTotal(
  expected: { total: number | null; currency: string | null },
  price: PriceRow,
  currency: string,
): Problem {
  const expectedTotal = expected.total ?? price.total
  const detail = `The order now costs ${money(price.total, currency)}, not ${money(expectedTotal, expected.currency ?? currency)}.`
  return new Problem('total_changed', detail, {
    members: { ...totalsOf(price), expectedTotal, currency },
  })
}

/** @returns undefined when every product is for sale and in stock */
export function explainUnavailable(products: OrderedProduct[]): Problem | undefined {
  const unavailable = products.find(({ status }) => !isForSale(status))
  if (unavailable) {
    const { id: productId, name, status } = unavailable
    const detail = `${name} cannot be ordered: it is ${statusText(status)}.`
    return new Problem('product_unavailable', detail, { members: { product: { id: productId, name, status } } })
  }
  const short = products
    .filter(({ status, stock, asked }) => status !== 'active' || stock < asked)
    .map(({ id, name, status, asked, stock }) => ({
      product: { id, name },
      asked,
      left: status === 'active' ? stock : 0,
    }))
  if (short.length === 0) return undefined
  const detail = short.map(({ product, asked, left }) => `${product.name}: ${asked} asked, ${left} left`).join('; ')
  return new Problem('insufficient_stock', `${detail}.`, { members: { ...short[0], all: short } })
}

/** A product that is sold out is still for sale: it can be in stock again. */
export function isForSale(status: string): boolean {
  return status === 'active' || status === 'out_of_stock'
}

/** `coming_soon` → "coming soon" */
export function statusText(status: string): string {
  return status.replaceAll('_', ' ')
}
