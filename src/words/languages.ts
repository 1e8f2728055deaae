/** The languages that Semel has words for. English is the language of the source, so its texts are in the code that uses them. */
export const LANGUAGES = ['en', 'de', 'fr'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each in its own words, as a reader looks for it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

/** Names in English, for labels of the console. */
export const LANGUAGE_LABELS: Record<Language, string> = { en: 'English', de: 'German', fr: 'French' }

const names = new Map<Language, Intl.DisplayNames>()

/** Its name in the API, where no reader is known. */
export function englishName(language: string): string {
  return nameOfLanguage(language, 'en')
}

/** Its name as readers of another language say it. */
export function nameOfLanguage(language: string, reader: Language): string {
  const known = names.get(reader) ?? new Intl.DisplayNames(reader, { type: 'language' })
  names.set(reader, known)
  return known.of(language) ?? language
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.includes(text as Language)
}
