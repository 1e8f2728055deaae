/** Products as files that the import reads again. */
import type { AppContext } from '../../context.ts'
import { type CsvForm, csvLine } from '../../csv.ts'
import { decimal } from '../../pages/format.ts'
import { readShop } from '../../shop/settings.ts'
import { writtenValue } from '../attributes/kinds.ts'
import { isFree } from '../attributes/table.ts'
import { readPlaced } from '../categories/queries.ts'
import { optionsText } from '../groups/options.ts'
import { picturesCell } from '../images/own-address.ts'
import { parseListQuery } from '../list-query.ts'
import { productsAfter } from '../queries.ts'
import { htmlOfText } from './formats/html-text.ts'
import { EXPORT_FIELDS, isText } from './reading/fields.ts'

/**
 * All products of a list as CSV, with everything that the import reads, in the form that the reader's spreadsheet
 * wants. Pictures are named by their addresses, from which another shop fetches them. Reads a thousand products at a time, so that a
 * file of any length costs little memory.
 */
export async function* exportProducts(
  { db, baseUrl }: Pick<AppContext, 'db' | 'baseUrl'>,
  query: unknown,
  form: CsvForm,
): AsyncGenerator<string> {
  const { languages } = await readShop(db)
  const texts = languages.length < 2 ? [] : languages
  const { filter } = parseListQuery(query)
  const ofTexts = texts.flatMap(language => [`name_${language}`, `description_${language}`])
  const ofCategories = texts.map(language => `category_${language}`)
  const categories = new Map((await readPlaced(db)).map(one => [one.name, one.texts]))
  yield csvLine([...EXPORT_FIELDS, ...ofTexts, ...ofCategories, 'pictures'], form)
  let last = 0
  for (;;) {
    const products = await productsAfter(db, filter, last, 1000)
    const row = (product: (typeof products)[number]) =>
      csvLine(
        [
          ...EXPORT_FIELDS.map(field => cellOf(field, product)),
          ...texts
            .flatMap(language => [product.texts[language]?.name ?? '', product.texts[language]?.description ?? ''])
            .map(htmlOfText),
          ...texts.map(language => htmlOfText(categories.get(product.category)?.[language]?.name ?? '')),
          picturesCell(baseUrl(), product.images),
        ],
        form,
      )
    yield products.map(row).join('')
    if (products.length < 1000) return
    last = products.at(-1)!.id
  }
}

type Exported = Awaited<ReturnType<typeof productsAfter>>[number]

function cellOf(field: (typeof EXPORT_FIELDS)[number], product: Exported) {
  const { regular_price, price, sale_price, currency } = product
  if (field === 'amount') return { number: decimal(regular_price ?? price, currency) }
  if (field === 'sale_amount') return sale_price === null ? '' : { number: decimal(sale_price, currency) }
  if (field === 'options') return optionsText(product.options)
  if (field === 'stock' && !product.stock_counted) return ''
  if (isFree(field)) return written(product.attributes[field])
  const value = product[field] ?? ''
  return isText(field) ? htmlOfText(String(value)) : typeof value === 'number' ? value : String(value)
}

function written(value: string | number | readonly string[] | undefined) {
  return typeof value === 'number' ? { number: String(value) } : writtenValue(value)
}
