import { csvLine } from '../../csv.ts'
import type { Db } from '../../database/schema.ts'
import { decimal } from '../../pages/format.ts'
import { readShop } from '../../shop/settings.ts'
import { parseListQuery } from '../list-query.ts'
import { productsAfter } from '../queries.ts'
import { htmlOfText } from './html-text.ts'

const COLUMNS = ['sku', 'name', 'category', 'amount', 'currency', 'stock', 'status', 'description']

/** All products of a list as CSV. Reads a thousand products at a time, so that a file of any length costs little memory. */
export async function* exportProducts(db: Db, query: unknown): AsyncGenerator<string> {
  const { languages } = await readShop(db)
  const texts = languages.length < 2 ? [] : languages
  const { filter } = parseListQuery(query)
  yield csvLine([...COLUMNS, ...texts.flatMap(language => [`name_${language}`, `description_${language}`])])
  let last = 0
  for (;;) {
    const products = await productsAfter(db, filter, last, 1000)
    const row = ({
      sku,
      name,
      category,
      price,
      currency,
      stock,
      status,
      description,
      ...product
    }: (typeof products)[number]) =>
      csvLine([
        sku,
        htmlOfText(name),
        htmlOfText(category),
        decimal(price, currency),
        currency,
        stock,
        status,
        htmlOfText(description),
        ...texts
          .flatMap(language => [product.texts[language]?.name ?? '', product.texts[language]?.description ?? ''])
          .map(htmlOfText),
      ])
    yield products.map(row).join('')
    if (products.length < 1000) return
    last = products.at(-1)!.id
  }
}
