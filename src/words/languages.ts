/**
 * The languages that Semel has words for. Each but English is a folder beside this file: a new language is a copy of one, and its
 * code in this list. English is the language of the source, so its texts are in the code that uses them.
 */
export const LANGUAGES = ['en', 'de', 'fr'] as const

export type Language = (typeof LANGUAGES)[number]

const names = new Map<Language, Intl.DisplayNames>()

/** Its name in its own words, as a reader looks for it. */
export function autonymOf(language: Language): string {
  return withCapital(nameOfLanguage(language, language), language)
}

/** Its name in English: in the API, where no reader is known, and in labels of the console. */
export function englishName(language: string): string {
  return nameOfLanguage(language, 'en')
}

/** Its name as readers of another language say it in a sentence. */
export function nameOfLanguage(language: string, reader: Language): string {
  const known = names.get(reader) ?? new Intl.DisplayNames(reader, { type: 'language' })
  names.set(reader, known)
  return known.of(language) ?? language
}

/** Names of all languages in the sentences of a reader, by their English names. */
export function languageNames(reader: Language): Record<string, string> {
  return Object.fromEntries(LANGUAGES.map(language => [englishName(language), nameOfLanguage(language, reader)]))
}

/** Writes a name that is no part of a sentence. French begins the names of languages with a small letter there. */
export function withCapital(name: string, reader: Language): string {
  return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1)
}

/** Makes something of each language. */
export function inEach<T>(make: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGES.map(language => [language, make(language)])) as Record<Language, T>
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.includes(text as Language)
}
