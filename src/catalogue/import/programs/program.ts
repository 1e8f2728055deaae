/**
 * Programs of other shops whose files are read, and how their columns are found. Each program is a table: what a column is here, and its
 * names there, in every language in which the program writes them. Names match without case, accents, blanks, signs and characters that
 * nobody sees.
 */
import type { Cells } from '../prices.ts'

/** Names that are no field: `~` says something about its row, and `?` only tells the program. */
type Own = `~${string}` | `?${string}`
export type Table = Readonly<Record<string, readonly string[]>>

/**
 * Meaning of a row. A list: its cells as they are. `more`: fields beside them, which count instead of the cell. `mistake`: why the row is
 * refused. `picture`: a further one of a product. undefined: it is no product. `line`: of a row that was held back.
 */
export type One =
  | string[]
  | { cells: readonly string[]; more: Cells; line?: number }
  | { mistake: string; line?: number }
  | { sku: string; picture: string }
  | undefined
/** A list of rows begins with an object, so it is no list of cells. */
export type Meant = One | { rows: readonly One[] }
export type Row = { cells: readonly string[]; line: number }
export type Adapt = (row: Row) => Meant
/** `end`: rows that were held back until the end of the file. */
export type Adapter = { adapt: Adapt; end?: () => readonly One[] }

/** Finds columns of a file by the names of the table. -1: the file has no such column. */
export type Find = {
  at: (name: string) => number
  /** The cell of a row, without blanks around it. Empty where the file has no such column. */
  cell: (cells: readonly string[], name: string) => string
  /** Columns whose folded name matches, such as those that carry the name of a place. */
  like: (pattern: RegExp) => { index: number; name: string; match: RegExpExecArray }[]
}

export type Program = {
  name: string
  columns: Table
  isKnown: (has: (name: string) => boolean) => boolean
  /** The column `amount` does not say whether its prices include VAT. */
  hidesVat?: boolean
  adapter: (find: Find) => Adapter
}

export type FoundProgram = {
  name: string
  /** Own name of each column; undefined: the table does not name it. */
  columns: (string | undefined)[]
  hidesVat: boolean
  /** The file says which products are on sale. */
  readsSwitch: boolean
  /** Columns without a field that say what a row means. */
  reads: ReadonlySet<number>
  open: () => Adapter
}

/** Nothing longer is the name of a column. */
const LONGEST_NAME = 200

/** `Regulärer Preis ` → `regularerpreis`; a name of signs only stays. */
export function foldName(name: string): string {
  if (/^[a-z\d]+$/.test(name)) return name
  if (name.length > LONGEST_NAME) return name
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return folded || name.trim()
}

/** No file of a shop has more columns. */
const MOST_COLUMNS = 5000

/** The folded names of the first columns. */
export function foldNames(header: readonly string[]): string[] {
  return header.slice(0, MOST_COLUMNS).map(foldName)
}

/** The columns of a numbered name: `numbered('~option #', 3, ['Option # Value'])`. */
export function numbered(own: Own, most: number, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    Array.from({ length: most }, (_, n) => [
      own.replace('#', String(n + 1)),
      names.map(name => name.replace('#', String(n + 1))),
    ]),
  )
}

const SWITCHES = /^~(published|active|visible|visibility|available|online|status)$/

/** The names of all columns of the programs, folded. */
export function foldedNames(programs: readonly Program[]): ReadonlySet<string> {
  return new Set(programs.flatMap(({ columns }) => Object.values(columns).flat()).map(foldName))
}

/** @returns undefined for a file of none of the programs */
export function findProgram(header: readonly string[], programs: readonly Program[]): FoundProgram | undefined {
  const names = firstPlaces(foldNames(header), foldedNames(programs))
  for (const program of programs) {
    const places = placesOf(names, program.columns)
    if (!program.isKnown(name => places.has(name))) continue
    const columns: (string | undefined)[] = header.map(() => undefined)
    for (const [own, index] of places) columns[index] ??= own
    const find: Find = {
      at: name => places.get(name) ?? -1,
      cell: (cells, name) => cells[places.get(name) ?? -1]?.trim() ?? '',
      like: pattern =>
        header.flatMap((name, index) => {
          const match = pattern.exec(name.trim())
          return match ? [{ index, name: name.trim(), match }] : []
        }),
    }
    const reads = new Set([...columns.keys()].filter(index => columns[index]?.startsWith('~')))
    const { name, hidesVat = false } = program
    const readsSwitch = [...places.keys()].some(own => SWITCHES.test(own))
    return { name, columns, hidesVat, readsSwitch, reads, open: () => program.adapter(find) }
  }
  return undefined
}

/** Finds the first place of each of the known names. */
export function firstPlaces(names: readonly string[], known: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>()
  for (const [index, name] of names.entries()) if (known.has(name) && !places.has(name)) places.set(name, index)
  return places
}

function placesOf(names: ReadonlyMap<string, number>, table: Table): Map<string, number> {
  const places = new Map<string, number>()
  for (const [own, spellings] of Object.entries(table)) {
    const index = spellings.map(spelling => names.get(foldName(spelling))).find(index => index !== undefined)
    if (index !== undefined) places.set(own, index)
  }
  return places
}
