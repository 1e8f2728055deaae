import { money } from '../pages/format.ts'
import { type FieldError, invalidInput, Problem } from '../problems.ts'
import type { NewOrder } from './order.ts'

/** A product and how many of it are asked for, over all lines together. */
export type Asked = {
  id: number
  name: string
  price: number
  currency: string
  stock: number
  status: string
  asked: number
}

/** Why `products`, which an order asks for, cannot be had; every reason at once where they are mistakes in the request. */
export function refusal({ items, expectedTotal }: NewOrder, products: Asked[], total: number | null): Problem {
  const currency = products[0]?.currency
  const wrong = items.flatMap(({ productId }, index) => {
    const product = products.find(({ id }) => id === productId)
    const say = (code: string, reason: string): FieldError[] => [{ field: `items.${index}.productId`, reason, code }]
    if (!product) return say('unknown_product', `names no product (${productId})`)
    if (product.currency === currency) return []
    return say('mixed_currencies', `is sold in ${product.currency}, the rest of the order in ${currency}`)
  })
  if (wrong.length > 0) return invalidInput(...wrong)
  const unavailable = whyUnavailable(products)
  if (unavailable) return unavailable
  const [now, expected] = [money(total!, currency!), money(expectedTotal!, currency!)]
  const detail = `The order now costs ${now}, not ${expected}.`
  return new Problem('total_changed', detail, { members: { total, expectedTotal, currency } })
}

/** @returns undefined when all of it is for sale and there */
export function whyUnavailable(products: Asked[]): Problem | undefined {
  const unavailable = products.find(({ status }) => !isForSale(status))
  if (unavailable) {
    const { id: productId, name, status } = unavailable
    const detail = `${name} cannot be ordered: it is ${inWords(status)}.`
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

/** What is sold out is of the shop, and may come back; there is nothing of it now. */
export function isForSale(status: string): boolean {
  return status === 'active' || status === 'out_of_stock'
}

/** "coming soon" */
export function inWords(status: string): string {
  return status.replaceAll('_', ' ')
}
