/**
 * Says texts that the shop has written: names of products, groups, options, categories and delivery methods, lines on papers, and so
 * on. A reader gets them in the own language, else in the main language of the shop, which is the first of its `languages`.
 * Statements do the same by the function `product_name_in` of the database.
 */
import type { Language } from '../words/languages.ts'
import { inLanguage, languagesOfTexts } from '../words/words.ts'
import type { Texts } from './setting-rules.ts'
import type { ShopSettings } from './settings.ts'

type WithLanguages = Pick<ShopSettings, 'languages'>

/** Finds the text in the language of the reader, in each source in turn, and then in the main language. */
export function findText(...sources: ((language: Language) => string | undefined | false)[]): string | undefined {
  for (const language of languagesOfTexts()) {
    for (const textIn of sources) {
      const text = textIn(language)
      if (text) return text
    }
  }
  return undefined
}

/** Says a text. It is in some other language if the shop has it in neither, and '' if there is none. */
export function sayText(texts: Texts): string {
  return findText(language => texts[language]) || Object.values(texts).find(Boolean) || ''
}

/** Writes for a person outside of a page: a paper, an email. */
export function inLanguageFor<T>(
  language: Language,
  { languages: [main] }: WithLanguages,
  work: () => T,
  { isAssumed = false } = {},
): T {
  return inLanguage(language, work, { isAssumed, main })
}

/** The language of a person, as long as the shop has it; else the first one of the shop. */
export function languageOf(locale: string | null | undefined, { languages }: WithLanguages): Language {
  return languages.find(language => language === locale) ?? languages[0]
}
