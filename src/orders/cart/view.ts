import { type Static, Type } from 'typebox'
import type { Product } from '../../catalogue/product.ts'
import { findProducts } from '../../catalogue/queries.ts'
import type { Db } from '../../database/schema.ts'
import { inWords, isForSale } from '../order-problems.ts'
import type { CartLine } from './cart.ts'

/** A cart as the API shows it: what was wished, beside what the catalogue says now. */
export const Cart = Type.Object({
  items: Type.Array(
    Type.Object({
      productId: Type.Integer(),
      quantity: Type.Integer(),
      name: Type.String(),
      category: Type.String(),
      unitPrice: Type.Integer({ description: 'The current price in minor units.' }),
      currency: Type.String(),
      lineTotal: Type.Integer(),
      changes: Type.Array(Type.Object({ code: Type.String(), reason: Type.String() }), {
        description: 'The differences since the product was added.',
      }),
    }),
  ),
  total: Type.Integer(),
  currency: Type.String(),
  orderable: Type.Boolean({ description: 'Whether the cart can be ordered now.' }),
})
export type Cart = Static<typeof Cart>
type CartItem = Cart['items'][number]

/** @param money how a price is written in the reasons */
export async function viewCart(db: Db, lines: readonly CartLine[], money: Money): Promise<Cart> {
  const products = await findProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  const items = lines.map(line =>
    viewLine(
      line,
      products.find(({ id }) => id === line.productId),
      money,
    ),
  )
  return {
    items: items.map(({ item }) => item),
    total: items.reduce((sum, { item }) => sum + item.lineTotal, 0),
    currency: products[0]?.currency ?? 'EUR',
    orderable: items.length > 0 && items.every(({ orderable }) => orderable),
  }
}

type Money = (amount: number, currency: string) => string

function viewLine(line: CartLine, product: Product | undefined, money: Money): { item: CartItem; orderable: boolean } {
  const { productId, quantity, priceSeen } = line
  if (!product) {
    const changes = [{ code: 'removed', reason: 'This product is no longer sold.' }]
    const gone = { name: 'Removed product', category: '', unitPrice: 0, currency: 'EUR', lineTotal: 0 }
    return { item: { productId, quantity, ...gone, changes }, orderable: false }
  }
  const { name, category, price, currency, status, stock } = product
  const changes: CartItem['changes'] = []
  if (price !== priceSeen) {
    const reason = `The price is now ${money(price, currency)}; it was ${money(priceSeen, currency)}.`
    changes.push({ code: 'price_changed', reason })
  }
  if (!isForSale(status))
    changes.push({ code: 'product_unavailable', reason: `It cannot be ordered: ${inWords(status)}.` })
  else if (status !== 'active' || stock === 0)
    changes.push({ code: 'insufficient_stock', reason: 'It is sold out at the moment.' })
  else if (stock < quantity)
    changes.push({ code: 'insufficient_stock', reason: `Only ${stock} ${stock === 1 ? 'is' : 'are'} left.` })
  return {
    item: { productId, quantity, name, category, unitPrice: price, currency, lineTotal: price * quantity, changes },
    orderable: status === 'active' && stock >= quantity,
  }
}
