/** A product as the files for advertising and price comparison describe it, in the language of the file. */

import { productPath } from '../../catalogue/addresses/product-address.ts'
import type { FeedElements, FeedName } from '../../catalogue/attributes/feeds.ts'
import { ATTRIBUTES, FREE_NAMES } from '../../catalogue/attributes/table.ts'
import { nameInWords } from '../../catalogue/categories/category-texts.ts'
import { categoryPathOf, type Placed } from '../../catalogue/categories/tree.ts'
import type { GroupTexts, OptionValue } from '../../catalogue/groups/group.ts'
import { optionInWords } from '../../catalogue/groups/in-words.ts'
import { type KnownOption, sortOptions } from '../../catalogue/groups/known-options.ts'
import type { Image } from '../../catalogue/images/image.ts'
import type { Product } from '../../catalogue/product.ts'
import { inWords } from '../../catalogue/product-texts.ts'
import { reductionOf } from '../../catalogue/sales/sale.ts'
import { canonicalAddress } from '../../pages/head.ts'
import type { Shop } from '../../shop/settings.ts'

export type FeedGroup = { id: number; name: string; texts: GroupTexts; images: Image[] }
export type Shipping = { country: string; name: string; price: number; days: { least: number; most: number } }

export type Offer = {
  readonly product: Product
  /** Name with the words that tell it from its variants. */
  readonly title: string
  readonly description: string
  readonly link: string
  /** Addresses of JPEG files, which Meta asks for, without those of other products. */
  readonly images: readonly string[]
  readonly category: readonly string[]
  readonly isThere: boolean
  /** The price before a reduction that may be announced: the lowest one of 30 days (Directive 98/6/EC, Article 6a). */
  readonly before: number | undefined
  readonly known: Partial<Record<KnownOption, string>>
  readonly others: readonly OptionValue[]
  readonly shipping: readonly Shipping[]
}

type Around = {
  site: string
  shop: Shop
  placed: readonly Placed[]
  group: FeedGroup | undefined
  shipping: readonly Shipping[]
}

export function offerOf(product: Product, { site, shop, placed, group, shipping }: Around): Offer {
  const { name, description } = inWords(product, group)
  const options = product.options.map(option => ({
    name: option.name,
    value: optionInWords(option.value, group?.texts),
  }))
  const { known, others } = sortOptions(options)
  return {
    product,
    title: withoutTags([name, ...options.map(({ value }) => value)].join(', ')),
    description: withoutTags(description || name),
    link: canonicalAddress({ site, shop }, productPath(product)),
    images: [...product.images, ...(group?.images ?? [])].map(({ url }) => site + url),
    category: categoryPathOf(placed, product.category).map(each => nameInWords(placed, each)),
    isThere: product.status === 'active' && product.stock > 0,
    before: reductionOf(product)?.before,
    known,
    others: others.map(option => ({ ...option, name: optionInWords(option.name, group?.texts) })),
    shipping,
  }
}

/** The elements that the table of attributes makes of a product. */
export function attributeElements(product: Product, feed: FeedName): FeedElements {
  const parts = FREE_NAMES.map(name => {
    const value = product[name]
    return value === undefined ? {} : ATTRIBUTES[name].feeds?.[feed]?.(value as never)
  })
  return Object.assign({}, ...parts)
}

/** Readers of the files refuse what looks like HTML, also where a name has it as text. */
function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
}

/** Cuts a text behind a word, and never between the halves of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const short = text.slice(0, most + 1)
  const end = short.lastIndexOf(' ')
  return (end > most / 2 ? short.slice(0, end) : short.slice(0, most)).replace(/[\uD800-\uDBFF]$/, '').trimEnd()
}
