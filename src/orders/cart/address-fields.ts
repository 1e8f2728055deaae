/** The fields of an address in a form: the country first, and then what an address of this country has, in its own words. */
import type { Field } from '../../pages/field.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage } from '../../words/words.ts'
import { countryName } from '../../world/countries.ts'
import { askedParts, type PlacePart } from '../address-shapes.ts'

/**
 * Labels for each part, where a country calls it something else. They are in the language of the reader, with a term
 * that is on letters there.
 */
const LABELS: Record<PlacePart, { usual: Text } & Record<string, Text>> = {
  postcode: { usual: 'Postcode', US: 'ZIP code', IE: 'Eircode', BR: 'CEP (postcode)', IN: 'PIN code' },
  city: { usual: 'Town or city', HK: 'District', JP: 'City or ward', AE: 'City or area' },
  region: {
    usual: 'Province',
    AE: 'Emirate',
    AU: 'State or territory',
    BR: 'State',
    CA: 'Province or territory',
    HK: 'Area',
    IE: 'County',
    IN: 'State',
    JP: 'Prefecture',
    MX: 'State',
    MY: 'State',
    US: 'State',
  },
}

/** The names with which browsers fill in by themselves. */
const AUTOCOMPLETE: Record<PlacePart, string> = {
  postcode: 'postal-code',
  city: 'address-level2',
  region: 'address-level1',
}

type AddressField = Pick<Field<Text>, 'label' | 'required' | 'width'> & { name: string; autocomplete: string }

function fieldOf({ name, autocomplete, ...field }: AddressField): Field<Text> {
  return {
    ...field,
    type: 'text',
    name: `deliveryAddress.${name}`,
    autocomplete: `shipping ${autocomplete}`,
    group: 'Deliver to',
    // Empty, it is sent all the same, and the API says whether it is required.
    empty: 'keep',
  }
}

const STREET = [
  fieldOf({ name: 'name', label: 'Full name', autocomplete: 'name', required: true }),
  fieldOf({ name: 'line1', label: 'Address line 1', autocomplete: 'address-line1', required: true }),
  {
    ...fieldOf({ name: 'line2', label: 'Address line 2', autocomplete: 'address-line2' }),
    empty: 'omit',
  },
] as const satisfies Field[]

/** It decides about the other fields, so it is asked first. */
export const COUNTRY = {
  name: 'deliveryAddress.country',
  label: 'Country',
  type: 'select',
  autocomplete: 'shipping country',
  required: true,
  empty: 'keep',
  width: 'medium',
} as const satisfies Field<Text>

/** Every field that some country has, as the form declares them. */
export const ADDRESS_FIELDS: readonly Field[] = [
  COUNTRY,
  ...STREET,
  ...(['postcode', 'city', 'region'] as const).map(part => placeField(part, '', 'optional')),
]

/** The fields for one country, and the countries to choose from. */
export function addressFields(country: string, countries: readonly string[]): Field[] {
  const language = currentLanguage()
  const options = countries
    .map(value => ({ value, label: countryName(value, language) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
  return [
    { ...COUNTRY, options },
    ...STREET,
    ...askedParts(country).map(({ part, need }) => placeField(part, country, need)),
  ]
}

function placeField(part: PlacePart, country: string, need: 'required' | 'optional'): Field<Text> {
  return fieldOf({
    name: part,
    label: LABELS[part][country] ?? LABELS[part].usual,
    autocomplete: AUTOCOMPLETE[part],
    required: need === 'required',
    width: part === 'postcode' ? 'short' : 'medium',
  })
}
