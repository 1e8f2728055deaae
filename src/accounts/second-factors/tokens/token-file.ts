/** Reads the common part of all vendors' token files: for each token a serial, a secret and how it makes its codes. */
import { type Making, USUAL_MAKING } from '../totp.ts'

/** `place`: how a person finds it in the file. */
export type TokenEntry =
  | { place: string; serial: string; seed: Buffer; making: Making }
  | { place: string; reason: string }

/** The statements of a file about the codes of a token. */
type Said = { type?: string; digits?: string; interval?: string; algorithm?: string }

/**
 * @returns how the token makes its codes, each as usual if the file does not say it; or why the token is of no use: RFC 6238 has TOTP with
 * SHA-1, SHA-256 and SHA-512, and tokens with 6 or 8 digits that change each 30 or 60 seconds are sold
 */
export function makingOf({ type, digits, interval, algorithm }: Said): Making | string {
  const step_seconds = interval ? Number.parseInt(interval, 10) : USUAL_MAKING.step_seconds
  const shown = digits ? Number.parseInt(digits, 10) : USUAL_MAKING.digits
  const [, sha] = /^(?:totp)?[-_ ]?(?:hmac)?[-_ ]?sha-?(1|256|512)$/i.exec(algorithm || 'sha1') ?? []
  if (type && !/totp|^time/i.test(type)) return `is a token of the kind ${type}, not TOTP`
  if (step_seconds !== 30 && step_seconds !== 60) return `makes a code every ${interval} seconds, not every 30 or 60`
  if (shown !== 6 && shown !== 8) return `makes codes of ${digits} digits, not of 6 or 8`
  if (!sha) return `makes its codes with ${algorithm}, not with SHA-1, SHA-256 or SHA-512`
  return { step_seconds, digits: shown, digest: `sha${sha}` }
}

export function checkedEntry(place: string, serial: string, seed: Buffer, making: Making): TokenEntry {
  const refuse = (reason: string) => ({ place, reason })
  if (!/^[\w.:-]{1,64}$/.test(serial)) return refuse('serial must be 1 to 64 letters, digits or one of . : _ -')
  // RFC 4226 §4, R6.
  if (seed.length < 16) return refuse(`secret has ${seed.length * 8} bits, and needs at least 128`)
  if (seed.length > 64) return refuse(`secret has ${seed.length * 8} bits, and may have at most 512`)
  return { place, serial, seed, making }
}
