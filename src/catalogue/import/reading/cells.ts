/** The cells of a row as fields: without markup, marks that nobody sees, and what spreadsheets wrap around them. */
import { unescapeFormula } from '../../../csv.ts'
import { isReadable } from '../attribute-cells.ts'
import type { Columns } from '../columns.ts'
import { textOfHtml } from '../formats/html-text.ts'
import { withoutShortCodes } from '../formats/short-codes.ts'
import type { Cells } from '../prices.ts'
import { isOn, NOT_ON_SALE } from '../programs/rows.ts'
import { type Field, isText } from './fields.ts'
import { CODES } from './names.ts'

/** CSV has only text: an empty field is a missing value. `more`: fields that count instead of their cells. */
export function cellsOf(
  { fields, guessed }: Columns,
  cells: readonly string[],
  decimalSign: string,
  more: Cells = {},
): Cells {
  const row: Cells = Object.create(null)
  for (const [index, field] of fields.entries()) {
    const cell = cells[index]
    if (!field || !cell || Object.hasOwn(more, field)) continue
    const text = plain(field, unescapeFormula(unwrapped(cell)))
    if (guessed.has(index) && !isReadable(field, text, decimalSign)) continue
    row[field] = CODES[field]?.(text) ?? text
  }
  for (const [name, cell] of Object.entries(more)) {
    const field = name as Field
    const text = cell && plain(field, unescapeFormula(unwrapped(cell)))
    if (text) row[field] = CODES[field]?.(text) ?? text
  }
  return row
}

/**
 * Files of a Mac have letters and their accents apart, and other shops have HTML. A number or a SKU that was copied from a page has marks
 * of direction around it, which nobody sees.
 */
function plain(field: Field, cell: string): string {
  return (
    isText(field)
      ? textOfHtml(isDescription(field) ? withoutShortCodes(cell) : cell)
      : cell.replaceAll(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
  ).normalize('NFC')
}

function isDescription(field: Field): boolean {
  return field.startsWith('description')
}

/** Spreadsheets keep leading zeros in a formula that is a text: `="00123"`. */
function unwrapped(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
}

/** `5 Stück` and `5 pcs`. Blanks are read from their first one, as a cell may have a million. */
const PIECES = /(?<!\s)\s*(?:stück|stk\.?|st\.|pcs\.?|pieces?|pièces?|pce\.?|units?|unités?)\s*$/i

function dense(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** `10`, `10.0` and `10.0000` are the number 10; `10.000` could be thousands. The check of the row rejects everything else. */
export function wholeNumber(cell: string): number | string {
  const bare = cell.replace(PIECES, '').replace(/^\s*(\d{1,3})((?:[ \u00a0\u2009\u202f]\d{3})+)\s*$/, dense)
  const [, whole] = /^\s*(-?\d{1,15})(?:[.,](?:0{1,2}|0{4,6}))?\s*$/.exec(bare) ?? []
  return whole === undefined ? cell : Number(whole)
}

/** @returns the reason why a row is refused whose columns `published` and `hidden` say that it is not on sale */
export function hiddenMistake({ published, hidden }: Cells): string | undefined {
  const [isShown, isHidden] = [published, hidden].map(cell =>
    cell === undefined ? undefined : (isOn(cell) ?? 'unclear'),
  )
  if (isShown === 'unclear') return 'published must be yes or no'
  if (isHidden === 'unclear') return 'hidden must be yes or no'
  return isShown === false || isHidden === true ? NOT_ON_SALE : undefined
}

export function withoutSwitches(fields: Cells): Cells {
  if (fields.published === undefined && fields.hidden === undefined) return fields
  const { published: _, hidden: _hidden, ...cells } = fields
  return cells
}
