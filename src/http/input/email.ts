/** The grammar of email addresses. */
import type { FieldError } from '../../problems.ts'

/** For commands that detect an invalid address after the schema has accepted it. */
export const INVALID_EMAIL: FieldError = {
  field: 'email',
  reason: 'must be a valid email address',
  code: 'invalid_email',
}

/**
 * The mailbox of RFC 5321 §4.1.2 as people write it: no quoted local parts, and a domain with a dot. Every accepted
 * address is also valid for `format: email` of JSON Schema, which our documents promise: ASCII only, domains as `xn--…`.
 */
export function isEmail(value: string): boolean {
  return isMailbox(value, EMAIL) && !RESERVED.test(value)
}

/**
 * Semel itself stores such addresses: for accounts that have lost theirs, and for the owner of the orders of deleted
 * accounts. A stranger who had one first could prevent that for everybody.
 */
const RESERVED = /@(?:released|semel)\.invalid$/i

/** The same, or one of those that Semel itself stores. */
export function isStoredEmail(value: string): boolean {
  return isMailbox(value, EMAIL)
}

function isMailbox(value: string, pattern: RegExp): boolean {
  const [local = '', domain = ''] = value.split('@')
  return pattern.test(value) && Buffer.byteLength(local) <= 64 && Buffer.byteLength(`${local}@${domain}`) <= 254
}

/** The last label must not be a number, so that `ada@127.0.0.1` is refused. */
// Without the flag `i`: together with `u` it would match ſ as s and the Kelvin sign as k.
function mailboxPattern(atom: string, label: string): RegExp {
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`, 'u')
}
const EMAIL = mailboxPattern("[\\w!#$%&'*+/=?^`{|}~\\-]+", '[A-Za-z\\d](?:[A-Za-z\\d\\-]{0,61}[A-Za-z\\d])?')
