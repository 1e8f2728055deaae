/** Words that a program sends with each option, among those of the group, which are the one place where they are kept. */
import { LANGUAGES, type Language } from '../../words/languages.ts'
import type { NewOption, Option, ProductGroupChange } from './group.ts'

type Texts = NonNullable<ProductGroupChange['texts']>
type Word = { text: string; translation: string }

export function withOptionWords(given: readonly NewOption[], texts: Texts = {}): { options: Option[]; texts: Texts } {
  const options = given.map(({ name, values }) => ({ name, values }))
  const all = { ...texts }
  for (const language of LANGUAGES) {
    const words = given.flatMap(option => wordsOf(option, language))
    const known = texts[language]
    if (words.length === 0 || known === null) continue
    // The translation of the group wins.
    const others = words.filter(({ text }) => !known?.words?.some(word => word.text === text))
    all[language] = { ...known, words: [...(known?.words ?? []), ...others] }
  }
  return { options, texts: all }
}

function wordsOf({ name, values, texts }: NewOption, language: Language): Word[] {
  const own = texts?.[language]
  const pairs: [string, string | undefined][] = [
    [name, own?.name],
    ...values.map((value, n) => [value, own?.values?.[n]] as [string, string | undefined]),
  ]
  return pairs.flatMap(([text, translation]) => (translation ? [{ text, translation }] : []))
}
