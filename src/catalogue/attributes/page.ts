/** The attributes of a product on its page, and what search engines read of them. */
import { type Html, html } from '../../html/html.ts'
import { facts, section } from '../../pages/components.ts'
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
    const { label, show, ...attribute } = ATTRIBUTES[name]
    const value = product[name]
    if (attribute.page !== page || value === undefined) return []
    return [[label, show ? show(String(value)) : html`<span class="as-written">${String(value)}</span>`]]
  })
}

/** Members of a `Product` of schema.org. */
export function attributeData(product: WithAttributes): object {
  const parts = FREE_NAMES.map(name => {
    const value = product[name]
    return value === undefined ? {} : ATTRIBUTES[name].data?.(value as never)
  })
  return Object.assign({}, ...parts)
}
