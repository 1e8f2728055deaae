/** Reads payments and refunds: for the API, the pages, the emails and the operator. */
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../database/lists/keyset.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { findDisputesOf } from './disputes/queries.ts'
import { DUE, IS_DUE, LEFT_TO_PAY } from './due.ts'
import { FIRST_OF } from './refund-parts.ts'
import { LIVE, type RefundState } from './states.ts'
import './tables.ts'
import './transfers-in/tables.ts'

export { type Dispute, findDispute, findDisputesOfOrder } from './disputes/queries.ts'
export { isOpenDispute } from './disputes/states.ts'
export { SHOP_ITSELF } from './order-status.ts'

/** The payment that an order waits for, or has. */
export async function findLivePayment(db: Db, orderId: number) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', [...LIVE])
    .where('is_surplus', '=', false)
    .where('had_chargeback', '=', false)
    .where('is_complete', '=', false)
    .executeTakeFirst()
}

/** The payments of an order that money came by. Those with the most to give back are first, and of equal ones the newest. */
export async function findPaymentsToRefund(db: Db, orderId: number) {
  const left = sql<number>`(captured - refund_reserved - charged_back - disputed)`
  return db
    .selectFrom('payments')
    .selectAll()
    .select(left.as('left'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'captured')
    .where('is_surplus', '=', false)
    .orderBy(left, 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Finds the amount that an order still asks for. */
export async function findDue(db: Db, orderId: number): Promise<{ amount: number; currency: string } | undefined> {
  return db
    .selectFrom('orders')
    .select(['currency', LEFT_TO_PAY.as('amount')])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** The last reply of the provider that did not do what was asked. */
const SAID = sql<string | null>`coalesce(unread_reason, (
  select reply from payment_calls c
  where c.payment_id = payments.id and reply is not null and (is_refused or c.state in ('pending', 'sending', 'in_doubt'))
  order by c.id desc limit 1
))`

/** Time when the provider refused to open its page. */
const REFUSED_AT = sql<Date | null>`(
  select ended_at from payment_calls c where c.payment_id = payments.id and kind = 'create' and is_refused
)`

/** The payments of an order, newest first, each with its refunds, oldest first. */
export async function findPayments(db: Db, orderId: number) {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .select([SAID.as('said'), REFUSED_AT.as('refusedAt')])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  return withRefunds(db, payments)
}

async function withRefunds<Row extends { id: string }>(db: Db, payments: Row[]) {
  const ids = payments.map(({ id }) => id)
  const refunds = ids.length === 0 ? [] : await selectRefunds(db).where('refunds.payment_id', 'in', ids).execute()
  const disputes = await findDisputesOf(db, ids)
  return payments.map(payment => ({
    ...payment,
    refunds: refunds.filter(({ paymentId }) => paymentId === payment.id),
    disputes: disputes.filter(({ paymentId }) => paymentId === payment.id),
  }))
}
export type Payment = Awaited<ReturnType<typeof findPayments>>[number]

/** Checks whether the provider refused to open the page of a payment. */
export async function isPageRefused(db: Db, paymentId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select(REFUSED_AT.as('at'))
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return payment?.at != null
}

/** The lists in which staff look at payments. */
export const PAYMENT_TABS = ['all', 'under_way', 'received', 'refunded', 'ended', 'to_look_at'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

/** Each of these conditions has an index of its own, but those that most payments fulfill. */
function inTab(tab: PaymentTab): RawBuilder<boolean> {
  switch (tab) {
    case 'all':
      return sql`true`
    case 'under_way':
      return sql`state in ('created', 'pending', 'processing', 'authorized', 'cancelling')`
    case 'received':
      return sql`state = 'captured'`
    case 'refunded':
      return sql`refund_reserved > 0`
    case 'ended':
      return sql`state in ('cancelled', 'expired', 'failed')`
    case 'to_look_at':
      return TO_LOOK_AT
  }
}

/** A payment that somebody has to look at: it differs, came back, or is in doubt. */
export const TO_LOOK_AT = sql<boolean>`id in (
  select id from payments where finding is not null
  union select payment_id from payment_calls where state = 'in_doubt'
  union select payment_id from refunds where source = 'external' and not is_known and created_at > now() - interval '30 days'
  union select payment_id from disputes where state in ('open', 'inquiry', 'unknown')
  union select payment_id from disputes where takes_money and decision is null
  union select payment_id from refunds where state = 'failed' and source <> 'chargeback' and not is_known
  and created_at > now() - interval '30 days'
)`

/** One page of the payments of the shop, newest first unless the oldest are asked for, and their number. */
export async function listPayments(
  db: Db,
  tab: PaymentTab,
  { oldestFirst = false, ...paging }: Paging & { oldestFirst?: boolean },
) {
  const all = db.selectFrom('payments').where(inTab(tab))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('id'),
      { ...newestFirst('payments'), descending: !oldestFirst },
      paging,
      async (page, orderBy) =>
        withRefunds(db, await db.selectFrom('payments').selectAll().where('id', 'in', page).orderBy(orderBy).execute()),
      ({ id }) => [id],
    ),
    countRows(db, all),
  ])
  return { ...list, totalCount }
}

type Sum = { currency: string; orders: number; total: number }
/** Sums due from customers and to them, by currency, and how much a person has to look at. */
export type MoneyNow = { due: Sum[]; refundsDue: Sum[]; doubts: number; toLookAt: number; transfers: number }

const OWES_MONEY = sql`id in (
  select id from orders where payment_status = 'refund_due'
  union select p.order_id from refunds r join payments p on p.id = r.payment_id where r.state = 'to_transfer'
)`
const WAIVED = sql`coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id and r.dropped = 'waived'), 0)`
/** All that is left of an order that was cancelled, and otherwise what somebody still has to transfer. */
const OWED = sql`coalesce((
  select sum(case when payment_status = 'refund_due' and not is_surplus then captured - refunded - charged_back - ${WAIVED} else (
    select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.state = 'to_transfer'
  ) end) from payments p where p.order_id = orders.id
), total)`

/** A sum of more orders than this says "more than". */
export const MOST_SUMMED = 10_000

export async function readMoneyNow(db: Db): Promise<MoneyNow> {
  const [owed, owing, { rows }] = await Promise.all([
    sumOrders(db, IS_DUE, DUE),
    sumOrders(db, OWES_MONEY, OWED),
    sql<{ doubts: number; toLookAt: number; transfers: number }>`
      select (select count(*)::int from payment_calls where state = 'in_doubt') as doubts,
        (select count(*)::int from payments where ${TO_LOOK_AT}) as "toLookAt",
        (select count(*)::int from refunds where state = 'to_transfer') as transfers
    `.execute(db),
  ])
  return { due: owed, refundsDue: owing, ...one(rows) }
}

export async function countLostEvents(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('provider_events').where('is_lost', '=', true))
}

export async function countPaymentsToLookAt(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('payments').where(TO_LOOK_AT))
}

