/** Keywords of our own for schemas, and the rules of text that they apply. */
import type { SchemaValidateFunction } from 'ajv'
import type { FieldError } from '../../problems.ts'

/** A keyword with a rule in code. A symbol would be hidden from ajv; documents leave functions out. */
export const CHECK = 'x-check'
type Check = (text: string, parent: object) => Omit<FieldError, 'field'> | undefined

export const checkValue: SchemaValidateFunction = (check: Check, text: string, _, at) => {
  const mistake = text === '' ? undefined : check(text, at?.parentData ?? {})
  if (mistake) checkValue.errors = [{ keyword: CHECK, params: mistake }]
  return mistake === undefined
}

/**
 * A keyword for texts that people compare and search: spaces that nobody sees are left out. true: around the text;
 * 'words': also all but one between its words. 'kept': nowhere. Letters and their accents become one character (NFC), as
 * keyboards write them.
 */
export const TRIM = 'x-trim'

export const trim: SchemaValidateFunction = (where: true | 'words' | 'kept', text: string, __, at) => {
  if (!at) return true
  const trimmed = where === 'words' ? withSingleSpaces(text) : where === 'kept' ? text : text.trim()
  at.parentData[at.parentDataProperty] = composed(trimmed)
  return true
}

/** NFC, unless it is longer, as for a few letters of India: the length was checked before. */
function composed(text: string): string {
  const nfc = text.normalize('NFC')
  return nfc.length <= text.length ? nfc : text
}

/**
 * The rule of names, for `CHECK`: no marks that change the direction of text. People cannot see them, and they turn round
 * what stands behind the name.
 */
export function directionMark(name: string): Omit<FieldError, 'field'> | undefined {
  if (!/\p{Bidi_Control}/u.test(name)) return undefined
  return { reason: 'must not contain invisible marks that change the direction of text', code: 'invisible_characters' }
}

export function withSingleSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Whether a person sees anything of it. U+2800 is the empty cell of Braille. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}
