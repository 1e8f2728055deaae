/** The lines of a cart. Name, price and stock are looked up whenever it is shown or ordered. */
export type CartLine = {
  productId: number
  quantity: number
  /** The price when the product was added, so that pages can point out a change. */
  priceSeen: number
}

export const MAX_CART_LINES = 50

/** The cart with `line` added, or in the place of the line for the same product. */
export function withLine(lines: readonly CartLine[], line: CartLine): CartLine[] {
  const known = lines.some(({ productId }) => productId === line.productId)
  return known ? lines.map(other => (other.productId === line.productId ? line : other)) : [...lines, line]
}

export function withoutProducts(lines: readonly CartLine[], productIds: readonly number[]): CartLine[] {
  return lines.filter(({ productId }) => !productIds.includes(productId))
}

/**
 * Joins both carts. A product that is in both gets the larger quantity; if the cart is too long, the oldest lines are
 * left out.
 */
export function joined(lines: readonly CartLine[], others: readonly CartLine[]): CartLine[] {
  const all = others.reduce<readonly CartLine[]>((sum, line) => {
    const own = sum.find(({ productId }) => productId === line.productId)
    return withLine(sum, { ...line, quantity: Math.max(line.quantity, own?.quantity ?? 0) })
  }, lines)
  return all.slice(-MAX_CART_LINES)
}

/** Pieces, not lines: what the header counts. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
