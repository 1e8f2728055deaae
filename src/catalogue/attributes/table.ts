/**
 * The attributes of products. One line here, with the words of its label in src/words, is all that an attribute needs. From it are made its
 * member in the API, its field in the console, its column in files and batches, and what the page of the product and search engines say.
 * Imports can take it back.
 *
 * Values live in the column `products.attributes`. The API leaves out what a product has not, because most products have few of them: lists
 * stay as short as before.
 */
import { type Static, type TNull, type TOptional, type TSchema, type TUnion, Type } from 'typebox'
import { orNull } from '../../http/schemas.ts'
import type { Language } from '../../words/languages.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage } from '../../words/words.ts'
import { countryName } from '../../world/countries.ts'
import { gtinMistake, isPublicGtin } from '../../world/gtin.ts'
import { CLASS_LABELS } from '../tax-classes.ts'
import { countryMistake, customsMistake, eprelOf, withoutSpaces } from './codes.ts'
import type { FeedElements, FeedName } from './feeds.ts'
import { choice, code, decimalNumber, type Kind, link, skuList, textUpTo, wholeNumber, yesOrNo } from './kinds.ts'
import { UNIT_LABELS } from './units.ts'

export type Attribute<S extends TSchema = TSchema> = Kind<S> & {
  /** Its name for people. In each language it is also the name of its column in files, beside its name in the API. */
  readonly label: Text
  readonly hint?: string
  readonly description?: string
  /** Names of its column in the files of other shops, in small letters. */
  readonly names?: readonly string[]
  /** Heading of its part of the form. */
  readonly part?: Part
  /** Tells customers on the page of the product: as a line, or beside who is responsible for its safety. */
  readonly page?: 'fact' | 'safety'
  /** Its members in a `Product` of schema.org, for search engines. */
  readonly data?: (value: never) => object
  /** Its elements in the files for advertising and price comparison (src/site/product-feed). */
  readonly feeds?: { readonly [Feed in FeedName]?: (value: never) => FeedElements }
  /** Names of the attributes that say it in each language. The forms for texts by language have their fields. */
  readonly texts?: Readonly<Record<Language, string>>
  /** A similar product has its own. */
  readonly isNotCopied?: true
}

export const PARTS = ['Content and price per unit', 'Identity', 'Safety', 'Parcel and customs', 'Beside it'] as const
type Part = (typeof PARTS)[number]

/** Attributes with a column of their own, because statements compute with them and each product has them. */
export const COLUMN_ATTRIBUTES = {
  tax_class: {
    ...choice(CLASS_LABELS),
    label: 'VAT class',
    hint: 'Each country has its own rates. They are under "VAT rates".',
    description: 'Which VAT rate of its country the product has.',
    names: ['tax class'],
  },
  stock_counted: {
    ...yesOrNo(),
    label: 'Count the pieces',
    hint: 'Otherwise it is never sold out, and orders take nothing from its stock.',
    description: 'false: the product is never sold out. Its `stock` is a number that no order reaches.',
  },
} satisfies Record<string, Attribute>

const grams = { '@type': 'QuantitativeValue', unitCode: 'GRM' }
const millimetres = { '@type': 'QuantitativeValue', unitCode: 'MMT' }

