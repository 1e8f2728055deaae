/** The names of categories in the languages of the shop's visitors. Products, files and programs name a category by its own name. */
import { Type } from 'typebox'
import { TRIM } from '../../http/input/keywords.ts'
import { orNull } from '../../http/schemas.ts'
import { findText } from '../../shop/in-words.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'

type CategoryText = { name?: string }
export type CategoryTexts = Partial<Record<Language, CategoryText>>

const CategoryText = Type.Object(
  { name: Type.Optional(Type.String({ maxLength: 100, [TRIM]: 'words' })) },
  { title: 'CategoryText' },
)
const description = 'The name by language. Where one is missing, customers read the `name` of the category.'

export const Texts = Type.Unsafe<CategoryTexts>(
  Type.Object(Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(CategoryText)])), { description }),
)

export const TextsChange = Type.Unsafe<Partial<Record<Language, CategoryText | null>>>(
  Type.Object(Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(orNull(CategoryText))])), {
    additionalProperties: false,
    description: `${description} What is left out stays as it is; null for a language, or '' for a name, takes it away.`,
  }),
)
export type TextsChange = (typeof TextsChange)['~unsafe']

export function changedTexts(texts: CategoryTexts, change: TextsChange): CategoryTexts {
  const changed = Object.entries({ ...texts, ...change }).filter(([, text]) => text?.name)
  return Object.fromEntries(changed) as CategoryTexts
}

/** The name of a category as readers of the page's language see it. */
export function categoryInWords({ name, texts }: { name: string; texts?: CategoryTexts }): string {
  return findText(language => texts?.[language]?.name) ?? name
}

/** The same for a name of which the category may have no row. */
export function nameInWords(categories: readonly { name: string; texts?: CategoryTexts }[], name: string): string {
  return categoryInWords(categories.find(one => one.name === name) ?? { name })
}
