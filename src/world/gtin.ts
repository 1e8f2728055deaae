/**
 * Global Trade Item Numbers, the digits below the bars on a package: GTIN-8, GTIN-12 (UPC), GTIN-13 (EAN, also ISBN) and GTIN-14.
 * GS1 General Specifications, section 7.9.1 "Standard check digit calculations for GS1 data structures in numeric form": from the right,
 * the digits before the check digit count three times and once in turn, and the check digit fills the sum up to a multiple of ten.
 * Numbers for use inside a company begin like others, so no range is refused.
 */
import { digitsOf, lastOf } from './check-sums.ts'

const LENGTHS = [8, 12, 13, 14]
const LONGEST = 14

/** @returns why the digits are no GTIN, to follow its name */
export function gtinMistake(digits: string): string | undefined {
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

function checkDigitOf(digits: string): number {
  const sum = digitsOf(digits.slice(0, -1))
    .toReversed()
    .reduce((sum, digit, n) => sum + digit * (n % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** One form for numbers of all lengths. GS1 General Specifications, section 3.3.2: shorter ones have zeros in front of 14 digits. */
export function longGtin(digits: string): string {
  return digits.padStart(LONGEST, '0')
}
