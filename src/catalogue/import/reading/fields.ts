/** The fields that a column of a product file can be. */
import { LANGUAGES } from '../../../words/languages.ts'
import { COLUMN_NAMES, FREE_NAMES } from '../../attributes/table.ts'

/** Three names for a price: `amount` is a price tag (19.99), `price_minor` is in cents (1999), and `price` does not say which. */
export const PRICES = ['amount', 'price_minor', 'price'] as const
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
  'net_amount',
  'created_at',
  'pictures',
  'published',
  'hidden',
  ...TEXT_FIELDS,
] as const
export type Field = (typeof IMPORT_FIELDS)[number]

const TEXTS: ReadonlyMap<string, { part: string; language: string }> = new Map(
  TEXT_FIELDS.map(field => {
    const [part, language] = field.split('_')
    return [field, { part: part!, language: language! }]
  }),
)

/** The part of `texts` that a column holds. `category`: the name of the product's category. */
export function textIn(field: string): { part: string; language: string } | undefined {
  return TEXTS.get(field)
}

/** Tests whether customers read the field. */
export function isText(field: Field): boolean {
  return field === 'name' || field === 'category' || field === 'description' || textIn(field) !== undefined
}

export function isPrice(field: Field): boolean {
  return (PRICES as readonly string[]).includes(field)
}
