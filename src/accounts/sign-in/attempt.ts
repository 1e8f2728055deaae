/** The attempt between the two steps of a sign-in: the row of its partial token. */
import { sql } from 'kysely'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import type { Visit } from '../audit-log.ts'

export type Attempt = { userId: string; partialId: string; visit: Visit }

/** Consumes the attempt before its outcome is known. One statement decides that an attempt opens one session at most. */
export async function consumeAttempt(tx: Tx, partialId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`${PREPARED}
    update partial_sessions set consumed_at = ${now}
    where id = ${partialId} and tries_left > 0 and consumed_at is null and expires_at > ${now}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** After a wrong code the attempt stays open, with one try less. */
export async function returnAttempt(tx: Tx, partialId: string): Promise<void> {
  await tx
    .updateTable('partial_sessions')
    .set(eb => ({ consumed_at: null, tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', partialId)
    .execute()
}

/** The purpose of text messages and passkey challenges for this attempt; they are accepted for nothing else. */
export function signInPurpose(partialId: string): string {
  return `sign-in:${partialId}`
}

/** @throws Problem `sign_in_ended` when the attempt is over, so that no text message is sent for it */
export async function requireOpenAttempt(db: Db, partialId: string, now: Date): Promise<void> {
  const open = await db
    .selectFrom('partial_sessions')
    .select('id')
    .where('id', '=', partialId)
    .where('tries_left', '>', 0)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!open) throw signInEnded()
}

export function signInEnded(): Problem {
  return new Problem('sign_in_ended', 'This sign-in attempt has ended or was already completed. Sign in again.', {
    headers: { 'www-authenticate': 'Bearer realm="semel", error="invalid_token"' },
  })
}
