/** The order of languages in the console: the main language of the shop comes first in every form and table. */
import type { Field } from '../pages/field.ts'
import { isLanguage, LANGUAGES, type Language } from '../words/languages.ts'

/** All languages, those of the shop first and in its order. */
export function mainFirst(languages: readonly Language[]): Language[] {
  return [...new Set([...languages, ...LANGUAGES])]
}

/** Fields of one text, which differ in their language alone, change places among themselves. Others stay where they are. */
export function sortTexts(fields: readonly Field[], languages: readonly Language[]): Field[] {
  const order = mainFirst(languages)
  const rank = (field: Field) => order.indexOf(partsOf(field).language ?? order[0]!)
  const waiting = Map.groupBy(fields, field => partsOf(field).text)
  for (const own of waiting.values()) own.sort((a, b) => rank(a) - rank(b))
  return fields.map(field => waiting.get(partsOf(field).text)!.shift()!)
}

function partsOf({ name }: Field): { text: string; language: Language | undefined } {
  const parts = name.split('.')
  const language = parts.slice(1).find(isLanguage)
  return { text: parts.map(part => (part === language ? '*' : part)).join('.'), language }
}
