/**
 * The cart of a browser. It is kept in a cookie, not in the database: it needs no account, survives signing in and out,
 * and visitors leave no rows behind. A line is `<product>-<quantity>-<price seen>`. The cookie is not trusted: name, price
 * and stock are looked up whenever the cart is shown or ordered.
 */
import { ID_MAX } from '../../database/schema.ts'
import { MAX_QUANTITY } from '../order.ts'

export type CartLine = {
  productId: number
  quantity: number
  /** The price when the product was added, so that pages can point out a change. */
  priceSeen: number
}

/** Fits into one cookie of 4096 bytes (RFC 6265 §6.1) for any numbers. */
export const MAX_CART_LINES = 50

/** Reads the valid lines of a cookie and ignores the rest, because no person can correct a cookie. */
export function parseCart(text: string | undefined): CartLine[] {
  const lines = new Map<number, CartLine>()
  for (const part of (text ?? '').split('.')) {
    const [, ...numbers] = /^(\d{1,16})-(\d{1,5})-(\d{1,10})$/.exec(part) ?? []
    const [productId = 0, quantity = 0, priceSeen = 0] = numbers.map(Number)
    if (productId < 1 || productId > ID_MAX || quantity < 1 || quantity > MAX_QUANTITY) continue
    if (lines.size < MAX_CART_LINES) lines.set(productId, { productId, quantity, priceSeen })
  }
  return [...lines.values()]
}

export function writeCart(lines: readonly CartLine[]): string {
  return lines.map(({ productId, quantity, priceSeen }) => `${productId}-${quantity}-${priceSeen}`).join('.')
}

/** The cart with `line` added, or in the place of the line for the same product. */
export function withLine(lines: readonly CartLine[], line: CartLine): CartLine[] {
  const known = lines.some(({ productId }) => productId === line.productId)
  return known ? lines.map(other => (other.productId === line.productId ? line : other)) : [...lines, line]
}

export function withoutProducts(lines: readonly CartLine[], productIds: readonly number[]): CartLine[] {
  return lines.filter(({ productId }) => !productIds.includes(productId))
}

/** Pieces, not lines: what the header counts. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
