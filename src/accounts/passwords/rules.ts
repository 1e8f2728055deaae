import { readFileSync } from 'node:fs'
import { type FieldError, invalidInput } from '../../problems.ts'

const MIN = 8
const MAX = 128

/** What anybody would try here first, whatever digits and signs stand around it. */
const CONTEXT = new Set(['semel', 'semelsemel', 'semelshop', 'semeladmin', 'semelpassword'])

/** Lower case, one on a line; where they come from: docs/decisions/0033-common-passwords.md. */
const COMMON = new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))

/**
 * Length, and not what everybody has; no composition rules, which only make people write "Password1!".
 * @throws Problem that names the field and the reason
 */
export function requireGoodPassword(password: string, about: { email: string; userName: string }): void {
  const reason = weakness(password, about)
  if (reason) throw invalidInput({ field: 'password', ...reason })
}

function weakness(password: string, about: { email: string; userName: string }): Omit<FieldError, 'field'> | undefined {
  // People count characters, not UTF-16 units.
  const length = [...password].length
  if (length === 0) return { reason: 'is required', code: 'required' }
  if (length < MIN) return { reason: `must have at least ${MIN} characters`, code: 'too_short' }
  if (length > MAX) return { reason: `must have at most ${MAX} characters`, code: 'too_long' }
  if (CONTEXT.has(password.toLowerCase().replaceAll(/[^a-z]/g, ''))) {
    return { reason: 'must not be the name of this shop', code: 'too_common' }
  }
  const lower = password.normalize('NFKC').toLowerCase()
  if (COMMON.has(lower)) {
    return { reason: 'is among the most common ones, which are tried first; choose another', code: 'too_common' }
  }
  if (lower === about.email.toLowerCase() || lower === about.userName.toLowerCase()) {
    return { reason: 'must not be your e-mail address or your name', code: 'too_common' }
  }
  return undefined
}
