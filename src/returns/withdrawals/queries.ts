/** Reads withdrawals, and deletes those of a person. */
import { sql } from 'kysely'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import './tables.ts'

const WITHDRAWAL_COLUMNS = [
  'id',
  'order_id as orderId',
  'name',
  'email',
  'order_number as orderNumber',
  'items',
  'received_at as receivedAt',
  'is_late as isLate',
  'is_signed_in as isSignedIn',
  'network',
  'decided_at as decidedAt',
  'is_accepted as isAccepted',
] as const

export async function findWithdrawal(db: Db, id: string) {
  return db
    .selectFrom('withdrawals')
    .leftJoin('orders', 'orders.id', 'order_id')
    .leftJoin('users', 'users.id', 'owner_id')
    .select(WITHDRAWAL_COLUMNS.map(column => `withdrawals.${column}` as const))
    .select(['withdrawals.locale', sql<boolean>`email_verified_at is not null`.as('isVerified')])
    .where('withdrawals.id', '=', id)
    .executeTakeFirst()
}

export type Withdrawal = Awaited<ReturnType<typeof listWithdrawals>>['items'][number]

/** One page of the withdrawals, newest first. */
export async function listWithdrawals(db: Db, state: 'open' | 'decided' | undefined, paging: Paging) {
  const all = db.selectFrom('withdrawals')
  const matching = state === undefined ? all : all.where('decided_at', state === 'open' ? 'is' : 'is not', null)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('id'),
      newestFirst('withdrawals'),
      paging,
      (page, orderBy) =>
        db.selectFrom('withdrawals').select(WITHDRAWAL_COLUMNS).where('id', 'in', page).orderBy(orderBy).execute(),
      ({ id }) => [id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

export async function countOpenWithdrawals(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('withdrawals').where('decided_at', 'is', null))
}

/** Replaces the addresses of deleted people. */
export const FORGOTTEN = 'deleted-user@semel.invalid'

type Person = { id: string; email: string; email_verified_at: Date | null }

/** The newest withdrawals of a user. */
export async function withdrawalsFrom(db: Db, person: Person, limit: number) {
  return db
    .selectFrom('withdrawals')
    .select(WITHDRAWAL_COLUMNS)
    .where(isFrom(person))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Anonymizes the withdrawals of an account or a guest, and the addresses of their receipts, before the orders are handed over and the
 * person is deleted. The shop keeps that there was a withdrawal.
 */
export async function forgetWithdrawalsOf(db: Db, person: Person): Promise<void> {
  await sql`
    with own as (
      update withdrawals
      set name = '', email = ${FORGOTTEN}, items = null, network = null, statement_key = default
      where ${isFrom(person)} returning id
    ), emails as (
      update deliveries set address = 'deleted-user@semel.invalid', reply = null
      where event_id in (
        select e.id from events e join own on payload ->> 'withdrawalId' = own.id::text where type = 'withdrawal.received'
      )
      returning id
    ), attempts as (
      update delivery_attempts set address = 'deleted-user@semel.invalid', reply = null
      where delivery_id in (select id from emails)
    )
    delete from mail_reports where delivery_id in (select id from emails)
  `.execute(db)
}

/** About an order of theirs, or from the address that they had verified by then: anybody can type any address. */
function isFrom({ id, email, email_verified_at: since }: Person) {
  return sql<boolean>`(order_id in (select id from orders where owner_id = ${id})
    or (lower(email) = lower(${email}) and received_at >= ${since}))`
}
