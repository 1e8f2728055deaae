/** Keywords of our own for schemas, and the rules of text that they apply. */
import { domainToASCII } from 'node:url'
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
 * 'words': also all but one between its words. 'typed': so, and without characters that a scanner sends and nobody sees. 'kept':
 * nowhere. 'unseen': around the text, with all other characters that nobody sees, which come along when an address is copied. 'email':
 * the same but for marks that change the direction of text, and its domain as DNS has it. Letters and their accents become one character
 * (NFC), as keyboards write them.
 */
export const TRIM = 'x-trim'

export const trim: SchemaValidateFunction = (where: keyof typeof TRIMMED | true, text: string, __, at) => {
  if (!at) return true
  at.parentData[at.parentDataProperty] = composed(where === true ? text.trim() : TRIMMED[where](text))
  return true
}

const TRIMMED = {
  words: withSingleSpaces,
  kept: (text: string) => text,
  typed: (text: string) => withSingleSpaces(text.replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').replaceAll(/\p{Cf}/gu, '')),
  unseen: withoutUnseenAround,
  email: (text: string) => withDomainOfDns(withoutUnseenAround(text, isHarmless)),
}

/** An email address as a person typed or pasted it, in the form that is checked and stored. */
export function typedEmail(text: string): string {
  return composed(TRIMMED.email(text))
}

/** NFC, unless it is longer, as for a few letters of India: the length was checked before. */
function composed(text: string): string {
  const nfc = text.normalize('NFC')
  return nfc.length <= text.length ? nfc : text
}

/**
 * The rule of names, for `CHECK`: no marks that change the direction of text. People cannot see them, and they turn round
 * what is behind the name.
 */
export function directionMark(name: string): Omit<FieldError, 'field'> | undefined {
  if (!/\p{Bidi_Control}/u.test(name)) return undefined
  return { reason: 'must not contain invisible marks that change the direction of text', code: 'invisible_characters' }
}

export function withSingleSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/** Trims in a loop. A regular expression would look for the end from each place, which takes long for many spaces. */
function withoutUnseenAround(text: string, isLeftOut = isInvisible): string {
  let [from, to] = [0, text.length]
  while (from < to && isLeftOut(text[from]!)) from++
  while (from < to && isLeftOut(text[to - 1]!)) to--
  return text.slice(from, to)
}

/**
 * Embeddings, overrides and isolates (UAX #9 §2.1 to 2.5) turn round what is beside the address, wherever they are. A mark of direction
 * such as U+200E only comes along when an address is copied.
 */
function isHarmless(character: string): boolean {
  return isInvisible(character) && !/[\u202a-\u202e\u2066-\u2069]/.test(character)
}

function isInvisible(character: string): boolean {
  return !isVisible(character)
}

/** `ada@bücher.example` → `ada@xn--bcher-kva.example`, as Chrome sends it from its fields for addresses. */
function withDomainOfDns(address: string): string {
  const [local, domain, ...more] = address.split('@')
  const isInternational = more.length === 0 && domain !== undefined && INTERNATIONAL.test(domain)
  return isInternational ? `${local}@${domainToASCII(domain)}` : address
}
/** Letters of any alphabet. Signs would end the domain, and an invisible character is a mistake that its writer must see. */
const INTERNATIONAL = /^(?=.*[^\0-\x7f])(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}.．。｡-]{1,255}$/u

/** Tests whether a person sees anything of it. U+2800 is the empty cell of Braille. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}
