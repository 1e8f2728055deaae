/**
 * The use of a recovery link: it sets a new password and takes everything else that signs in. The account is then in the state of an
 * imported one: the sign-in that the answer begins shows a new authenticator or passkey, and so does the next one with that password.
 */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { RunOnce } from '../../http/idempotency/once.ts'
import { Problem } from '../../problems.ts'
import type { Visit } from '../audit-log.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { deleteResetLinks } from '../passwords/reset.ts'
import { requireGoodPassword } from '../passwords/rules.ts'
import { addAuthenticator } from '../second-factors/factors.ts'
import { enrollment, issuerOf } from '../second-factors/totp.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { renewGuesses } from '../sign-in/guesses.ts'
import { openPartialSession, type PartialSignIn } from '../sign-in/partial-session.ts'
import { lockUser, queueForUser } from '../users/user.ts'
import { isUsableSql, ownerOfLink } from './links.ts'
import { noteEnd } from './requests.ts'

type Recovered = PartialSignIn & { totp?: ReturnType<typeof enrollment> }

/**
 * Recovers an account with a link. One conditional statement uses the link up, in the transaction of all that follows: an objection,
 * a sign-in or another use comes before it or finds it used.
 * @throws Problem `invalid_recovery_token`
 */
export async function recoverAccount(
  context: AppContext,
  { token, password, visit }: { token: string; password: string; visit: Visit },
  runOnce: RunOnce,
): Promise<Recovered> {
  const now = context.clock.now()
  const owner = await ownerOfLink(context, token)
  if (!owner) return runOnce(async () => ({ refusal: new Problem('invalid_recovery_token') }))
  const { requestId, userId, email, userName } = owner
  await requireGoodPassword(context, password, { email, userName })
  const passwordHash = await hashPassword(password, context.passwordCost)
  const issuer = await issuerOf(context)
  const work = async (tx: Tx) => {
    await lockUser(tx, userId)
    const { rows } = await sql`
      update recovery_requests r set ended_at = ${now}, outcome = 'used' from users u
      where r.id = ${requestId} and ${isUsableSql(now)} returning r.id
    `.execute(tx)
    if (rows.length === 0) throw new Problem('invalid_recovery_token')
    await replaceCredentials(tx, userId, passwordHash)
    await renewGuesses(tx, userId, now)
    const { id, seed } = await addAuthenticator(tx, context, { userId })
    await noteEnd(tx, requestId, { userId, outcome: 'used', now, visit })
    const partial = await openPartialSession(tx, context, { userId, now })
    return {
      body: { ...partial, totp: enrollment(seed, email, issuer) },
      status: 200,
      secrets: { members: ['totp' as const], usedBy: id },
    }
  }
  return queueForUser(context.db, userId, () => runOnce<Recovered>(work))
}

/** Nothing that was known, held or open before opens the account afterwards. */
async function replaceCredentials(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const changes = { password_hash: passwordHash, password_expires_at: null }
  await tx.updateTable('users').set(changes).where('id', '=', userId).execute()
  await endAllSessions(tx, userId)
  await deleteResetLinks(tx, userId)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
}
