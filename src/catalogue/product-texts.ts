/** The name and description of a product in the languages of the shop's visitors. */
import { Type } from 'typebox'
import { TRIM } from '../http/input/keywords.ts'
import { orNull } from '../http/schemas.ts'
import { findText } from '../shop/in-words.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'

export type ProductText = { name?: string; description?: string }
export type ProductTexts = Partial<Record<Language, ProductText>>

const Name = Type.String({ maxLength: 200, [TRIM]: true })
const Description = Type.String({ maxLength: 10_000, [TRIM]: 'kept' })
const ProductText = Type.Object(
  { name: Type.Optional(Name), description: Type.Optional(Description) },
  { title: 'ProductText' },
)

const description =
  'Name and description by language. Where one is missing, customers read the `name` and `description` of the product.'

export const Texts = Type.Unsafe<ProductTexts>(
  Type.Object(Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(ProductText)])), { description }),
)

/** A language that is left out stays as it is, and so does the other text of a language; null or '' takes one away. */
export const TextsChange = Type.Unsafe<Partial<Record<Language, ProductText | null>>>(
  Type.Object(Object.fromEntries(LANGUAGES.map(language => [language, Type.Optional(orNull(ProductText))])), {
    additionalProperties: false,
    description: `${description} What is left out stays as it is; null for a language, or '' for a text, takes it away.`,
  }),
)
export type TextsChange = (typeof TextsChange)['~unsafe']

type Named = { name: string; texts: ProductTexts }

/**
 * The product as readers of the page's language see it.
 * @param group whose name it mostly has, and then needs no translation of its own
 */
export function inWords<P extends Named & { description?: string }>(product: P, group?: Named): P {
  const { texts } = product
  const name = findText(
    language => texts[language]?.name,
    language => product.name === group?.name && group.texts[language]?.name,
  )
  const description = findText(language => texts[language]?.description)
  return { ...product, ...(name && { name }), ...(description && { description }) }
}
