/** A cart as the API shows it: its lines, with the current data of the catalogue. */
import { type Static, Type } from 'typebox'
import { BasePrice, withBasePrice } from '../../catalogue/attributes/base-price.ts'
import { optionsText, titleOf } from '../../catalogue/groups/options.ts'
import type { Product } from '../../catalogue/product.ts'
import { findProducts, findRemoved } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Db, PRICE_MAX } from '../../database/schema.ts'
import { orNull } from '../../http/schemas.ts'
import { money } from '../../pages/format.ts'
import { type PricedLine, priceLines } from '../../pricing/price.ts'
import { readSeller } from '../../pricing/seller.ts'
import { TOTALS, type Totals, totalsOf } from '../../pricing/totals.ts'
import { isForSale, statusText } from '../order-problems.ts'
import type { CartLine } from './cart.ts'

export const Cart = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        sku: Type.String(),
        quantity: Type.Integer(),
        name: Type.String({ description: 'With its values, if it is a product of a group: "Shirt (red, M)".' }),
        options: Type.String({ description: '"Colour: red; Size: M" for a product of a group, else empty.' }),
        category: Type.String(),
        unitPrice: Type.Integer({ description: 'The current price, in minor units.' }),
        basePrice: Type.Optional(BasePrice),
        currency: Type.String(),
        lowestPrice30Days: orNull(Type.Integer(), { description: 'As `lowest_price_30_days` of the product.' }),
        lineTotal: Type.Integer(),
        changes: Type.Array(
          Type.Object({ code: Type.String({ examples: ['price_changed'] }), reason: Type.String() }),
          {
            description: 'Changes since the product was added.',
          },
        ),
      }),
    ),
    ...TOTALS,
    currency: Type.String({
      description:
        'The totals are those of the items in `currency`; others cannot be ordered with them. They are for the ' +
        "shop's own country; `POST /quotes` computes them for others.",
    }),
    orderable: Type.Boolean({ description: 'Whether the whole cart could be ordered now.' }),
  },
  { title: 'Cart' },
)
export type Cart = Static<typeof Cart>
type CartItem = Cart['items'][number]

/** @param show how pages name products; the API tells their own names */
export async function viewCart(
  { db, clock }: AppContext,
  lines: readonly CartLine[],
  show = async (_: Db, products: Product[]) => products,
): Promise<Cart> {
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
  const priceable = lines.flatMap(({ quantity }, index) => {
    const product = found[index]
    return product?.currency === currency ? [{ product, quantity }] : []
  })
  const shown = await show(db, products)
  const items = lines.map(line => {
    const product = shown.find(({ id }) => id === line.productId)
    return product ? viewLine(line, product, currency) : viewRemoved(line, removed)
  })
  return {
    items: items.map(({ item }) => item),
    ...(await priceCart(db, priceable, clock.now())),
    currency,
    orderable: items.length > 0 && items.every(({ orderable }) => orderable),
  }
}

/**
 * Prices it with the default delivery. A cart that cannot be sent to the shop's own country shows what its items
 * cost.
 */
async function priceCart(db: Db, lines: PricedLine[], now: Date): Promise<Totals> {
  const price = lines.length > 0 ? await priceLines(db, lines, { now, seller: await readSeller(db, now) }) : undefined
  if (price && !price.refusal) return totalsOf(price)
  const items = price?.items_total ?? 0
  const nothing = {
    netTotal: items,
    reverseCharge: false,
    discountTotal: 0,
    deliveryTotal: 0,
    taxes: [],
    taxCountry: null,
    delivery: null,
  }
  return { itemsTotal: items, total: items, ...nothing }
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
  const product = removed.find(({ id }) => id === productId) ?? NAMELESS
  const { sku, category, options } = product
  const changes = [{ code: 'removed', reason: 'This product is no longer sold.' }]
  const price = { unitPrice: 0, currency: 'EUR', lineTotal: 0, lowestPrice30Days: null }
  const words = { name: titleOf(product), options: optionsText(options) }
  return { item: { productId, quantity, sku, ...words, category, ...price, changes }, orderable: false }
}

const NAMELESS = { sku: '', name: 'Removed product', category: '', options: [] }

function viewLine(line: CartLine, product: Product, others: string): Line {
  const { productId, quantity, priceSeen } = line
  const { sku, category, price, currency, status, stock } = product
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
      name: titleOf(product),
      options: optionsText(product.options),
      category,
      unitPrice: price,
      ...withBasePrice(price, product),
      currency,
      lowestPrice30Days: product.lowest_price_30_days ?? null,
      // Caps the sum at the highest price. More cannot be ordered.
      lineTotal: Math.min(price * quantity, PRICE_MAX),
      changes,
    },
    orderable: status === 'active' && stock >= quantity && currency === others,
  }
}
