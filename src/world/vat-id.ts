/**
 * The forms of VAT identification numbers, without spaces, dots and hyphens. European Union: European Commission, VIES, frequently
 * asked questions, Q11 "VAT identification number structure". Greece is EL there, not GR. Northern Ireland (XI) has the forms of the
 * United Kingdom in that table. Switzerland: the UID with MWST, TVA or IVA behind it (Federal Statistical Office, UID register;
 * CHE-123.456.789 MWST since 2014). Others: a country and any text of its office. Only the offices know whether a number was issued.
 */
import { TAXED_BY_UNION } from './territories.ts'

const BRITISH = String.raw`\d{9}|\d{12}|GD\d{3}|HA\d{3}`
const NUMBER_FORMS: Readonly<Record<string, string>> = {
  AT: String.raw`U\d{8}`,
  BE: String.raw`[01]\d{9}`,
  BG: String.raw`\d{9,10}`,
  CY: String.raw`\d{8}[A-Z]`,
  CZ: String.raw`\d{8,10}`,
  DE: String.raw`\d{9}`,
  DK: String.raw`\d{8}`,
  EE: String.raw`\d{9}`,
  EL: String.raw`\d{9}`,
  ES: String.raw`[A-Z\d]\d{7}[A-Z\d]`,
  FI: String.raw`\d{8}`,
  FR: String.raw`[A-Z\d]{2}\d{9}`,
  GB: BRITISH,
  HR: String.raw`\d{11}`,
  HU: String.raw`\d{8}`,
  IE: String.raw`\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2}`,
  IT: String.raw`\d{11}`,
  LT: String.raw`\d{9}|\d{12}`,
  LU: String.raw`\d{8}`,
  LV: String.raw`\d{11}`,
  MT: String.raw`\d{8}`,
  NL: String.raw`[A-Z\d+*]{12}`,
  PL: String.raw`\d{10}`,
  PT: String.raw`\d{9}`,
  RO: String.raw`\d{2,10}`,
  SE: String.raw`\d{12}`,
  SI: String.raw`\d{8}`,
  SK: String.raw`\d{10}`,
  XI: BRITISH,
  CH: String.raw`E\d{9}(?:MWST|TVA|IVA)?`,
}
const OTHERS = String.raw`[\dA-Z]{2,13}`

/** `de 123.456.788` → `DE123456788` */
export function plainVatId(text: string): string {
  return text.replaceAll(/[\s.-]/g, '').toUpperCase()
}

/** Checks a number (`CHECK`), which is stored and printed as it was typed. */
export function vatIdMistake(text: string): { reason: string; code: string } | undefined {
  const [, country = '', number = ''] = /^([A-Z]{2})(.*)$/s.exec(text.replaceAll(/[\s.-]/g, '')) ?? []
  const wrong = (reason: string) => ({ reason, code: 'invalid_vat_id' })
  if (country === '') return wrong('must begin with the two letters of a country, like DE123456789')
  if (country === 'GR') return wrong('must begin with EL, as numbers of Greece do')
  const form = NUMBER_FORMS[country] ?? OTHERS
  if (new RegExp(`^(?:${form})$`).test(number)) return undefined
  return wrong(`does not have the form of a number that begins with ${country}. Check its letters and digits`)
}

/** The member state that gave the number, or XI for Northern Ireland; undefined: another country. */
export function stateOfVatId(vatId: string): string | undefined {
  const prefix = vatId.trimStart().slice(0, 2).toUpperCase()
  const state = prefix === 'EL' ? 'GR' : prefix
  return TAXED_BY_UNION.includes(state) ? state : undefined
}

/** The letters before the numbers of a place: those of its country, but EL for Greece (VIES, Q11). */
export function vatPrefixOf(place: string): string {
  const country = place.slice(0, 2)
  return country === 'GR' ? 'EL' : country
}
