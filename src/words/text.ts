/**
 * The types of texts. A text is its English words, with `{holes}` for values and `<a>tags</a>` around parts that a page
 * puts markup around. The dictionaries in `de/` and `fr/` translate it, so a text without a translation does not compile.
 */
import type * as germanConsole from './de/console/dictionary.ts'
import type * as german from './de/dictionary.ts'

/** An English text that every language has words for. */
export type Text = ShopText | ConsoleText

type ShopText = keyof typeof german.dictionary
/** Said to staff. The console may have other words than the shop for the same English. */
type ConsoleText = keyof typeof germanConsole.consoleDictionary

/** One that says the same always. */
export type PlainText = { [T in Text]: [Holes<T>] extends [never] ? T : never }[Text]

declare const said: unique symbol

/** Words in the language of their reader, which only `t` and its like make: a sentence put together otherwise does not compile. */
export type Said = string & { readonly [said]: true }

/** Something about this installation that a person has to know, in the language of the one who reads it. */
export type Finding = { level: 'good' | 'warn' | 'bad'; text: Said; see?: { href: string; label: PlainText } }

/** The words for one thing and for several: categories of `Intl.PluralRules`, of which some languages have more than two. */
export type Plural = { readonly one: string; readonly other: string } & Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>>
>

export type Words = Readonly<Record<string, string | Plural>>
export type Dictionary = Readonly<Record<ShopText, string | Plural>>
export type ConsoleDictionary = Readonly<Record<ConsoleText, string | Plural>>

/** The names of the holes of a text. */
export type Holes<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never

/** Values that `t` needs besides the text. A `count` that is no hole still chooses between one and several. */
export type Values<T extends string, Value> = [Holes<T>] extends [never]
  ? [values?: undefined]
  : [values: Readonly<Record<Holes<T>, Value>> & { readonly count?: number }]
