/** Parcels of orders: their content and their addresses, for labels and customs. */
import type { AttributeValues } from '../../catalogue/attributes/table.ts'
import { isOut } from '../../orders/states.ts'
import { decimal } from '../../pages/format.ts'
import { returnAddressOf } from '../../shop/seller/legal-line.ts'
import type { Shop } from '../../shop/settings.ts'
import { type LabelAddress, type LabelItem, type LabelParcel, splitStreet } from '../../world/parcels/label-files.ts'
import { isInUnion, territoryOf } from '../../world/territories.ts'
import type { ChosenOrder } from './chosen-orders.ts'

type Attributes = ReadonlyMap<number, AttributeValues>

/** @param order has a delivery address */
export function parcelFor(order: ChosenOrder, shop: Shop, attributes: Attributes): LabelParcel {
  const { id, deliveryAddress, owner, currency, total, locale, items, status } = order
  const {
    name,
    company = '',
    line1,
    line2 = '',
    postcode = '',
    city,
    region = '',
    country,
    phone = '',
  } = deliveryAddress!
  const rest = items.flatMap(item =>
    itemFor(item, { currency, hasLeft: isOut(status) }, attributes.get(item.productId)),
  )
  return {
    order: String(id),
    to: { name, company, ...splitStreet(line1), line2, postcode, city, region, country },
    from: senderOf(shop),
    email: owner.email,
    phone,
    language: (locale ?? shop.languages[0]!).slice(0, 2),
    grams: weightOf(rest),
    total: decimal(total, currency),
    currency,
    leaves: crossesBorder(shop.country, territoryOf(country, postcode)),
    items: rest,
  }
}

/** Goods are declared when they leave the Union, or come into it. */
function crossesBorder(from: string, to: string): boolean {
  return from !== to && !(isInUnion(from) && isInUnion(to))
}

type Item = ChosenOrder['items'][number]

/** The pieces that have not left yet; of an order that has left, all. */
function itemFor(
  item: Item,
  { currency, hasLeft }: { currency: string; hasLeft: boolean },
  own: AttributeValues = {},
): LabelItem[] {
  const { sku, name, quantity, shipped, lineTotal, discount } = item
  const left = hasLeft ? quantity : quantity - shipped
  if (left <= 0) return []
  return [
    {
      sku,
      name,
      quantity: left,
      unitPrice: decimal(Math.round((lineTotal - discount) / quantity), currency),
      grams: own.weight_grams,
      hsCode: own.hs_code,
      origin: own.country_of_origin,
      customsText: own.customs_text,
    },
  ]
}

function weightOf(items: readonly LabelItem[]): number | undefined {
  if (items.some(({ grams }) => grams === undefined)) return undefined
  return items.reduce((sum, { grams = 0, quantity }) => sum + grams * quantity, 0)
}

/** The address to which parcels come back: the first line with a number is the street, the next one the town. */
function senderOf(shop: Shop): LabelAddress {
  const lines = returnAddressOf(shop)
    .split('\n')
    .filter(line => /\d/.test(line))
  const [line1 = '', town = ''] = lines
  const [, postcode = '', city = town] = /^(?:[A-Z]{1,3}-)?([\dA-Z][\dA-Z -]*\d[\dA-Z]*)\s+(\D+)$/.exec(town) ?? []
  const name = shop.legalName || shop.name
  return { name, company: '', ...splitStreet(line1), line2: '', postcode, city, region: '', country: shop.country }
}
