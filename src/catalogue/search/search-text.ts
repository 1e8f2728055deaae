/** Turns the text of a search field into SQL conditions. Migration 055 folds the texts of products in the same way. */
import { type RawBuilder, sql } from 'kysely'
import { longGtin } from '../../world/gtin.ts'

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}]/u

/** A quoted text, a number with a fraction, or a word; a minus in front of it excludes it. Two mean nothing. */
const TERM = /(-?)"([^"]*)"|(-?)(\d+\s+\d+[/⁄]\d+(?![^\s"])|[^\s"]+)/g

/** `1½` → `1 1⁄2`, as `fold` has it (migration 213). Else the parts of the fraction would join the digit before them. */
export function spacedFractions(typed: string): string {
  return typed.replaceAll(/(\d)(?=[¼-¾⅐-⅞↉])/gu, '$1 ').normalize('NFKC')
}

type Term = {
  isExcluded: boolean
  isQuoted: boolean
  /** The text between hyphens, apostrophes and spaces, as SEA and 003 in SEA-003. */
  parts: string[]
}

function termsOf(typed: string): Term[] {
  return [...spacedFractions(typed).matchAll(TERM)].flatMap(([, minus, quoted, otherMinus, word]) => {
    const text = quoted ?? word!
    const parts = text.match(/[\p{L}\p{M}\p{N}]+/gu)
    // `--word` has one minus too many.
    const isExcluded = (minus || otherMinus) === '-' && !text.startsWith('-')
    return parts ? [{ isExcluded, isQuoted: quoted !== undefined, parts }] : []
  })
}

/**
 * Finds products that have the words in any of their texts: as typed, or by their stems. The parts of "SEA-003" or "o'reilly"
 * must be adjacent, and so must the characters of a script without spaces.
 */
export function hasWords(typed: string): RawBuilder<unknown> {
  const terms = termsOf(typed)
  const query = (dictionary: string, joint: string) => {
    const texts = new Set(SPELLINGS.map(spell => terms.map(term => websearchOf(term, joint, spell)).join(' ')))
    return [...texts].map(text => sql`websearch_to_tsquery(${sql.lit(dictionary)}, apart(fold(${text})))`)
  }
  // The other dictionaries know words like "t" or "out" as meaningless, so "t-shirt" would be any shirt.
  const queries = [...query('simple', ' '), ...['english', 'german', 'french'].flatMap(name => query(name, ''))]
  return sql`words @@ (${sql.join(queries, sql` || `)})`
}

/** @param joint is between the parts of a word that was not quoted */
function websearchOf({ isExcluded, isQuoted, parts }: Term, joint: string, spell: (text: string) => string): string {
  const text = parts.join(isQuoted ? ' ' : joint)
  if (isExcluded) return `-"${text}"`
  return isQuoted || text.includes(' ') || WITHOUT_SPACES.test(text) ? `"${spell(text)}"` : spell(text)
}

/**
 * Products whose names and SKU have all the words as parts: "teap", "feather" in Featherlight, "000126" in BAG-000126. Words
 * of one or two letters must be beginnings. The index knows letters that fold to a to z and digits only.
 * @returns undefined when parts cannot be meant: something is quoted or excluded, or all words are short
 */
export function hasParts(typed: string): RawBuilder<unknown> | undefined {
  const terms = termsOf(typed)
  const words = terms.map(({ parts }) => parts.join(''))
  const isPlain = terms.every(({ isExcluded, isQuoted }) => !isExcluded && !isQuoted)
  if (!isPlain || !words.every(isLatin) || !words.some(word => word.length >= 3) || words.some(isOr)) return undefined
  const conditions = words.map(word => {
    const spellings = new Set(
      SPELLINGS.map(spell => spell(word)).filter(other => isLongEnough(other, word) && !isFilledUp(other, word)),
    )
    const likes = [...spellings].map(other => sql`parts like ${word.length < 3 ? '% ' : '%'} || fold(${other}) || '%'`)
    return sql`(${sql.join(likes, sql` or `)})`
  })
  return sql`(${sql.join(conditions, sql` and `)})`
}

/**
 * Finds the product with a GTIN of any length, in the form of its index (migration 198). Zeros in front may be missing, as in spreadsheets.
 * @returns undefined when something else was typed
 */
export function hasGtin(typed: string): RawBuilder<unknown> | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{7,14}$/.test(digits)) return undefined
  return sql`attributes ? 'gtin' and lpad(attributes ->> 'gtin', 14, '0') = ${longGtin(digits)}`
}

/** A word that has lost a letter, such as "sho" of "shoe", is a part of too many others. */
function isLongEnough(spelling: string, word: string): boolean {
  return spelling.length >= word.length || spelling.length >= 5
}

/** A number with more zeros is no part of its own: it would double the cost of each short number. */
function isFilledUp(spelling: string, word: string): boolean {
  return /^\d+$/.test(word) && spelling.length > word.length
}

function isLatin(word: string): boolean {
  return /^[\p{Script=Latin}\p{N}]+$/u.test(word.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
}

const isOr = (word: string) => word.toLowerCase() === 'or'

/**
 * `fold` makes u of ü. People also write ue: in names of products, and for ü when they search. Spreadsheets leave out zeros in front of
 * numbers, and lists of articles fill numbers up with them.
 */
const SPELLINGS = [
  (text: string) => text,
  (text: string) => text.replaceAll(/(?<![\p{L}\p{N}])0+(?=\d)/gu, ''),
  ...['0', '00'].map(zeros => (text: string) => text.replace(/^0*(\d{1,3})$/, `${zeros}$1`)),
  (text: string) => text.replaceAll(/[äöüøå]/giu, letter => LONG[letter.toLowerCase()]!),
  (text: string) => text.replaceAll(/([ao])e|(?<!q)(u)e/giu, '$1$2'),
]

const LONG: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** A `tsquery`: for each typed word one of its meanings. */
export function meaning(words: readonly string[][]): RawBuilder<unknown> {
  const anyOf = (word: string[]) =>
    sql.join(
      word.map(one => sql`phraseto_tsquery('simple', search_words(${one}))`),
      sql` || `,
    )
  return sql`(${sql.join(
    words.map(word => sql`(${anyOf(word)})`),
    sql` && `,
  )})`
}
