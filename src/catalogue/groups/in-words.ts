/** Products in the language of the page, as readers see them outside of their group, for example in the cart. */
import type { Db } from '../../database/schema.ts'
import { findText } from '../../shop/in-words.ts'
import type { Language } from '../../words/languages.ts'
import type { Product } from '../product.ts'
import { inWords } from '../product-texts.ts'
import type { GroupTexts } from './group.ts'
import { summarizeGroups } from './queries.ts'

/** The name of an option, or a value, in the page's language. */
export function optionInWords(text: string, texts: GroupTexts = {}): string {
  const wordIn = (language: Language) => texts[language]?.words?.find(word => word.text === text)?.translation
  return findText(wordIn) ?? text
}

export async function productsInWords(db: Db, products: readonly Product[]): Promise<Product[]> {
  const groups = await summarizeGroups(
    db,
    products.flatMap(({ group }) => group ?? []),
  )
  return products.map(product => {
    const group = groups.get(product.group ?? 0)
    const options = product.options.map(({ name, value }) => ({
      name: optionInWords(name, group?.texts),
      value: optionInWords(value, group?.texts),
    }))
    return { ...inWords(product, group), options }
  })
}
