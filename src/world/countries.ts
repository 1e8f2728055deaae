import type { Language } from '../words/languages.ts'
import { territoryName, UNION } from './territories.ts'

/** ISO 3166-1 alpha-2, and three codes that posts know besides: Ascension (AC), Tristan da Cunha (TA), Kosovo (XK). */
export const COUNTRIES: readonly string[] = (
  'AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV ' +
  'BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET ' +
  'FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM ' +
  'IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ' +
  'ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE ' +
  'PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST ' +
  'SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF ' +
  'WS XK YE YT ZA ZM ZW'
).split(' ')

const REST_OF_EUROPE = 'AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS SJ SM UA VA XK'.split(' ')

/** Names the part of the world in which a country is, for lists that are too long to be read. */
export function regionOf(code: string): 'European Union' | 'Rest of Europe' | 'Other countries' {
  if (UNION.includes(code)) return 'European Union'
  return REST_OF_EUROPE.includes(code) ? 'Rest of Europe' : 'Other countries'
}

const names = new Map<Language, Intl.DisplayNames>()

/** The code itself for what is no country: a form without JavaScript shows again what somebody has typed. */
export function countryName(code: string, language: Language): string {
  if (!COUNTRIES.includes(code)) return territoryName(code, language) ?? code
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(code) ?? code
}

/** Every country by its name in the language, sorted by it. */
export function listCountries(language: Language = 'en'): { code: string; name: string }[] {
  return COUNTRIES.map(code => ({ code, name: countryName(code, language) })).sort((a, b) =>
    a.name.localeCompare(b.name, language),
  )
}
