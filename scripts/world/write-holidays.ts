/**
 * Writes src/world/holidays.txt: the weekdays on which no period of the law ends, by country and year. Two sources are joined,
 * because each misses days that the other has (docs/decisions/053-holidays.md). Both are installed in a folder of your own:
 *
 *     npm install --prefix FOLDER date-holidays@3.37.0
 *     python3 -m venv FOLDER/python && FOLDER/python/bin/pip install holidays==0.105
 *     node scripts/world/write-holidays.ts FOLDER
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** The European Union, its economic area, Switzerland and the United Kingdom. */
const COUNTRIES = 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'
const [FIRST, LAST] = [2025, 2040]
const YEARS = Array.from({ length: LAST - FIRST + 1 }, (_, n) => FIRST + n)

/** Each a deliberate difference from the sources, with its law. */
const ADDED: Record<string, (year: number) => string[]> = {
  // Algemene termijnenwet, article 3(1): the fifth of May, every year. The sources have it every five years.
  NL: year => [`${year}-05-05`],
  // Laki säädettyjen määräaikain laskemisesta 150/1930, section 5: also Christmas Eve. One source leaves some years out.
  FI: year => [`${year}-12-24`],
}
/** date-holidays 3.37.0 has Clean Monday of Cyprus on the Tuesday. */
const WRONG: Record<string, RegExp> = { CY: /^Καθαρά Δευτέρα$/ }

type Library = new (
  country: string,
  state?: string,
) => {
  getStates(country: string): Record<string, string> | undefined
  getHolidays(year: number): { date: string; name: string; type: string }[]
}

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder in which both sources are installed.')
const Holidays: Library = createRequire(resolve(folder, 'package.json'))('date-holidays')

function fromDateHolidays(country: string): string[] {
  const states = Object.keys(new Holidays(country).getStates(country) ?? {})
  const places = [new Holidays(country), ...states.map(state => new Holidays(country, state))]
  return places.flatMap(place =>
    YEARS.flatMap(year => place.getHolidays(year))
      .filter(({ type, name }) => type === 'public' && !WRONG[country]?.test(name))
      .map(({ date }) => date.slice(0, 10)),
  )
}

const PROGRAM = `
import holidays, json, sys
days = {}
for country in sys.argv[1].split():
    years = range(int(sys.argv[2]), int(sys.argv[3]) + 1)
    places = [None, *holidays.country_holidays(country).subdivisions]
    days[country] = [day.isoformat() for place in places for day in holidays.country_holidays(country, subdiv=place, years=years)]
print(json.dumps(days))
`
const python = resolve(folder, 'python/bin/python')
const fromPython: Record<string, string[]> = JSON.parse(
  execFileSync(python, ['-c', PROGRAM, COUNTRIES, String(FIRST), String(LAST)], { encoding: 'utf8' }),
)

const lines = COUNTRIES.split(' ').flatMap(country => {
  const added = YEARS.flatMap(year => ADDED[country]?.(year) ?? [])
  const days = new Set([...fromDateHolidays(country), ...fromPython[country]!, ...added])
  const weekdays = [...days].filter(day => new Date(day).getUTCDay() % 6 !== 0).sort()
  return YEARS.map(year => {
    const ofYear = weekdays.filter(day => day.startsWith(String(year))).map(day => day.slice(5))
    return `${country} ${year} ${ofYear.join(' ')}`
  })
})
writeFileSync(new URL('../../src/world/holidays.txt', import.meta.url), `${lines.join('\n')}\n`)
