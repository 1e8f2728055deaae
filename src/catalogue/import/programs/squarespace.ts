/**
 * Squarespace. Its names are English (support.squarespace.com, "Filling in the product import .csv file"; an export has them with
 * `[Non Editable]`). Variants of a product come below it and leave out what it says.
 */
import { numbered, type Program, type Row } from './program.ts'
import { filledFrom, firstOf, groupNames, isOn, meantAs, NOT_ON_SALE, numberedSku, variantFields } from './rows.ts'

const SQUARESPACE_OPTIONS = 6

export const squarespace: Program = {
  name: 'Squarespace',
  columns: {
    '~product': ['Product ID [Non Editable]'],
    '~variant': ['Variant ID [Non Editable]'],
    '~type': ['Product Type [Non Editable]'],
    name: ['Title'],
    description: ['Description'],
    sku: ['SKU'],
    gtin: ['GTIN'],
    mpn: ['MPN'],
    ...numbered('~option # name', SQUARESPACE_OPTIONS, ['Option Name #']),
    ...numbered('~option # value', SQUARESPACE_OPTIONS, ['Option Value #']),
    amount: ['Price'],
    '~sale price': ['Sale Price'],
    '~on sale': ['On Sale'],
    stock: ['Stock'],
    category: ['Categories'],
    '~visible': ['Visible'],
    pictures: ['Hosted Image URLs'],
  },
  isKnown: has => has('~type') && has('name') && has('amount'),
  hidesVat: true,
  adapter: ({ at, cell }) => {
    const nameFor = groupNames()
    const shared = ['name', 'description', 'category', '~visible', 'pictures'].map(at)
    let first: readonly string[] = []
    let number = 0
    const adapt = ({ cells, line }: Row) => {
      const isVariant = !cell(cells, 'name')
      if (!isVariant) {
        first = cells
        number = 0
      }
      number++
      const whole = filledFrom(isVariant ? first : [], cells, shared)
      if (isOn(cell(whole, '~visible')) === false) return { mistake: NOT_ON_SALE }
      const chosen = Array.from(
        { length: SQUARESPACE_OPTIONS },
        (_, n) =>
          [
            cell(cells, `~option ${n + 1} name`) || cell(first, `~option ${n + 1} name`),
            cell(cells, `~option ${n + 1} value`),
          ] as const,
      )
      const id = cell(cells, '~variant') || (cell(first, '~product') && `${cell(first, '~product')}-${number}`)
      return meantAs(
        { cells: whole, line },
        {
          sku: cell(cells, 'sku') || numberedSku('SQSP', id) || '',
          category: firstOf(cell(whole, 'category')).replace(/^\/+/, '').replaceAll('/', ' > '),
          ...(/^unlimited$/i.test(cell(cells, 'stock')) && { stock: '', stock_counted: 'no' }),
          ...(isOn(cell(cells, '~on sale')) && { sale_amount: cell(cells, '~sale price') }),
          ...variantFields(nameFor(cell(whole, 'name'), cell(first, '~product')), chosen),
        },
      )
    }
    return { adapt }
  },
}
