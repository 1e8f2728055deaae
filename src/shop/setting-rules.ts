/** The rules of single settings, for `CHECK`. */

import { ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { Type } from 'typebox'
import { invalidEmail, isEmail } from '../http/input/email.ts'
import { CHECK, directionMark, TRIM } from '../http/input/keywords.ts'
import { canonicalZone } from '../time.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'
import { isoRemainderOf } from '../world/check-sums.ts'
import { COUNTRIES } from '../world/countries.ts'
import { CURRENCIES } from '../world/currencies.ts'

type Mistake = { reason: string; code: string } | undefined

/** `+01:00` means the opposite to PostgreSQL, so a zone has a name. */
export function timeZoneMistake(text: string): Mistake {
  if (/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(text) && canonicalZone(text) !== undefined) return undefined
  return { reason: 'is not a time zone. Write it like Europe/Paris', code: 'unknown_time_zone' }
}

export function currencyMistake(text: string): Mistake {
  if (CURRENCIES.includes(text)) return undefined
  return { reason: 'is not a currency. Write it like EUR, in three capital letters', code: 'unknown_currency' }
}

export function countryMistake(text: string): Mistake {
  if (COUNTRIES.includes(text)) return undefined
  return { reason: `has ${JSON.stringify(text)}, which is not a country. Write it like DE`, code: 'unknown_country' }
}

function emailMistake(text: string): Mistake {
  if (isEmail(text)) return undefined
  const { field: _, ...mistake } = invalidEmail(text)
  return mistake
}

/**
 * Accepts them as banks write them, in groups or not. The two digits behind the country check all others (ISO 13616), and those of
 * some countries check the account once more. A country that the table of ibantools does not have yet is no mistake.
 */
export function ibanMistake(text: string): Mistake {
  const iban = plainIban(text)
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return undefined
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) {
    const fits = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) && isoRemainderOf(iban.slice(4) + iban.slice(0, 4)) === 1
    return fits ? undefined : invalidIban('is not an IBAN. It begins with two letters of a country')
  }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) {
    return invalidIban('is too short or too long for an IBAN of this country')
  }
  return invalidIban('is not an IBAN. Check its digits')
}

const invalidIban = (reason: string) => ({ reason, code: 'invalid_iban' })

/** `de89 3704 0044…` → `DE8937040044…` */
export function plainIban(text: string): string {
  return text.replaceAll(/[\s.-]/g, '').toUpperCase()
}

/** Writes it in groups of four, as people read it. */
export function groupedIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

export function bicMistake(text: string): Mistake {
  if (/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text.toUpperCase())) return undefined
  return { reason: 'must have 8 or 11 letters and digits, like COBADEFFXXX', code: 'invalid_bic' }
}

/**
 * Checks the reference that customers write on their transfer. Without the number nobody could tell whose money came. Signs:
 * those that banks have to pass on (European Payments Council, EPC217-08, "SEPA Requirements for an Extended Character Set", the
 * basic Latin set; German DFÜ-Abkommen, annex 3). No slash at an end and no two in a row (EPC, "Clarification Paper on the Use of
 * Slashes in References, Identifications and Identifiers"). A text that looks like an account is refused, because customers might
 * pay to it.
 */
export function referenceMistake(text: string): Mistake {
  const words = text.replaceAll('{order}', '1')
  const isPassedOn = /^[A-Za-z0-9/?:().,'+\- ]+$/.test(words) && !/^\/|\/$|\/\//.test(words)
  if (text.includes('{order}') && isPassedOn) return looksLikeAccount(text) ? ACCOUNT : undefined
  return {
    reason: 'must contain {order}, and besides it only plain letters, digits and signs that banks pass on',
    code: 'invalid_reference',
  }
}

const ACCOUNT = { reason: 'must not look like an account. Customers pay to the IBAN', code: 'invalid_reference' }

/**
 * A country, two digits, and 11 more letters and digits or more, however they are grouped: the shortest IBAN has 15 characters, the
 * longest 33 (the table of ibantools 4.5.4, after the registry of ISO 13616). Eight digits tell one from words behind a short number.
 */
function looksLikeAccount(text: string): boolean {
  const words = text.replaceAll('{order}', ' ').split(/[^A-Za-z0-9]+/)
  return words.some((word, n) => {
    const joined = words.slice(n).join('').slice(0, 34)
    return /^[A-Z]{2}\d{2}/i.test(word) && joined.length >= 15 && joined.replaceAll(/\D/g, '').length >= 8
  })
}

/** A digit at the end would run into the number, and two documents could look alike. */
export function prefixMistake(text: string): Mistake {
  if (/^[\dA-Za-z/._-]*[A-Za-z/._-]$/.test(text)) return undefined
  return { reason: 'may have letters, digits and / . _ -, and must not end with a digit', code: 'invalid_prefix' }
}

/** A text of the shop in each of its languages. Where one is missing, that of the first language is shown. */
export type Texts = Partial<Record<Language, string>>
/** A text of one line. */
export const line = (maxLength: number, description: string, mistakeIn: (text: string) => Mistake = directionMark) =>
  Type.String({ maxLength, [TRIM]: 'words', [CHECK]: mistakeIn, description })

export const mailbox = (description: string) =>
  Type.String({ maxLength: 254, [TRIM]: 'email', [CHECK]: emailMistake, description })

/** @param maxLength of the text in each language */
export function textsSchema(
  maxLength: number,
  description: string,
  mistakeIn: (text: string) => Mistake = directionMark,
) {
  const text = Type.Optional(Type.String({ maxLength, [TRIM]: true, [CHECK]: mistakeIn }))
  const each = Object.fromEntries(LANGUAGES.map(language => [language, text]))
  const reason = `is not a language that Semel has words in: ${LANGUAGES.join(', ')}`
  return Type.Unsafe<Texts>(Type.Object(each, { additionalProperties: false, description, 'x-reason': reason }))
}
