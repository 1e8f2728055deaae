/** Second factors as clients present them, and the file that accepts each kind. */
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { acceptCode } from '../second-factors/one-time-codes.ts'
import { acceptPasskey } from '../second-factors/passkeys.ts'
import { acceptRecoveryCode, canonicalRecoveryCode } from '../second-factors/recovery-codes.ts'
import { assignToken } from '../second-factors/tokens/hardware-tokens.ts'
import { canonicalCode } from '../second-factors/totp.ts'
import { acceptFirstPasskey, type CreatedPasskey } from './first-passkey.ts'

/** A second factor as a client presents it. Codes are in their canonical form, or one code would have many spellings. */
export type PresentedFactor =
  | { kind: 'code'; code: string; purpose: string; factorId?: string }
  | { kind: 'recovery'; code: string }
  | { kind: 'passkey'; response: unknown; purpose: string }
  | CreatedPasskey
  | { kind: 'token'; serial: string; codes: [string, string] }

/** A code of an authenticator, a hardware token or a text message. @throws Problem when it is not six digits */
export function enteredCode(typed: string, purpose: string, factorId?: string): PresentedFactor {
  return { kind: 'code', code: canonicalCode(typed), purpose, ...(factorId && { factorId }) }
}

/** @throws Problem when it cannot be a recovery code */
export function enteredRecoveryCode(typed: string): PresentedFactor {
  return { kind: 'recovery', code: canonicalRecoveryCode(typed) }
}

/**
 * Uses up the factor, in the file of its kind; `one-time-codes.ts` holds rule R1.
 * @returns undefined when it is wrong, or a refusal that says more
 */
export function acceptFactor(tx: Tx, context: AppContext, userId: string, factor: PresentedFactor, now: Date) {
  switch (factor.kind) {
    case 'code':
      return acceptCode(tx, context, { userId, ...factor, now })
    case 'recovery':
      return acceptRecoveryCode(tx, context.serviceKey, { userId, code: factor.code, now })
    case 'passkey':
      return acceptPasskey(tx, context, { userId, ...factor })
    case 'new-passkey':
      return acceptFirstPasskey(tx, context, { userId, ...factor })
    case 'token':
      return assignToken(tx, context, { userId, ...factor, now })
  }
}

const WRONG: Record<PresentedFactor['kind'], string> = {
  code: 'The code is wrong. Enter the one that is shown now.',
  recovery: 'The recovery code is wrong. Check it, or enter another one.',
  passkey: 'This passkey was not accepted. Try again, or use another second factor.',
  'new-passkey': 'This passkey could not be verified. Try again, or use an authenticator app.',
  token: 'These are not two codes in a row of a free token with this serial number. Check the number and the codes.',
}

export function invalidCode(kind: PresentedFactor['kind']): Problem {
  return new Problem('invalid_code', WRONG[kind])
}
