/** Reads the common part of all vendors' token files: for each token a serial, a secret and how it makes its codes. */

/** `place`: how a person finds it in the file. */
export type TokenEntry = { place: string; serial: string; seed: Buffer } | { place: string; reason: string }

/** Describes how a token makes its codes, as far as the file says it. */
type Making = { type?: string; digits?: string; interval?: string; algorithm?: string }

/** @returns why the token is of no use here, if it is: Semel knows TOTP with SHA-1, 6 digits and steps of 30 seconds */
export function whyUnusable({ type, digits, interval, algorithm }: Making): string | undefined {
  if (type && !/totp|^time/i.test(type)) return `is a token of the kind ${type}, not TOTP`
  if (interval && Number.parseInt(interval, 10) !== 30) return `makes a code every ${interval} seconds, not every 30`
  if (digits && Number.parseInt(digits, 10) !== 6) return `makes codes of ${digits} digits, not of 6`
  if (algorithm && !/^(hmac)?[-_ ]?sha-?1$/i.test(algorithm)) return `makes its codes with ${algorithm}, not with SHA-1`
  return undefined
}

export function checkedEntry(place: string, serial: string, seed: Buffer): TokenEntry {
  const refuse = (reason: string) => ({ place, reason })
  if (!/^[\w.:-]{1,64}$/.test(serial)) return refuse('serial must be 1 to 64 letters, digits or one of . : _ -')
  // RFC 4226 §4, R6.
  if (seed.length < 16) return refuse(`secret has ${seed.length * 8} bits, and needs at least 128`)
  if (seed.length > 64) return refuse(`secret has ${seed.length * 8} bits, and may have at most 512`)
  return { place, serial, seed }
}
