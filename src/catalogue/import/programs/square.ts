/**
 * Square. "Export Library" writes English names, and one row a variation (squareup.com/help, "Import and update items": `Token`,
 * `Variation Name`). Each place of the shop has columns of its own behind them, such as `Current Quantity Main Street`.
 */
import type { Cells } from '../prices.ts'
import { numbered, type Program, type Row } from './program.ts'
import { firstOf, groupNames, isOn, meantAs, NOT_ON_SALE, numberedSku, variantFields } from './rows.ts'

const SQUARE_OPTIONS = 3

export const square: Program = {
  name: 'Square',
  columns: {
    '~handle': ['Reference Handle'],
    '~token': ['Token'],
    name: ['Item Name'],
    '~shown name': ['Customer-facing Name'],
    '~variation': ['Variation Name'],
    sku: ['SKU'],
    description: ['Description'],
    category: ['Categories', 'Category', 'Reporting Category'],
    gtin: ['GTIN'],
    '~visibility': ['Square Online Item Visibility'],
    '~archived': ['Archived'],
    '~sellable': ['Sellable'],
    ...numbered('~option # name', SQUARE_OPTIONS, ['Option Name #']),
    ...numbered('~option # value', SQUARE_OPTIONS, ['Option Value #']),
    amount: ['Price'],
    sale_amount: ['Online Sale Price'],
  },
  isKnown: has => has('~token') && has('name') && has('~variation'),
  hidesVat: true,
  adapter: ({ cell, like }) => {
    const nameFor = groupNames()
    const counts = like(/^current quantity (.+)$/i)
    const stockOf = (cells: readonly string[]): Cells => {
      const numbers = counts.map(({ index }) => cells[index]?.trim() ?? '').filter(Boolean)
      if (counts.length === 0) return {}
      if (numbers.length === 0) return { stock_counted: 'no' }
      return { stock: String(numbers.reduce((sum, number) => sum + Number(number), 0)) }
    }
    const adapt = (row: Row) => {
      const { cells } = row
      const isHidden =
        isOn(cell(cells, '~archived')) === true ||
        isOn(cell(cells, '~sellable')) === false ||
        /^(hidden|unavailable|private)$/i.test(cell(cells, '~visibility'))
      if (isHidden) return { mistake: NOT_ON_SALE }
      const named = cell(cells, '~variation')
      const options = Array.from(
        { length: SQUARE_OPTIONS },
        (_, n) => [cell(cells, `~option ${n + 1} name`), cell(cells, `~option ${n + 1} value`)] as const,
      ).filter(([, value]) => value)
      const chosen = options.length > 0 || /^(regular|standard)?$/i.test(named) ? options : [['Option', named] as const]
      const name = cell(cells, '~shown name') || cell(cells, 'name')
      return meantAs(row, {
        sku: cell(cells, 'sku') || numberedSku('SQ', cell(cells, '~token')) || '',
        name,
        // The number of a category is behind its name.
        category: firstOf(cell(cells, 'category')).replaceAll(/(?<!\s)\s*\([A-Z\d]{16,}\)/g, ''),
        ...(/^variable$/i.test(cell(cells, 'amount')) && { amount: '' }),
        ...stockOf(cells),
        ...variantFields(nameFor(name, cell(cells, '~handle') || name), chosen),
      })
    }
    return { adapt }
  },
}
