/** A cart as the API shows it: its lines, with the current data of the catalogue. */
import { type Static, Type } from 'typebox'
import type { Product } from '../../catalogue/product.ts'
import { findProducts, findRemoved } from '../../catalogue/queries.ts'
import type { Db } from '../../database/schema.ts'
import { money } from '../../pages/format.ts'
import { isForSale, statusText } from '../order-problems.ts'
import type { CartLine } from './cart.ts'

export const Cart = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        sku: Type.String(),
        quantity: Type.Integer(),
        name: Type.String(),
        category: Type.String(),
        unitPrice: Type.Integer({ description: 'The current price, in minor units.' }),
        currency: Type.String(),
        lineTotal: Type.Integer(),
        changes: Type.Array(Type.Object({ code: Type.String(), reason: Type.String() }), {
          description: 'Changes since the product was added.',
        }),
      }),
    ),
    total: Type.Integer({ description: 'Of the items in `currency`; others cannot be ordered with them.' }),
    currency: Type.String(),
    orderable: Type.Boolean({ description: 'Whether the whole cart could be ordered now.' }),
  },
  { title: 'Cart' },
)
export type Cart = Static<typeof Cart>
type CartItem = Cart['items'][number]

export async function viewCart(db: Db, lines: readonly CartLine[]): Promise<Cart> {
  const products = await findProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  const found = lines.map(line => products.find(({ id }) => id === line.productId))
  const missing = lines.filter((_, index) => !found[index])
  const removed = await findRemoved(
    db,
    missing.map(({ productId }) => productId),
  )
  const currency = found.find(product => product)?.currency ?? 'EUR'
  const items = lines.map((line, index) => {
    const product = found[index]
    return product ? viewLine(line, product, currency) : viewRemoved(line, removed)
  })
  return {
    items: items.map(({ item }) => item),
    total: items.reduce((sum, { item }) => sum + (item.currency === currency ? item.lineTotal : 0), 0),
    currency,
    orderable: items.length > 0 && items.every(({ orderable }) => orderable),
  }
}

/** The lines that could be ordered now, with as many pieces as there are, in the currency of the first of them. */
export async function orderablePart(db: Db, lines: readonly CartLine[]): Promise<CartLine[]> {
  const products = await findProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  const parts = lines.flatMap(line => {
    const product = products.find(({ id }) => id === line.productId)
    const quantity = product?.status === 'active' ? Math.min(line.quantity, product.stock) : 0
    return product && quantity > 0 ? [{ line: { ...line, quantity }, currency: product.currency }] : []
  })
  return parts.filter(({ currency }) => currency === parts[0]!.currency).map(({ line }) => line)
}

export function isRemoved({ changes }: CartItem): boolean {
  return changes.some(({ code }) => code === 'removed')
}

type Line = { item: CartItem; orderable: boolean }

/** The name tells customers which product is missing. */
function viewRemoved({ productId, quantity }: CartLine, removed: Awaited<ReturnType<typeof findRemoved>>): Line {
  const { sku, name, category } = removed.find(({ id }) => id === productId) ?? NAMELESS
  const changes = [{ code: 'removed', reason: 'This product is no longer sold.' }]
  const price = { unitPrice: 0, currency: 'EUR', lineTotal: 0 }
  return { item: { productId, quantity, sku, name, category, ...price, changes }, orderable: false }
}

const NAMELESS = { sku: '', name: 'Removed product', category: '' }

function viewLine(line: CartLine, product: Product, others: string): Line {
  const { productId, quantity, priceSeen } = line
  const { sku, name, category, price, currency, status, stock } = product
  const changes: CartItem['changes'] = []
  if (price !== priceSeen) {
    const reason = `The price is now ${money(price, currency)}; it was ${money(priceSeen, currency)}.`
    changes.push({ code: 'price_changed', reason })
  }
  if (!isForSale(status))
    changes.push({ code: 'product_unavailable', reason: `It cannot be ordered: ${statusText(status)}.` })
  else if (status !== 'active' || stock === 0)
    changes.push({ code: 'insufficient_stock', reason: 'It is sold out at the moment.' })
  else if (stock < quantity)
    changes.push({ code: 'insufficient_stock', reason: `Only ${stock} ${stock === 1 ? 'is' : 'are'} left.` })
  if (currency !== others) {
    const reason = `It is sold in ${currency}, the rest of your cart in ${others}. Order it separately.`
    changes.push({ code: 'mixed_currencies', reason })
  }
  return {
    item: {
      productId,
      quantity,
      sku,
      name,
      category,
      unitPrice: price,
      currency,
      lineTotal: price * quantity,
      changes,
    },
    orderable: status === 'active' && stock >= quantity && currency === others,
  }
}
