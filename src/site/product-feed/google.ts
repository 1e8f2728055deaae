/**
 * The file for Google Merchant Center and Meta: RSS 2.0 with the elements of Google's product data specification
 * (https://support.google.com/merchants/answer/7052112), which Meta reads too
 * (https://developers.facebook.com/docs/marketing-api/catalog/reference, "RSS XML"; both read on 2026-11-28). Where they differ, it writes
 * what both take: availability with a space, a condition, pictures as JPEG, and each element on a line of its own.
 */
import { UNITS } from '../../catalogue/attributes/units.ts'
import type { Product } from '../../catalogue/product.ts'
import { type Elements, textOf } from '../../documents/e-invoice/xml.ts'
import { decimal } from '../../pages/format.ts'
import { addDays, dayOf, startOfDay } from '../../shop/days.ts'
import { attributeElements, cut, type Offer } from './offer.ts'

/** The longest texts, and the most pictures, of the same specification. */
const MOST = { title: 150, description: 5000, type: 750, color: 100, size: 100, material: 200, pattern: 100, brand: 70 }
const MOST_PICTURES = 10

export function googleChannel(name: string, site: string, written: string): [begin: string, end: string] {
  const begin = `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">
<channel>
<title>${name}</title>
<link>${site}</link>
<description>${written}</description>
`
  return [begin, '</channel>\n</rss>\n']
}

/** @returns undefined for a product without a picture, because both refuse it */
export function googleItem(offer: Offer, { timeZone, now }: { timeZone: string; now: Date }): Elements | undefined {
  const { product, images, known } = offer
  const [image, ...others] = images
  if (image === undefined) return undefined
  const amount = (minor: number) => `${decimal(minor, product.currency)} ${product.currency}`
  return {
    item: {
      'g:id': String(product.id),
      'g:title': textOf(cut(offer.title, MOST.title)),
      'g:description': textOf(cut(offer.description, MOST.description)),
      'g:link': offer.link,
      'g:image_link': image,
      'g:additional_image_link': others.slice(0, MOST_PICTURES),
      'g:availability': offer.isThere ? 'in stock' : 'out of stock',
      'g:condition': 'new',
      ...(offer.before === undefined
        ? { 'g:price': amount(product.price) }
        : {
            'g:price': amount(offer.before),
            'g:sale_price': amount(product.price),
            'g:sale_price_effective_date': saleDates(product, timeZone, now),
          }),
      ...unitPrice(product),
      ...identifiers(product),
      'g:product_type': textOf(cut(offer.category.join(' > '), MOST.type)),
      'g:item_group_id': product.group === null ? undefined : String(product.group),
      'g:color': textOf(cut(known.color ?? '', MOST.color)),
      'g:size': textOf(cut(known.size ?? '', MOST.size)),
      'g:material': textOf(cut(known.material ?? '', MOST.material)),
      'g:pattern': textOf(cut(known.pattern ?? '', MOST.pattern)),
      'g:product_detail': offer.others.map(({ name, value }) => ({
        'g:attribute_name': textOf(name),
        'g:attribute_value': textOf(value),
      })),
      'g:shipping': offer.shipping.map(({ country, name, price, days }) => ({
        'g:country': country,
        'g:service': textOf(name),
        'g:price': amount(price),
        'g:min_handling_time': '0',
        'g:max_handling_time': '0',
        'g:min_transit_time': String(days.least),
        'g:max_transit_time': String(days.most),
      })),
    },
  }
}

/**
 * Beginning and end of the sale that runs, in UTC (support.google.com/merchants/answer/6324460). Both are needed, so one that nobody has
 * limited has no dates. A sale that has not begun is not in the file: its prior price is known when it begins.
 */
function saleDates({ sale_from, sale_until }: Product, timeZone: string, now: Date): string | undefined {
  if (!sale_until) return undefined
  const begin = startOfDay(sale_from ?? dayOf(now, timeZone), timeZone)
  const end = startOfDay(addDays(sale_until, 1), timeZone)
  return [begin, end].map(at => `${at.toISOString().slice(0, 16)}Z`).join('/')
}

/** Google's names of units: support.google.com/merchants/answer/6324455 and 6324490. */
const UNIT_NAMES = {
  ...{ mg: 'mg', g: 'g', kg: 'kg', ml: 'ml', cl: 'cl', l: 'l', cm: 'cm', m: 'm' },
  ...{ m2: 'sqm', m3: 'cbm', piece: 'ct' },
} as const

function unitPrice({ content_amount: amount, content_unit: unit, base_price: perUnit }: Product): Elements {
  if (!perUnit || amount === undefined || unit === undefined) return {}
  return {
    'g:unit_pricing_measure': `${amount}${UNIT_NAMES[unit]}`,
    'g:unit_pricing_base_measure': `1${UNIT_NAMES[UNITS[unit].base]}`,
  }
}

/**
 * Identifies a product by its GTIN, or by its brand with the number of the manufacturer; else it has no identifiers. The manufacturer
 * takes the place of a missing brand (support.google.com/merchants/answer/6324478).
 */
function identifiers(product: Product): Elements {
  const elements: Elements = attributeElements(product, 'google')
  const named = product.brand ?? product.manufacturer
  const brand = named && cut(named, MOST.brand)
  const exists = elements['g:gtin'] !== undefined || (brand !== undefined && elements['g:mpn'] !== undefined)
  return {
    ...Object.fromEntries(
      Object.entries(elements).map(([name, value]) => [name, typeof value === 'string' ? textOf(value) : value]),
    ),
    'g:brand': textOf(brand),
    'g:identifier_exists': exists ? undefined : 'no',
  }
}
