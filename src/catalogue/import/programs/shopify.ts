/**
 * Shopify writes English names in every language (help.shopify.com/de/manual/products/import-export/using-csv: "as given in the table"). It
 * has two sets of them: the one of its exports, and that of its newer template. A product has one row for each variant and each further
 * picture, and only its first row has the title and the texts.
 */
import type { Cells } from '../prices.ts'
import { numbered, type Program, type Row } from './program.ts'
import { filledFrom, groupNames, isValue, NOT_ON_SALE, reduced, variantFields } from './rows.ts'

export const shopify: Program = {
  name: 'Shopify',
  columns: {
    '~handle': ['Handle', 'URL handle'],
    name: ['Title'],
    description: ['Body (HTML)', 'Description'],
    brand: ['Vendor'],
    category: ['Product Category'],
    '~type': ['Type'],
    '~published': ['Published', 'Published on online store'],
    '~status': ['Status'],
    ...numbered('~option # name', 3, ['Option# Name']),
    ...numbered('~option # value', 3, ['Option# Value']),
    sku: ['Variant SKU', 'SKU'],
    gtin: ['Variant Barcode', 'Barcode'],
    amount: ['Variant Price', 'Price'],
    '~former': ['Variant Compare At Price', 'Compare-at price'],
    '~tracker': ['Variant Inventory Tracker', 'Inventory tracker'],
    stock: ['Variant Inventory Qty', 'Inventory quantity'],
    pictures: ['Image Src', 'Product image URL'],
    '~own picture': ['Variant Image', 'Variant image URL'],
  },
  isKnown: has => has('~handle') && (has('sku') || has('~option 1 value')) && (has('name') || has('~option 1 value')),
  hidesVat: true,
  adapter: ({ at, cell }) => {
    const nameFor = groupNames()
    const shared = ['name', '~published', 'description', 'category', '~type', '~status', 'brand'].map(at)
    const skuOf = (cells: readonly string[]) =>
      cell(cells, 'sku') ||
      ['~handle', '~option 1 value', '~option 2 value', '~option 3 value']
        .map(name => cell(cells, name))
        .filter(isValue)
        .join('-')
    const isHidden = (cells: readonly string[]) =>
      /^false$/i.test(cell(cells, '~published')) || /^(draft|archived|unlisted)$/i.test(cell(cells, '~status'))
    let first: readonly string[] = []
    const stockOf = (cells: readonly string[]): Cells =>
      at('~tracker') >= 0 && cell(cells, '~tracker') === '' ? { stock: '', stock_counted: 'no' } : {}
    const pictureOf = (cells: readonly string[]) => {
      const [sku, picture] = [skuOf(first), cell(cells, 'pictures')]
      return sku && picture ? { sku, picture } : undefined
    }
    /** The picture of the variant comes before that of the row, which is just the next one of the product. */
    const picturesOf = (cells: readonly string[]): Cells => {
      const own = cell(cells, '~own picture')
      return own ? { pictures: `${own} ${cell(cells, 'pictures')}` } : {}
    }
    const adapt = ({ cells }: Row) => {
      const isSame = cell(first, '~handle') === cell(cells, '~handle') && !cell(cells, 'name')
      if (!isSame) first = cells
      if (!cell(cells, 'sku') && !cell(cells, 'amount')) return pictureOf(cells)
      const whole = isSame ? filledFrom(first, cells, shared) : cells
      if (isHidden(whole)) return { mistake: NOT_ON_SALE }
      const chosen = [1, 2, 3].map(n => [cell(first, `~option ${n} name`), cell(cells, `~option ${n} value`)] as const)
      const status = cell(whole, '~status')
      return {
        cells: whole,
        more: {
          sku: skuOf(cells),
          // Many shops have only the one or the other.
          category: cell(whole, 'category') || cell(whole, '~type'),
          ...(status && { status }),
          ...picturesOf(cells),
          ...stockOf(cells),
          ...reduced(cell(cells, 'amount'), cell(cells, '~former')),
          ...variantFields(nameFor(cell(whole, 'name'), cell(cells, '~handle')), chosen),
        },
      }
    }
    return { adapt }
  },
}
