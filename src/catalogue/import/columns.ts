/** The columns of a product file: the names of the API, and the names that other shops use for the same things. */
import { StartError } from '../../config.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { ATTRIBUTE_NAMES, COLUMN_NAMES, FREE_NAMES } from '../attributes/table.ts'
import { isNameElsewhere, namesOf } from './attribute-cells.ts'

/** Three names for a price: `amount` is a price tag (19.99), `price_minor` is in cents (1999), and `price` does not say which. */
const PRICES = ['amount', 'price_minor', 'price'] as const
/** `name_de`, `description_de` and so on. */
const TEXT_FIELDS = LANGUAGES.flatMap(
  language => [`name_${language}`, `description_${language}`, `category_${language}`] as const,
)
/** Columns as the export writes them, before those of languages. */
export const EXPORT_FIELDS = [
  'sku',
  'name',
  'category',
  'amount',
  'currency',
  'stock',
  'status',
  'description',
  ...COLUMN_NAMES,
  'group',
  'options',
  'sale_amount',
  'sale_from',
  'sale_until',
  ...FREE_NAMES,
] as const
export const IMPORT_FIELDS = [
  ...EXPORT_FIELDS,
  'price_minor',
  'price',
  'created_at',
  'pictures',
  ...TEXT_FIELDS,
] as const
export type Field = (typeof IMPORT_FIELDS)[number]

/** Codes, which people write in any case. */
export const CODES: Partial<Record<Field, (cell: string) => string>> = {
  currency: cell => cell.trim().toUpperCase(),
  status: cell => cell.trim().toLowerCase(),
}

/**
 * Names as exported by Shopify, WooCommerce, Magento and PrestaShop, and as people of the shop's languages write them. The first
 * one that a file has is read, unless it has the column itself. A price without VAT is none of them: prices here include it.
 */
const ALIASES: Partial<Record<Field, readonly string[]>> = {
  ...Object.fromEntries(ATTRIBUTE_NAMES.map(name => [name, namesOf(name)])),
  sku: ['variant sku', 'reference', 'reference #', 'artikelnummer', 'référence'],
  name: ['title', 'name *', 'bezeichnung', 'artikelname', 'nom'],
  description: ['body (html)', 'beschreibung'],
  category: ['product category', 'categories', 'categories (x,y,z...)', 'type', 'kategorie', 'catégorie'],
  currency: ['währung', 'devise'],
  stock: ['variant inventory qty', 'inventory quantity', 'qty', 'quantity', 'bestand', 'lagerbestand', 'quantité'],
  pictures: ['image src', 'product image url', 'images', 'image urls (x,y,z...)', 'bilder'],
  amount: [
    'variant price',
    'regular price',
    'price (tax incl.)',
    'price tax included',
    'preis',
    'verkaufspreis',
    'prix',
    'prix ttc',
  ],
  sale_amount: [
    'sale price',
    'special_price',
    'angebotspreis',
    'aktionspreis',
    'prix promotionnel',
    'prix promo',
    'tarif promo',
  ],
  sale_from: ['date sale price starts', 'special_price_from_date', 'angebot ab', 'aktion ab', 'début de la promotion'],
  sale_until: ['date sale price ends', 'special_price_to_date', 'angebot bis', 'aktion bis', 'fin de la promotion'],
}

const ALL_NAMES = new Set<string>([...IMPORT_FIELDS, ...Object.values(ALIASES).flat()])

/** The names of the first hundred columns are enough to find a mistake, and so are their first hundred characters. */
const HEADERS_SHOWN = 100

/** Counts the cells that could be the name of a column. */
export function countColumns(cells: readonly string[]): number {
  return cells.filter(cell => ALL_NAMES.has(normalizeName(cell.replaceAll('"', '')))).length
}

export type Columns = {
  /** The field of each cell of a row; undefined for a cell that is not read. */
  fields: (Field | undefined)[]
  /** The first names of the columns that are not read. */
  unread: string[]
  /** The columns without a name. Edges of a table are such, as long as they hold nothing. */
  unnamed: Set<number>
  /** The columns of attributes under a name of another shop: they may hold something else. */
  guessed: ReadonlySet<number>
}

