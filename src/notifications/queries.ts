import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables } from '../database/schema.ts'
import type { EventType } from '../events.ts'
import type { DeliveryState } from './tables.ts'

export type DeliveryFilter = {
  id?: string | undefined
  eventId?: string | undefined
  /** An unknown one fits nothing. */
  type?: string | undefined
  userId?: string | undefined
  orderId?: number | undefined
  state?: DeliveryState | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** An e-mail is late when it comes, or still does not come, more than this after its cause. */
const ON_TIME = sql<string>`interval '30 seconds'`

/** One page of the ledger, newest first, and how many rows fit. */
export async function listDeliveries(db: Db, filter: DeliveryFilter, { page, limit }: { page: number; limit: number }) {
  const [items, { count }] = await Promise.all([
    selectDeliveries(db)
      .where(fits(filter))
      .orderBy('deliveries.created_at', 'desc')
      .orderBy('deliveries.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where(fits(filter))
      .executeTakeFirstOrThrow(),
  ])
  return { items, totalCount: count }
}

/** Of all that fit, the oldest first. */
export async function idsOf(db: Db, filter: DeliveryFilter): Promise<string[]> {
  const rows = await selectDeliveries(db).where(fits(filter)).orderBy('deliveries.id').execute()
  return rows.map(({ id }) => id)
}

export async function findDelivery(db: Db, id: string) {
  return selectDeliveries(db).where('deliveries.id', '=', id).executeTakeFirst()
}

export async function listAttempts(db: Db, deliveryId: string) {
  return db
    .selectFrom('delivery_attempts')
    .select(['number', 'worker', 'started_at', 'address', 'marked_at', 'ended_at', 'outcome', 'reply'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()
}

export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

function selectDeliveries(db: Db) {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .leftJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'event_id', 'events.type', 'events.payload', 'user_id', 'users.email', 'users.user_name'])
    .select(['state', 'attempts', 'address', 'message_id', 'reply', 'due_at', 'marked_at', 'ended_at'])
    .select('deliveries.created_at')
    .select(sql<boolean>`coalesce(ended_at, clock_timestamp()) - deliveries.created_at > ${ON_TIME}`.as('late'))
}

type Rows = ExpressionBuilder<Tables, 'deliveries' | 'events'>

function fits({ id, eventId, type, userId, orderId, state, from, before }: DeliveryFilter) {
  return (eb: Rows) =>
    eb.and([
      ...(id === undefined ? [] : [eb('deliveries.id', '=', id)]),
      ...(eventId === undefined ? [] : [eb('deliveries.event_id', '=', eventId)]),
      ...(type === undefined ? [] : [eb('events.type', '=', type as EventType)]),
      ...(userId === undefined ? [] : [eb('deliveries.user_id', '=', userId)]),
      ...(orderId === undefined ? [] : [ofOrder(orderId)]),
      ...(state === undefined ? [] : [eb('deliveries.state', '=', state)]),
      ...(from === undefined ? [] : [eb('deliveries.created_at', '>=', from)]),
      ...(before === undefined ? [] : [eb('deliveries.created_at', '<', before)]),
    ])
}

/** Written as the index `events_order` is. */
export function ofOrder(orderId: number) {
  return sql<boolean>`(events.payload ? 'orderId' and (events.payload ->> 'orderId')::int = ${orderId})`
}
