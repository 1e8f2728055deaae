/** Delivery addresses: what they consist of, and how they are tidied. */
import { type Static, Type } from 'typebox'
import { CHECK } from '../http/input/keywords.ts'
import type { Field } from '../pages/field.ts'
import { POSTCODE_OPTIONAL, placeLines } from './address-shapes.ts'

/** The pattern alone would accept a part of which `tidy` leaves nothing. */
const text = (maxLength: number, more = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', [CHECK]: mistakeIn, ...more })

function mistakeIn(part: string) {
  return tidy(part) === '' ? { reason: 'is required', code: 'required' } : undefined
}

/** ISO 3166-1 alpha-2. */
export const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Postcodes have no format here: the rules of countries are too many to refuse an address by them. */
const parts = {
  name: text(100, { examples: ['Ada Lovelace'] }),
  line1: text(200),
  line2: Type.Optional(Type.String({ maxLength: 200 })),
  postcode: Type.Optional(
    Type.String({ maxLength: 20, description: 'Required in every country but those that have none, and Ireland.' }),
  ),
  city: text(100),
  region: Type.Optional(Type.String({ maxLength: 100, description: 'State, province or prefecture.' })),
  country: Type.String({
    enum: COUNTRIES,
    examples: ['GB'],
    'x-reason': 'must be a country of two letters like DE (ISO 3166-1)',
    description: 'ISO 3166-1, two letters.',
  }),
}

export const DeliveryAddress = Type.Object(parts, { title: 'DeliveryAddress' })
export type DeliveryAddress = Static<typeof DeliveryAddress>

/** An address that somebody sends. A missing postcode is named beside all other mistakes. */
export const NewDeliveryAddress = Type.Object(parts, {
  title: 'NewDeliveryAddress',
  if: { required: ['country'], properties: { country: { enum: POSTCODE_OPTIONAL } } },
  else: { required: ['postcode'], properties: { postcode: text(20) } },
})

/** One line for each part, because a line break inside one could pose as another part on a packing slip. */
export function tidyAddress(address: DeliveryAddress): DeliveryAddress {
  const { name, line1, line2, postcode, city, region, country } = address
  return {
    name: tidy(name),
    line1: tidy(line1),
    ...(line2 && tidy(line2) && { line2: tidy(line2) }),
    ...(postcode && tidy(postcode) && { postcode: tidy(postcode) }),
    city: tidy(city),
    ...(region && tidy(region) && { region: tidy(region) }),
    country,
  }
}

function tidy(part: string): string {
  return part.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim()
}

/** The lines of the label on a parcel. */
export function addressLines({ name, line1, line2, country, ...place }: DeliveryAddress): string[] {
  return [name, line1, ...(line2 ? [line2] : []), ...placeLines(country, place), countryName(country)]
}

const names = new Intl.DisplayNames('en', { type: 'region' })

export function countryName(code: string): string {
  return names.of(code) ?? code
}

/** Every country with its name, sorted by name. */
const COUNTRY_OPTIONS: readonly { value: string; label: string }[] = COUNTRIES.map(value => ({
  value,
  label: countryName(value),
})).sort((a, b) => a.label.localeCompare(b.label, 'en'))

/** The fields of a form, in the order and with the names that browsers fill in by themselves. */
export const ADDRESS_FIELDS: readonly Field[] = (
  [
    { name: 'name', label: 'Full name', autocomplete: 'shipping name', required: true },
    { name: 'line1', label: 'Address line 1', autocomplete: 'shipping address-line1', required: true },
    { name: 'line2', label: 'Address line 2', autocomplete: 'shipping address-line2' },
    { name: 'postcode', label: 'Postcode', autocomplete: 'shipping postal-code', required: true, width: 'short' },
    { name: 'city', label: 'Town or city', autocomplete: 'shipping address-level2', required: true, width: 'medium' },
    {
      name: 'country',
      label: 'Country',
      type: 'select',
      autocomplete: 'shipping country',
      required: true,
      width: 'medium',
      options: [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS],
    },
  ] as const satisfies readonly (Omit<Field, 'type'> & { type?: Field['type'] })[]
).map(field => ({
  type: 'text',
  group: 'Deliver to',
  ...('required' in field && { empty: 'keep' as const }),
  ...field,
  name: `deliveryAddress.${field.name}`,
}))
