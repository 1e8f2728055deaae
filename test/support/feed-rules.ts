/**
 * Checks files for advertising and price comparison by the rules that their readers publish: Google's product data specification
 * (https://support.google.com/merchants/answer/7052112 with the articles of its attributes), Meta's catalogue fields
 * (https://developers.facebook.com/documentation/ads-commerce/commerce-platform/catalog/fields) and Kelkoo's "Product data feed". Read on
 * 2026-11-28. It knows nothing of the code that writes them.
 */
import { SaxesParser } from 'saxes'

export type Element = { name: string; text: string; children: Element[] }

/** @throws Error for what is no XML */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ name }) => {
    const element: Element = { name, text: '', children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', text => {
    open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.on('error', error => {
    throw error
  })
  parser.write(xml).close()
  return root.children[0]!
}

export function textIn(item: Element, name: string): string | undefined {
  return item.children.find(child => child.name === name)?.text
}

const AMOUNT = /^\d+(?:\.\d{2,3})? [A-Z]{3}$/
const MOMENT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?:Z|[+-]\d{4})`

/** Name, whether it must be there, and what its text must be. */
type Rule = readonly [name: string, isRequired: boolean, fits: (text: string) => boolean]
const upTo = (most: number) => (text: string) => text.trim() !== '' && text.length <= most && !/<[a-z/]/i.test(text)
const address = (text: string) => /^https?:\/\/[^\s<>"]+$/.test(text)
const oneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text)

const GOOGLE: readonly Rule[] = [
  ['g:id', true, text => /^[\x21-\x7e]{1,50}$/.test(text)],
  ['g:title', true, upTo(150)],
  ['g:description', true, upTo(5000)],
  ['g:link', true, address],
  ['g:image_link', true, address],
  ['g:additional_image_link', false, address],
  // Google writes the values with an underscore or a space, and Meta with a space.
  ['g:availability', true, oneOf('in stock', 'out of stock')],
  ['g:condition', true, oneOf('new', 'refurbished', 'used')],
  ['g:price', true, text => AMOUNT.test(text)],
  ['g:sale_price', false, text => AMOUNT.test(text)],
  ['g:sale_price_effective_date', false, text => new RegExp(`^${MOMENT}/${MOMENT}$`).test(text) && text.length <= 51],
  ['g:unit_pricing_measure', false, text => /^\d+(?:\.\d+)?(?:oz|lb|mg|g|kg|ml|cl|l|cbm|cm|m|sqm|ct)$/.test(text)],
  ['g:unit_pricing_base_measure', false, text => /^(?:1|10|100|2|4|8)(?:mg|g|kg|ml|cl|l|cbm|cm|m|sqm|ct)$/.test(text)],
  ['g:gtin', false, text => /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text)],
  ['g:brand', false, upTo(70)],
  ['g:mpn', false, upTo(70)],
  ['g:identifier_exists', false, oneOf('yes', 'no', 'true', 'false')],
  ['g:product_type', false, upTo(750)],
  ['g:item_group_id', false, text => /^[\w-]{1,50}$/.test(text)],
  ['g:color', false, upTo(100)],
  ['g:size', false, upTo(100)],
  ['g:material', false, upTo(200)],
  ['g:pattern', false, upTo(100)],
  ['g:shipping_weight', false, text => /^\d+(?:\.\d+)? (?:g|kg|lb|oz)$/.test(text)],
  ['g:product_detail', false, () => true],
  ['g:certification', false, () => true],
  ['g:shipping', false, () => true],
]

const INSIDE: Readonly<Record<string, readonly Rule[]>> = {
  'g:shipping': [
    ['g:country', true, text => /^[A-Z]{2}$/.test(text)],
    ['g:service', false, upTo(100)],
    ['g:price', true, text => AMOUNT.test(text)],
    ...['g:min_handling_time', 'g:max_handling_time', 'g:min_transit_time', 'g:max_transit_time'].map(
      (name): Rule => [name, false, text => /^\d+$/.test(text)],
    ),
  ],
  'g:product_detail': [
    ['g:section_name', false, upTo(140)],
    ['g:attribute_name', true, upTo(140)],
    ['g:attribute_value', true, upTo(1000)],
  ],
  'g:certification': [
    ['g:certification_authority', true, oneOf('EC', 'European_Commission')],
    ['g:certification_name', true, oneOf('EPREL')],
    ['g:certification_code', true, text => /^\d+$/.test(text)],
  ],
}

const KELKOO: readonly Rule[] = [
  ['offer-id', true, upTo(100)],
  ['title', true, upTo(80)],
  ['product-url', true, address],
  ['landing-page-url', true, address],
  ['price', true, text => /^\d+(?:\.\d{2,3})?$/.test(text)],
  ['price-no-rebate', false, text => /^\d+(?:\.\d{2,3})?$/.test(text)],
  ['brand', false, upTo(200)],
  ['description', true, upTo(300)],
  ['image-url', false, address],
  ['ean', false, text => /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text)],
  ['merchant-category', true, upTo(1000)],
  ['availability', true, text => /^[1-6]$/.test(text)],
  ['delivery-cost', false, text => /^\d+(?:\.\d{2,3})?$/.test(text)],
  ['delivery-time', false, upTo(100)],
  ['mpn', false, upTo(100)],
  ['sku', false, upTo(100)],
  ['colour', false, upTo(100)],
  ['unit-price', false, upTo(100)],
  ['currency', false, text => /^[A-Z]{3}$/.test(text)],
  ...['image-url-2', 'image-url-3', 'image-url-4'].map((name): Rule => [name, false, address]),
  ['made-in', false, text => /^[A-Z]{2}$/.test(text)],
]

/** @returns what Google or Meta would refuse */
export function googleMistakes(xml: string): string[] {
  const rss = parseXml(xml)
  const channel = rss.children.find(({ name }) => name === 'channel')
  if (rss.name !== 'rss' || !channel) return ['is no RSS']
  const missing = ['title', 'link', 'description'].filter(name => !textIn(channel, name)?.trim())
  const items = channel.children.filter(({ name }) => name === 'item')
  return [
    ...missing.map(name => `channel has no ${name}`),
    ...items.flatMap(item => [...mistakesIn(item, GOOGLE), ...googleTogether(item)]),
    ...repeated(items.map(item => textIn(item, 'g:id')!.toLowerCase())),
  ]
}

/** Rules about several attributes of an item. */
function googleTogether(item: Element): string[] {
  const has = (name: string) => textIn(item, name) !== undefined
  const amount = (name: string) => Number(textIn(item, name)?.split(' ')[0])
  const [begin = '', end = ''] = textIn(item, 'g:sale_price_effective_date')?.split('/') ?? []
  const isKnown = has('g:gtin') || (has('g:brand') && has('g:mpn'))
  const several = ['g:additional_image_link', 'g:shipping', 'g:product_detail', 'g:certification']
  const counts = Map.groupBy(item.children, ({ name }) => name)
  return [
    has('g:sale_price') && !(amount('g:sale_price') < amount('g:price')) ? 'sale_price is not below price' : [],
    has('g:sale_price_effective_date') && !has('g:sale_price') ? 'dates of no sale' : [],
    begin >= end && begin !== '' ? 'a sale ends before it begins' : [],
    has('g:unit_pricing_base_measure') && !has('g:unit_pricing_measure') ? 'a base without a measure' : [],
    !isKnown && textIn(item, 'g:identifier_exists') !== 'no' ? 'neither identifiers nor identifier_exists' : [],
    isKnown && textIn(item, 'g:identifier_exists') === 'no' ? 'identifiers that do not exist' : [],
    (counts.get('g:additional_image_link')?.length ?? 0) > 10 ? 'more than ten pictures' : [],
    [...counts].flatMap(([name, all]) => (all.length > 1 && !several.includes(name) ? `${name} is repeated` : [])),
    /^(?:2|02|04)/.test(textIn(item, 'g:gtin') ?? '') ? 'a restricted GTIN' : [],
  ].flat()
}

/** @returns what Kelkoo would refuse */
export function kelkooMistakes(xml: string): string[] {
  const products = parseXml(xml)
  if (products.name !== 'products') return ['has no products']
  return [
    ...products.children.flatMap(product => mistakesIn(product, KELKOO)),
    ...repeated(products.children.map(product => textIn(product, 'offer-id')!)),
  ]
}

function mistakesIn(item: Element, rules: readonly Rule[]): string[] {
  const unknown = item.children.filter(({ name }) => !rules.some(([known]) => known === name))
  return [
    ...unknown.map(({ name }) => `${name} is unknown`),
    ...rules.flatMap(([name, isRequired, fits]) => {
      const found = item.children.filter(child => child.name === name)
      if (found.length === 0) return isRequired ? [`${name} is missing`] : []
      return found.flatMap(child => [
        ...(fits(child.text) ? [] : [`${name} is wrong: ${child.text}`]),
        ...(INSIDE[name] ? mistakesIn(child, INSIDE[name]) : []),
      ])
    }),
  ]
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, n) => ids.indexOf(id) !== n).map(id => `${id} is there twice`)
}

/** The last digit of a GTIN: the others weigh 3 and 1 in turn from the right, and all add up to tens. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, n) => total + Number(digit) * (n % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
