/** Delivery addresses: what they consist of, and how they are tidied. */
import { type Static, Type } from 'typebox'
import { CHECK } from '../http/input/keywords.ts'
import { currentLanguage } from '../words/words.ts'
import { COUNTRIES, countryName } from '../world/countries.ts'
import { POSTCODE_OPTIONAL, placeLines, REGION_REQUIRED } from './address-shapes.ts'

/** The pattern alone would accept a part of which `tidy` leaves nothing. */
const text = (maxLength: number, more = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', [CHECK]: mistakeIn, ...more })

function mistakeIn(part: string) {
  return tidy(part) === '' ? { reason: 'is required', code: 'required' } : undefined
}

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
    enum: [...COUNTRIES],
    examples: ['GB'],
    'x-reason': 'must be a country of two letters like DE (ISO 3166-1)',
    description: 'ISO 3166-1, two letters.',
  }),
}

export const DeliveryAddress = Type.Object(parts, { title: 'DeliveryAddress' })
export type DeliveryAddress = Static<typeof DeliveryAddress>

const isIn = (countries: string[]) => ({ required: ['country'], properties: { country: { enum: countries } } })

/**
 * An address that somebody sends. A missing postcode is named beside all other mistakes. A region where labels have one may be
 * left out by programs, which did so before it was asked for, but it is not sent empty.
 */
export const NewDeliveryAddress = Type.Object(parts, {
  title: 'NewDeliveryAddress',
  if: isIn(POSTCODE_OPTIONAL),
  else: { required: ['postcode'], properties: { postcode: text(20) } },
  allOf: [{ if: { not: isIn(REGION_REQUIRED) }, else: { properties: { region: text(100) } } }],
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
  return [
    name,
    line1,
    ...(line2 ? [line2] : []),
    ...placeLines(country, place),
    countryName(country, currentLanguage()),
  ]
}
