/**
 * Lightspeed. The C-Series writes names with the language in front (`US_Title_Short`, `DE_Title_Short`); the X-Series, once Vend, those of
 * its API (`variant_option_one_name`). Rows with the same product number or handle are variants.
 */
import type { Cells } from '../prices.ts'
import type { Program, Row } from './program.ts'
import {
  filledFrom,
  firstOf,
  groupNames,
  isOn,
  meantAs,
  NOT_ON_SALE,
  numberedSku,
  reduced,
  slashPath,
  variantFields,
} from './rows.ts'

export const lightspeed: Program = {
  name: 'Lightspeed C-Series',
  columns: {
    '~id': ['Internal_ID'],
    '~variant': ['Internal_Variant_ID'],
    '~visible': ['Visible'],
    brand: ['Brand'],
    amount: ['Price'],
    '~former': ['Price_Old'],
    stock: ['Stock_Level'],
    '~tracked': ['Stock_Track', 'Stock_Tracking'],
    sku: ['SKU'],
    mpn: ['Article_Code'],
    gtin: ['EAN'],
    pictures: ['Images'],
  },
  isKnown: has => has('~id') && has('~variant') && has('~visible'),
  hidesVat: true,
  adapter: ({ cell, like }) => {
    const nameFor = groupNames()
    const first = (pattern: RegExp) => like(pattern)[0]?.index ?? -1
    const [title, long] = [first(/^[a-z]{2}_title_short$/i), first(/^[a-z]{2}_title_long$/i)]
    const [text, short] = [first(/^[a-z]{2}_description_long$/i), first(/^[a-z]{2}_description_short$/i)]
    const kind = first(/^[a-z]{2}_variant$/i)
    const categories = like(/^([a-z]{2})_category_\d$/i)
    const ofFirst = categories.filter(({ match }) => match[1] === categories[0]!.match[1])
    const adapt = (row: Row) => {
      const { cells } = row
      if (isOn(cell(cells, '~visible')) === false) return { mistake: NOT_ON_SALE }
      const name = cells[title] || cells[long] || ''
      const chosen = variantIn(cells[kind] ?? '')
      return meantAs(row, {
        sku: cell(cells, 'sku') || cell(cells, 'mpn') || numberedSku('LS', cell(cells, '~variant')) || '',
        name,
        description: cells[text] || cells[short] || '',
        category: ofFirst
          .map(({ index }) => cells[index]?.trim())
          .filter(Boolean)
          .join(' > '),
        ...(/^(none|n|0|no)$/i.test(cell(cells, '~tracked')) && { stock: '', stock_counted: 'no' }),
        ...reduced(cell(cells, 'amount'), cell(cells, '~former')),
        ...variantFields(nameFor(name, cell(cells, '~id')), chosen),
      })
    }
    return { adapt }
  },
}

/** `Size: S, Color: Red`; a single product is called `Default`. */
function variantIn(text: string): [string, string][] {
  const pairs = text.split(/[,;]/).flatMap(part => {
    const [name = '', value = ''] = part.split(':').map(half => half.trim())
    return name && value ? [[name.replaceAll('"', ''), value.replaceAll('"', '')] as [string, string]] : []
  })
  if (pairs.length > 0) return pairs
  return text && !/^(default|standard|standaard|défaut)$/i.test(text.trim()) ? [['Option', text.trim()]] : []
}

const NUMBERS = ['one', 'two', 'three'] as const

export const vend: Program = {
  name: 'Lightspeed X-Series',
  columns: {
    '~id': ['id'],
    '~handle': ['handle'],
    sku: ['sku'],
    name: ['name', 'product_name'],
    description: ['description'],
    category: ['product_category', 'type'],
    ...Object.fromEntries(NUMBERS.map(n => [`~option ${n} name`, [`variant_option_${n}_name`]])),
    ...Object.fromEntries(NUMBERS.map(n => [`~option ${n} value`, [`variant_option_${n}_value`]])),
    amount: ['retail_price'],
    brand: ['brand_name'],
    mpn: ['supplier_code'],
    '~active': ['active'],
    '~online': ['active_online'],
    '~tracked': ['track_inventory'],
    gtin: ['barcode'],
  },
  isKnown: has => has('~handle') && has('sku') && has('~option one name'),
  hidesVat: true,
  adapter: ({ at, cell, like }) => {
    const nameFor = groupNames()
    const places = like(/^inventory_(?!.*reorder)(.+)$/i)
    const shared = ['name', 'description', 'category', 'brand'].map(at)
    let first: readonly string[] = []
    const stockOf = (cells: readonly string[]): Cells => {
      if (isOn(cell(cells, '~tracked')) === false) return { stock_counted: 'no' }
      const counts = places.map(({ index }) => Number(cells[index] || 0))
      return places.length > 0 ? { stock: String(counts.reduce((sum, count) => sum + count, 0)) } : {}
    }
    const adapt = ({ cells, line }: Row) => {
      const isSame = cell(first, '~handle') === cell(cells, '~handle')
      if (!isSame) first = cells
      if (['~active', '~online'].some(name => isOn(cell(cells, name)) === false)) return { mistake: NOT_ON_SALE }
      const whole = isSame ? filledFrom(first, cells, shared) : cells
      const chosen = NUMBERS.map(
        n =>
          [
            cell(cells, `~option ${n} name`) || cell(first, `~option ${n} name`),
            cell(cells, `~option ${n} value`),
          ] as const,
      )
      return meantAs(
        { cells: whole, line },
        {
          category: slashPath(firstOf(cell(whole, 'category'))),
          ...stockOf(cells),
          ...variantFields(nameFor(cell(whole, 'name'), cell(cells, '~handle')), chosen),
        },
      )
    }
    return { adapt }
  },
}
