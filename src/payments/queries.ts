/** Reads payments and refunds: for the API, the pages, the emails and the operator. */
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { LIVE } from './states.ts'
import './tables.ts'

/** The payment that an order waits for, or has. */
export async function findLivePayment(db: Db, orderId: number) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', [...LIVE])
    .where('is_surplus', '=', false)
    .executeTakeFirst()
}

/** The payments of an order, newest first, each with its refunds, oldest first. */
export async function findPayments(db: Db, orderId: number) {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  const ids = payments.map(({ id }) => id)
  const refunds = ids.length === 0 ? [] : await selectRefunds(db).where('refunds.payment_id', 'in', ids).execute()
  return payments.map(payment => ({ ...payment, refunds: refunds.filter(({ paymentId }) => paymentId === payment.id) }))
}
export type Payment = Awaited<ReturnType<typeof findPayments>>[number]

export async function findRefund(db: Db, id: string) {
  return selectRefunds(db).where('refunds.id', '=', id).executeTakeFirst()
}
export type Refund = NonNullable<Awaited<ReturnType<typeof findRefund>>>

function selectRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('payment_calls', 'payment_calls.refund_id', 'refunds.id')
    .select([
      'refunds.id',
      'refunds.payment_id as paymentId',
      'payments.order_id as orderId',
      'refunds.amount',
      'payments.currency',
      'refunds.source',
      'refunds.reason',
      'refunds.created_at as createdAt',
      'refunds.ended_at as endedAt',
      'payment_calls.reply',
      // A refund whose call is in doubt may have been made. Neither pending nor failed would be true.
      sql<'pending' | 'done' | 'failed' | 'in_doubt'>`
        case when refunds.state = 'pending' and payment_calls.state = 'in_doubt' then 'in_doubt' else refunds.state end
      `.as('state'),
    ])
    .orderBy('refunds.id')
}

/** Calls that have not ended: those in doubt, and those that wait. */
export async function findOpenCalls(db: Db, { onlyDoubts = false } = {}) {
  return db
    .selectFrom('payment_calls')
    .innerJoin('payments', 'payments.id', 'payment_calls.payment_id')
    .select([
      'payment_calls.id',
      'kind',
      'payment_calls.state',
      'payment_calls.amount',
      'payments.currency',
      'payments.order_id as orderId',
      'payment_calls.created_at as createdAt',
      'attempts',
      'reply',
    ])
    .where('payment_calls.state', 'in', onlyDoubts ? ['in_doubt'] : ['in_doubt', 'pending', 'sending'])
    .orderBy('payment_calls.id')
    .limit(1000)
    .execute()
}
export type OpenCall = Awaited<ReturnType<typeof findOpenCalls>>[number]