/** Column of a file, from 1, from which each field is read, where a person has said so. The names do not count then. */
export type Mapping = Partial<Record<Field, number>>

type Known = { mapping?: Mapping | undefined; reads?: ReadonlySet<number> | undefined }

/**
 * @param known `reads`: columns without a field that are read all the same
 * @throws StartError when the first line does not name the columns
 */
export function readColumns(cells: readonly string[], { mapping, reads }: Known): Columns {
  const fields = findColumns(cells, mapping)
  requireColumns(fields)
  const names = cells.map(cell => cell.trim())
  const others = [...names.keys()].filter(index => !fields[index] && !reads?.has(index))
  const unread = others.filter(index => names[index] !== '').slice(0, HEADERS_SHOWN)
  const unnamed = new Set(others.filter(index => names[index] === '').slice(0, HEADERS_SHOWN))
  const isGuessed = (index: number) => {
    const field = fields[index]
    return !mapping && field !== undefined && isNameElsewhere(field, normalizeName(names[index]!))
  }
  const guessed = new Set([...names.keys()].filter(isGuessed))
  return { fields, unread: unread.map(index => names[index]!.slice(0, HEADERS_SHOWN)), unnamed, guessed }
}

/** The field of each column, also where something is missing. */
export function findColumns(cells: readonly string[], mapping?: Mapping): Columns['fields'] {
  return mapping ? mappedColumns(cells, mapping) : namedColumns(cells)
}

function mappedColumns(cells: readonly string[], mapping: Mapping): Columns['fields'] {
  const fields: Columns['fields'] = cells.map(() => undefined)
  for (const field of IMPORT_FIELDS) {
    const number = mapping[field]
    if (number === undefined) continue
    if (number > cells.length)
      throw new StartError(`The file has ${cells.length} columns, but ${field} is column ${number}.`)
    if (fields[number - 1]) throw new StartError(`Column ${number} cannot be both ${fields[number - 1]} and ${field}.`)
    fields[number - 1] = field
  }
  return fields
}

function namedColumns(cells: readonly string[]): Columns['fields'] {
  const names = cells.map(normalizeName)
  const fields: Columns['fields'] = names.map(() => undefined)
  for (const field of IMPORT_FIELDS) {
    const name = [field, ...(ALIASES[field] ?? [])].find(name => names.includes(name))
    if (name === undefined) continue
    const index = names.indexOf(name)
    if (names.indexOf(name, index + 1) >= 0) {
      throw new StartError(`The first line names the column ${JSON.stringify(name)} twice.`)
    }
    // An export of another shop may have `price` beside the column that an alias would read.
    if (field === 'amount' && name !== 'amount' && PRICES.some(price => names.includes(price))) continue
    fields[index] = field
  }
  return fields
}

export function requireColumns(fields: Columns['fields']): void {
  const given = PRICES.filter(name => fields.includes(name))
  if (given.length > 1) {
    throw new StartError(`The first line names several prices: ${given.join(', ')}. Keep one of them.`)
  }
  const others = 'name, category, amount (like 19.99), price_minor (like 1999), stock'
  if (!fields.includes('sku')) throw new StartError(`The first line must name the columns; sku is missing.`)
  if (fields.filter(Boolean).length < 2) {
    throw new StartError(`The first line must name the columns; beside sku it has none that is read, like ${others}.`)
  }
}

/** The part of `texts` that a column holds. `category`: the name of the product's category. */
export function textIn(field: string): { part: string; language: string } | undefined {
  const [part, language] = field.split('_')
  return (TEXT_FIELDS as readonly string[]).includes(field) ? { part: part!, language: language! } : undefined
}

/** Tests whether customers read the field. */
export function isText(field: Field): boolean {
  return field === 'name' || field === 'category' || field === 'description' || textIn(field) !== undefined
}

export function isPrice(field: Field): boolean {
  return (PRICES as readonly string[]).includes(field)
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase().normalize('NFC')
}
