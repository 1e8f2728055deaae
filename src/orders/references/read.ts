/*
 * Understands the numbers that people have in their hands: what customers write on transfers, what staff type into a search field, and what
 * a bank makes of it. Banks change the case, break lines at 27 characters, glue words together and put others around. So letters may be
 * apart, signs between them do not count, and leading zeros neither. The result is what may be meant: the database says what exists.
 */
import { LANGUAGES } from '../../words/languages.ts'
import { inLanguage, t } from '../../words/words.ts'

/** The texts that the shop puts before its numbers, on orders and papers. */
export type Spelling = { transferReference: string; invoicePrefix: string; creditNotePrefix: string }

export type Numbers = {
  /** Numbers of orders behind a word for an order, or in the reference of the shop. */
  named: number[]
  /** Numbers without such a word or reference. */
  bare: number[]
  /** Candidates for the number of a paper or of an order of a former shop: capital letters and digits only. */
  labels: string[]
}

/** Longer texts hold no more than one number. */
const LONGEST_REFERENCE = 1000
const LONGEST_SPOKEN = 60
const MOST_NUMBERS = 50

export function readNumbers(text: string, spelling: Spelling): Numbers {
  const plain = foldText(text.slice(0, LONGEST_REFERENCE))
  const named = patternsOf(spelling).flatMap(pattern => [...plain.matchAll(pattern)].flatMap(numbersIn))
  const bare = [...plain.matchAll(/(?<!\d)0*(\d{1,15})(?!\d)/g)].map(([, digits]) => Number(digits))
  return { named: unique(named), bare: unique(bare), labels: unique(labelsIn(plain, spelling)) }
}

function unique<Value extends number | string>(values: readonly Value[]): Value[] {
  return [...new Set(values)].filter(value => value !== 0).slice(0, MOST_NUMBERS)
}

/** Capital letters without accents; the codewords of banks are blanks (DFÜ-Abkommen, Anlage 3, 8.2.4). */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/ß/g, 'ss')
    .toUpperCase()
    .replaceAll(/(?:EREF|KREF|MREF|CRED|SVWZ|ABWA|ABWE|IBAN|BIC)\+|\?[2-3]\d/g, ' ')
}

/** `Order {id}` in every language, and the reference of the settings. */
function patternsOf({ transferReference }: Spelling): RegExp[] {
  const words = LANGUAGES.map(language => inLanguage(language, () => t('Order {id}', { id: '{order}' })))
  const texts = [...words, ...(transferReference ? [transferReference] : [])]
  return texts.filter(text => text.includes('{order}')).map(text => loosely(foldText(text)))
}

/** "Nr." and "n°", as our emails write it; banks make "no" of the sign (EPC217-08 has no degree sign). */
const NUMBER_SIGN = '(?:N[RO]?[^\\p{L}\\p{N}]*)?'

/** Each letter, and whatever is between letters. A number that a line break has cut goes on behind one blank. */
function loosely(text: string): RegExp {
  const [before = '', after = ''] = text.split('{ORDER}')
  const part = (literal: string) => [...literal.replaceAll(/[^\p{L}\p{N}]/gu, '')].join('[^\\p{L}\\p{N}]*')
  return new RegExp(
    `${part(before)}[^\\p{L}\\p{N}]*${NUMBER_SIGN}0*(\\d{1,15})(?:\\s(\\d{1,10})(?!\\d))?${after && `[^\\p{L}\\p{N}]*${part(after)}`}`,
    'gu',
  )
}

function numbersIn([, first = '', second]: RegExpExecArray): number[] {
  const whole = second === undefined ? undefined : Number(first + second)
  return [Number(first), ...(whole !== undefined && Number.isSafeInteger(whole) ? [whole] : [])]
}

/** Words, words with the one behind them, and what begins like the number of a paper. */
function labelsIn(plain: string, { invoicePrefix, creditNotePrefix }: Spelling): string[] {
  const words = plain.split(/\s+/).map(plainLabel).filter(Boolean)
  const pairs = words.slice(1).map((word, index) => words[index]! + word)
  const prefixes = [invoicePrefix, creditNotePrefix].map(prefix => plainLabel(foldText(prefix))).filter(Boolean)
  const papers = prefixes.flatMap(prefix =>
    [...plainLabel(plain).matchAll(new RegExp(`${prefix}\\d{1,20}`, 'g'))].map(([label]) => label),
  )
  return [...words, ...pairs, ...papers].filter(label => /\d/.test(label) && label.length <= 60)
}

export type SpokenPaper = { kinds: ('invoice' | 'credit_note')[]; year: string | null; number: number }

/**
 * A number of a paper as people say it: `R-2026-22`, `R 22` and `2026/22` for R-2026-00022. Only a whole text is one, because banks put
 * days beside other numbers.
 */
export function readSpokenPaper(text: string, { invoicePrefix, creditNotePrefix }: Spelling): SpokenPaper | undefined {
  const plain = foldText(text.slice(0, LONGEST_SPOKEN)).trim()
  const [, before = '', year = null, digits] = /^(.*?)(?:(\d{4})[^\p{L}\p{N}]+)?0*(\d{1,12})$/u.exec(plain) ?? []
  if (digits === undefined) return undefined
  const prefix = plainLabel(before)
  const isFor = (of: string) => plainLabel(foldText(of)) === prefix || (prefix === '' && year !== null)
  const kinds: SpokenPaper['kinds'] = [
    ...(isFor(invoicePrefix) ? (['invoice'] as const) : []),
    ...(isFor(creditNotePrefix) ? (['credit_note'] as const) : []),
  ]
  // A bare number is that of an order.
  return kinds.length > 0 && (prefix !== '' || year !== null) ? { kinds, year, number: Number(digits) } : undefined
}

/** Must equal the expression of the index on papers (migrations/107_numbers.sql). */
function plainLabel(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/**
 * An amount as people type it: `169,42`, `60.00`, `1.234,50`, `€ 60`, `12.-`. @returns digits with a point, or undefined for a text that is
 * something else; a whole number alone may be the number of an order
 */
export function readTypedAmount(text: string): string | undefined {
  // Whole amounts are written as 12.- and 12,– too.
  const bare = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/(?<=\d)[.,](?:-{1,2}|[–—])/, '.00')
  const hasSign = /^[^\d.,]{1,3}|[^\d.,]{1,3}$/.test(bare)
  const digits = bare.replace(/^(?:\p{Sc}|[A-Z]{3})/iu, '').replace(/(?:\p{Sc}|[A-Z]{3})$/iu, '')
  const [, whole, fraction] = /^(\d{1,3}(?:[.,'’]\d{3})*|\d{1,12})(?:[.,](\d{1,3}))?$/.exec(digits) ?? []
  if (whole === undefined || (fraction === undefined && !hasSign)) return undefined
  return `${whole.replaceAll(/\D/g, '')}.${fraction ?? '0'}`
}
