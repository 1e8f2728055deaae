/** Finds which column of a product file is which field. */
import { StartError } from '../../config.ts'
import { isFree } from '../attributes/table.ts'
import { isNameElsewhere } from './attribute-cells.ts'
import type { Cells } from './prices.ts'
import { type FoundProgram, firstPlaces, foldName, foldNames } from './programs/program.ts'
import { type Field, IMPORT_FIELDS, PRICES } from './reading/fields.ts'
import { columnNames } from './reading/names.ts'

/** The names of the first hundred columns are enough to find a mistake, and so are their first hundred characters. */
const HEADERS_SHOWN = 100

/** Counts the cells that could be the name of a column. */
export function countColumns(cells: readonly string[]): number {
  return cells.filter(cell => columnNames().all.has(foldName(cell.replaceAll('"', '')))).length
}

export type Columns = {
  /** The field of each cell of a row; undefined for a cell that is not read. */
  fields: (Field | undefined)[]
  /** The first names of the columns that are not read. */
  unread: string[]
  /** The columns without a name. Edges of a table are such, as long as they hold nothing. */
  unnamed: Set<number>
  /** The columns of attributes under a name of another shop: they may hold something else. */
  guessed: ReadonlySet<number>
  /** Columns without a field that say what a row means. */
  reads: ReadonlySet<number>
  /** Prices are without VAT. */
  areNet: boolean
  asksVat: VatQuestion | undefined
  /** Leaves out what a person reads from a column that he has chosen. */
  unmapped: (more: Cells) => Cells
}

/** Answers of a person to the question of whether prices include VAT. */
export const VAT_OF_PRICES = ['included', 'excluded'] as const
export type VatOfPrices = (typeof VAT_OF_PRICES)[number]
/** `unsaid`: the file does not say whether its prices include VAT. `without`: it has only prices without VAT. */
export type VatQuestion = 'unsaid' | 'without'

/** Column of a file, from 1, from which each field is read, where a person has said so. The names do not count then. */
export type Mapping = Partial<Record<Field, number>>

type Known = { mapping?: Mapping | undefined; program?: FoundProgram | undefined; vat?: VatOfPrices | undefined }

/** @throws StartError when the first line does not name the columns */
export function readColumns(cells: readonly string[], known: Known): Columns {
  const { mapping, program, vat } = known
  const fields = findColumns(cells, known)
  requireColumns(fields)
  const names = cells.map(cell => cell.trim())
  const reads = program?.reads ?? new Set()
  const others = [...names.keys()].filter(index => !fields[index] && !reads.has(index))
  const unread = others.filter(index => names[index] !== '').slice(0, HEADERS_SHOWN)
  const unnamed = new Set(others.filter(index => names[index] === '').slice(0, HEADERS_SHOWN))
  const isGuessed = (index: number) => {
    const field = fields[index]
    if (mapping || field === undefined) return false
    return isNameElsewhere(field, normalizeName(names[index]!)) || (isFree(field) && program?.columns[index] === field)
  }
  const guessed = new Set([...names.keys()].filter(isGuessed))
  const saysVat = program !== undefined && !program.hidesVat
  return {
    fields,
    unread: unread.map(index => names[index]!.slice(0, HEADERS_SHOWN)),
    unnamed,
    guessed,
    reads,
    areNet: vat === 'excluded' && !saysVat && !fields.includes('net_amount'),
    asksVat: vat === undefined && !mapping ? vatQuestion(cells, fields, known) : undefined,
    unmapped: more =>
      mapping ? Object.fromEntries(Object.entries(more).filter(([field]) => !Object.hasOwn(mapping, field))) : more,
  }
}

function vatQuestion(cells: readonly string[], fields: Columns['fields'], known: Known): VatQuestion | undefined {
  if (PRICES.some(price => fields.includes(price))) return known.program?.hidesVat ? 'unsaid' : undefined
  return findColumns(cells, { ...known, vat: 'excluded' }).includes('net_amount') ? 'without' : undefined
}

/**
 * The field of each column, also where something is missing. Prices without VAT are read when somebody has said so: those of Semel
 * include it.
 */
export function findColumns(cells: readonly string[], { mapping, program, vat }: Known): Columns['fields'] {
  return mapping ? mappedColumns(cells, mapping) : namedColumns(cells, program, vat)
}

function mappedColumns(cells: readonly string[], mapping: Mapping): Columns['fields'] {
  const fields: Columns['fields'] = cells.map(() => undefined)
  for (const field of IMPORT_FIELDS) {
    const number = mapping[field]
    if (number === undefined) continue
    if (number > cells.length)
      throw new StartError(`The file has ${cells.length} columns, but ${field} is column ${number}.`)
    if (fields[number - 1]) throw new StartError(`Column ${number} cannot be both ${fields[number - 1]} and ${field}.`)
    fields[number - 1] = field
  }
  return fields
}

function namedColumns(
  cells: readonly string[],
  program: FoundProgram | undefined,
  vat: VatOfPrices | undefined,
): Columns['fields'] {
  const own = cells.map((cell, index) => program?.columns[index] ?? normalizeName(cell))
  const folded = firstPlaces(
    foldNames(cells).map((name, index) => (program?.columns[index] ? '' : name)),
    columnNames().all,
  )
  const places = firstPlaces(own, columnNames().exact)
  const fields: Columns['fields'] = own.map(() => undefined)
  for (const field of IMPORT_FIELDS) {
    if (field === 'net_amount' && vat !== 'excluded') continue
    const index = placeOf([field, ...(columnNames().aliases[field] ?? [])], own, { places, folded })
    if (index === undefined || fields[index]) continue
    // An export of another shop may have `price` beside the column that an alias would read.
    if (field === 'amount' && own[index] !== 'amount' && PRICES.some(price => places.has(price))) continue
    fields[index] = field
  }
  return fields
}

type Places = ReadonlyMap<string, number>

/** The column with the first of the names. Names match exactly first, then without case, accents, blanks and signs. */
function placeOf(
  names: readonly string[],
  own: readonly string[],
  { places, folded }: Record<'places' | 'folded', Places>,
) {
  const name = names.find(name => places.has(name))
  if (name === undefined) return names.map(name => folded.get(foldName(name))).find(index => index !== undefined)
  const index = places.get(name)!
  if (own.indexOf(name, index + 1) >= 0) {
    throw new StartError(`The first line names the column ${JSON.stringify(name)} twice.`)
  }
  return index
}

export function requireColumns(fields: Columns['fields']): void {
  const given = PRICES.filter(name => fields.includes(name))
  if (given.length > 1) {
    throw new StartError(`The first line names several prices: ${given.join(', ')}. Keep one of them.`)
  }
  const others = 'name, category, amount (like 19.99), price_minor (like 1999), stock'
  if (!fields.includes('sku')) throw new StartError(`The first line must name the columns; sku is missing.`)
  if (fields.filter(Boolean).length < 2) {
    throw new StartError(`The first line must name the columns; beside sku it has none that is read, like ${others}.`)
  }
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase().normalize('NFC')
}
