/**
 * Etsy. "Download data" writes English names (help.etsy.com, "How to download your listing information"). One row is a listing: its
 * variations are lists in their cells, with the SKUs between commas. How many of each there are is not in the file.
 */
import { numbered, type Program, type Row } from './program.ts'
import { groupNames, meantAs, pictureList, skuOfText, variantFields } from './rows.ts'

const [PICTURES, VARIATIONS] = [10, 2]

export const etsy: Program = {
  name: 'Etsy',
  columns: {
    name: ['TITLE'],
    description: ['DESCRIPTION'],
    amount: ['PRICE'],
    currency: ['CURRENCY_CODE'],
    stock: ['QUANTITY'],
    '?tags': ['TAGS'],
    '?materials': ['MATERIALS'],
    ...numbered('~image #', PICTURES, ['IMAGE#']),
    ...numbered('~variation # name', VARIATIONS, ['VARIATION # NAME']),
    ...numbered('~variation # values', VARIATIONS, ['VARIATION # VALUES']),
    sku: ['SKU'],
  },
  isKnown: has => has('name') && has('currency') && has('~image 1') && has('?materials'),
  hidesVat: true,
  adapter: ({ cell }) => {
    const nameFor = groupNames()
    const adapt = (row: Row) => {
      const { cells } = row
      const title = cell(cells, 'name')
      const own = skuOfText('ETSY', title)
      const pictures = pictureList(Array.from({ length: PICTURES }, (_, n) => cell(cells, `~image ${n + 1}`)))
      const kinds = Array.from({ length: VARIATIONS }, (_, n) => n + 1)
        .map(n => ({
          name: cell(cells, `~variation ${n} name`),
          values: listIn(cell(cells, `~variation ${n} values`)),
        }))
        .filter(({ values }) => values.length > 0)
      if (kinds.length === 0) return meantAs(row, { sku: cell(cells, 'sku') || own, pictures })
      const skus = listIn(cell(cells, 'sku'))
      const all = kinds.reduce<[string, string][][]>(
        (chosen, { name, values }) =>
          chosen.flatMap(one => values.map(value => [...one, [name, value] as [string, string]])),
        [[]],
      )
      const base = skus.length === 1 ? skus[0]! : own
      const rows = all.map((chosen, n) =>
        meantAs(row, {
          sku: skus.length === all.length ? skus[n]! : [base, ...chosen.map(([, value]) => value)].join('-'),
          pictures,
          stock: '',
          ...variantFields(nameFor(title, own), chosen),
        }),
      )
      return { rows }
    }
    return { adapt }
  },
}

function listIn(cell: string): string[] {
  return cell
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}
