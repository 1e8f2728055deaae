/** A stolen session is not enough for what would let a thief keep the account: a second factor must be fresh. */
import type { AppContext } from '../../context.ts'
import { Problem } from '../../problems.ts'
import { digest, newToken } from '../../secrets/crypto.ts'
import { after, MINUTE } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import type { SignedIn } from '../sessions/access.ts'
import { sessionEnded } from '../sessions/sessions.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import { findUser } from '../users/user.ts'
import { challenge, type Factor } from './verify-second-factor.ts'

const FRESH = 10 * MINUTE

/** @throws Problem when the session's last second factor is too long ago */
export function requireFresh(session: SignedIn, now: Date): void {
  if (isFresh(session.secondFactorAt, now)) return
  throw new Problem(
    'reauthentication_required',
    'This needs your second factor again, because it was entered a while ago. Confirm that it is you, then repeat this.',
  )
}

export function isFresh(secondFactorAt: Date, now: Date): boolean {
  return after(secondFactorAt, FRESH) > now
}

/** What text messages for a step-up are bound to. */
export function sessionName(sessionId: string): string {
  return `session:${sessionId}`
}

/** Enters a second factor again. The session goes on under a new token, and the old one is dead. */
export function reauthenticate(
  context: AppContext,
  { userId, sessionId }: SignedIn,
  factor: Factor,
  visit: Visit,
): Promise<SignIn> {
  return challenge(context, {
    userId,
    visit,
    factor,
    grant: async (tx, now, { kind }) => {
      const token = newToken()
      const renewed = await tx
        .updateTable('sessions')
        .set({ token_hash: digest(token), second_factor_at: now, last_seen_at: now })
        .where('id', '=', sessionId)
        .where('expires_at', '>', now)
        .returning('expires_at')
        .executeTakeFirst()
      if (!renewed) throw sessionEnded()
      await audit(tx, 'reauthenticated', { at: now, visit, userId, detail: { method: kind } })
      return { token, expiresAt: renewed.expires_at, user: (await findUser(tx, userId))! }
    },
  })
}
