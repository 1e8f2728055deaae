/**
 * Finds English words in a page of another language. A word counts as English if the same page in English has it, or any English text
 * of Semel, while no German or French text of Semel has it, no name of a country, currency or time zone, and no name of the test.
 */
import { createRequire } from 'node:module'
import { autonymOf, LANGUAGES, type Language } from '../../src/words/languages.ts'
import type { Words } from '../../src/words/text.ts'
import { countryName } from '../../src/world/countries.ts'
import { PARTS_OF_COUNTRIES } from '../../src/world/territories.ts'
import { textsOf } from './english.ts'

type Other = Exclude<Language, 'en'>

const load = createRequire(import.meta.url)

export const OTHERS = LANGUAGES.filter(language => language !== 'en')

const TEXTS = new Map<Other, Words>()
for (const language of OTHERS) {
  // Pages load them in the same way. Two ways at once would collide.
  const { dictionary } = load(`../../src/words/${language}/dictionary.ts`)
  const { consoleDictionary } = load(`../../src/words/${language}/console/dictionary.ts`)
  TEXTS.set(language, { ...dictionary, ...consoleDictionary })
}

/** Kinds of things that a language or a standard names. */
const NAMED = {
  region: letters(2),
  currency: Intl.supportedValuesOf('currency'),
  language: ['en', 'de', 'fr'],
} as const

/** Codes of countries and currencies, in capital letters: no language has others. */
const CODES = [...NAMED.region, ...NAMED.currency]

const english = new Set(Object.keys(TEXTS.get('de')!).flatMap(wordsOf))
const OWN = new Map(OTHERS.map(language => [language, new Set(ownWords(language))]))

/**
 * @param inEnglish the same page in English
 * @param names that the test or the world has given; each is one or more whole words
 * @returns the texts of the page with an English word, and that word
 */
export function foreignWords(inEnglish: string, page: string, language: Other, names: readonly string[]): string[] {
  const known = new Set(textsOf(written(inEnglish)).flatMap(wordsOf))
  const all = [...names, ...CODES].toSorted((a, b) => b.length - a.length).map(escaped)
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const isEnglish = (word: string) => (known.has(word) || english.has(word)) && !OWN.get(language)!.has(word)
  return textsOf(written(page)).flatMap(text => {
    const words = lettersOf(withoutCodes(text).replaceAll(named, ' ')).filter(isEnglish)
    return words.length > 0 ? [`${[...new Set(words)].join(', ')}: ${text.slice(0, 100)}`] : []
  })
}

/** A page without what people and programs have written: names, times, code, and texts marked as another language's. */
function written(page: string): string {
  return page
    .replaceAll(/<meta property="og:type"[^>]*>/g, ' ')
    .replaceAll(/<(bdi|time|textarea|code|kbd)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<(\w+)[^>]* class="as-written">.*?<\/\1>/gs, ' ')
    .replaceAll(/<(a|article|b|div|iframe|td)\b[^>]* lang="\w+"[^>]*>.*?<\/\1>/gs, ' ')
}

/** Its words in small letters. */
function wordsOf(text: string): string[] {
  return lettersOf(withoutCodes(text))
}

/** An address, a placeholder, a scope like `orders:read` and an event like `order.placed` are no words. */
function withoutCodes(text: string): string {
  return text.replaceAll(/\{\{.*?\}\}|\{\w+\}|<\/?\w+>|\S*[@/_=]\S*|[\p{L}-]+[:.-]\p{Ll}[\p{L}-]*/gu, ' ')
}

/** One letter is no word. */
function lettersOf(text: string): string[] {
  return [...text.matchAll(/\p{L}+/gu)].map(([word]) => word.toLowerCase()).filter(word => word.length > 1)
}

function ownWords(language: Other): string[] {
  const said = Object.values(TEXTS.get(language)!).flatMap(words =>
    typeof words === 'string' ? [words] : Object.values(words),
  )
  const named = Object.entries(NAMED).flatMap(([type, codes]) => {
    const names = new Intl.DisplayNames(language, { type: type as keyof typeof NAMED, fallback: 'none' })
    return codes.map(code => names.of(code) ?? '')
  })
  const months = Array.from({ length: 12 }, (_, month) => [
    new Intl.DateTimeFormat(language, { month: 'short' }).format(new Date(2026, month)),
  ]).flat()
  const places = PARTS_OF_COUNTRIES.map(code => countryName(code, language))
  return [...said, ...named, ...places, ...months, ...LANGUAGES.map(autonymOf), ...Intl.supportedValuesOf('timeZone')]
    .map(text => text.replaceAll('/', ' '))
    .flatMap(wordsOf)
}

/** All codes of so many capital letters. */
function letters(length: number): string[] {
  const alphabet = Array.from({ length: 26 }, (_, n) => String.fromCodePoint(65 + n))
  return length === 0 ? [''] : alphabet.flatMap(first => letters(length - 1).map(rest => first + rest))
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
