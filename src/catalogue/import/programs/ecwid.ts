/**
 * Ecwid (Lightspeed E-Series). Its names are the same in every language (support.ecwid.com, "Importing products and categories with CSV":
 * `product_sku`, `product_variation_option_…`). Rows of `type` product_variation belong to the product above.
 */
import type { Program, Row } from './program.ts'
import {
  atEnd,
  groupNames,
  holdBack,
  isOn,
  meantAs,
  NOT_ON_SALE,
  numberedSku,
  pictureList,
  reduced,
  slashPath,
  variantFields,
} from './rows.ts'

export const ecwid: Program = {
  name: 'Ecwid',
  columns: {
    '~type': ['type'],
    '~id': ['product_internal_id'],
    sku: ['product_sku'],
    '~variation sku': ['product_variation_sku'],
    name: ['product_name'],
    amount: ['product_price'],
    '~former': ['product_compare_to_price'],
    '~tracked': ['product_is_inventory_tracked'],
    stock: ['product_quantity'],
    '~available': ['product_is_available'],
    pictures: ['product_media_main_image_url'],
    description: ['product_description'],
    category: ['product_category_1'],
    brand: ['product_brand'],
    gtin: ['product_upc'],
  },
  isKnown: has => has('sku') && has('name') && has('~available'),
  hidesVat: true,
  adapter: ({ at, cell, like }) => {
    const nameFor = groupNames()
    const options = like(/^product_variation_option_(?:\{)?(.+?)(?:\})?$/i)
    const gallery = like(/^product_media_gallery_image_url_\d+$/i)
    const own = (row: Row, product: Row, chosen: [string, string][]) => {
      const { cells } = row
      if ([cells, product.cells].some(one => isOn(cell(one, '~available')) === false)) {
        return { mistake: NOT_ON_SALE, line: row.line }
      }
      const whole = cells.map((text, index) => text || (index === at('stock') ? '' : (product.cells[index] ?? '')))
      const base = cell(product.cells, 'sku') || numberedSku('ECWID', cell(product.cells, '~id')) || ''
      const values = chosen.map(([, value]) => value).filter(Boolean)
      const sku = cell(cells, '~variation sku') || (cell(cells, 'sku') !== base && cell(cells, 'sku'))
      return meantAs(
        { cells: whole, line: row.line },
        {
          sku: row === product ? base : sku || [base, ...values].join('-'),
          category: slashPath(cell(whole, 'category')),
          pictures: pictureList([cell(whole, 'pictures'), ...gallery.map(({ index }) => whole[index] ?? '')]),
          ...(isOn(cell(whole, '~tracked')) === false && { stock: '', stock_counted: 'no' }),
          ...reduced(cell(whole, 'amount'), cell(whole, '~former')),
          ...(row !== product &&
            variantFields(nameFor(cell(product.cells, 'name'), cell(product.cells, '~id') || base), chosen)),
        },
      )
    }
    const held = holdBack<Row>(product => own(product, product, []))
    const adapt = (row: Row) => {
      const type = cell(row.cells, '~type').toLowerCase()
      if (type === 'product' || type === '') return held.next(row)
      const product = type === 'product_variation' ? held.product() : undefined
      return (
        product &&
        own(
          row,
          product,
          options.map(({ index, match }): [string, string] => [match[1]!, row.cells[index]?.trim() ?? '']),
        )
      )
    }
    return { adapt, end: () => atEnd(held.release()) }
  },
}