export const FREE_ATTRIBUTES = {
  content_amount: {
    ...decimalNumber(1_000_000, 250),
    label: 'Content',
    hint: 'What is in it, like 250. With its unit, the price per unit is shown beside the price, as the law asks for.',
    description: 'How much of `content_unit` is in it. With both, there is a price per unit.',
    names: ['unit price total measure', 'inhalt', 'contenance', 'contenu'],
    part: 'Content and price per unit',
  },
  content_unit: {
    ...choice(UNIT_LABELS),
    label: 'Unit of the content',
    names: ['unit price total measure unit', 'einheit', 'unité'],
    part: 'Content and price per unit',
  },
  brand: {
    ...textUpTo(100, 'Aurora'),
    label: 'Brand',
    names: ['vendor', 'brands'],
    part: 'Identity',
    page: 'fact',
    data: (name: string) => ({ brand: { '@type': 'Brand', name } }),
    feeds: { google: brand => ({ 'g:brand': brand }), kelkoo: brand => ({ brand }) },
  },
  gtin: {
    ...code({ maxLength: 30, normal: withoutSpaces, example: '4006381333931' }, gtinMistake),
    label: 'GTIN',
    hint: 'The digits below the bars on the package: EAN, UPC or ISBN.',
    description: 'GTIN-8, GTIN-12, GTIN-13 or GTIN-14, with its check digit.',
    names: [
      'ean',
      'ean13',
      'ean-13',
      'upc',
      'isbn',
      'barcode',
      'variant barcode',
      'gtin, upc, ean, or isbn',
      'code-barres',
    ],
    part: 'Identity',
    page: 'fact',
    data: (gtin: string) => ({ gtin }),
    feeds: {
      google: gtin => ({ 'g:gtin': isPublicGtin(gtin) ? gtin : undefined }),
      kelkoo: gtin => ({ ean: isPublicGtin(gtin) ? gtin : undefined }),
    },
    isNotCopied: true,
  },
  mpn: {
    ...textUpTo(70, 'AUR-750-BR'),
    label: 'Part number of the manufacturer',
    hint: 'Price comparison finds by it what has no GTIN.',
    description: 'The number that the manufacturer has given the product (MPN).',
    names: ['mpn', 'han', 'google shopping / mpn', 'herstellernummer', 'référence fabricant'],
    part: 'Identity',
    page: 'fact',
    data: (mpn: string) => ({ mpn }),
    feeds: { google: mpn => ({ 'g:mpn': mpn }), kelkoo: mpn => ({ mpn }) },
    isNotCopied: true,
  },
  // Regulation (EU) 2023/988, Article 19: an offer at a distance shows (a) who made the product, with postal and electronic address,
  // (b) who is responsible for it in the Union if the maker is not there, (c) what identifies it, (d) warnings and safety information.
  manufacturer: {
    ...textUpTo(200, 'Aurora Lighting Ltd'),
    label: 'Manufacturer',
    hint: 'Name, registered trade name or trade mark.',
    part: 'Safety',
    page: 'safety',
    data: (name: string) => ({ manufacturer: { '@type': 'Organization', name } }),
  },
  manufacturer_address: {
    ...textUpTo(300, '1 Hill Road, London N1 9GU, United Kingdom'),
    label: 'Address of the manufacturer',
    part: 'Safety',
    page: 'safety',
  },
  manufacturer_contact: {
    ...textUpTo(200, 'safety@aurora.example'),
    label: 'Electronic address of the manufacturer',
    hint: 'An email address, or a page where one can write to them.',
    part: 'Safety',
    page: 'safety',
  },
  responsible_person: {
    ...textUpTo(200, 'Aurora Europe B.V.'),
    label: 'Responsible person in the Union',
    hint: 'If the manufacturer is outside of the European Union.',
    part: 'Safety',
    page: 'safety',
  },
  responsible_person_address: {
    ...textUpTo(300, 'Damrak 1, 1012 LG Amsterdam, Netherlands'),
    label: 'Address of the responsible person',
    part: 'Safety',
    page: 'safety',
  },
  responsible_person_contact: {
    ...textUpTo(200, 'safety@aurora-europe.example'),
    label: 'Electronic address of the responsible person',
    part: 'Safety',
    page: 'safety',
  },
  warnings: {
    ...textUpTo(5000, 'Do not look into the lamp.'),
    label: 'Warnings and safety information',
    description: 'In the main language of the shop. `warnings_de` and so on say them in another one.',
    part: 'Safety',
    page: 'safety',
    texts: { en: 'warnings_en', de: 'warnings_de', fr: 'warnings_fr' },
  },
  // Article 19 wants them in a language that consumers understand easily, as the state determines where the product is offered.
  warnings_en: { ...textUpTo(5000, 'Do not look into the lamp.'), label: 'Warnings in English' },
  warnings_de: { ...textUpTo(5000, 'Nicht in die Lampe blicken.'), label: 'Warnings in German' },
  warnings_fr: { ...textUpTo(5000, 'Ne pas regarder la lampe en face.'), label: 'Warnings in French' },
  energy_label: {
    ...link(),
    label: 'Energy label',
    hint: 'The address of the label.',
    part: 'Identity',
    page: 'fact',
    feeds: { google: address => ({ 'g:certification': eprelOf(address) }) },
  },
  product_passport: {
    ...link(),
    label: 'Digital product passport',
    hint: 'The address of the passport.',
    part: 'Identity',
    page: 'fact',
  },
  weight_grams: {
    ...wholeNumber(1_000_000, 850),
    label: 'Weight in grams',
    hint: 'Of one piece, with its packing.',
    description: 'Of one piece with its packing.',
    names: ['variant grams', 'grams', 'weight (g)'],
    part: 'Parcel and customs',
    data: (value: number) => ({ weight: { ...grams, value } }),
    feeds: { google: (value: number) => ({ 'g:shipping_weight': `${value} g` }) },
  },
  length_mm: {
    ...wholeNumber(100_000, 400),
    label: 'Length in millimetres',
    part: 'Parcel and customs',
    data: (value: number) => ({ depth: { ...millimetres, value } }),
  },
  width_mm: {
    ...wholeNumber(100_000, 200),
    label: 'Width in millimetres',
    part: 'Parcel and customs',
    data: (value: number) => ({ width: { ...millimetres, value } }),
  },
  height_mm: {
    ...wholeNumber(100_000, 150),
    label: 'Height in millimetres',
    part: 'Parcel and customs',
    data: (value: number) => ({ height: { ...millimetres, value } }),
  },
  hs_code: {
    ...code({ maxLength: 20, normal: typed => typed.replaceAll(/[\s.]/g, ''), example: '940521' }, customsMistake),
    label: 'Customs tariff number',
    hint: 'The six digits of the Harmonized System, like 6109.10.',
    description: 'Six digits of the Harmonized System.',
    names: ['harmonized system code', 'hs code', 'hs tariff code', 'zolltarifnummer', 'code sh'],
    part: 'Parcel and customs',
  },
  country_of_origin: {
    ...code({ maxLength: 20, normal: typed => typed.trim().toUpperCase(), example: 'PT' }, countryMistake),
    label: 'Country of origin',
    hint: 'Two letters, like FR.',
    description: 'ISO 3166-1 alpha-2',
    names: ['origin', 'country/region of origin', 'pays d’origine', "pays d'origine"],
    part: 'Parcel and customs',
    page: 'fact',
    show: country => countryName(country, currentLanguage()),
    data: (name: string) => ({ countryOfOrigin: { '@type': 'Country', name } }),
    feeds: { kelkoo: country => ({ 'made-in': country }) },
  },
  customs_text: {
    ...textUpTo(200, 'desk lamp of brass'),
    label: 'Description for customs',
    hint: 'In plain words, like "cotton T-shirts". Customs refuse general words such as "gift".',
    part: 'Parcel and customs',
  },
  related: {
    ...skuList('LAMP-2'),
    label: 'Related products',
    hint: 'SKUs, one a line. Customers see those that are on sale and in stock on the page of the product.',
    description: 'SKUs of products that the page of the product shows in place of others of its category.',
    names: ['upsells', 'upsell_skus', 'related_skus'], // Product files of WooCommerce, and of Magento.
    part: 'Beside it',
    isNotCopied: true,
  },
  goes_with: {
    ...skuList('BULB-60'),
    label: 'Goes with',
    hint: 'SKUs, one a line, such as a fitting bulb. Customers see them on the page of the product and in the cart.',
    description: 'SKUs of products that the page of the product and the cart offer beside it.',
    names: ['cross-sells', 'crosssell_skus'],
    part: 'Beside it',
    isNotCopied: true,
  },
} satisfies Record<string, Attribute>

