/** Reads the cells of a sale: a price as on a price tag, and days as our own files and those of other shops write them. */
import { amountReason, readAmount } from '../../pages/assets/form-rules.js'
import type { Cells } from '../import/prices.ts'

type Sale = { sale_price?: number; sale_from?: string; sale_until?: string }

/** An empty cell leaves what the product has, as everywhere. */
export function readSale(
  { sale_amount: tag, sale_from: from, sale_until: until, currency = 'EUR' }: Cells,
  decimalSign: string,
): Sale | { mistake: string } {
  const days = { ...(from && { sale_from: dayIn(from) }), ...(until && { sale_until: dayIn(until) }) }
  if (!tag) return days
  const minor = readAmount(tag, currency, decimalSign)
  if (typeof minor === 'string') return { mistake: `sale_amount ${amountReason(minor, tag, currency)}` }
  return { sale_price: minor, ...days }
}

/**
 * `2026-12-01` and `2026/12/01`, also with a time behind it, and `01.12.2026`. With slashes and the year at the end the day could be the
 * month, so the row is refused.
 */
function dayIn(cell: string): string {
  const [, day] = /^\s*(\d{4}[-/]\d{2}[-/]\d{2})(?:[T ][\d:.]+Z?)?\s*$/.exec(cell) ?? []
  if (day) return day.replaceAll('/', '-')
  const [, own, month, year] = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(cell) ?? []
  return year ? `${year}-${month!.padStart(2, '0')}-${own!.padStart(2, '0')}` : cell
}
