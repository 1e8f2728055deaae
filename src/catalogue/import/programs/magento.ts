/**
 * Magento 2 (Adobe Commerce) writes the same names in every language: `Magento\CatalogImportExport\Model\Export\Product`. Rows of a store
 * view repeat a product in another language. A configurable product comes behind its variants and names them, so variants wait for it.
 */
import type { Cells } from '../prices.ts'
import type { One, Program, Row } from './program.ts'
import { firstOf, groupNames, meantAs, NOT_ON_SALE, UNCOUNTED, variantFields } from './rows.ts'

/** `Not Visible Individually`, as the three languages of the back office have it: only a configurable product shows it. */
const ONLY_INSIDE = /^(not visible|nicht einzeln|nicht individuell|non visible)/i

export const magento: Program = {
  name: 'Magento',
  columns: {
    sku: ['sku'],
    '~view': ['store_view_code'],
    '?set': ['attribute_set_code'],
    '~type': ['product_type'],
    category: ['categories'],
    name: ['name'],
    description: ['description'],
    '~short': ['short_description'],
    '~online': ['product_online'],
    '~visibility': ['visibility'],
    amount: ['price'],
    sale_amount: ['special_price'],
    sale_from: ['special_price_from_date'],
    sale_until: ['special_price_to_date'],
    created_at: ['created_at'],
    pictures: ['base_image'],
    '~more pictures': ['additional_images'],
    stock: ['qty'],
    '~managed': ['manage_stock'],
    '~managed by shop': ['use_config_manage_stock'],
    '~variations': ['configurable_variations'],
    '~labels': ['configurable_variation_labels'],
    related: ['upsell_skus', 'related_skus'],
    goes_with: ['crosssell_skus'],
  },
  isKnown: has => has('sku') && has('~type') && has('?set'),
  hidesVat: true,
  adapter: ({ at, cell }) => {
    const nameFor = groupNames()
    const waiting = new Map<string, ReturnType<typeof meantAs>>()
    const pathOf = (list: string) => {
      const path = firstOf(list).split('/')
      return path.slice(path.length > 1 ? 1 : 0).join(' > ')
    }
    const fieldsOf = (cells: readonly string[]): Cells => {
      const [created, more, short] = ['created_at', '~more pictures', '~short'].map(name => cell(cells, name))
      const isUncounted = cell(cells, '~managed') === '0' && cell(cells, '~managed by shop') !== '1'
      return {
        ...(at('created_at') >= 0 && { created_at: timeOf(created!) }),
        ...(cell(cells, 'category') && { category: pathOf(cell(cells, 'category')) }),
        ...(!cell(cells, 'description') && short && { description: short }),
        ...(isUncounted && UNCOUNTED),
        ...(more && { pictures: `${cell(cells, 'pictures')},${more}` }),
        sale_from: dayOf(cell(cells, 'sale_from')),
        sale_until: dayOf(cell(cells, 'sale_until')),
      }
    }
    const adapt = (row: Row) => {
      const { cells } = row
      if (cell(cells, '~view') !== '') return undefined
      const type = cell(cells, '~type')
      if (type === 'configurable') return { rows: variantsOf(cells) }
      if (/^(grouped|bundle)$/.test(type)) return undefined
      if (cell(cells, '~online') === '2') return { mistake: NOT_ON_SALE }
      const meant = meantAs(row, fieldsOf(cells))
      if (!ONLY_INSIDE.test(cell(cells, '~visibility'))) return meant
      waiting.set(cell(cells, 'sku'), meant)
      return undefined
    }

    const variantsOf = (cells: readonly string[]): One[] => {
      const labels = new Map(pairsIn(cell(cells, '~labels')))
      const group = nameFor(cell(cells, 'name'), cell(cells, 'sku'))
      return cell(cells, '~variations')
        .split('|')
        .flatMap((text): One[] => {
          const [[, sku] = [], ...chosen] = pairsIn(text)
          const held = waiting.get(sku ?? '')
          if (!held) return []
          waiting.delete(sku!)
          if (cell(cells, '~online') === '2') return [{ mistake: NOT_ON_SALE, line: held.line }]
          const fields = variantFields(
            group,
            chosen.map(([code, value]) => [labels.get(code) || code, value] as const),
          )
          return [{ ...held, more: { ...held.more, ...fields } }]
        })
    }
    return { adapt, end: () => [...waiting.values()].map(({ line }) => ({ mistake: NOT_ON_SALE, line })) }
  },
}

/** `sku=A-1,size=XS` */
function pairsIn(text: string): [string, string][] {
  return text.split(',').flatMap(part => {
    const [name = '', ...value] = part.split('=')
    return value.length > 0 ? [[name.trim(), value.join('=').trim()] as [string, string]] : []
  })
}

/** `1/7/24, 10:01 AM` is the American day, whatever the language of the shop. Anything else is left out. */
function timeOf(text: string): string {
  const [, month, day, year, hour, minute, half] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{2}), (\d{1,2}):(\d{2})\s([AP])M$/.exec(text) ?? []
  if (!year) return ''
  const time = Date.UTC(2000 + +year, +month! - 1, +day!, (+hour! % 12) + (half === 'P' ? 12 : 0), +minute!)
  return new Date(time).toISOString()
}

/** The days of sales are American too, without a time. */
function dayOf(text: string): string {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2})(?:,.*)?$/.exec(text) ?? []
  return year ? `20${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : text
}
