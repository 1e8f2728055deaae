/** A draft order as its customer reads it: lines, costs and VAT as they are if it is confirmed now. */
import type { Product } from '../../catalogue/product.ts'
import type { Db } from '../../database/schema.ts'
import type { Seller } from '../../pricing/seller.ts'
import { type Totals, totalsOf } from '../../pricing/totals.ts'
import { vatNotes } from '../../pricing/vat-notes.ts'
import { Problem } from '../../problems.ts'
import { priceDraft } from './price.ts'
import { type FoundDraft, linesOf, productsOf } from './queries.ts'

export type ShownDraft = {
  items: ReturnType<typeof linesOf>
  currency: string
  costs: Totals
  message: string
  /** Reason why it cannot be ordered as it is: sold out, or nobody delivers it any more. */
  problem: Problem | undefined
  taxNote: ReturnType<typeof vatNotes>
  products: ReadonlyMap<number, Product>
}

export async function showForCustomer(
  db: Db,
  draft: FoundDraft,
  when: { seller: Seller; now: Date },
): Promise<ShownDraft> {
  const products = await productsOf(db, [draft])
  const items = linesOf(draft, products)
  const shown = { items, currency: draft.currency, message: draft.message, products }
  const terms = { ...draft, deliveryAddress: draft.delivery_address, deliveryTotal: draft.delivery_total }
  try {
    const price = await priceDraft(db, terms, when)
    const taxNote = vatNotes(price, when.seller, { vatId: null, check: null })
    return { ...shown, costs: totalsOf(price), problem: undefined, taxNote }
  } catch (error) {
    if (!(error instanceof Problem) || (error.status >= 500 && error.code !== 'tax_rate_missing')) throw error
    return { ...shown, costs: withoutVat(draft, items), problem: error, taxNote: null }
  }
}

/** The amounts that were agreed, where nothing more is known. */
function withoutVat(draft: FoundDraft, items: ShownDraft['items']): Totals {
  return {
    itemsTotal: items.reduce((sum, { lineTotal }) => sum + lineTotal, 0),
    discountTotal: draft.discount,
    deliveryTotal: draft.delivery_total,
    total: draft.total,
    netTotal: draft.total,
    reverseCharge: false,
    taxes: [],
    taxCountry: null,
    delivery: null,
  }
}
