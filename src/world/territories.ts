/**
 * Places whose VAT is not that of the country in the address. Law: Directive 2006/112/EC in the version of 14 August 2025. Article 6
 * names the territories outside of it (since Directive (EU) 2019/475 Campione d'Italia is among those in the customs union, which
 * changes nothing here); Article 7 says that Monaco counts as France and the Isle of Man as the United Kingdom. The same in the
 * Commission's table "Territorial status of EU countries and certain territories".
 *
 * Postcodes: the address data of google/libaddressinput (testdata/countryinfo.txt at e20690c8, 12 June 2025) for AX,
 * GP, MQ, GF, RE, PM, YT, WF, PF, NC, MC, SM, VA, GG, JE, IM, GL and FO, and for Ceuta, Melilla and the two provinces of the
 * Canary Islands as parts of ES. BL and MF: `brick/postcode` (BLFormatter, MFFormatter). The others are from `ibericode/vat-rates`
 * (vat-rates.json, version 4) and `commerceguys/tax` (resources/zone). Those two differ about Livigno and Campione d'Italia: here
 * are their own postcodes, not those that they shared with neighbors. Codes: ISO 3166-1 and 3166-2 (as in the package iso-3166
 * 4.4.0) where there is one, else country and postcode.
 *
 * Left out, because no postcode tells them apart: the British bases on Cyprus (as Cyprus, Article 7) and the Italian waters of
 * Lake Lugano. docs/world.md says how to renew the table.
 */
import type { Language } from '../words/languages.ts'

/** Places that no library names. A language without a name of its own says the English one. */
type Name = { en: string } & Partial<Record<Language, string>>

type Territory = {
  code: string
  /** Country that addresses name instead, and the postcodes, without spaces. */
  within: readonly [country: string, postcodes: RegExp]
  /** A second country that addresses name. */
  also?: readonly [country: string, postcodes: RegExp]
  /** The country whose rates count until the shop has a rate of its own for the place; by default all other countries. */
  like?: string
  /** Names places without a code of ISO 3166-1. */
  name?: Name
}

/** The Union's law does not count there (Article 6), so goods are exported to it. */
const THIRD: readonly Territory[] = [
  // Article 6(1): Mount Athos, Canary Islands, French territories of Articles 349 and 355(1) TFEU, Åland, Channel Islands, Campione.
  { code: 'GR-69', within: ['GR', /^63086$/], name: { en: 'Mount Athos', de: 'Berg Athos', fr: 'Mont Athos' } },
  {
    code: 'ES-CN',
    within: ['ES', /^(35|38)\d{3}$/],
    name: { en: 'Canary Islands', de: 'Kanarische Inseln', fr: 'Îles Canaries' },
  },
  // Saint-Barthélemy and Saint-Martin have postcodes among those of Guadeloupe.
  { code: 'BL', within: ['FR', /^97133$/] },
  { code: 'MF', within: ['FR', /^97150$/] },
  { code: 'GP', within: ['FR', /^971\d{2}$/] },
  { code: 'MQ', within: ['FR', /^972\d{2}$/] },
  { code: 'GF', within: ['FR', /^973\d{2}$/] },
  { code: 'RE', within: ['FR', /^974\d{2}$/] },
  { code: 'PM', within: ['FR', /^975\d{2}$/] },
  { code: 'YT', within: ['FR', /^976\d{2}$/] },
  { code: 'WF', within: ['FR', /^986\d{2}$/] },
  { code: 'PF', within: ['FR', /^987\d{2}$/] },
  { code: 'NC', within: ['FR', /^988\d{2}$/] },
  { code: 'AX', within: ['FI', /^22\d{3}$/] },
  { code: 'GG', within: ['GB', /^GY\d/] },
  { code: 'JE', within: ['GB', /^JE\d/] },
  {
    code: 'IT-22061',
    within: ['IT', /^22061$/],
    name: { en: "Campione d'Italia", de: 'Campione d’Italia', fr: 'Campione d’Italia' },
  },
  // Article 6(2): Heligoland, Büsingen, Ceuta, Melilla, Livigno.
  { code: 'DE-27498', within: ['DE', /^27498$/], name: { en: 'Heligoland', de: 'Helgoland', fr: 'Héligoland' } },
  { code: 'DE-78266', within: ['DE', /^78266$/], name: { en: 'Büsingen', de: 'Büsingen', fr: 'Büsingen' } },
  { code: 'ES-CE', within: ['ES', /^51\d{3}$/], name: { en: 'Ceuta', de: 'Ceuta', fr: 'Ceuta' } },
  { code: 'ES-ML', within: ['ES', /^52\d{3}$/], name: { en: 'Melilla', de: 'Melilla', fr: 'Melilla' } },
  { code: 'IT-23041', within: ['IT', /^23041$/], name: { en: 'Livigno', de: 'Livigno', fr: 'Livigno' } },
  // Outside of the Union: Article 355(5)(a) TFEU for the Faroe Islands; Article 204 TFEU with Protocol No 34 for Greenland.
  { code: 'GL', within: ['DK', /^39\d{2}$/] },
  { code: 'FO', within: ['DK', /^\d{3}$/] },
  // The law of the Union is suspended where the Government of Cyprus has no control: Protocol No 10 to the Act of Accession of 2003,
  // Article 1(1). Postcodes there have five digits, those of Cyprus four.
  {
    code: 'CY-99',
    within: ['CY', /^99\d{3}$/],
    name: { en: 'Northern Cyprus', de: 'Nordzypern', fr: 'Chypre du Nord' },
  },
  // States of their own, whose mail has postcodes of Italy.
  { code: 'SM', within: ['IT', /^4789\d$/] },
  { code: 'VA', within: ['IT', /^00120$/] },
]

