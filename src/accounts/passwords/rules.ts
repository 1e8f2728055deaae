/** The rules for a new password: length, commonness, and known breaches. */
import { readFileSync } from 'node:fs'
import type { AppContext } from '../../context.ts'
import { type FieldError, invalidInput } from '../../problems.ts'
import { DEMO_PASSWORD } from '../users/demo-accounts.ts'
import { isBreached } from './breached.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 128

/** The names that attackers try here first. Digits and signs around them are ignored. */
const CONTEXT = new Set(['semel', 'semelsemel', 'semelshop', 'semeladmin', 'semelpassword'])

/** Values as the request has them: they may be missing, or no text at all. */
type About = { email?: unknown; userName?: unknown }

/** Lower case, one per line. docs/decisions/013-passwords-and-recovery.md names the source. */
const COMMON = new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))

const BREACHED = {
  reason: 'is in a collection of stolen passwords, which attackers try first; choose another',
  code: 'too_common',
}

/**
 * Checks length and commonness. There are no composition rules, because they only lead to "Password1!".
 * @throws Problem that names the field and the reason
 */
export async function requireGoodPassword(
  context: Pick<AppContext, 'config' | 'log'>,
  password: string,
  about: About,
): Promise<void> {
  const reason = weakness(password, about) ?? ((await isBreached(context, password)) ? BREACHED : undefined)
  if (reason) throw invalidInput({ field: 'password', ...reason })
}

/** Checks a password as part of its schema, so that one response reports it together with all other mistakes of the request. */
export function weakness(password: string, about: About): Omit<FieldError, 'field'> | undefined {
  // Users count characters, not UTF-16 units.
  const length = [...password].length
  if (length === 0) return { reason: 'is required', code: 'required' }
  if (length < MIN_LENGTH) return { reason: `must have at least ${MIN_LENGTH} characters`, code: 'too_short' }
  if (length > MAX_LENGTH) return { reason: `must have at most ${MAX_LENGTH} characters`, code: 'too_long' }
  // Compares the form in which it is hashed: full-width letters are the same password.
  const lower = password.normalize('NFKC').toLowerCase()
  if (CONTEXT.has(lower.replaceAll(/[^a-z]/g, ''))) {
    return { reason: 'must not be the name of this shop', code: 'too_common' }
  }
  // Production does not start with a demo account that has this password, so nobody may make another one.
  if (lower === DEMO_PASSWORD) return { reason: 'is published; choose another', code: 'too_common' }
  if (COMMON.has(lower)) {
    return {
      reason: 'is among the most common ones, which attackers try first; choose another',
      code: 'too_common',
    }
  }
  // The other fields of a request are not checked yet, so they can be of any type.
  if ([about.email, about.userName].some(name => typeof name === 'string' && lower === name.toLowerCase())) {
    return { reason: 'must not be your email address or your name', code: 'too_common' }
  }
  return undefined
}
