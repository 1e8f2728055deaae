/** The sums that check digits are made of. */
type Digits = readonly number[]

export function digitsOf(number: string): Digits {
  return [...number].map(Number)
}

export function lastOf(number: string): number {
  return Number(number.at(-1))
}

export function sumOf(digits: Digits, weights: readonly number[]): number {
  return weights.reduce((sum, weight, n) => sum + weight * digits[n]!, 0)
}

/** @param doubled whether the first (0) or second (1) digit of each two counts twice, by the digits of its double */
export function digitOfTens(digits: Digits, { doubled, more = 0 }: { doubled: 0 | 1; more?: number }): number {
  const counted = digits.map((digit, n) => (n % 2 === doubled ? Math.floor(digit / 5) + ((2 * digit) % 10) : digit))
  return (10 - ((counted.reduce((sum, digit) => sum + digit, more) as number) % 10)) % 10
}

/** The check digit of numbers of GS1, by the digits before it: from the right, they count three times and once in turn. */
export function digitOfGs1(digits: Digits): number {
  const sum = digits.toReversed().reduce((sum, digit, n) => sum + digit * (n % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** @returns 10 where no digit fits */
export function digitOfElevens(digits: Digits, weights: readonly number[]): number {
  return (11 - (sumOf(digits, weights) % 11)) % 11
}

/** ISO 7064, MOD 11,10. */
export function digitOfIso7064(digits: Digits): number {
  const product = digits.reduce((last, digit) => (2 * ((digit + last) % 10 || 10)) % 11, 10)
  return (11 - product) % 10
}

/** ISO 7064, MOD 97-10, in which A is 10, B is 11 and so on. */
export function isoRemainderOf(text: string): number {
  const digits = text.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return Number(BigInt(digits) % 97n)
}