const OTHERS: readonly Territory[] = [
  // Article 7(2).
  { code: 'MC', within: ['FR', /^980\d{2}$/], like: 'FR' },
  { code: 'IM', within: ['GB', /^IM\d/], like: 'GB' },
  // Northern Ireland is in the Union for goods (Protocol on Ireland/Northern Ireland, Article 8 and Annex 3), at rates of the
  // United Kingdom.
  {
    code: 'XI',
    within: ['GB', /^BT\d/],
    like: 'GB',
    name: { en: 'Northern Ireland', de: 'Nordirland', fr: 'Irlande du Nord' },
  },
  // Article 104(3): Portugal may have lower rates there.
  { code: 'PT-20', within: ['PT', /^9[5-9]\d{2}/], like: 'PT', name: { en: 'Azores', de: 'Azoren', fr: 'Açores' } },
  { code: 'PT-30', within: ['PT', /^9[0-4]\d{2}/], like: 'PT', name: { en: 'Madeira', de: 'Madeira', fr: 'Madère' } },
  // Article 104(1): Austria has a second standard rate of 19 % there, for sellers who reside there (UStG 1994, § 10(4), in the
  // version of BGBl. I 37/2026). Mail has Austrian and German postcodes.
  {
    code: 'AT-6691',
    within: ['AT', /^6691$/],
    also: ['DE', /^87491$/],
    like: 'AT',
    name: { en: 'Jungholz', de: 'Jungholz', fr: 'Jungholz' },
  },
  {
    code: 'AT-6991',
    within: ['AT', /^699[1-3]$/],
    also: ['DE', /^8756[7-9]$/],
    like: 'AT',
    name: { en: 'Mittelberg', de: 'Mittelberg', fr: 'Mittelberg' },
  },
]

const TERRITORIES = [...THIRD, ...OTHERS]
const BY_CODE = new Map(TERRITORIES.map(one => [one.code, one]))
const BY_COUNTRY = Map.groupBy(
  TERRITORIES.flatMap(({ code, within, also }) =>
    [within, ...(also ? [also] : [])].map(([country, postcodes]) => ({ country, postcodes, code })),
  ),
  ({ country }) => country,
)

/** The member states (Article 5 with the Treaties). */
export const UNION: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** All places with a VAT of their own. */
export const TERRITORY_CODES: readonly string[] = TERRITORIES.map(({ code }) => code)

/** Codes that no country has, for lists. */
export const PARTS_OF_COUNTRIES = TERRITORIES.filter(({ name }) => name).map(({ code }) => code)

/** Finds where an address is for VAT: the code of a territory, or the country itself. */
export function territoryOf(country: string, postcode = ''): string {
  const places = BY_COUNTRY.get(country)
  if (!places) return country
  const plain = plainPostcode(postcode)
  return places.find(({ postcodes }) => postcodes.test(plain))?.code ?? country
}

/** Fits postcodes of places with a VAT of their own, without spaces; undefined: the country has no such places. */
export function territoryPattern(country: string): string | undefined {
  const places = BY_COUNTRY.get(country)
  return places && `^[A-Z]{0,3}(?:${places.map(({ postcodes }) => postcodes.source.slice(1)).join('|')})`
}

/** People write `D-27498`, `AX-22 100` and `GB-BT1 5GS`: without what is no postcode, and without the country before it. */
function plainPostcode(postcode: string): string {
  const signs = postcode
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')
  return signs.replace(/^[A-Z]{1,3}(?=\d{3,}$)|^(?:GB|UK)(?=[A-Z]{1,2}\d)/, '')
}

/** The countries that addresses of the place name, by ISO 3166-1. */
export function countriesOf(code: string): string[] {
  const { within, also, name } = BY_CODE.get(code) ?? {}
  return [...(name ? [] : [code]), ...(within ? [within[0]] : []), ...(also ? [also[0]] : [])]
}

/**
 * Lists the territories whose rates count there, best first: itself, the country that it counts as, and all other countries (`*`).
 * The last ones never count within the Union.
 */
export function ratesFor(territory: string): string[] {
  const like = BY_CODE.get(territory)?.like
  const own = like ? [territory, like] : [territory]
  return isInUnion(territory) ? own : [...own, '*']
}

/** The state that a place counts as: itself, if it has a VAT of its own. */
export function stateOf(code: string): string {
  return BY_CODE.get(code)?.like ?? code
}

/** The state to which goods are supplied: Northern Ireland is one for goods. */
export function suppliedTo(place: string): string {
  return TAXED_BY_UNION.includes(place) ? place : stateOf(place)
}

/**
 * Limit in cents and without VAT, in this calendar year and in the one before (Directive 2006/112/EC, Article
 * 59c(1)(c)).
 */
export const SALES_ABROAD_LIMIT = 10_000_00

/** The places of the Union that need rates: its states, and Northern Ireland, where goods are in it. */
export const TAXED_BY_UNION: readonly string[] = [...UNION, 'XI']

/** Tests whether goods that are sent there stay in the Union. */
export function isInUnion(code: string): boolean {
  const like = BY_CODE.get(code)?.like
  return TAXED_BY_UNION.includes(code) || (like !== undefined && UNION.includes(like))
}

export function territoryName(code: string, language: Language): string | undefined {
  const name = BY_CODE.get(code)?.name
  return name && (name[language] ?? name.en)
}
