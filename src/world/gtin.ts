/**
 * Global Trade Item Numbers, the digits below the bars on a package: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN, also ISBN) and GTIN-14. Check
 * digit, and 14 digits with zeros in front for databases: GS1 Hong Kong, "Check Digit Calculator". Numbers for use inside a company begin
 * like others, so no range is refused.
 */
import { digitOfGs1, digitsOf, lastOf } from './check-sums.ts'

const LENGTHS = [8, 12, 13, 14]
const LONGEST = 14

/** @returns why the digits are no GTIN, to follow its name */
export function gtinMistake(digits: string): string | undefined {
  if (!/^\d+$/.test(digits)) return 'must have digits only'
  if (!LENGTHS.includes(digits.length)) {
    const next = LENGTHS.find(length => length > digits.length)
    const filled = next === undefined ? undefined : digits.padStart(next, '0')
    return filled && checkDigitOf(filled) === lastOf(filled)
      ? `has ${digits.length} digits, which are 8, 12, 13 or 14. A spreadsheet may have left out zeros in front: ${filled}`
      : `must have 8, 12, 13 or 14 digits, not ${digits.length}`
  }
  const right = checkDigitOf(digits)
  if (right === lastOf(digits)) return undefined
  return `ends with ${lastOf(digits)}, but the digits before it ask for ${right}. Compare it with the package`
}

const checkDigitOf = (digits: string) => digitOfGs1(digitsOf(digits.slice(0, -1)))

/**
 * Tests whether a number means something outside of a company. Those that begin with 2, 02 or 04 are for use inside of one, and 05, 981 to
 * 984 and 99 are coupons. The first digit of 14 is no part of that, and 12 digits have a zero in front:
 * https://support.google.com/merchants/answer/6286293 and /6286302, read on 2026-11-28.
 */
export function isPublicGtin(digits: string): boolean {
  if (digits.length === 8) return !/^(?:2|02|04)/.test(digits)
  return !/^(?:2|02|04|05|98[1-4]|99)/.test(longGtin(digits).slice(1))
}

/** One form for numbers of all lengths. */
export function longGtin(digits: string): string {
  return digits.padStart(LONGEST, '0')
}
