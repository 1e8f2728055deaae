/**
 * The fields of an address in a form: the country first, and then what an address of this country has, in its own words. Every form
 * that asks for an address has these fields, below a path of its own in the body.
 */

import type { Problem } from '../../pages/assets/form-rules.js'
import type { Field } from '../../pages/field.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage } from '../../words/words.ts'
import { addressShape, askedParts, PLACE_PARTS, type PlacePart } from '../../world/addresses.ts'
import { countryName } from '../../world/countries.ts'
import { listRegions, regionOnLabel } from '../../world/regions.ts'
import { UNUSUAL_POSTCODE } from '../delivery-address.ts'

/** Names the fields in the body, in the form and for browsers. An address of the address book is for both. */
export type AddressForm = { readonly path: string; readonly group: Text; readonly section?: 'shipping' | 'billing' }

export const DELIVERY = {
  path: 'deliveryAddress',
  group: 'Deliver to',
  section: 'shipping',
} as const satisfies AddressForm

export const BILLING = {
  path: 'billingAddress',
  group: 'Invoice to',
  section: 'billing',
} as const satisfies AddressForm

/** Labels by the words that the data has for each part. */
const LABELS: Record<PlacePart, { usual: Text } & Record<string, Text>> = {
  postcode: { usual: 'Postcode', zip: 'ZIP code', eircode: 'Eircode', pin: 'PIN code' },
  city: { usual: 'Town or city', suburb: 'Suburb', district: 'District', post_town: 'Post town' },
  region: {
    usual: 'Province',
    area: 'Area',
    county: 'County',
    department: 'Department',
    district: 'District',
    do_si: 'Province',
    emirate: 'Emirate',
    island: 'Island',
    oblast: 'Oblast',
    parish: 'Parish',
    prefecture: 'Prefecture',
    state: 'State',
  },
  district: {
    usual: 'Suburb',
    district: 'District',
    neighborhood: 'Neighborhood',
    townland: 'Townland',
    village_township: 'Village or township',
  },
}

/** The names with which browsers fill in by themselves. */
const AUTOCOMPLETE: Record<PlacePart, string> = {
  postcode: 'postal-code',
  district: 'address-level3',
  city: 'address-level2',
  region: 'address-level1',
}

type AddressField = Pick<Field<Text>, 'label' | 'required' | 'width' | 'empty' | 'options'> & {
  name: string
  autocomplete: string
  type?: 'tel' | 'select'
}

/** Empty, a field is sent all the same, and the API says whether it is required. */
function fieldOf(form: AddressForm, { name, autocomplete, ...field }: AddressField): Field<Text> {
  return {
    type: 'text',
    empty: 'keep',
    ...field,
    name: `${form.path}.${name}`,
    autocomplete: autofill(form, autocomplete),
    group: form.group,
  }
}

function autofill({ section }: AddressForm, name: string): string {
  return section ? `${section} ${name}` : name
}

function peopleAndStreet(form: AddressForm): Field<Text>[] {
  const field = (more: AddressField) => fieldOf(form, more)
  return [
    field({ name: 'name', label: 'Full name', autocomplete: 'name', required: true }),
    field({ name: 'company', label: 'Company', autocomplete: 'organization', empty: 'omit' }),
    field({ name: 'line1', label: 'Address line 1', autocomplete: 'address-line1', required: true }),
    field({ name: 'line2', label: 'Address line 2', autocomplete: 'address-line2', empty: 'omit' }),
  ]
}

/** The invoice needs none. */
function phoneOf(form: AddressForm): Field<Text>[] {
  if (form.section === 'billing') return []
  const label = 'Phone, for the carrier'
  return [fieldOf(form, { name: 'phone', label, type: 'tel', autocomplete: 'tel', empty: 'omit', width: 'medium' })]
}

/** It decides about the other fields, so it is asked first. */
function countryOf(form: AddressForm): Field<Text> {
  const name = `${form.path}.country`
  return {
    name,
    label: 'Country',
    type: 'select',
    autocomplete: autofill(form, 'country'),
    required: true,
    empty: 'keep',
    width: 'medium',
  }
}

export const COUNTRY = countryOf(DELIVERY)

/** Every field that some country has, as a form declares them. */
export function declaredFields(form: AddressForm): Field<Text>[] {
  return [
    countryOf(form),
    ...peopleAndStreet(form),
    ...PLACE_PARTS.map(part => placeField(form, part, '', false)),
    ...phoneOf(form),
  ]
}

/** The fields for one country, and the countries to choose from. */
export function addressFields(country: string, countries: readonly string[], form: AddressForm = DELIVERY): Field[] {
  const language = currentLanguage()
  const options = countries
    .map(value => ({ value, label: countryName(value, language) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
  return [
    { ...countryOf(form), options },
    ...peopleAndStreet(form),
    ...askedParts(country).map(({ part, isRequired }) => placeField(form, part, country, isRequired)),
    ...phoneOf(form),
  ]
}

function placeField(form: AddressForm, part: PlacePart, country: string, required: boolean): Field<Text> {
  const regions = part === 'region' ? listRegions(country) : []
  const options = [{ value: '', label: '–' }, ...regions.map(({ value, name }) => ({ value, label: name }))]
  const { usual, ...others } = LABELS[part]
  return fieldOf(form, {
    name: part,
    label: others[addressShape(country).kinds[part]] ?? usual,
    autocomplete: AUTOCOMPLETE[part],
    required,
    width: part === 'postcode' ? 'short' : 'medium',
    ...(regions.length > 0 && { type: 'select', options }),
  })
}

/**
 * Fields that nobody sees, for a form whose address is looked at once more when its postcode is unusual. The second says for which
 * country the form was shown; it is no part of the operation.
 */
export function hiddenFields({ path }: AddressForm): [check: Field, shownFor: Field] {
  return [
    { name: `${path}.check`, label: 'Postcode', type: 'hidden', value: 'json' },
    { name: `_${path}For`, label: 'Country', type: 'hidden' },
  ]
}

type Values = Readonly<Record<string, string | undefined>>

/**
 * Changes values for the country that the form shows now: it has other regions than the country before. A postcode that was refused
 * as unusual is accepted with the next press.
 */
export function addressValues(
  country: string,
  values: Values,
  problem?: Problem,
  form: AddressForm = DELIVERY,
): Values {
  const [check, shownFor] = hiddenFields(form)
  const isOther = values[shownFor.name] !== undefined && values[shownFor.name] !== country
  const isAsked = problem?.errors?.some(({ field, code }) => field.startsWith(form.path) && code === UNUSUAL_POSTCODE)
  return {
    [`${form.path}.country`]: country,
    [shownFor.name]: country,
    [check.name]: String(isOther || (!isAsked && values[check.name] !== 'false')),
    ...(isOther && { [`${form.path}.region`]: '' }),
  }
}

/** A stored address as the fields of a form have it: a region in the words of its options. */
export function typedAddress(address: Values, { path }: AddressForm = DELIVERY): Values {
  const { region, country = '' } = address
  const shown = region ? { ...address, region: regionOnLabel(country, region, true) } : address
  const values = Object.entries(shown).map(([name, value]) => [`${path}.${name}`, value])
  return { ...Object.fromEntries(values), [`_${path}For`]: country }
}
