/** The grammar of email addresses. */
import { Type } from 'typebox'
import type { FieldError } from '../../problems.ts'
import { TRIM } from './keywords.ts'

/** An address that people type or paste: spaces and marks without a width around it do not count. */
export const Email = Type.String({ format: 'email', [TRIM]: 'email' })

/** The address of an existing account, which Semel may have made up when the account lost its own. */
export const StoredEmail = Type.String({ format: 'stored-email', [TRIM]: 'email' })

/** Explains why `isEmail` refuses an address. An invisible character needs its own text, since the address looks correct. */
export function invalidEmail(text: string, field = 'email'): FieldError {
  const reason = UNSEEN.test(text) ? 'contains an invisible character: type it anew' : 'must be a valid email address'
  return { field, reason, code: 'invalid_email' }
}
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u

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
// Leaves out the flag `i`: together with `u` it would match ſ as s and the Kelvin sign as k.
function mailboxPattern(atom: string, label: string): RegExp {
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`, 'u')
}
const EMAIL = mailboxPattern("[\\w!#$%&'*+/=?^`{|}~\\-]+", '[A-Za-z\\d](?:[A-Za-z\\d\\-]{0,61}[A-Za-z\\d])?')
