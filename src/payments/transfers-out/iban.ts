/** The rule of accounts that money goes to, for `CHECK`: also the digits by which banks of single countries check an account. */
import { electronicFormatIBAN, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from 'ibantools'

/** @returns the mistake in words that follow the name of the field */
export function accountMistake(text: string): { reason: string; code: string } | undefined {
  if (text.trim() === '') return undefined
  const { valid, errorCodes } = validateIBAN(electronicFormatIBAN(text) ?? '')
  if (valid) return undefined
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry))
    return { reason: 'is not an IBAN. It begins with two letters of a country', code: 'invalid_iban' }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return { reason: 'is too short or too long for an IBAN of this country', code: 'invalid_iban' }
  return { reason: 'is not an IBAN. Check its digits', code: 'invalid_iban' }
}

/** Whether a SEPA credit transfer reaches it. */
export function isInSepa(iban: string): boolean {
  return isSEPACountry(iban.slice(0, 2))
}
