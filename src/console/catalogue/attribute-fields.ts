/** The attributes of a product in the forms of the console, made from their table. */
import { writtenValue } from '../../catalogue/attributes/kinds.ts'
import {
  ATTRIBUTE_NAMES,
  ATTRIBUTES,
  type AttributeName,
  COLUMN_NAMES,
  FREE_NAMES,
  isAttribute,
  PARTS,
} from '../../catalogue/attributes/table.ts'
import type { Product } from '../../catalogue/product.ts'
import type { Field } from '../../pages/field.ts'
import type { Language } from '../../words/languages.ts'

/** Fields of the attributes that each product has. */
export const COLUMN_FIELDS: Field[] = COLUMN_NAMES.map(fieldOf)

const NO_CHOICE = { value: '', label: 'None' }

/** Fields of the others, under the heading of their part. An emptied one takes the value away. */
export const FREE_FIELDS: Field[] = PARTS.flatMap(part =>
  FREE_NAMES.filter(name => ATTRIBUTES[name].part === part).map(name => {
    const { options, ...field } = fieldOf(name)
    return { ...field, ...(options && { options: [NO_CHOICE, ...options] }), group: part, empty: 'null' as const }
  }),
)

/** Fields of the attributes that are texts, in one of the languages. */
export function attributeTextFields(language: Language): Field[] {
  return FREE_NAMES.flatMap(name => {
    const text = ATTRIBUTES[name].texts?.[language]
    return text !== undefined && isAttribute(text) ? [{ ...fieldOf(text), empty: 'null' as const }] : []
  })
}

/** Carries the attributes over to a similar product. */
export const COPIED_FIELDS: Field[] = FREE_FIELDS.filter(({ name }) => !isOwn(name)).map(
  ({ group: _, options: __, empty: ___, ...field }) => ({ ...field, type: 'hidden' }),
)

function fieldOf(name: AttributeName): Field {
  const { field, label, hint } = ATTRIBUTES[name]
  return { name, label, ...field, ...(hint !== undefined && { hint }) }
}

/** Tests whether a similar product has a value of its own. */
function isOwn(name: string): boolean {
  return isAttribute(name) && ATTRIBUTES[name].isNotCopied === true
}

/** The values of the fields as they are shown first. */
export function attributeValues(product: Product): Record<string, string> {
  return Object.fromEntries(ATTRIBUTE_NAMES.map(name => [name, writtenValue(product[name])]))
}
