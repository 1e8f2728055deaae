/** The parts of a total, as orders, quotes and carts show them. */
import { type Static, Type } from 'typebox'
import { orNull } from '../http/schemas.ts'
import { sayText } from '../shop/in-words.ts'
import { DELIVERY_KINDS, type StoredDelivery } from './delivery/stored.ts'
import type { PriceRow } from './price-sql.ts'

const Rate = Type.Number({ description: 'In percent: 19, or 5.5.' })

const Tax = Type.Object(
  {
    rate: Rate,
    net: Type.Integer(),
    tax: Type.Integer(),
    gross: Type.Integer({ description: 'Net and VAT. The gross of all rates is the total.' }),
  },
  { title: 'Tax' },
)

export const Delivery = Type.Object(
  {
    method: Type.String({ description: 'The id of the delivery method.' }),
    name: Type.String(),
    days: Type.Object(
      { least: Type.Integer(), most: Type.Integer() },
      { description: 'Working days. A collection has no time of delivery.' },
    ),
    kind: Type.Enum([...DELIVERY_KINDS], {
      description: 'With `collection` the customer comes to the shop, and a `shipped` order is ready there.',
    }),
    collection: orNull(
      Type.Object({
        address: Type.String({
          examples: ['12 St James Square\nLondon'],
          description: 'Lines; empty if the shop has none.',
        }),
        openingHours: Type.String({ examples: ['Mon to Sat 10 to 18'] }),
      }),
      { description: 'Where and when the customer collects; null for a delivery.' },
    ),
  },
  { title: 'OrderDelivery' },
)
export type Delivery = Static<typeof Delivery>

export const TOTALS = {
  itemsTotal: Type.Integer({ description: 'What the items cost before the discount, in minor units.' }),
  discountTotal: Type.Integer(),
  deliveryTotal: Type.Integer(),
  total: Type.Integer({ description: 'What the customer pays: items − discount + delivery, VAT included.' }),
  netTotal: Type.Integer({ description: 'The total without VAT. Old orders, whose VAT nobody knew, have the total.' }),
  reverseCharge: Type.Boolean({
    description:
      'A business in another member state owes the VAT itself (Directive 2006/112/EC, Article 138): all amounts are without VAT.',
  }),
  taxes: Type.Array(Tax, { description: 'The VAT in the total, by rate.' }),
  taxCountry: orNull(Type.String(), {
    description:
      'Whose VAT it is: a country, or a part of one that has a VAT of its own, such as ES-CN (Canary Islands) or ' +
      'XI (Northern Ireland). Monaco has that of FR.',
  }),
  delivery: orNull(Delivery),
}
export type Totals = Static<Type.TObject<typeof TOTALS>>

/** Fields that each line shows beside its price. */
export const LINE_TOTALS = {
  lineTotal: Type.Integer({ description: 'Before the discount.' }),
  discount: Type.Integer({ description: 'The part of the discount on this line.' }),
  taxRate: orNull(Rate),
}

export function totalsOf(price: PriceRow): Totals {
  return {
    itemsTotal: price.items_total,
    discountTotal: price.discount_total,
    deliveryTotal: price.delivery_total,
    total: price.total,
    netTotal: netOf(price),
    reverseCharge: price.vat_rule === 'reverse_charge',
    taxes: price.taxes.map(showTax),
    taxCountry: price.tax_country,
    delivery: price.delivery && showDelivery(price.delivery),
  }
}

/** The total without VAT. */
export function netOf({ total, taxes }: Pick<PriceRow, 'total' | 'taxes'>): number {
  return total - taxes.reduce((sum, { tax }) => sum + tax, 0)
}

export function showTax({ rate_bp, ...amounts }: PriceRow['taxes'][number]): Static<typeof Tax> {
  return { rate: percentOf(rate_bp), ...amounts }
}

export function showDelivery({ method, names, days, kind = 'delivery', ...place }: StoredDelivery): Delivery {
  const { address = '', hours = {} } = place
  const collection = kind === 'collection' ? { address, openingHours: sayText(hours) } : null
  return { method, name: sayText(names), days, kind, collection }
}

/** Hundredths of a percent → percent. */
export function percentOf(rate: number): number {
  return rate / 100
}
