/** Second factors that are added, confirmed and removed after the registration. */
import type { AppContext } from '../../context.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { after, MINUTE } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import type { SignedIn } from '../sessions/access.ts'
import { requireNotEnded } from '../sessions/sessions.ts'
import { findUser, lockUser } from '../users/user.ts'
import { addAuthenticator, addFactor, listFactors, seedOf } from './factors.ts'
import { assignToken } from './hardware-tokens.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { type SmsSent, sendWritten, writeSmsCode } from './sms-codes.ts'
import { requireFresh } from './step-up.ts'
import { canonicalCode, enrolment } from './totp.ts'
import { challenge, codeFactor } from './verify-second-factor.ts'

export type Wanted = {
  kind: 'totp' | 'sms' | 'hardware'
  name?: string
  phone?: string
  serial?: string
  codes?: string[]
}
export type Enrolled = { id: string; kind: Wanted['kind']; totp?: ReturnType<typeof enrolment>; sms?: SmsSent }

/** An enrolment that is not confirmed by then has to be started again. */
const PATIENCE = 15 * MINUTE

/**
 * Adds a second factor. An authenticator or a telephone counts once its first code has confirmed it; a hardware token at
 * once, because two codes in a row are asked with it.
 * @throws Problem `reauthentication_required`: who adds a factor can keep the account
 */
export async function enrol(context: AppContext, session: SignedIn, wanted: Wanted, visit: Visit): Promise<Enrolled> {
  const { userId } = session
  requireFresh(session, context.clock.now())
  if (wanted.kind === 'hardware') return { id: await enrolToken(context, session, wanted, visit), kind: 'hardware' }
  const { name, phone } = wanted
  if (wanted.kind === 'sms' && phone === undefined)
    throw invalidInput({ field: 'phone', reason: 'is required', code: 'required' })

  const added = await context.db.transaction().execute(async tx => {
    await lockUser(tx, userId)
    await requireNotEnded(tx, session.sessionId)
    await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', userId)
      .where('kind', '=', wanted.kind)
      .where('confirmed_at', 'is', null)
      .execute()
    if (wanted.kind === 'totp') return addAuthenticator(tx, context, { userId, ...(name && { name }) })
    const id = await addFactor(tx, context, { userId, kind: 'sms', name: name ?? 'Telephone', phone: phone! })
    // In the same transaction: one that may not be sent now leaves the enrolment before it as it was, with its code.
    const asked = { userId, boundTo: enrolmentName(id), factorId: id, visit }
    return { id, message: await writeSmsCode(tx, context, asked) }
  })
  const { id } = added
  if ('message' in added) return { id, kind: 'sms', sms: await sendWritten(context, added.message) }
  return { id, kind: 'totp', totp: enrolment(added.seed, (await findUser(context.db, userId))!.email) }
}

/** Confirms an authenticator or a telephone with a code of it, which is used up like any other. */
export async function confirmEnrolment(
  context: AppContext,
  { userId, factorId, code, visit }: { userId: string; factorId: string; code: string; visit: Visit },
): Promise<void> {
  await challenge(context, {
    userId,
    visit,
    factor: codeFactor(context, { userId, code, boundTo: enrolmentName(factorId), factorId }),
    enter: async (tx, now) => {
      const open = await tx
        .selectFrom('second_factors')
        .select('id')
        .where('id', '=', factorId)
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .where('created_at', '>', after(now, -PATIENCE))
        .executeTakeFirst()
      if (!open) throw noSuchFactor()
    },
    grant: (tx, now, { kind }) => audit(tx, 'factor_added', { at: now, visit, userId, detail: { kind, factorId } }),
  })
}

/** An enrolment that waits for its first code, as its page shows it. */
export async function openEnrolment(context: AppContext, userId: string, factorId: string) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(factorId)) return undefined
  const factor = await context.db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select(['second_factors.id', 'secret', 'second_factors.phone', 'users.email'])
    .where('second_factors.id', '=', factorId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('second_factors.created_at', '>', after(context.clock.now(), -PATIENCE))
    .executeTakeFirst()
  if (!factor) return undefined
  return { phone: factor.phone, totp: factor.secret ? enrolment(seedOf(context, factor), factor.email) : undefined }
}

function enrolToken(
  context: AppContext,
  { userId, sessionId }: SignedIn,
  { serial, codes = [] }: Wanted,
  visit: Visit,
): Promise<string> {
  if (serial === undefined) throw invalidInput({ field: 'serial', reason: 'is required', code: 'required' })
  const [first, second] = codes.map(canonicalCode)
  if (!first || !second || codes.length !== 2) {
    throw invalidInput({ field: 'codes', reason: 'must be two codes in a row', code: 'required' })
  }
  return challenge(context, {
    userId,
    visit,
    factor: {
      prove: (tx, now) => assignToken(tx, context, { userId, serial, codes: [first, second], now }),
      wasUsed: async () => false,
    },
    enter: tx => requireNotEnded(tx, sessionId),
    grant: async (tx, now, { factorId }) => {
      await audit(tx, 'factor_added', { at: now, visit, userId, detail: { kind: 'hardware', factorId: factorId! } })
      return factorId!
    },
  })
}

/** @throws Problem `last_second_factor`, `reauthentication_required`, `not_found` */
export async function removeFactor(context: AppContext, session: SignedIn, id: string, visit: Visit): Promise<void> {
  const now = context.clock.now()
  const { userId } = session
  requireFresh(session, now)
  await context.db.transaction().execute(async tx => {
    // Two that are removed at once must not both be "not the last".
    await lockUser(tx, userId)
    const factors = await listFactors(tx, userId)
    const factor = factors.find(factor => factor.id === id)
    if (!factor) throw noSuchFactor()
    if (!factors.some(other => other.id !== id && other.disabled_at === null)) {
      throw new Problem('last_second_factor', 'This is the last second factor. Add another one first.')
    }
    await tx.deleteFrom('second_factors').where('id', '=', id).execute()
    await audit(tx, 'factor_removed', { at: now, visit, userId, detail: { kind: factor.kind, factorId: id } })
  })
}

/** New recovery codes in place of all earlier ones. */
export async function newRecoveryCodes(context: AppContext, session: SignedIn, visit: Visit): Promise<string[]> {
  const now = context.clock.now()
  const { userId } = session
  requireFresh(session, now)
  return context.db.transaction().execute(async tx => {
    await lockUser(tx, userId)
    await requireNotEnded(tx, session.sessionId)
    await audit(tx, 'recovery_codes_renewed', { at: now, visit, userId })
    return renewRecoveryCodes(tx, context.serviceKey, userId, now)
  })
}

function enrolmentName(factorId: string): string {
  return `enrolment:${factorId}`
}

function noSuchFactor(): Problem {
  return new Problem('not_found', 'There is no such second factor, or its set-up took too long.')
}
