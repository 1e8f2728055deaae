/**
 * Public holidays of the European Union, its economic area, Switzerland and the United Kingdom, also those of single regions. The
 * table is written by scripts/world/write-holidays.ts, which names the sources; docs/decisions/053 says why there are two.
 */
import { readFileSync } from 'node:fs'

let holidays: ReadonlySet<string> | undefined

/** @returns false in a country or a year that the table does not have */
export function isHoliday(day: string, country: string): boolean {
  holidays ??= readTable()
  return holidays.has(`${country} ${day}`)
}

/** Reads it with the first question, because most commands ask none. */
function readTable(): ReadonlySet<string> {
  const table = readFileSync(new URL('./holidays.txt', import.meta.url), 'utf8')
  return new Set(
    table.split('\n').flatMap(line => {
      const [country, year, ...days] = line.split(' ')
      return days.filter(Boolean).map(day => `${country} ${year}-${day}`)
    }),
  )
}
