/** Reads the cells of a file that are attributes. */
import { Type } from 'typebox'
import { compileValidator } from '../../http/input/validation.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { inLanguage, translated } from '../../words/words.ts'
import { ATTRIBUTES, type Attribute, type AttributeName, isAttribute, isFree } from '../attributes/table.ts'

/** Names of the column of an attribute beside its own: its labels in each language, and those of other shops. */
export function namesOf(name: AttributeName): string[] {
  const { label, names = [] } = ATTRIBUTES[name]
  return [...LANGUAGES.map(language => inLanguage(language, () => translated(label)).toLowerCase()), ...names]
}

/** Tests whether an attribute has this name in other shops, where it may mean something else. Those of Semel mean what they say. */
export function isNameElsewhere(field: string, name: string): boolean {
  return isFree(field) && ((ATTRIBUTES[field] as Attribute).names ?? []).includes(name)
}

export function readAttribute(name: string, cell: string, decimalSign: string): unknown {
  return isAttribute(name) ? ATTRIBUTES[name].read(cell, decimalSign) : cell
}

/**
 * Tests whether a cell can be read. A column that only looks like an attribute may hold something else in another shop, such as numbers of
 * the warehouse in `Barcode`. Such a cell is left out, as if the column were not read.
 */
export function isReadable(name: string, cell: string, decimalSign: string): boolean {
  if (!isAttribute(name)) return true
  return validatorOf(name)({ [name]: readAttribute(name, cell, decimalSign) }) === true
}

function validatorOf(name: AttributeName) {
  const schema = Type.Object({ [name]: ATTRIBUTES[name].schema })
  return validators.getOrInsertComputed(
    name,
    () => compileValidator({ schema, httpPart: 'body', method: '', url: '' }) as (value: unknown) => unknown,
  )
}

const validators = new Map<AttributeName, (value: unknown) => unknown>()

/** Tests whether the cell may have several lines. */
export function isLongText(name: string): boolean {
  return isAttribute(name) && ATTRIBUTES[name].field.type === 'textarea'
}
