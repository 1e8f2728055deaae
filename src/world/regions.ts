/**
 * Parts of countries that addresses name: states, provinces, departments, counties. The table is written by
 * scripts/world/write-addresses.ts from Google's address data (docs/decisions/057-addresses.md).
 */
import { readFileSync } from 'node:fs'

/** `key`: the text of labels, in letters of the country. `latin`: in Latin letters. `iso`: ISO 3166-2, without the country. */
type Region = { key: string; name: string; latin: string; iso: string }

let regions: ReadonlyMap<string, readonly Region[]> | undefined

/** Reads it with the first question. */
function regionsOf(country: string): readonly Region[] {
  regions ??= Map.groupBy(readTable(), ({ country: code }) => code)
  return regions.get(country) ?? []
}

function readTable(): (Region & { country: string })[] {
  const table = readFileSync(new URL('./regions.txt', import.meta.url), 'utf8')
  return table
    .trimEnd()
    .split('\n')
    .map(line => {
      const [country = '', key = '', name = '', latin = '', iso = ''] = line.split('\t')
      return { country, key, name, latin, iso }
    })
}

/** Lists regions to choose from: the text of a label, and a name that people know. */
export function listRegions(country: string): { value: string; name: string }[] {
  return regionsOf(country).map(({ key, name, latin }) => ({ value: latin || key, name: latin || name || key }))
}

/** A region by its name or code, as labels have it; otherwise as it was typed. */
export function regionOnLabel(country: string, typed: string, isLatin: boolean): string {
  const code = folded(typed.replace(new RegExp(`^${country}-`, 'i'), ''))
  const known = regionsOf(country)
  const found = (['key', 'name', 'latin'] as const)
    .map(by => known.find(region => folded(region[by]) === folded(typed)))
    .find(region => region !== undefined)
  const region = found ?? (code === '' ? undefined : known.find(({ iso }) => folded(iso) === code))
  return region ? (isLatin && region.latin) || region.key : typed
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
