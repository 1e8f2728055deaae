/** The attributes of a product on its page, and what search engines read of them. */
import { type Html, html } from '../../html/html.ts'
import { facts, section } from '../../pages/components.ts'
import { findText } from '../../shop/in-words.ts'
import { LANGUAGES, type Language } from '../../words/languages.ts'
import { ATTRIBUTES, type Attribute, type AttributeName, FREE_NAMES } from './table.ts'

type WithAttributes = Partial<Record<AttributeName, string | number | boolean | readonly string[]>>
type Fact = readonly [label: string, value: Html | string]

/** Lines for the facts of the product. */
export function attributeFacts(product: WithAttributes): Fact[] {
  return factsOn('fact', product)
}

/** Regulation (EU) 2023/988, Article 19: who made the product, who is responsible for it in the Union, and its warnings. */
export function safetySection(product: WithAttributes): Html | false {
  const found = factsOn('safety', product)
  return found.length > 0 && section('safety', 'Product safety', facts(found))
}

function factsOn(page: Attribute['page'], product: WithAttributes): Fact[] {
  return FREE_NAMES.flatMap((name): Fact[] => {
    const { label, show, texts, ...attribute } = ATTRIBUTES[name]
    if (attribute.page !== page) return []
    const value = texts ? textIn(texts, product[name], product) : product[name]
    if (value === undefined) return []
    return [[label, show ? show(String(value)) : html`<span class="as-written">${String(value)}</span>`]]
  })
}

/** The text in the reader's language, else that of the main language, else in any: a warning that stays away warns nobody. */
function textIn(texts: NonNullable<Attribute['texts']>, main: unknown, product: WithAttributes): string | undefined {
  const inLanguage = (language: Language) => product[texts[language] as AttributeName] as string | undefined
  const known = findText(inLanguage) ?? main ?? LANGUAGES.map(inLanguage).find(Boolean)
  return known as string | undefined
}

/** Members of a `Product` of schema.org. */
export function attributeData(product: WithAttributes): object {
  const parts = FREE_NAMES.map(name => {
    const value = product[name]
    return value === undefined ? {} : ATTRIBUTES[name].data?.(value as never)
  })
  return Object.assign({}, ...parts)
}
