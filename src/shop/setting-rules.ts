/** The rules of single settings, for `CHECK`. */
import { invalidEmail, isEmail } from '../http/input/email.ts'
import { COUNTRIES } from './countries.ts'

type Mistake = { reason: string; code: string } | undefined

/** `+01:00` means the opposite to PostgreSQL, so a zone has a name. */
export function timeZoneMistake(text: string): Mistake {
  if (/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(text) && isKnownToIntl(text)) return undefined
  return { reason: 'is not a time zone. Write it like Europe/Paris', code: 'unknown_time_zone' }
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency')

export function currencyMistake(text: string): Mistake {
  if (CURRENCIES.includes(text)) return undefined
  return { reason: 'is not a currency. Write it like EUR, in three capital letters', code: 'unknown_currency' }
}

export function countryMistake(text: string): Mistake {
  if (COUNTRIES.includes(text)) return undefined
  return { reason: `has ${JSON.stringify(text)}, which is not a country. Write it like DE`, code: 'unknown_country' }
}

export function emailMistake(text: string): Mistake {
  if (isEmail(text.trim())) return undefined
  const { field: _, ...mistake } = invalidEmail(text)
  return mistake
}

/** As banks write them, in groups or not. The two digits behind the country check all others (ISO 13616). */
export function ibanMistake(text: string): Mistake {
  const iban = plainIban(text)
  const isRight = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) && remainderOf(iban.slice(4) + iban.slice(0, 4)) === 1
  return isRight ? undefined : { reason: 'is not an IBAN. Check its digits', code: 'invalid_iban' }
}

/** `de89 3704 0044…` → `DE8937040044…` */
export function plainIban(text: string): string {
  return text.replaceAll(/[\s.-]/g, '').toUpperCase()
}

/** In groups of four, as people read it. */
export function groupedIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** The remainder by 97 of a number in which A stands for 10, B for 11 and so on. */
function remainderOf(text: string): number {
  const digits = text.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return Number(BigInt(digits) % 97n)
}

export function bicMistake(text: string): Mistake {
  if (/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text.toUpperCase())) return undefined
  return { reason: 'must have 8 or 11 letters and digits, like COBADEFFXXX', code: 'invalid_bic' }
}

/** What customers write on their transfer. Without the number nobody could tell whose money came. */
export function referenceMistake(text: string): Mistake {
  if (text.includes('{order}') && /^[\w{}\s/?:().,'+-]+$/.test(text)) return undefined
  return {
    reason: 'must contain {order}, and besides it only plain letters, digits and signs that banks pass on',
    code: 'invalid_reference',
  }
}

/** As tax offices write them: a country, then letters and digits. Whether it was given out only they know. */
export function vatIdMistake(text: string): Mistake {
  if (/^[A-Z]{2}[\dA-Z+*]{2,13}$/.test(text.replaceAll(/[\s.-]/g, ''))) return undefined
  return { reason: 'must begin with the two letters of a country, like DE123456789', code: 'invalid_vat_id' }
}

/** A digit at the end would run into the number, and two documents could look alike. */
export function prefixMistake(text: string): Mistake {
  if (/^[\dA-Za-z/._-]*[A-Za-z/._-]$/.test(text)) return undefined
  return { reason: 'may have letters, digits and / . _ -, and must not end with a digit', code: 'invalid_prefix' }
}
