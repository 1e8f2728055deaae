/**
 * How addresses look in each country: which parts they have, and in which order these are on a label. Labels and forms
 * follow the same table. The facts are those of the postal services (UPU), kept here because they rarely change and a package
 * would bring names and patterns that nothing here uses (docs/decisions/039).
 */
export type AddressPlace = { city: string; postcode?: string | undefined; region?: string | undefined }

const PARTS = ['postcode', 'city', 'region'] as const
export type PlacePart = (typeof PARTS)[number]

/** Without postcodes, or with some that few people know, as in Ireland. Everywhere else a label needs one. */
export const POSTCODE_OPTIONAL = (
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN ' +
  'KP LC ML MO MR MS MW NA NR NU PA QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TT TV UG VC VU YE ZW'
).split(' ')
/** Among them, those with codes that some people know. */
const POSTCODE_KNOWN_TO_SOME = 'GH IE JM LC MS NA PA TT VC'.split(' ')

/** A parcel does not arrive without its state, province, prefecture or emirate. */
export const REGION_REQUIRED = 'AE AU BR CA IN JP MX US'.split(' ')

/** The lines between the street and the country. "Springfield, IL 62704": what is before a part joins it to the one before. */
const LINES: Record<string, string> = {
  AE: '{city}|{region}',
  AU: '{city} {region} {postcode}',
  BR: '{city} - {region}|{postcode}',
  CA: '{city}, {region} {postcode}',
  CN: '{postcode} {city}, {region}',
  ES: '{postcode} {city}|{region}',
  GB: '{city}|{postcode}',
  GG: '{city}|{postcode}',
  HK: '{city}|{region}',
  IE: '{city}|{region}|{postcode}',
  IM: '{city}|{postcode}',
  IN: '{city} {postcode}|{region}',
  IT: '{postcode} {city} {region}',
  JE: '{city}|{postcode}',
  JP: '{city}, {region} {postcode}',
  KR: '{city}, {region} {postcode}',
  MX: '{postcode} {city}, {region}',
  MY: '{postcode} {city}|{region}',
  NZ: '{city} {postcode}',
  SG: '{city} {postcode}',
  TH: '{city}, {region} {postcode}',
  TW: '{city}, {region} {postcode}',
  US: '{city}, {region} {postcode}',
}

/** The lines of a label between the street and the country. What an address does not have leaves no gap. */
export function placeLines(country: string, place: AddressPlace): string[] {
  const lines = linesOf(country).map(parts =>
    parts.reduce((line, { joint, part }) => (place[part] ? line + (line && joint) + place[part] : line), ''),
  )
  // A program can send a part that addresses of the country do not have.
  const others = PARTS.filter(part => !partsOf(country).includes(part)).map(part => place[part])
  return [...lines, ...others].filter(line => line !== undefined).filter(line => line !== '')
}

export type Need = 'required' | 'optional'

/** Lists the parts that a form asks for, in the order of the label. */
export function askedParts(country: string): { part: PlacePart; need: Need }[] {
  return partsOf(country).flatMap(part => {
    const need = needOf(part, country)
    return need === undefined ? [] : [{ part, need }]
  })
}

function needOf(part: PlacePart, country: string): Need | undefined {
  if (part === 'region') return REGION_REQUIRED.includes(country) ? 'required' : 'optional'
  if (part === 'city' || !POSTCODE_OPTIONAL.includes(country)) return 'required'
  return POSTCODE_KNOWN_TO_SOME.includes(country) ? 'optional' : undefined
}

function partsOf(country: string): PlacePart[] {
  return linesOf(country).flatMap(parts => parts.map(({ part }) => part))
}

function linesOf(country: string): { joint: string; part: PlacePart }[][] {
  const lines = LINES[country] ?? '{postcode} {city}'
  return lines
    .split('|')
    .map(line =>
      [...line.matchAll(/([^{]*)\{(\w+)\}/g)].map(([, joint = '', part]) => ({ joint, part: part as PlacePart })),
    )
}
