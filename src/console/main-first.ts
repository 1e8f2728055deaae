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
  const rank = (field: Field) => order.indexOf(languageOfField(field) ?? order[0]!)
  const waiting = Map.groupBy(fields, textOf)
  for (const own of waiting.values()) own.sort((a, b) => rank(a) - rank(b))
  return fields.map(field => waiting.get(textOf(field))!.shift()!)
}

/** The language of the text that a field takes. */
export function languageOfField({ name }: Field): Language | undefined {
  return name.split('.').slice(1).find(isLanguage)
}

/** The name of a field without its language. */
function textOf(field: Field): string {
  const language = languageOfField(field)
  return field.name
    .split('.')
    .map(part => (part === language ? '*' : part))
    .join('.')
}
