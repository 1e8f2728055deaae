/** Prices a draft order: each line at the price of today, or at one that somebody with the right to decide about money gave. */
import { sql } from 'kysely'
import { titleOf } from '../../catalogue/groups/options.ts'
import type { Product } from '../../catalogue/product.ts'
import { findProducts } from '../../catalogue/queries.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { money } from '../../pages/format.ts'
import { type AgreedPrice, priceLines } from '../../pricing/price.ts'
import { explainNoPrice } from '../../pricing/price-problems.ts'
import type { PriceRow } from '../../pricing/price-sql.ts'
import type { Seller } from '../../pricing/seller.ts'
import { invalidInput } from '../../problems.ts'
import type { DeliveryAddress } from '../delivery-address.ts'
import { requirePossible } from '../edits/lines.ts'
import { explainOrderRefusal } from '../order-problems.ts'
import type { WantedItem } from './draft.ts'
import type { DraftLine } from './tables.ts'

export type DraftMaker = { by: string; now: Date; seller: Seller; requireMoney: () => void }

/**
 * Reads the lines, as an order of them would be read now.
 * @param kept lines from before: their prices need no right to decide about money
 * @throws Problem as an order of them would get
 */
export async function readItems(
  tx: Tx,
  wanted: readonly WantedItem[],
  kept: readonly DraftLine[],
  { requireMoney }: Pick<DraftMaker, 'requireMoney'>,
): Promise<{ lines: DraftLine[]; currency: string }> {
  const items = await namedItems(tx, wanted)
  const products = await findProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  requireSold(items, products)
  const priceOf = (productId: number) => products.find(({ id }) => id === productId)!.price
  const lines = items.map(({ productId, quantity, unitPrice = priceOf(productId) }) => ({
    productId,
    quantity,
    unitPrice,
  }))
  const isGiven = ({ productId, unitPrice }: DraftLine) =>
    unitPrice !== priceOf(productId) && !kept.some(line => line.productId === productId && line.unitPrice === unitPrice)
  if (lines.some(isGiven)) requireMoney()
  requirePossible(
    lines.map(({ unitPrice: price, quantity }) => ({ price, quantity })),
    'items',
  )
  return { lines, currency: products[0]!.currency }
}

/** @throws Problem for products that are unknown, not for sale, sold out, or in several currencies */
export function requireSold(items: readonly { productId: number; quantity: number }[], products: readonly Product[]) {
  const askedOf = (id: number) =>
    items.filter(({ productId }) => productId === id).reduce((sum, { quantity }) => sum + quantity, 0)
  const found = products
    .toSorted((a, b) => a.id - b.id)
    .map(product => ({ ...product, name: titleOf(product), asked: askedOf(product.id) }))
  const refusal = explainOrderRefusal({ items: [...items] }, found)
  if (refusal) throw refusal
}

/** The rows that are not empty, each with the id of its product. @throws Problem */
async function namedItems(tx: Tx, wanted: readonly WantedItem[]) {
  const skus = wanted.flatMap(item => (item && item.productId === undefined && item.sku ? [item.sku] : []))
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('sku', '=', sql<string>`any(${skus}::text[])`)
    .where('removed_at', 'is', null)
    .execute()
  const items = wanted.flatMap((item, index) => {
    if (item === null) return []
    const { productId = rows.find(({ sku }) => sku === item.sku)?.id } = item
    if (productId !== undefined) return [{ ...item, productId }]
    const field = `items.${index}.sku`
    if (!item.sku) throw invalidInput({ field, reason: 'is required', code: 'required' })
    throw invalidInput({ field, reason: 'names no product of this shop', code: 'unknown_product' })
  })
  if (items.length > 0) return items
  throw invalidInput({ field: 'items.0.sku', reason: 'is required', code: 'required' })
}

export type DraftTerms = AgreedPrice & {
  lines: readonly DraftLine[]
  currency: string
  delivery: string | null
  deliveryAddress: DeliveryAddress | null
}

/** @throws Problem when nobody delivers it there, when a rate of VAT is missing, or when the discount is more than the goods cost */
export async function priceDraft(db: Db, terms: DraftTerms, { seller, now }: Pick<DraftMaker, 'seller' | 'now'>) {
  const { lines, currency, discount, deliveryTotal, delivery, deliveryAddress: address } = terms
  const products = await findProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  requireSold(lines, products)
  const priced = lines.map(({ productId, quantity, unitPrice }) => {
    const product = products.find(({ id }) => id === productId)!
    return { product: { ...product, price: unitPrice }, quantity }
  })
  const place = { country: address?.country, postcode: address?.postcode, delivery }
  const price: PriceRow = await priceLines(db, priced, { ...place, agreed: { discount, deliveryTotal }, seller, now })
  if (price.refusal) throw await explainNoPrice(db, price, { currency, hasAddress: address !== null, seller })
  if (discount > price.items_total) {
    const reason = `must be at most ${money(price.items_total, currency)}, which the goods cost`
    throw invalidInput({ field: 'discount', reason, code: 'maximum' })
  }
  return price
}
