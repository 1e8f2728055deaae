/**
 * Time-based one-time passwords: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds, as in every authenticator app. An imported hardware
 * token may make its codes in another way.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { renderSVG } from 'uqr'
import type { AppContext } from '../../context.ts'
import { invalidInput, type Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { SECOND } from '../../time.ts'
import { canonicalText } from '../typed.ts'

export const STEP = 30 * SECOND

/** Describes the codes of an authenticator. `digest`: of the HMAC. */
export type Making = { step_seconds: number; digits: number; digest: string }

/** The only way for authenticators that Semel enrols. */
export const USUAL_MAKING: Making = { step_seconds: 30, digits: 6, digest: 'sha1' }

/** The time steps whose codes are accepted: the current one and, for slow clocks and fingers, the previous one. */
export function acceptedSteps(now: Date): number[] {
  const current = stepAt(now)
  return [current, current - 1]
}

/** The clock of a hardware token drifts: one step on either side of its last known drift is accepted. */
export function stepsOf(factor: Pick<Making, 'step_seconds'> & { kind: string; drift: number }, now: Date): number[] {
  if (factor.kind !== 'hardware') return acceptedSteps(now)
  const current = stepAt(now, factor) + factor.drift
  return [current, current - 1, current + 1]
}

/**
 * The `steps` whose code is `code`; nearly always none or one. All are computed, and compared in constant time. All
 * matches are returned, because a code that two steps share by chance has to be used up for both.
 */
export function matchingSteps(seed: Buffer, code: string, steps: number[], making = USUAL_MAKING): number[] {
  if (code.length !== making.digits) return []
  return steps.filter(step => timingSafeEqual(Buffer.from(codeOf(seed, step, making)), Buffer.from(code)))
}

/** The code of one step: RFC 4226 §5.3, and RFC 6238 §1.2 for the longer digests. */
export function codeOf(
  seed: Buffer,
  step: number,
  { digits, digest }: Pick<Making, 'digits' | 'digest'> = USUAL_MAKING,
): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(digest, seed).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(now: Date, { step_seconds }: Pick<Making, 'step_seconds'> = USUAL_MAKING): number {
  return Math.floor(now.getTime() / (step_seconds * SECOND))
}

/**
 * The one spelling of a code: "123 456", "123-456" and "١٢٣٤٥٦" are all 123456. Codes are compared, stored and counted in
 * this form only. Otherwise each spelling of a used code could be used again.
 * @param field the name that the client gave it
 * @throws Problem when it is neither six digits nor the eight of some hardware tokens
 */
export function canonicalCode(typed: string, field = 'code'): string {
  const code = canonicalText(typed)
  if (/^[0-9]{6}([0-9]{2})?$/.test(code)) return code
  throw notSixDigits(field)
}

export function notSixDigits(field = 'code'): Problem {
  return invalidInput({ field, reason: 'must be 6 digits', code: 'invalid_format' })
}

/** 160 bits, as RFC 4226 §4 recommends. */
export function newSeed(): Buffer {
  return randomBytes(20)
}

/** The secret of an authenticator app in three forms: to type, to tap and to scan. */
export function enrollment(seed: Buffer, email: string, issuer: string) {
  const secret = toBase32(seed)
  const name = encodeURIComponent(issuer)
  const label = `${name}:${encodeURIComponent(email)}`
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${name}&algorithm=SHA1&digits=6&period=30`
  const qr = `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { ecc: 'M', border: 2 })).toString('base64')}`
  return { secret, uri, qr }
}

/**
 * The name of this shop in authenticator apps, with its host: two installations may have one name, such as a shop and its
 * test copy, and an app shows their codes side by side. A colon would end the name (Key URI Format of Google Authenticator).
 */
export async function issuerOf({ db, baseUrl }: Pick<AppContext, 'db' | 'baseUrl'>): Promise<string> {
  const { name } = await readShop(db)
  const { host } = new URL(baseUrl())
  const named = name ? `${name} (${host})` : host
  return named.replaceAll(/[:\s]+/g, ' ').trim()
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 §6 without padding, as authenticator apps write it. */
export function toBase32(bytes: Buffer): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31]
    value &= 0xff
  }
  return bits === 0 ? text : text + BASE32[(value << (5 - bits)) & 31]
}

/** @returns undefined when it is not base32 */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const character of text.toUpperCase().replaceAll(/[\s=-]/g, '')) {
    const index = BASE32.indexOf(character)
    if (index < 0) return undefined
    value = ((value << 5) | index) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >>> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}
