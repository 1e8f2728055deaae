/**
 * Shopware 6 writes the names of its profile "Default product", the same in every language (`Migration…ProductCategory` and
 * `Content/ImportExport` of shopware/core). Variants name their product by `parent_id`, in any order, and inherit what they leave out.
 */
import type { Program, Row } from './program.ts'
import { groupNames, isOn, meantAs, NOT_ON_SALE, pictureList, variantFields } from './rows.ts'

/** Categories, options and pictures may be given by ids, which mean nothing here. */
const ID = /^[\da-f]{32}$/i

export const shopware: Program = {
  name: 'Shopware 6',
  columns: {
    '~id': ['id'],
    '~parent': ['parent_id'],
    sku: ['product_number'],
    '~active': ['active'],
    stock: ['stock'],
    name: ['name'],
    description: ['description'],
    net_amount: ['price_net'],
    amount: ['price_gross'],
    '~tax': ['tax_rate'],
    pictures: ['cover_media_url'],
    '~media': ['media'],
    brand: ['manufacturer_name'],
    category: ['categories'],
    '~options': ['options', 'optionIds'],
    gtin: ['ean'],
    mpn: ['manufacturer_number'],
  },
  isKnown: has => has('sku') && has('~active') && (has('amount') || has('net_amount')),
  adapter: ({ at, cell }) => {
    const nameFor = groupNames()
    const rows: Row[] = []
    const own = (row: Row, parent: readonly string[] | undefined) => {
      const whole = row.cells.map((cell, index) => cell || (index === at('stock') ? '' : (parent?.[index] ?? '')))
      if ([whole, ...(parent ? [parent] : [])].some(cells => isOn(cell(cells, '~active')) === false)) {
        return { mistake: NOT_ON_SALE, line: row.line }
      }
      const named = (text: string) => text.split('|').filter(part => part && !ID.test(part))
      const pictures = [cell(whole, 'pictures'), ...cell(whole, '~media').split('|')].filter(part =>
        /^https?:/i.test(part),
      )
      const options = named(cell(row.cells, '~options')).map(text => text.split(':').map(part => part.trim()))
      const chosen = options.map(([name, value]) => (value ? [name, value] : ['Option', name]) as [string, string])
      return meantAs(
        { cells: whole, line: row.line },
        {
          category: named(cell(whole, 'category'))[0]?.replaceAll('/', ' > ') ?? '',
          pictures: pictureList(pictures),
          ...(parent &&
            variantFields(
              nameFor(cell(parent, 'name'), cell(parent, 'sku')),
              chosen.length > 0 ? chosen : [['Option', cell(whole, 'sku')]],
            )),
        },
      )
    }
    const end = () => {
      const products = new Map(rows.map(({ cells }) => [cell(cells, '~id'), cells]))
      const parents = new Set(rows.map(({ cells }) => cell(cells, '~parent')).filter(Boolean))
      return rows
        .filter(({ cells }) => !parents.has(cell(cells, '~id')))
        .map(row => own(row, products.get(cell(row.cells, '~parent'))))
    }
    if (at('~parent') < 0) return { adapt: row => own(row, undefined) }
    return { adapt: row => void rows.push(row), end }
  },
}
