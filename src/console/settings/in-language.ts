/** Names of countries, currencies and languages in the settings, in the language of the reader. */
import type { Field } from '../../pages/field.ts'
import { retentionHint } from '../../shop/calendar/records.ts'
import { nameOfLanguage } from '../../words/languages.ts'
import { currentLanguage, t, translated } from '../../words/words.ts'
import { fitsCheckDigits } from '../../world/vat-check-digits.ts'
import { languageOfField } from '../main-first.ts'
import { countryOptions, currencyOptions, listCountryFields } from './group-fields.ts'
import { seatHint } from './seller-fields.ts'

/** The field with its language in the label, if it holds a text in one language. */
export function withLanguage(field: Field): Field {
  const language = languageOfField(field)
  if (!language) return field
  const named = { label: translated(field.label), language: nameOfLanguage(language, currentLanguage()) }
  return { ...field, label: t('{label} ({language})', named) }
}

/** The function that lists the options of a field by their names. */
export function namedOptions(name: string): (() => NonNullable<Field['options']>) | undefined {
  if (name === 'country') return countryOptions
  return name === 'currency' ? currencyOptions : undefined
}

/** The fields with the boxes of countries in the reader's order. */
export function withCountries(fields: readonly Field[]): readonly Field[] {
  const isOfCountries = ({ name }: Field) => /^countries(?:\.|$)/.test(name)
  if (!fields.some(isOfCountries)) return fields
  return [...listCountryFields(), ...fields.filter(field => !isOfCountries(field))]
}

/** Facts of the world beside a field. A number of a state may be right all the same, so nobody is stopped. */
export function hintFor({ name }: Field, country: string, values: Record<string, unknown>): string | undefined {
  if (name === 'documentYears') return retentionHint(country)
  if (name === 'seat') return seatHint(String(values[name] ?? ''), country)
  if (name !== 'vatId' || fitsCheckDigits(String(values[name] ?? '')) !== false) return undefined
  return 'Its check digits do not fit. Please compare it with the letter of your tax office.'
}

/** Translates each for itself: no text has both. */
export function bothHints(own: string | undefined, fact: string): string {
  return own === undefined ? translated(fact) : `${translated(own)} ${translated(fact)}`
}
