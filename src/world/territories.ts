/**
 * Places whose VAT is not that of the country in the address. Law: Directive 2006/112/EC in the version of 14 August 2025. Article 6
 * names the territories outside of it (since Directive (EU) 2019/475 Campione d'Italia is among those in the customs union, which
 * changes nothing here); Article 7 says that Monaco counts as France and the Isle of Man as the United Kingdom. The same in the
 * Commission's table "Territorial status of EU countries and certain territories".
 *
 * Postcodes: the address data of google/libaddressinput (testdata/countryinfo.txt at e20690c8, 12 June 2025) for AX,
 * GP, MQ, GF, RE, PM, YT, WF, PF, NC, MC, SM, VA, GG, JE and IM, and for Ceuta, Melilla and the two provinces of the
 * Canary Islands as parts of ES. The others are from `ibericode/vat-rates` (vat-rates.json, version 4) and
 * `commerceguys/tax` (resources/zone). Those two differ about Livigno and Campione d'Italia: here are their own
 * postcodes, not those that they shared with neighbors. Codes: ISO 3166-1 and 3166-2 (as in the package iso-3166 4.4.0)
 * where there is one, else country and postcode.
 *
 * Left out, because no postcode tells them apart: the British bases on Cyprus (as Cyprus, Article 7) and the Italian waters of
 * Lake Lugano.
 */
type Name = { en: string; de: string; fr: string }

export type Territory = {
  code: string
  /** Where addresses name another country: that country and the postcodes, without spaces. */
  within?: readonly [country: string, postcodes: RegExp]
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
  // Article 104(3): Portugal may have lower rates there. Article 104(1): Austria a second standard rate.
  { code: 'PT-20', within: ['PT', /^9[5-9]\d{2}/], like: 'PT', name: { en: 'Azores', de: 'Azoren', fr: 'Açores' } },
  { code: 'PT-30', within: ['PT', /^9[0-4]\d{2}/], like: 'PT', name: { en: 'Madeira', de: 'Madeira', fr: 'Madère' } },
  { code: 'AT-6691', within: ['AT', /^6691$/], like: 'AT', name: { en: 'Jungholz', de: 'Jungholz', fr: 'Jungholz' } },
  {
    code: 'AT-6991',
    within: ['AT', /^699[1-3]$/],
    like: 'AT',
    name: { en: 'Mittelberg', de: 'Mittelberg', fr: 'Mittelberg' },
  },
]

const TERRITORIES = [...THIRD, ...OTHERS]
const BY_COUNTRY = Map.groupBy(TERRITORIES, ({ within }) => within![0])
const BY_CODE = new Map(TERRITORIES.map(one => [one.code, one]))

/** The member states (Article 5 with the Treaties). */
export const UNION: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Codes that no country has, for lists. */
export const PARTS_OF_COUNTRIES = TERRITORIES.filter(({ name }) => name).map(({ code }) => code)

/** Where an address is for VAT: the code of a territory, or the country itself. */
export function territoryOf(country: string, postcode = ''): string {
  const plain = postcode.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return BY_COUNTRY.get(country)?.find(({ within }) => within![1].test(plain))?.code ?? country
}

/**
 * Lists the territories whose rates count there, best first: itself, the country that it counts as, and all other countries (`*`).
 * The last ones never count in a member state.
 */
export function ratesFor(territory: string): string[] {
  const like = BY_CODE.get(territory)?.like
  const own = like ? [territory, like] : [territory]
  return own.some(code => UNION.includes(code)) ? own : [...own, '*']
}

/** Whether goods that are sent there stay in the Union. */
export function isInUnion(code: string): boolean {
  const like = BY_CODE.get(code)?.like
  return UNION.includes(code) || code === 'XI' || (like !== undefined && UNION.includes(like))
}

export function territoryName(code: string, language: keyof Name): string | undefined {
  return BY_CODE.get(code)?.name?.[language]
}
