/**
 * Wix Stores. Its names are the same in every language (support.wix.com, "Wix Stores: CSV file format": `handleId`, `fieldType`, …).
 * A row of `fieldType` Variant belongs to the product above it, and its `surcharge` comes on top of the price.
 */
import type { Cells } from '../prices.ts'
import { numbered, type Program, type Row } from './program.ts'
import { atEnd, firstOf, groupNames, holdBack, isOn, meantAs, NOT_ON_SALE, variantFields } from './rows.ts'

const WIX_OPTIONS = 6

export const wix: Program = {
  name: 'Wix',
  columns: {
    '~handle': ['handleId'],
    '~type': ['fieldType'],
    name: ['name'],
    description: ['description'],
    pictures: ['productImageUrl'],
    category: ['collection'],
    sku: ['sku'],
    amount: ['price'],
    '~surcharge': ['surcharge'],
    '~visible': ['visible'],
    '~discount mode': ['discountMode'],
    '~discount': ['discountValue'],
    stock: ['inventory'],
    ...numbered('~option # name', WIX_OPTIONS, ['productOptionName#']),
    ...numbered('~option # value', WIX_OPTIONS, ['productOptionDescription#']),
    brand: ['brand'],
  },
  isKnown: has => has('~handle') && has('~type'),
  hidesVat: true,
  adapter: ({ cell }) => {
    const nameFor = groupNames()
    const own = (row: Row, product: Row, chosen: [string, string][]) => {
      const { cells } = product
      if ([cells, row.cells].some(one => isOn(cell(one, '~visible')) === false)) {
        return { mistake: NOT_ON_SALE, line: row.line }
      }
      const values = chosen.map(([, value]) => value).filter(Boolean)
      return meantAs(
        { cells, line: row.line },
        {
          sku: cell(row.cells, 'sku') || [cell(cells, '~handle').replace(/^product_/i, 'WIX-'), ...values].join('-'),
          category: firstOf(cell(cells, 'category'), ';'),
          ...stockIn(cell(row.cells, 'stock')),
          ...pricesOf(cell(cells, 'amount'), cell(row.cells, '~surcharge'), {
            mode: cell(cells, '~discount mode'),
            value: Number(cell(cells, '~discount')),
          }),
          ...(row !== product && variantFields(nameFor(cell(cells, 'name'), cell(cells, '~handle')), chosen)),
        },
      )
    }
    const held = holdBack<Row>(product => own(product, product, []))
    const adapt = (row: Row) => {
      if (/^product$/i.test(cell(row.cells, '~type'))) return held.next(row)
      const product = /^variant$/i.test(cell(row.cells, '~type')) ? held.product() : undefined
      if (!product) return undefined
      const chosen = Array.from({ length: WIX_OPTIONS }, (_, n): [string, string] => [
        cell(product.cells, `~option ${n + 1} name`),
        // A colour is written as `#ff0000:Red`.
        cell(row.cells, `~option ${n + 1} value`).replace(/^#[\da-f]{3,8}:/i, ''),
      ])
      return own(row, product, chosen)
    }
    return { adapt, end: () => atEnd(held.release()) }
  },
}

function stockIn(cell: string): Cells {
  if (/^in\s?stock$/i.test(cell)) return { stock: '', stock_counted: 'no' }
  return /^out\s?of\s?stock$/i.test(cell) ? { stock: '0' } : { stock: cell }
}

function pricesOf(price: string, surcharge: string, discount: { mode: string; value: number }): Cells {
  const regular = Number(price) + Number(surcharge || 0)
  if (!Number.isFinite(regular) || price === '') return { amount: price }
  const off = /^percent$/i.test(discount.mode) ? (regular * discount.value) / 100 : discount.value
  return { amount: regular.toFixed(2), ...(off > 0 && off < regular && { sale_amount: (regular - off).toFixed(2) }) }
}
