/**
 * Translates texts into the language of their reader. A page or an email is rendered inside `inLanguage`; everything in it
 * then takes its words from `t`:
 *
 *     t('Your cart is empty')
 *     t('Order #{id} is on its way', { id })
 *     t('{count} items', { count })           // one or several, as the language counts
 *
 * Outside of `inLanguage` it speaks English, so the API and the logs do. Pages of the console take their words from the
 * dictionaries of the console first (`isConsole`).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { singulars as consoleSingulars } from './en/console/singulars.ts'
import { singulars as shopSingulars } from './en.ts'
import { inEach, type Language, languageNames, withCapital } from './languages.ts'
import type { Plural, Said, Text, Values, Words } from './text.ts'
import { chosen, fill, translator } from './translate.js'

type OtherLanguage = Exclude<Language, 'en'>

/** `.ts` in a clone, `.js` in the package. */
const EXTENSION = extname(import.meta.filename)
const load = createRequire(import.meta.url)

/** The dictionaries take 20 MiB, so a process has only those that somebody has read. */
const shopWords = once((language: OtherLanguage): Words => load(`./${language}/dictionary${EXTENSION}`).dictionary)
const consoleWords = once((language: OtherLanguage): typeof import('./de/console/dictionary.ts') =>
  load(`./${language}/console/dictionary${EXTENSION}`),
)

