/**
 * The words that people read, in the language of whoever reads them. A page or an email is rendered inside
 * `inLanguage`; everything in it then says its words with `t`:
 *
 *     t('Your cart is empty')
 *     t('Order #{id} is on its way', { id })
 *     t('{count} items', { count })           // one or several, as the language counts
 *
 * Outside of `inLanguage` it speaks English, so the API, the logs and the console do.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { dictionary as german } from './de/dictionary.ts'
import { singulars } from './en.ts'
import { dictionary as french } from './fr/dictionary.ts'
import type { Language } from './languages.ts'
import type { Dictionary, Plural, Text, Values } from './text.ts'

const DICTIONARIES: Record<Exclude<Language, 'en'>, Dictionary> = { de: german, fr: french }

/** `locale`: the language with a region, such as `de-AT`, which decides about dates and numbers. */
type Reader = { language: Language; locale: string }

const reader = new AsyncLocalStorage<Reader>()
const ENGLISH: Reader = { language: 'en', locale: 'en-GB' }

/** Renders in a language. */
export function inLanguage<T>(language: Language, work: () => T, locale = defaultLocale(language)): T {
  return reader.run({ language, locale }, work)
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

/** The words of a text in the language of the reader. `count` among the values chooses between one and several. */
export function t<T extends Text>(text: T, ...[values]: Values<T, string | number>): string {
  return fill(wordsFor(text, values?.['count' as never]), values)
}

/** @param count the number that decides between one and several, if the text has such forms */
export function wordsFor(text: Text, count: unknown): string {
  const language = currentLanguage()
  const words = language === 'en' ? (singulars[text] ?? text) : DICTIONARIES[language][text]
  return typeof words === 'string' ? words : words[pluralOf(language, count)]
}

function pluralOf(language: Language, count: unknown): keyof Plural {
  return new Intl.PluralRules(language).select(Number(count)) === 'one' ? 'one' : 'other'
}

function fill(words: string, values: Readonly<Record<string, string | number>> | undefined): string {
  return values ? words.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole)) : words
}

/**
 * The words for a sentence that is English already, with its values in it: an answer of the API, a label of a form.
 * @returns the sentence itself when no text fits
 */
export function translated(sentence: string): string {
  const language = currentLanguage()
  if (language === 'en') return sentence
  const dictionary: Readonly<Record<string, string | Plural>> = DICTIONARIES[language]
  const words = Object.hasOwn(dictionary, sentence) ? dictionary[sentence]! : undefined
  if (typeof words === 'string') return words
  for (const { pattern, text, names } of patterns()) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const values = Object.fromEntries(names.map((name, index) => [name, found[index + 1]!]))
    return fill(wordsFor(text, values.count), values)
  }
  return sentence
}

type Pattern = { pattern: RegExp; text: Text; names: string[] }

let known: Pattern[] | undefined

/** The texts with holes as patterns of the sentences that are made from them; those with the most words of their own first. */
function patterns(): Pattern[] {
  known ??= (Object.keys(german) as Text[])
    .filter(text => text.includes('{'))
    .sort((a, b) => b.replaceAll(/\{\w+\}/g, '').length - a.replaceAll(/\{\w+\}/g, '').length)
    .flatMap(text => {
      const forms = singulars[text] ? [singulars[text].one, text] : [text]
      return forms.map(form => ({ pattern: patternOf(form), text, names: namesIn(form) }))
    })
  return known
}

function patternOf(form: string): RegExp {
  const parts = form.split(/\{\w+\}/).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}

function namesIn(form: string): string[] {
  return [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}