type Column = typeof COLUMN_ATTRIBUTES
type Free = typeof FREE_ATTRIBUTES
export type AttributeName = keyof Column | keyof Free

/** All of them by name, for what takes them one by one. */
export const ATTRIBUTES: Readonly<Record<AttributeName, Attribute>> = { ...COLUMN_ATTRIBUTES, ...FREE_ATTRIBUTES }
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as AttributeName[]
export const COLUMN_NAMES = Object.keys(COLUMN_ATTRIBUTES) as (keyof Column)[]
export const FREE_NAMES = Object.keys(FREE_ATTRIBUTES) as (keyof Free)[]

/** The values that a product has, as `products.attributes` keeps them. */
export type AttributeValues = { [Name in keyof Free]?: Static<Free[Name]['schema']> }

/** Members of a product in the API that it always has. */
export const COLUMN_MEMBERS = Object.fromEntries(COLUMN_NAMES.map(name => [name, documented(name)])) as unknown as {
  [Name in keyof Column]: Column[Name]['schema']
}

/** Members of a product in the API. */
export const SHOWN_ATTRIBUTES = Object.fromEntries(
  FREE_NAMES.map(name => [name, Type.Optional(documented(name))]),
) as unknown as { [Name in keyof Free]: TOptional<Free[Name]['schema']> }

/** Members of a change. null takes a value away. */
export const CHANGED_ATTRIBUTES = Object.fromEntries(
  FREE_NAMES.map(name => [name, Type.Optional(orNull(FREE_ATTRIBUTES[name].schema, textsOf(name)))]),
) as unknown as { [Name in keyof Free]: TOptional<TUnion<[Free[Name]['schema'], TNull]>> }

function documented(name: AttributeName): TSchema {
  return { ...ATTRIBUTES[name].schema, ...textsOf(name) }
}

function textsOf(name: AttributeName): { description?: string } {
  const { description } = ATTRIBUTES[name]
  return description === undefined ? {} : { description }
}

export function isAttribute(name: string): name is AttributeName {
  return Object.hasOwn(ATTRIBUTES, name)
}

export function isFree(name: string): name is keyof Free {
  return Object.hasOwn(FREE_ATTRIBUTES, name)
}

/** Moves the attributes of a change together, as they are kept, and brings each into its one spelling. */
export function withAttributes<T extends object>(
  change: T,
): Omit<T, keyof Free> & { attributes?: Record<string, unknown> } {
  const given = Object.entries(change).filter(([name]) => isFree(name))
  const others = Object.fromEntries(Object.entries(change).filter(([name]) => !isFree(name))) as Omit<T, keyof Free>
  if (given.length === 0) return others
  return { ...others, attributes: Object.fromEntries(given.map(([name, value]) => [name, spelled(name, value)])) }
}

function spelled(name: string, value: unknown): unknown {
  return typeof value === 'string' ? ATTRIBUTES[name as AttributeName].read(value, '.') : value
}
