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
const MOST_FOUND = 50

export function readNumbers(text: string, spelling: Spelling): Numbers {
  const plain = foldText(text.slice(0, LONGEST_REFERENCE))
  const named = patternsOf(spelling).flatMap(pattern => [...plain.matchAll(pattern)].flatMap(numbersIn))
  const bare = [...plain.matchAll(/(?<!\d)0*(\d{1,15})(?!\d)/g)].map(([, digits]) => Number(digits))
  return { named: unique(named), bare: unique(bare), labels: unique(labelsIn(plain, spelling)) }
}

function unique<Value extends number | string>(values: readonly Value[]): Value[] {
  return [...new Set(values)].filter(value => value !== 0).slice(0, MOST_FOUND)
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

/** "Nr." and "n°", as our emails write it; banks make "no" of the sign (EPC217-08 has no degree sign). People write the word, too. */
const NUMBER_SIGN = '(?:N(?:UMBER|UMMER|UMERO|[RO])?[^\\p{L}\\p{N}]*)?'

const TYPED_ORDER = new RegExp(
  `^(?:ORDER|BESTELL(?:UNGS?)?|AUFTRAGS?|COMMANDE)?[^\\p{L}\\p{N}]*${NUMBER_SIGN}0*(\\d{1,15})$`,
  'u',
)

/** The number of an order as people type it into a search field. On a transfer, such words can mean other things ("Dauerauftrag"). */
export function readTypedOrder(text: string): number | undefined {
  const [, digits] = TYPED_ORDER.exec(foldText(text.slice(0, LONGEST_SPOKEN)).trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}

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

/** Words for papers, without signs, and a word or sign for "number" behind them. */
const PAPER_WORDS =
  /^(?:(RECHNUNGSKORREKTUR|GUTSCHRIFT|CREDITNOTE|AVOIR)|(INVOICE|RECHNUNGS?|FACTURE))(?:NUMBER|NUMMER|NUMERO|N[RO]?)?/

/**
 * A number of a paper as people say it: `R-2026-22`, `R 22`, `Invoice 22` and `2026/22` for R-2026-00022. Only a whole text is one,
 * because banks put days beside other numbers.
 * @param options.bare a number alone is one, too. Elsewhere it is that of an order
 */
export function readSpokenPaper(
  text: string,
  { invoicePrefix, creditNotePrefix }: Spelling,
  { bare = false } = {},
): SpokenPaper | undefined {
  const plain = foldText(text.slice(0, LONGEST_SPOKEN)).trim()
  const [, before = '', year = null, digits] = /^(.*?)(?:(\d{4})[^\p{L}\p{N}]+)?0*(\d{1,12})$/u.exec(plain) ?? []
  if (digits === undefined) return undefined
  const [word = '', credit, invoice] = PAPER_WORDS.exec(plainLabel(before)) ?? []
  const prefix = plainLabel(before).slice(word.length)
  const isAnyPrefix = prefix === '' && (year !== null || word !== '' || bare)
  const isFor = (of: string) => isAnyPrefix || (prefix !== '' && plainLabel(foldText(of)) === prefix)
  const kinds: SpokenPaper['kinds'] = [
    ...(!credit && isFor(invoicePrefix) ? (['invoice'] as const) : []),
    ...(!invoice && isFor(creditNotePrefix) ? (['credit_note'] as const) : []),
  ]
  return kinds.length > 0 ? { kinds, year, number: Number(digits) } : undefined
}

/** Must equal the expression of the index on papers (migrations/107_numbers.sql). */
function plainLabel(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

const SIGN = String.raw`\p{L}{0,3}\p{Sc}|\p{L}{1,6}\.?`
const WHOLE = String.raw`\d{1,3}(?:[.,'’]\d{3})*|\d{1,12}`
const AMOUNT = new RegExp(
  String.raw`^[-−+]?(?<before>${SIGN})?[-−+]?(?<whole>${WHOLE})(?:[.,](?<fraction>\d{1,3}))?(?<behind>${SIGN})?$`,
  'u',
)
/** A code of ISO 4217 has three letters. A longer word beside a whole number may be any word. */
const CURRENCY = /\p{Sc}|^\p{L}{3}$|^euros?$/iu

/**
 * An amount as people type it: `169,42`, `60.00`, `1.234,50`, `€ 60`, `60 Euro`, `-85,50`, `12.-`. @returns digits with a point, or
 * undefined for a text that is something else; a whole number alone may be the number of an order
 */
export function readTypedAmount(text: string): string | undefined {
  // Whole amounts are written as 12.- and 12,– too.
  const bare = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/(?<=\d)[.,](?:-{1,2}|[–—])/, '.00')
  const { whole, fraction, before, behind } = AMOUNT.exec(bare)?.groups ?? {}
  const hasCurrency = [before, behind].some(sign => sign !== undefined && CURRENCY.test(sign))
  if (whole === undefined || (fraction === undefined && !hasCurrency)) return undefined
  return `${whole.replaceAll(/\D/g, '')}.${fraction ?? '0'}`
}