async function sumOrders(db: Db, condition: RawBuilder<unknown>, amount: RawBuilder<unknown>): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select currency, count(*)::int as orders, sum(amount)::float8 as total
    from (select currency, ${amount} as amount from orders where ${condition} order by id limit ${MOST_SUMMED + 1}) as found
    group by currency order by 2 desc
  `.execute(db)
  return rows
}

export type MoneyMoved = { currency: string; received: number; refunded: number }

/** Sums what came and went back since then, by currency. */
export async function readMoneyMoved(db: Db, since: Date): Promise<MoneyMoved[]> {
  const { rows } = await sql<MoneyMoved>`
    select currency, sum(received)::float8 as received, sum(refunded)::float8 as refunded from (
      select currency, captured as received, 0 as refunded from payments where id >= ${firstIdOf(since)}::uuid
      union all
      select currency, 0, r.amount from refunds r join payments p on p.id = r.payment_id
      where r.id >= ${firstIdOf(since)}::uuid and r.state = 'done'
    ) as moved
    group by currency order by 2 desc
  `.execute(db)
  return rows
}

/** The ids of payments and refunds begin with their time (UUID version 7), so the primary key finds those since a moment. */
export function firstIdOf(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Finds the part of an order that a transfer has paid, for its email. @returns undefined when it was taken back */
export async function findBookedPart(db: Db, transferId: string, orderId: number) {
  return db
    .selectFrom('incoming_transfer_parts')
    .innerJoin('payments', 'payments.id', 'incoming_transfer_parts.payment_id')
    .select(['incoming_transfer_parts.amount', 'payments.currency'])
    .where('transfer_id', '=', transferId)
    .where('incoming_transfer_parts.order_id', '=', orderId)
    .where('is_surplus', '=', false)
    .executeTakeFirst()
}

/** A payment as its emails say it. */
export async function findPaymentAmount(db: Db, id: string): Promise<{ amount: number; currency: string } | undefined> {
  return db.selectFrom('payments').select(['amount', 'currency']).where('id', '=', id).executeTakeFirst()
}

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
      sql<string | null>`(select return_id from refunds first where first.id = ${FIRST_OF(sql`refunds`)})`.as(
        'returnId',
      ),
      'refunds.part_of as partOf',
      'refunds.is_known as isKnown',
      'refunds.dropped',
      'refunds.created_at as createdAt',
      'refunds.ended_at as endedAt',
      'payment_calls.reply',
      // A refund whose call is in doubt may have been made. Neither pending nor failed would be true.
      sql<RefundState | 'in_doubt'>`
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
      'payments.provider',
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
