/** Reads the parts of the shop's postal address, which is typed as lines. E-invoices have them apart. */
import { LANGUAGES } from '../../words/languages.ts'
import { addressShape } from '../../world/addresses.ts'
import { countryName } from '../../world/countries.ts'

export type Seat = { street: string[]; postcode: string; city: string; region: string }

/** The lines without the country, which papers write in their own language. */
export function seatLines(seat: string, country: string): string[] {
  const lines = seat
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  return isCountry(lines.at(-1), country) ? lines.slice(0, -1) : lines
}

/** Tests whether a line is the name of the country, in a language of Semel or as its mail writes it. */
export function isCountry(line: string | undefined, country: string): boolean {
  const names = [...LANGUAGES.map(language => countryName(country, language)), ownName(country), country]
  return line !== undefined && names.some(name => fold(name) === fold(line))
}

/** Languages of a country are not in the data of names; its name in the language that CLDR finds most likely is. */
function ownName(country: string): string {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
}

/**
 * Finds the last line with a postcode of the country: what is beside it is the town, and what is above the street. Where the town has a
 * line of its own above the postcode, as in the United Kingdom, it is that line. Without a postcode the last line is the town.
 */
export function seatParts(seat: string, country: string): Seat {
  const lines = seatLines(seat, country)
  const { postcode: usual, latinLines } = addressShape(country)
  const pattern = usual && new RegExp(String.raw`(?<![\p{L}\d])(?:[A-Z]{1,3}-)?(${usual.pattern})(?![\p{L}\d])`, 'iu')
  const at = pattern ? lines.findLastIndex(line => pattern.test(line)) : -1
  if (!pattern || at < 0) return { street: lines.slice(0, -1), postcode: '', ...town(lines.at(-1) ?? '', false) }
  const [whole = '', postcode = ''] = pattern.exec(lines[at]!) ?? []
  const beside = lines[at]!.replace(whole, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,;·-]+|[\s,;·-]+$/g, '')
  const hasRegion = latinLines.some(line => line.some(({ part }) => part === 'region'))
  const below = lines.slice(at + 1)
  if (beside !== '') return { street: [...lines.slice(0, at), ...below], postcode, ...town(beside, hasRegion) }
  return {
    street: [...lines.slice(0, Math.max(0, at - 1)), ...below],
    postcode,
    ...town(lines[at - 1] ?? '', hasRegion),
  }
}

/** "Austin, TX" → the town and its state, where addresses have one. */
function town(text: string, hasRegion: boolean): Pick<Seat, 'city' | 'region'> {
  const [, city = '', region = ''] = (hasRegion && /^(.+?),\s*(.+)$/.exec(text)) || ['', text, '']
  return { city, region }
}
