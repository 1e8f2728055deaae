/**
 * Names the subject of an internal note or tag: an order, or a customer. Its row is locked first, so the bounds hold, and nothing is
 * noted about somebody whose account is being deleted.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { publishToFeed } from '../events/publish.ts'
import { Problem } from '../problems.ts'

export type Subject = { kind: 'order'; id: number } | { kind: 'user'; id: string }

export type NotedBy = { by: string; now: Date }

/** The columns that name the subject. */
export function subjectColumnsOf({ kind, id }: Subject) {
  return { order_id: kind === 'order' ? id : null, user_id: kind === 'user' ? id : null }
}

/** The members of an answer that name it. */
export function namedIn({ kind, id }: Subject) {
  return { orderId: kind === 'order' ? id : null, userId: kind === 'user' ? id : null }
}

export function aboutSql({ kind, id }: Subject): RawBuilder<boolean> {
  return kind === 'order' ? sql<boolean>`order_id = ${id}` : sql<boolean>`user_id = ${id}`
}

/** The rows of users that staff can see: accounts, and guests whose order no account has taken over. */
const SHOWN_USERS = sql`(confirmed_at is not null or is_guest and claimed_at is null)`

/** @throws Problem 404 when there is no such order or customer */
export async function requireSubject(db: Tx, subject: Subject): Promise<void> {
  const { kind, id } = subject
  const { rows } = await (kind === 'order'
    ? sql`select from orders where id = ${id}`
    : sql`select from users where id = ${id} and ${SHOWN_USERS}`
  ).execute(db)
  if (rows.length === 0) throw new Problem('not_found', `There is no such ${kind}.`)
}

/** Locks the row of the subject. @throws Problem 404 */
export async function lockSubject(tx: Tx, subject: Subject): Promise<void> {
  const { kind, id } = subject
  const { rows } = await (kind === 'order'
    ? sql`select from orders where id = ${id} for no key update`
    : sql`select from users where id = ${id} and ${SHOWN_USERS} for no key update`
  ).execute(tx)
  if (rows.length === 0) throw new Problem('not_found', `There is no such ${kind}.`)
}

/** Tells programs that the order or the user has changed. */
export async function tellPrograms(tx: Tx, { kind, id }: Subject, now: Date): Promise<void> {
  if (kind === 'order') await publishToFeed(tx, now, { type: 'order.changed', data: { orderId: id } })
  else await publishToFeed(tx, now, { type: 'user.updated', data: { userId: id } })
}
