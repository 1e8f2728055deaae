/** The rules of single settings, for `CHECK`. */
import { INVALID_EMAIL, isEmail } from '../http/input/email.ts'
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

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

export function currencyMistake(text: string): Mistake {
  if (CURRENCIES.has(text)) return undefined
  return { reason: 'is not a currency. Write it like EUR, in three capital letters', code: 'unknown_currency' }
}

export function countryMistake(text: string): Mistake {
  if (COUNTRIES.includes(text)) return undefined
  return { reason: `has ${JSON.stringify(text)}, which is not a country. Write it like DE`, code: 'unknown_country' }
}

export function emailMistake(text: string): Mistake {
  return isEmail(text.trim()) ? undefined : { reason: INVALID_EMAIL.reason, code: 'invalid_email' }
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
