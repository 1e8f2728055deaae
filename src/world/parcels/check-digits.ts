/**
 * Check digits of parcels. A digit that does not fit is a warning and no refusal, because carriers have numbers that nobody describes.
 * Sources: jkeen/tracking_number_data 1.6 (couriers/*.json, CHECKSUM_ALGORITHMS.md) and paketda.de ("Prüfziffern-Berechnung für
 * Paketnummern"), both read on 28 November 2026. The documents that they name are beside each rule.
 */
import { digitOfGs1, digitsOf, lastOf, sumOf } from '../check-sums.ts'

/** The check digit of GS1: SSCC, DHL Paket (20 digits), DPD and Hermes (14), USPS. */
export function fitsMod10(number: string): boolean {
  return digitOfGs1(digitsOf(number.slice(0, -1))) === lastOf(number)
}

/** UPU S10-12: weights 8 6 4 2 3 5 9 7, modulo 11. @param number two letters, nine digits, two letters */
export function fitsS10(number: string): boolean {
  const rest = 11 - (sumOf(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === Number(number[10])
}

/** couriers/ups.json: letters count by their place in ASCII less three, every second one twice. @param number 1Z and 16 characters */
export function fitsUps(number: string): boolean {
  const values = [...number.slice(2, -1)].map(character =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 3) % 10,
  )
  const sum = values.reduce((sum, value, n) => sum + value * (n % 2 === 0 ? 1 : 2), 0)
  return String((10 - (sum % 10)) % 10) === number.at(-1)
}

/** couriers/fedex.json, "FedEx Express (12)": weights 3 1 7, modulo 11, then 10. */
export function fitsFedExExpress(number: string): boolean {
  return (sumOf(digitsOf(number.slice(0, 11)), [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 11) % 10 === lastOf(number)
}

/** couriers/dhl.json, "DHL Express": the digits before the last one, modulo 7. */
export function fitsMod7(number: string): boolean {
  return Number(number.slice(0, -1)) % 7 === lastOf(number)
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO 7064, MOD 37,36: DPD Parcel Label Specification 2.4.1, by couriers/dpd.json. */
export function fitsMod37(number: string): boolean {
  const rest = [...number.slice(0, -1)].reduce((last, character) => {
    const sum = (last + ALPHABET.indexOf(character)) % 36 || 36
    return (sum * 2) % 37
  }, 36)
  return ALPHABET[(37 - rest) % 36] === number.at(-1)
}

/** paketda.de, DHL Identcode of 12 digits: weights 4 and 9, the complement of ten. */
export function fitsIdentcode(number: string): boolean {
  const sum = digitsOf(number.slice(0, -1)).reduce((sum, digit, n) => sum + digit * (n % 2 === 0 ? 4 : 9), 0)
  return (10 - (sum % 10)) % 10 === lastOf(number)
}
