/** Addresses of orders: what they consist of, and how they are tidied. What a country needs is in `src/world/addresses.ts`. */
import { type Static, Type } from 'typebox'
import { CHECK } from '../http/input/keywords.ts'
import { currentLanguage } from '../words/words.ts'
import { countriesThatNeed, labelLines, postcodeInstead, REGION_NEVER_EMPTY } from '../world/addresses.ts'
import { COUNTRIES, countryName } from '../world/countries.ts'

/** The pattern alone would accept a part of which `tidy` leaves nothing. */
const text = (maxLength: number, more = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', [CHECK]: mistakeIn, ...more })
const maybe = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }))

function mistakeIn(part: string) {
  return tidy(part) === '' ? { reason: 'is required', code: 'required' } : undefined
}

/** Looks at it only for clients that ask. Nobody knows each postcode, and an address that somebody insists on is taken. */
function unusualPostcode(postcode: string, { country, check }: { country?: unknown; check?: unknown }) {
  const example = check === true && typeof country === 'string' && postcodeInstead(country, tidy(postcode))
  const reason = `does not look like one of this country, such as ${example}. Correct it, or send the form again to use it as it is`
  return example ? { reason, code: UNUSUAL_POSTCODE } : undefined
}

export const UNUSUAL_POSTCODE = 'unusual_postcode'

const parts = {
  name: text(100, { examples: ['Ada Lovelace'] }),
  company: maybe(100, 'Shown on labels, and in place of the name on invoices.'),
  line1: text(200),
  line2: maybe(200, 'More of the street: building, floor, flat.'),
  district: maybe(100, 'Part of the city, where addresses name it: neighborhood, townland, suburb.'),
  postcode: Type.Optional(
    Type.String({
      maxLength: 20,
      [CHECK]: unusualPostcode,
      description: 'Required in countries whose addresses need one. Any text is accepted, unless `check` is true.',
    }),
  ),
  region: maybe(
    100,
    'State, province, department or county, by its name or its code in ISO 3166-2. Labels have it as the country does.',
  ),
  country: Type.String({
    enum: [...COUNTRIES],
    examples: ['GB'],
    'x-reason': 'must be a country of two letters like DE (ISO 3166-1)',
    description: 'ISO 3166-1, two letters; also XK, AC and TA.',
  }),
  phone: maybe(40, 'For the carrier, who may call about the delivery.'),
}

const { name, company, line1, line2, district, postcode, region, country, phone } = parts

export const DeliveryAddress = Type.Object(
  {
    ...{ name, company, line1, line2, district, postcode },
    city: Type.String({ maxLength: 100, description: 'Empty where addresses have none, as in Singapore.' }),
    ...{ region, country, phone },
  },
  { title: 'DeliveryAddress' },
)
export type DeliveryAddress = Static<typeof DeliveryAddress>

const given = {
  ...{ name, company, line1, line2, district, postcode },
  city: maybe(100, 'Required in countries whose addresses need one.'),
  ...{ region, country, phone },
}

const anotherName = Type.Optional(
  Type.String({ maxLength: 100, description: 'Another name for the region.', examples: ['Bavaria'] }),
)

/** An address of a former shop. WooCommerce names the region state, Shopify province, and others county. */
export const ImportedAddress = Type.Object(
  { ...given, state: anotherName, province: anotherName, county: anotherName },
  { title: 'ImportedAddress', description: 'One without a `name` has its `company` in its place.' },
)

const isIn = (countries: readonly string[]) => ({ required: ['country'], properties: { country: { enum: countries } } })
const others = (countries: readonly string[]) => COUNTRIES.filter(code => !countries.includes(code))

const isChecked = {
  required: ['check', 'country'],
  properties: { check: { const: true }, country: { enum: countriesThatNeed('region') } },
}

/**
 * An address that somebody sends. What is missing is named beside all other mistakes. A region where labels have one may be
 * left out by programs, which did so before it was asked for; a form asks for it by `check`.
 */
export const NewDeliveryAddress = Type.Object(
  {
    ...given,
    check: Type.Optional(
      Type.Boolean({
        description:
          'For forms: refuses a postcode that does not look like one of its country, with `unusual_postcode`, so that a person can ' +
          'look at it again, and a missing region where labels need one. The same address is accepted without `check`.',
      }),
    ),
  },
  {
    title: 'NewDeliveryAddress',
    if: isIn(others(countriesThatNeed('postcode'))),
    else: { required: ['postcode'], properties: { postcode: text(20) } },
    allOf: [
      { if: isIn(others(countriesThatNeed('city'))), else: { required: ['city'], properties: { city: text(100) } } },
      { if: { not: isIn(REGION_NEVER_EMPTY) }, else: { properties: { region: text(100) } } },
      { if: { not: isChecked }, else: { required: ['region'], properties: { region: text(100) } } },
    ],
  },
)
export type NewDeliveryAddress = Static<typeof NewDeliveryAddress>

/** One line for each part, because a line break inside one could pose as another part on a packing slip. */
export function tidyAddress(address: Static<typeof ImportedAddress>): DeliveryAddress {
  const { name, company, line1, line2, district, postcode, city = '', region, country, phone } = address
  return {
    name: tidy(name),
    ...tidyParts({ company }),
    line1: tidy(line1),
    ...tidyParts({ line2, district, postcode }),
    city: tidy(city),
    ...tidyParts({ region }),
    country,
    ...tidyParts({ phone }),
  }
}

/** Leaves out what is empty. */
function tidyParts<Part extends string>(parts: Record<Part, string | undefined>): Partial<Record<Part, string>> {
  const tidied = Object.entries<string | undefined>(parts).map(([part, typed = '']) => [part, tidy(typed)])
  return Object.fromEntries(tidied.filter(([, typed]) => typed !== ''))
}

function tidy(part: string): string {
  return part.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim()
}

/** The lines of the label on a parcel. */
export function addressLines({ line1, line2, country, phone: _, ...parts }: DeliveryAddress): string[] {
  const street = [line1, ...(line2 ? [line2] : [])]
  return [...labelLines(country, { ...parts, street }), countryName(country, currentLanguage())]
}

/** Names an address in a few words: the town, or else what it has in place of one. */
export function placeOf({ city, region, postcode, country }: DeliveryAddress): string {
  return [city || region || postcode, country].filter(Boolean).join(', ')
}
