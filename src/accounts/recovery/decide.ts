/** Staff approve or decline a recovery request. Neither makes its link leave before the waiting time is over. */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { audit, type Visit } from '../audit-log.ts'
import { mayStillSql } from '../sessions/still-may.ts'
import { lockUser } from '../users/user.ts'
import { type FoundRequest, findRequest, isRecoverableSql } from './links.ts'
import { recoveryEnded } from './object.ts'
import { noteEnd } from './requests.ts'

export type Decision = { id: string; actorId: string; visit: Visit }

/**
 * Approves a request: staff say that its sender is the owner of the account. Among several approvals one counts.
 * @throws Problem `not_found`, `recovery_ended`, `already_decided`
 */
export async function approveRecovery(context: AppContext, { id, actorId, visit }: Decision): Promise<FoundRequest> {
  const now = context.clock.now()
  return inTransaction(context.db, async tx => {
    const { userId } = await requireRequest(tx, id)
    await lockUser(tx, userId)
    const { rows } = await sql`
      update recovery_requests r set approved_at = ${now}, approved_by = ${actorId} from users u
      where r.id = ${id} and r.ended_at is null and r.approved_at is null and r.needs_approval
        and u.id = r.user_id and ${isRecoverableSql} and ${mayStillSql(sql`${actorId}::uuid`, 'customers')}
      returning r.id
    `.execute(tx)
    if (rows.length === 0) throw whyNot(await findRequest(tx, id))
    await audit(tx, 'recovery_approved', { at: now, visit, userId, actorId, detail: { request: id } })
    return requireRequest(tx, id)
  })
}

/** Declines a request, approved or not, until its link is used. @throws Problem `not_found`, `recovery_ended` */
export async function declineRecovery(context: AppContext, { id, actorId, visit }: Decision): Promise<FoundRequest> {
  const now = context.clock.now()
  return inTransaction(context.db, async tx => {
    const { userId } = await requireRequest(tx, id)
    await lockUser(tx, userId)
    const { rows } = await sql`
      update recovery_requests set ended_at = ${now}, outcome = 'declined'
      where id = ${id} and ended_at is null and ${mayStillSql(sql`${actorId}::uuid`, 'customers')}
      returning id
    `.execute(tx)
    if (rows.length === 0) throw whyNot(await findRequest(tx, id))
    await noteEnd(tx, id, { userId, outcome: 'declined', now, visit, actorId })
    return requireRequest(tx, id)
  })
}

async function requireRequest(tx: Tx, id: string): Promise<FoundRequest> {
  const request = await findRequest(tx, id)
  if (!request) throw new Problem('not_found', 'This recovery request does not exist.')
  return request
}

function whyNot(request: FoundRequest | undefined): Problem {
  if (request?.outcome) return recoveryEnded(request.outcome)
  if (request?.approvedAt) {
    return new Problem('already_decided', 'This recovery request is already approved.', {
      members: { was: 'approved' },
    })
  }
  return new Problem(
    'forbidden',
    'This request needs no approval, or its account is no verified account of a customer.',
  )
}