function once<T>(make: (language: OtherLanguage) => T): (language: OtherLanguage) => T {
  const made = new Map<OtherLanguage, T>()
  return language => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/** Both of both places. A text has the same English forms wherever it is said. */
const singulars: Readonly<Record<string, Plural>> = { ...shopSingulars, ...consoleSingulars }

/**
 * `locale`: the language with a region, such as `de-AT`, which decides about dates and numbers.
 * `isAssumed`: the reader has named no language, so it may be a program that looks for words.
 * `isConsole`: a page for staff.
 * `texts`: the language of the shop's own texts, if it is another one. The API speaks English, with names in the language asked for.
 * `main`: the main language of the shop, in which it says what it has in no other (src/shop/in-words.ts).
 */
export type Reader = {
  language: Language
  locale: string
  clock: Clock
  isAssumed: boolean
  isConsole: boolean
  texts: Language | undefined
  main: Language | undefined
}

/** `isFixed`: the reader wants times by this clock, also where the browser knows another one. */
type Clock = { timeZone: string; isFixed: boolean }

const UTC: Clock = { timeZone: 'UTC', isFixed: false }

const reader = new AsyncLocalStorage<Reader>()
const ENGLISH: Reader = {
  language: 'en',
  locale: 'en-GB',
  clock: UTC,
  isAssumed: true,
  isConsole: false,
  texts: undefined,
  main: undefined,
}

/** Programs find fields, buttons and emails by these words, so a reader who names no language gets them in English, in every shop. */
const FOUND_BY_PROGRAMS: ReadonlySet<string> = new Set<Text>([
  'Email',
  'Send Message',
  'Send Reset Link',
  'Order Confirmation #{id}',
  'Reset your password',
])

/** Renders in a language. */
export function inLanguage<T>(
  language: Language,
  work: () => T,
  {
    locale = defaultLocale(language),
    clock = currentClock(),
    isAssumed = false,
    isConsole = false,
    texts,
    main = (reader.getStore() ?? ENGLISH).main,
  }: Partial<Omit<Reader, 'language'>> = {},
): T {
  return reader.run({ language, locale, clock, isAssumed, isConsole, texts, main }, work)
}

/** The languages in which the reader gets texts of the shop, the best first. */
export function languagesOfTexts(): Language[] {
  const { language, texts = language, main = texts } = reader.getStore() ?? ENGLISH
  return main === texts ? [texts] : [texts, main]
}

export function currentClock(): Clock {
  return (reader.getStore() ?? ENGLISH).clock
}

/** The language as most of its readers write dates and numbers. */
export function defaultLocale(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}

export function currentLanguage(): Language {
  return (reader.getStore() ?? ENGLISH).language
}

export function currentLocale(): string {
  return (reader.getStore() ?? ENGLISH).locale
}

/** Tests whether the reader is on a page of the console. */
export function isForStaff(): boolean {
  return (reader.getStore() ?? ENGLISH).isConsole
}

/** French puts a space before it, at which no line ends. */
export function colon(): string {
  return t(':')
}

/** The words of a text in the language of the reader. `count` among the values chooses between one and several. */
export function t<T extends Text>(text: T, ...[values]: Values<T, string | number>): Said {
  const words = wordsFor(text, values?.['count' as never])
  return (values ? fill(words, values) : words) as Said
}

/** Sentences that follow each other. */
export function sentences(...said: (Said | undefined)[]): Said {
  return said.filter(sentence => sentence !== undefined).join(' ') as Said
}

/** @param count the number that decides between one and several, if the text has such forms */
export function wordsFor(text: Text, count: unknown): string {
  const { language, isAssumed, isConsole } = reader.getStore() ?? ENGLISH
  const isEnglish = language === 'en' || (isAssumed && FOUND_BY_PROGRAMS.has(text))
  const words = isEnglish ? (singulars[text] ?? text) : wordsIn(language, text, isConsole)
  return chosen(words, RULES[language], count)
}

function wordsIn(language: OtherLanguage, text: Text, isConsole: boolean): string | Plural {
  const inShop = () => shopWords(language)[text]
  const inConsole = () => (consoleWords(language).consoleDictionary as Words)[text]
  return (isConsole ? (inConsole() ?? inShop()) : (inShop() ?? inConsole())) ?? text
}

const RULES = inEach(language => new Intl.PluralRules(language))

/** Letters that a text with holes needs, so that it is found by them. */
const LEAST_WORDS = 12

/** A hole for a number, or one for a language behind a word. */
const KNOWN_VALUE = /\{(?:total|count|n)\}|\w \{language\}/

const translatorFor = once(language => translator(shopWords(language), shopSingulars, language))

/** Apart, so that a page of the shop searches no texts of the console. */
const consoleTranslatorFor = once(language => {
  const names = languageNames(language)
  const alone = Object.fromEntries(Object.entries(names).map(([name, own]) => [name, withCapital(own, language)]))
  const words = { ...alone, ...shopWords(language), ...distinct(consoleWords(language).consoleDictionary) }
  return translator(words, singulars, language, names)
})

/** Leaves out texts like "{first} to {last}", which would fit many other sentences. Pages say those by `t` alone. */
function distinct(words: Words): Words {
  const isDistinct = (text: string) =>
    !text.includes('{') || KNOWN_VALUE.test(text) || text.replaceAll(/\{\w+\}/g, '').length >= LEAST_WORDS
  return Object.fromEntries(Object.entries(words).filter(([text]) => isDistinct(text)))
}

/**
 * The words for a sentence that is English already, with its values in it: an answer of the API, a label of a form.
 * @returns the sentence itself when no text fits
 */
export function translated(sentence: string): string {
  const { language, isAssumed, isConsole } = reader.getStore() ?? ENGLISH
  if (isAssumed && FOUND_BY_PROGRAMS.has(sentence)) return sentence
  return language === 'en' ? sentence : (isConsole ? consoleTranslatorFor : translatorFor)(language)(sentence)
}

const formWordsOf = once(
  (language): Words => ({
    ...load(`./${language}/forms${EXTENSION}`).forms,
    ...load(`./${language}/refusals${EXTENSION}`).refusals,
  }),
)
const consoleFormWordsOf = once(
  (language): Words => ({ ...formWordsOf(language), ...consoleWords(language).scriptWords }),
)

/** The words that scripts of a page say, and their English singulars. */
export function formWords(language: Language, { isConsole = false } = {}): Words {
  if (language === 'en') return {}
  return isConsole ? consoleFormWordsOf(language) : formWordsOf(language)
}

/** The English forms for one of the texts that scripts of a page say. */
export function formSingulars({ isConsole = false } = {}): Readonly<Record<string, Plural>> {
  return isConsole ? singulars : shopSingulars
}
