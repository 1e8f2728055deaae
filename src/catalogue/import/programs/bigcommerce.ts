/**
 * BigCommerce. Its names are English: those of the "Bulk Edit" template (`Item Type`, `Product Code/SKU`) and of the newer export (`Item`,
 * `SKU`, `Options`). Rows of kind SKU or Variant belong to the product above.
 */
import type { Cells } from '../prices.ts'
import type { Program, Row } from './program.ts'
import {
  atEnd,
  firstOf,
  groupNames,
  holdBack,
  isOn,
  meantAs,
  NOT_ON_SALE,
  numberedSku,
  pictureList,
  slashPath,
  variantFields,
} from './rows.ts'

export const bigCommerce: Program = {
  name: 'BigCommerce',
  columns: {
    '~type': ['Item Type', 'Item'],
    '~id': ['Product ID', 'ID'],
    name: ['Product Name', 'Name'],
    sku: ['Product Code/SKU', 'SKU'],
    brand: ['Brand Name'],
    description: ['Product Description', 'Description'],
    amount: ['Price'],
    '~sale price': ['Sale Price'],
    '~sellable': ['Allow Purchases?'],
    '~visible': ['Product Visible?', 'Is Visible'],
    '~tracking': ['Track Inventory', 'Inventory Tracking'],
    stock: ['Current Stock Level', 'Current Stock'],
    category: ['Category', 'Categories'],
    '~options': ['Options'],
    gtin: ['Global Trade Item Number', 'Global Trade Number', 'Product UPC/EAN', 'UPC/EAN'],
    mpn: ['Manufacturer Part Number'],
  },
  isKnown: has => has('~type') && has('sku') && has('name') && has('~visible') && has('~tracking'),
  hidesVat: true,
  adapter: ({ at, cell, like }) => {
    const nameFor = groupNames()
    const pictures = like(/^(product image url - \d+|image url \(import\)|internal image url \(export\))$/i)
    const own = (row: Row, product: Row) => {
      const whole = row.cells.map((text, index) => text || (index === at('stock') ? '' : (product.cells[index] ?? '')))
      const isHidden = [row.cells, product.cells].some(cells =>
        ['~visible', '~sellable'].some(name => isOn(cell(cells, name)) === false),
      )
      if (isHidden) return { mistake: NOT_ON_SALE, line: row.line }
      const chosen = optionsIn(cell(row.cells, '~options') || (row === product ? '' : cell(row.cells, 'name')))
      const base = cell(product.cells, 'sku') || numberedSku('BC', cell(product.cells, '~id')) || ''
      return meantAs(
        { cells: whole, line: row.line },
        {
          sku: cell(row.cells, 'sku') || [base, ...chosen.map(([, value]) => value)].join('-'),
          name: cell(product.cells, 'name'),
          category: slashPath(firstOf(cell(whole, 'category'), ';')),
          pictures: pictureList(pictures.map(({ index }) => whole[index] ?? '')),
          ...(/^(none|n)$/i.test(cell(product.cells, '~tracking')) && { stock: '', stock_counted: 'no' }),
          ...priceOf(cell(row.cells, 'amount'), cell(product.cells, 'amount')),
          sale_amount: Number(cell(whole, '~sale price')) > 0 ? cell(whole, '~sale price') : '',
          ...(row !== product &&
            variantFields(nameFor(cell(product.cells, 'name'), cell(product.cells, '~id')), chosen)),
        },
      )
    }
    const held = holdBack<Row>(product => own(product, product))
    const adapt = (row: Row) => {
      const type = cell(row.cells, '~type').toLowerCase()
      if (type === 'product') return held.next(row)
      const product = type === 'sku' || type === 'variant' ? held.product() : undefined
      return product && own(row, product)
    }
    return { adapt, end: () => atEnd(held.release()) }
  },
}

/** `[RT]Size=S,[CS]Color=Red:#ff0000`, and `Type=Rectangles|Name=Size|Value=S` of the newer export. */
function optionsIn(text: string): [string, string][] {
  const newer = [...text.matchAll(/Name=([^|]*)\|Value=([^|;]*)/g)]
  if (newer.length > 0) return newer.map(([, name, value]) => [name!, value!])
  return text.split(/,(?=\[)/).flatMap(part => {
    const [, name, value] = /^(?:\[[^\]]*\])?([^=]+)=(.*)$/.exec(part.trim()) ?? []
    return name === undefined ? [] : [[name, value!.replace(/:#[\da-f]{3,8}$/i, '')] as [string, string]]
  })
}

/** A variant has a price of its own, an addition such as `[ADD]5`, or that of its product. */
function priceOf(own: string, product: string): Cells {
  const [, kind, sum] = /^\[(ADD|REMOVE|FIXED)\](.*)$/i.exec(own) ?? []
  if (!kind) return { amount: own || product }
  if (kind.toUpperCase() === 'FIXED') return { amount: sum! }
  const signed = kind.toUpperCase() === 'ADD' ? Number(sum) : -Number(sum)
  return { amount: (Number(product) + signed).toFixed(2) }
}
