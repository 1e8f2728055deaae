import type { Language } from '../words/languages.ts'
import type { Texts } from './setting-rules.ts'
import type { ShopSettings } from './settings.ts'

type WithLanguages = Pick<ShopSettings, 'languages'>
/** The text in the language, or in the first one of the shop. '' when there is none. */
export function textIn(texts: Texts, language: Language, { languages: [first] }: WithLanguages): string {
  return texts[language] || texts[first] || Object.values(texts).find(Boolean) || ''
}

/** The language of a person, as long as the shop has it; else the first one of the shop. */
export function languageOf(locale: string | null | undefined, { languages }: WithLanguages): Language {
  return languages.find(language => language === locale) ?? languages[0]
}
