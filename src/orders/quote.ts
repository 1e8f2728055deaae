/** A quote: what an order would cost, without placing it. */

import { type Static, Type } from 'typebox'
import { actsForShop } from '../accounts/sessions/access.ts'
import { withBasePrice } from '../catalogue/attributes/base-price.ts'
import { optionsText, titleOf } from '../catalogue/groups/options.ts'
import type { Product } from '../catalogue/product.ts'
import { findProducts } from '../catalogue/queries.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { operation } from '../http/operation.ts'
import { orNull } from '../http/schemas.ts'
import { findMethods } from '../pricing/delivery-methods.ts'
import { countGuess, foldCode } from '../pricing/discount-code.ts'
import { type PricedLine, priceLines } from '../pricing/price.ts'
import { explainNoPrice } from '../pricing/price-problems.ts'
import { pieceOf } from '../pricing/reverse-charge/amounts-sql.ts'
import { readSeller, type Seller } from '../pricing/seller.ts'
import { Delivery, percentOf, showDelivery, TOTALS, totalsOf } from '../pricing/totals.ts'
import { vatNotes } from '../pricing/vat-notes.ts'
import { type CheckedBuyer, checkBuyer } from '../pricing/vies/check.ts'
import { VatIdCheck } from '../pricing/vies/vat-id-check.ts'
import { inEach } from '../words/languages.ts'
import { territoryOf } from '../world/territories.ts'
import { plainVatId } from '../world/vat-id.ts'
import { callerOf } from './cart/owner.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { NewOrder, OrderLine } from './order.ts'
import { explainOrderRefusal } from './order-problems.ts'

const { items, delivery, discountCode, vatId } = NewOrder.properties

const { country, postcode } = DeliveryAddress.properties

/**
 * Takes the fields of an order, so that a client can send the same body to both. Only country and postcode of the
 * address count. A VAT ID changes the price in shops that sell to businesses without VAT.
 */
const NewQuote = Type.Object(
  {
    items,
    deliveryAddress: Type.Optional(Type.Object({ country, postcode })),
    delivery,
    discountCode,
    vatId,
  },
  { title: 'NewQuote' },
)
type NewQuote = Static<typeof NewQuote>

const TaxNote = Type.Object(
  inEach(() => Type.String()),
  { title: 'TaxNote' },
)

const Quote = Type.Object(
  {
    items: Type.Array(OrderLine),
    ...TOTALS,
    currency: Type.String(),
    discountCode: orNull(Type.String()),
    taxNote: orNull(TaxNote, {
      description: 'What customers should know about the VAT, such as import tax that is due on arrival; by language.',
    }),
    vatIdCheck: orNull(VatIdCheck, { description: 'What VIES says about the VAT ID; null: nobody asked.' }),
    deliveryOptions: Type.Array(
      Type.Object({ ...Delivery.properties, price: Type.Integer({ description: 'For these items.' }) }),
      { description: 'The methods that go to this country; the first is the default.' },
    ),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

export function quoteRoute(api: App, context: AppContext): void {
  operation(api, 'POST /quotes', {
    id: 'quoteOrder',
    summary: 'Compute what an order would cost',
    access: 'visitor',
    description:
      'Items, discount, delivery and VAT as `POST /orders` would compute them now. It orders nothing and keeps ' +
      'no stock. Send the `total` as `expectedTotal` with the order.',
    problems: ['insufficient_stock', 'product_unavailable', 'discount_used_up', 'tax_rate_missing', 'rate_limited'],
    body: NewQuote,
    answers: { 200: Quote },
    handler: async request => {
      const { db, clock } = context
      const code = request.body.discountCode === undefined ? null : foldCode(request.body.discountCode)
      if (code !== null) {
        const guess = await db.transaction().execute(tx => countGuess(tx, request.ip, code, clock.now()))
        if (guess) throw guess
      }
      const now = clock.now()
      const seller = await readSeller(db, now)
      const checked = await checkQuoted(context, request.body, actsForShop(request) ? undefined : request.ip, seller)
      return quote(db, request.body, { code, userId: callerOf(request), now, seller, checked })
    },
  })
}

/** Checks the VAT ID in it. Call it before quotes of the same buyer and delivery. */
export function checkQuoted(
  context: AppContext,
  wish: NewQuote,
  ip: string | undefined,
  seller: Seller,
): Promise<CheckedBuyer> {
  const vatId = plainVatId(wish.vatId ?? '') || null
  return checkBuyer(context, { vatId, ...wish.deliveryAddress, delivery: wish.delivery, ip }, seller)
}

type Asking = { checked: CheckedBuyer; code: string | null; userId: string | undefined; now: Date; seller: Seller }

export async function quote(db: Db, wish: NewQuote, { checked, code, userId, now, seller }: Asking): Promise<Quote> {
  const { country, postcode } = wish.deliveryAddress ?? {}
  const lines = await findLines(db, wish)
  const { currency } = lines[0]!.product
  const { vatId, check } = checked
  const sale = { country, postcode, delivery: wish.delivery, code, vatId, userId, now, seller }
  const price = await priceLines(db, lines, sale)
  if (price.refusal) throw await explainNoPrice(db, price, { currency, hasAddress: country !== undefined, seller })
  const parcel = {
    country: country ?? seller.country,
    place: territoryOf(country ?? seller.country, country && postcode),
    currency,
    value: price.items_total - price.discount_total,
    weight: price.weight,
    isFree: price.is_free,
  }
  const options = await findMethods(db, parcel, seller)
  return {
    ...totalsOf(price),
    currency,
    discountCode: code,
    taxNote: vatNotes(price, seller, checked),
    vatIdCheck: check,
    items: lines.map(({ product, quantity }, n) => {
      const unitPrice = pieceOf(price.vat_rule, product.price, { total: price.line_totals[n]!, quantity })
      return {
        line: n + 1,
        returned: 0,
        shipped: 0,
        productId: product.id,
        sku: product.sku,
        name: titleOf(product),
        options: optionsText(product.options),
        unitPrice,
        ...withBasePrice(unitPrice, product),
        quantity,
        lineTotal: price.line_totals[n]!,
        discount: price.discounts[n]!,
        taxRate: percentOf(price.rates[n]!),
      }
    }),
    deliveryOptions: options.map(({ price, ...method }) => ({ ...showDelivery(method), price })),
  }
}

/** The lines with their products. @throws Problem as an order of them would get */
async function findLines(db: Db, { items }: NewQuote): Promise<PricedLine[]> {
  const found = await findProducts(
    db,
    items.map(({ productId }) => productId),
  )
  const asked = (product: Product) =>
    items.filter(({ productId }) => productId === product.id).reduce((sum, { quantity }) => sum + quantity, 0)
  const refusal = explainOrderRefusal(
    { items },
    found
      .toSorted((a, b) => a.id - b.id)
      .map(product => ({ ...product, name: titleOf(product), asked: asked(product) })),
  )
  if (refusal) throw refusal
  const products = new Map(found.map(product => [product.id, product]))
  return items.map(({ productId, quantity }) => ({ product: products.get(productId)!, quantity }))
}
