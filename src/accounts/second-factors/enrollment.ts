/** Second factors that a user adds, confirms and removes after the registration. */
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { Answer } from '../../http/idempotency/keys.ts'
import type { RunOnce } from '../../http/idempotency/once.ts'
import { isUuid } from '../../http/input/validation.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { after, MINUTE } from '../../time.ts'
import type { Visit } from '../audit-log.ts'
import { logAndTellOwner } from '../owner-notices.ts'
import type { SignedIn } from '../sessions/identify.ts'
import { lockUserOfSession } from '../sessions/sessions.ts'
import { enrollmentBudget } from '../sign-in/guesses.ts'
import { enteredCode, type PresentedFactor } from '../sign-in/presented-factor.ts'
import { auditReplay } from '../sign-in/replays.ts'
import { verifySecondFactor } from '../sign-in/second-step.ts'
import { findUser, withUserLocked } from '../users/user.ts'
import { addAuthenticator, addFactor, listFactors, seedOf } from './factors.ts'
import { addPasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { type SmsSent, sendStoredCode, smsSent, storeSmsCode } from './sms-codes.ts'
import { requireStepUp } from './step-up.ts'
import { canonicalCode, enrollment, issuerOf } from './totp.ts'

export type EnrollmentInput = {
  kind: 'totp' | 'sms' | 'hardware'
  name?: string
  phone?: string
  serial?: string
  codes?: string[]
}
type Enrolled = {
  id: string
  kind: EnrollmentInput['kind']
  totp?: ReturnType<typeof enrollment>
  sms?: SmsSent
}

/** An enrollment that is not confirmed within this time has to be started again. */
const ENROLLMENT_LIFETIME = 15 * MINUTE

/** The address of the list in which an added factor appears. */
const FACTORS = '/api/users/me/second-factors'

/**
 * Adds a second factor. An authenticator or a phone counts once its first code has confirmed it. A hardware token counts
 * at once, because the request carries two consecutive codes.
 * @throws Problem `reauthentication_required`, because the thief of a session could keep the account with a new factor
 */
export async function enroll(
  context: AppContext,
  session: SignedIn,
  input: EnrollmentInput,
  visit: Visit,
  runOnce: RunOnce,
): Promise<Enrolled> {
  requireStepUp(session, context.clock.now())
  if (input.kind === 'hardware') return enrollToken(context, session, input, visit, runOnce)
  const { userId } = session
  const { kind, phone } = input
  if (kind === 'sms' && phone === undefined) {
    throw invalidInput({ field: 'phone', reason: 'is required', code: 'required' })
  }
  const issuer = await issuerOf(context)
  return runOnce<Enrolled>(async tx => {
    await lockUserOfSession(tx, session)
    await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('confirmed_at', 'is', null)
      .execute()
    if (kind === 'sms') return enrollPhone(tx, context, { userId, name: input.name ?? 'Phone', phone: phone!, visit })
    const { id, seed } = await addAuthenticator(tx, context, { userId, ...(input.name && { name: input.name }) })
    const { email } = (await findUser(tx, userId))!
    return {
      body: { id, kind, totp: enrollment(seed, email, issuer) },
      location: FACTORS,
      secrets: { members: ['totp'], usedBy: id },
    }
  })
}

/** Stores the code in the same transaction: when no text message may be sent now, the earlier enrollment stays as it was. */
async function enrollPhone(
  tx: Tx,
  context: AppContext,
  { userId, name, phone, visit }: { userId: string; name: string; phone: string; visit: Visit },
): Promise<Answer<Enrolled>> {
  const id = await addFactor(tx, context, { userId, kind: 'sms', name, phone })
  const message = await storeSmsCode(tx, context, { userId, purpose: enrollmentPurpose(id), factorId: id, visit })
  return {
    body: { id, kind: 'sms', sms: smsSent(phone) },
    location: FACTORS,
    afterCommit: () => sendStoredCode(context, message),
  }
}

function enrollToken(
  context: AppContext,
  session: SignedIn,
  { serial, codes = [] }: EnrollmentInput,
  visit: Visit,
  runOnce: RunOnce,
): Promise<Enrolled> {
  if (serial === undefined) throw invalidInput({ field: 'serial', reason: 'is required', code: 'required' })
  const [first, second] = ['codes.0', 'codes.1'].map((field, index) => {
    if (codes[index] === undefined) throw invalidInput({ field, reason: 'is required', code: 'required' })
    return canonicalCode(codes[index], field)
  }) as [string, string]
  const { userId } = session
  const now = context.clock.now()
  return runOnce<Enrolled>(async tx => {
    await lockUserOfSession(tx, session)
    const factor: PresentedFactor = { kind: 'token', serial, codes: [first, second] }
    const proof = await verifySecondFactor(tx, context, {
      userId,
      visit,
      factor,
      budget: enrollmentBudget(userId),
      now,
    })
    if (proof instanceof Problem) return { refusal: proof }
    const factorId = proof.factorId!
    await logAndTellOwner(tx, 'factor_added', { at: now, visit, userId, detail: { kind: 'hardware', factorId } })
    return { body: { id: factorId, kind: 'hardware' }, location: FACTORS }
  }).catch(auditReplay(context, { userId, visit }))
}

/** Adds a passkey that the browser has created. It counts at once. @throws Problem as `enroll` */
export async function enrollPasskey(
  context: AppContext,
  session: SignedIn,
  { name, passkey }: { name?: string; passkey: unknown },
  visit: Visit,
  runOnce: RunOnce,
): Promise<{ id: string; kind: 'passkey' }> {
  const { userId } = session
  const now = context.clock.now()
  requireStepUp(session, now)
  return runOnce(async tx => {
    await lockUserOfSession(tx, session)
    const id = await addPasskey(tx, context, { userId, name, purpose: userId, response: passkey })
    if (!id) throw invalidInput({ field: 'passkey', reason: 'could not be verified', code: 'invalid' })
    await logAndTellOwner(tx, 'factor_added', { at: now, visit, userId, detail: { kind: 'passkey', factorId: id } })
    return { body: { id, kind: 'passkey' as const }, location: FACTORS }
  })
}

/** Confirms an authenticator or a phone with its first code, which is used up like any other. */
export async function confirmEnrollment(
  context: AppContext,
  session: SignedIn,
  { factorId, code, visit }: { factorId: string; code: string; visit: Visit },
): Promise<void> {
  const { userId } = session
  const now = context.clock.now()
  const factor = enteredCode(code, enrollmentPurpose(factorId), factorId)
  const proof = await withUserLocked(context.db, userId, async tx => {
    await lockUserOfSession(tx, session)
    if (!(await openEnrollments(tx, { userId, factorId, now }).select('second_factors.id').executeTakeFirst())) {
      throw noSuchFactor()
    }
    const budget = enrollmentBudget(userId)
    const proof = await verifySecondFactor(tx, context, { userId, visit, factor, budget, now })
    if (proof instanceof Problem) return proof
    await logAndTellOwner(tx, 'factor_added', { at: now, visit, userId, detail: { kind: proof.kind, factorId } })
    return proof
  }).catch(auditReplay(context, { userId, visit }))
  if (proof instanceof Problem) throw proof
}

/** An enrollment that waits for its first code, as its page shows it. */
export async function findEnrollment(context: AppContext, userId: string, factorId: string) {
  if (!isUuid(factorId)) return undefined
  const factor = await openEnrollments(context.db, { userId, factorId, now: context.clock.now() })
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select(['second_factors.id', 'secret', 'second_factors.phone', 'users.email'])
    .executeTakeFirst()
  if (!factor) return undefined
  const { phone, secret, email } = factor
  const totp = secret ? enrollment(seedOf(context, factor), email, await issuerOf(context)) : undefined
  return { phone, totp }
}

function openEnrollments(db: Db, { userId, factorId, now }: { userId: string; factorId: string; now: Date }) {
  return db
    .selectFrom('second_factors')
    .where('second_factors.id', '=', factorId)
    .where('user_id', '=', userId)
    .where('second_factors.confirmed_at', 'is', null)
    .where('second_factors.created_at', '>', after(now, -ENROLLMENT_LIFETIME))
}

/** @throws Problem `last_second_factor`, `reauthentication_required`, `not_found` */
export async function removeFactor(context: AppContext, session: SignedIn, id: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  const { userId } = session
  requireStepUp(session, now)
  await withUserLocked(context.db, userId, async tx => {
    // The lock orders removals: if there are two at a time, the second one sees that its factor is the last.
    await lockUserOfSession(tx, session)
    const factors = await listFactors(tx, userId)
    const factor = factors.find(factor => factor.id === id)
    if (!factor) throw noSuchFactor()
    if (!factors.some(other => other.id !== id && other.disabled_at === null)) {
      throw new Problem('last_second_factor', 'This is the last second factor. Add another one first.')
    }
    await tx.deleteFrom('second_factors').where('id', '=', id).execute()
    await logAndTellOwner(tx, 'factor_removed', { at: now, visit, userId, detail: { kind: factor.kind, factorId: id } })
  })
}

/** Replaces all recovery codes by new ones. */
export async function newRecoveryCodes(
  context: AppContext,
  session: SignedIn,
  visit: Visit,
  runOnce: RunOnce,
): Promise<{ recoveryCodes?: string[] }> {
  const now = context.clock.now()
  const { userId } = session
  requireStepUp(session, now)
  return runOnce(async tx => {
    await lockUserOfSession(tx, session)
    await logAndTellOwner(tx, 'recovery_codes_renewed', { at: now, visit, userId })
    const recoveryCodes = await renewRecoveryCodes(tx, context.serviceKey, userId, now)
    return { body: { recoveryCodes }, location: FACTORS, secrets: { members: ['recoveryCodes'] } }
  })
}

/** The purpose of text messages for an enrollment. */
function enrollmentPurpose(factorId: string): string {
  return `enrollment:${factorId}`
}

function noSuchFactor(): Problem {
  return new Problem('not_found', 'This second factor does not exist, or its setup took too long. Start again.')
}
