/** Reads the ledger for people: deliveries, their attempts, and filters. */

import { type ExpressionBuilder, sql } from 'kysely'
import { COUNT_LIMIT, countRows } from '../database/lists/count.ts'
import { andGiven, given } from '../database/lists/given.ts'
import { type ListOrder, newestFirst, type Paging, type Part, readListPage, WHOLE } from '../database/lists/keyset.ts'
import type { Db, Tables } from '../database/schema.ts'
import type { EventType } from '../events/announce.ts'
import { after, MINUTE, SECOND } from '../time.ts'
import { pendingBulk } from './open-deliveries.ts'
import type { DeliveryState } from './states.ts'

export type DeliveryFilter = {
  id?: string | undefined
  eventId?: string | undefined
  /** An unknown type matches nothing. */
  type?: string | undefined
  userId?: string | undefined
  orderId?: number | undefined
  state?: DeliveryState | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** An email is late when it is sent, or still not sent, this long after its event. */
export const ON_TIME = 30 * SECOND

/** The unique key of the ledger has this order. */
const NEWEST_EVENT_FIRST: ListOrder = {
  name: 'deliveries by event',
  columns: [
    ['deliveries.event_id', 'uuid'],
    ['deliveries.recipient', 'text'],
  ],
  descending: true,
}

/** Each event of a kind is looked up by itself, so fewer of them are counted. */
const KIND_COUNT_LIMIT = 1000

/** One page of the ledger, newest first, and the number of matching rows. */
export async function listDeliveries(db: Db, filter: DeliveryFilter, paging: Paging) {
  const byEvent = isFoundByEvent(filter)
  const countedTo = byEvent && filter.eventId === undefined ? KIND_COUNT_LIMIT : COUNT_LIMIT
  const [list, totalCount] = await Promise.all([
    readListPage(
      part => matching(db, filter, part).select('deliveries.id'),
      byEvent ? NEWEST_EVENT_FIRST : newestFirst('deliveries', ['deliveries.id', 'uuid']),
      paging,
      // The joins run only for the rows of the page, not for the rows that the offset skips.
      (page, orderBy) => selectDeliveries(db).where('deliveries.id', 'in', page).orderBy(orderBy).execute(),
      ({ id, eventId, recipient }) => (byEvent ? [eventId, recipient] : [id]),
    ),
    countRows(db, matching(db, filter, WHOLE), countedTo),
  ])
  return { ...list, totalCount, countedTo }
}

function matching(db: Db, filter: DeliveryFilter, part: Part) {
  const { type, eventId } = filter
  if (eventId !== undefined && filter.state === 'pending') {
    return db.selectFrom(pendingOfEvent(eventId).as('deliveries')).where(matches(filter)).where(part.beyond)
  }
  if (type === undefined || eventId !== undefined || !isFoundByEvent(filter)) {
    return db.selectFrom('deliveries').where(matches(filter)).where(part.beyond)
  }
  // Newest event first, and of each event no more than a page. Otherwise an announcement would be read as a whole.
  const order = part.descending ? 'desc' : 'asc'
  const ofEvent = db
    // A fence: any other way than by the event would read the whole period, once for each event.
    .selectFrom(
      sql<Tables['deliveries']>`(
        select * from deliveries where event_id = e.id and ${part.beyond} order by recipient ${sql.raw(order)} offset 0
      )`.as('deliveries'),
    )
    .select(['id', 'recipient'])
    .where(matches({ ...filter, type: undefined }) as never)
    .orderBy('recipient', order)
    .limit(part.most)
  return db.selectFrom(
    sql<Pick<Tables['deliveries'], 'id' | 'event_id' | 'recipient'>>`(
      select e.id as event_id, d.id, d.recipient from events e cross join lateral (${ofEvent}) as d
      where e.type = ${type} and ${part.isNear('e.id')} and ${isOfPeriod(filter)}
    )`.as('deliveries'),
  )
}

/**
 * An announcement may have millions of recipients, but the fan-out lets only a few thousand wait. They are found among
 * those, the others by their event. The offset is a fence: without it the planner would read all recipients.
 */
function pendingOfEvent(eventId: string) {
  return sql<Tables['deliveries']>`(
    select * from (select * from ${pendingBulk(sql`*`)} as bulk offset 0) as waiting where event_id = ${eventId}
    union all
    select * from deliveries where event_id = ${eventId} and state = 'pending' and not bulk
      and (select type from events where id = ${eventId}) <> 'announcement.published'
  )`
}

/** A delivery is written with its event; deliveries of an announcement follow later. */
function isOfPeriod({ type, from, before }: DeliveryFilter) {
  const isSince = from === undefined || type === 'announcement.published' ? sql`true` : sql`e.id >= ${firstIdOf(from)}`
  return sql`${isSince} ${andGiven(before, before => sql`e.id < ${idAfter(before)}`)}`
}

/** Tests whether the event leads to the deliveries sooner than anything else that is asked for. */
function isFoundByEvent({ id, eventId, type, userId, orderId, state }: DeliveryFilter): boolean {
  if (id !== undefined || userId !== undefined || orderId !== undefined) return false
  return eventId !== undefined || (type !== undefined && (state === undefined || state === 'sent'))
}

/** The newest attempt of every matching delivery, oldest delivery first. */
export async function attemptsOf(db: Db, filter: DeliveryFilter): Promise<{ id: string; attempts: number }[]> {
  return selectDeliveries(db).where(matches(filter)).orderBy('deliveries.id').execute()
}

/** The newest confirmation of an order to that user. */
export async function findConfirmation(db: Db, orderId: number, userId: string) {
  return selectDeliveries(db)
    .where(matches({ orderId, userId }))
    .where('events.type', 'in', CONFIRMATIONS)
    .orderBy('deliveries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const CONFIRMATIONS: EventType[] = ['order.placed', 'order.confirmation_requested']

export async function findDelivery(db: Db, id: string) {
  return selectDeliveries(db).where('deliveries.id', '=', id).executeTakeFirst()
}

/** The deliveries of these ids, in no particular order. */
export async function findDeliveries(db: Db, ids: readonly string[]) {
  return ids.length === 0 ? [] : selectDeliveries(db).where('deliveries.id', 'in', ids).execute()
}

export async function listAttempts(db: Db, deliveryId: string) {
  return db
    .selectFrom('delivery_attempts')
    .select(['number', 'worker', 'address', 'outcome', 'reply'])
    .select(['started_at as startedAt', 'marked_at as releasedAt', 'ended_at as endedAt'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()
}

/** Tests whether the worker of a delivery in doubt may still get a reply, so that nobody may send it again. */
export const isReplyAwaited = sql<boolean>`coalesce(reply_awaited_until > statement_timestamp(), false)`

export type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

function selectDeliveries(db: Db) {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .leftJoin('users', 'users.id', 'deliveries.user_id')
    .select([
      'deliveries.id',
      'event_id as eventId',
      'recipient',
      'events.type',
      'events.payload',
      'state',
      'attempts',
      'reply',
    ])
    .select(['user_id as userId', 'users.email', 'users.user_name as userName', 'address', 'message_id as messageId'])
    .select(sql<boolean>`users.confirmed_at is null and not users.is_guest`.as('isPending'))
    .select(['deliveries.created_at as createdAt', 'due_at as dueAt', 'marked_at as releasedAt', 'ended_at as endedAt'])
    .select(['reply_awaited_until as replyAwaitedUntil', isReplyAwaited.as('isReplyAwaited')])
    .select(
      sql<boolean>`coalesce(ended_at, statement_timestamp()) - deliveries.created_at > make_interval(secs => ${ON_TIME / SECOND})`.as(
        'late',
      ),
    )
}

function matches({ id, eventId, type, userId, orderId, state, from, before }: DeliveryFilter) {
  return (eb: Deliveries) =>
    eb.and([
      ...given(id, id => eb('deliveries.id', '=', id)),
      ...given(eventId, id => eb('deliveries.event_id', '=', id)),
      ...given(type, type => isOfKind(eb, type, state)),
      ...given(userId, id => eb('deliveries.user_id', '=', id)),
      ...given(orderId, id => isAbout(eb, id)),
      ...given(state, state => eb('deliveries.state', '=', state)),
      // The ids find the period through the primary key; the times are exact.
      ...given(from, from => eb('deliveries.id', '>=', firstIdOf(from))),
      ...given(from, from => eb('deliveries.created_at', '>=', from)),
      ...given(before, before => eb('deliveries.id', '<', idAfter(before))),
      ...given(before, before => eb('deliveries.created_at', '<', before)),
    ])
}

type Deliveries = ExpressionBuilder<Tables, 'deliveries'>

function isOfKind(eb: Deliveries, type: string, state: DeliveryState | undefined) {
  // These have an index by kind.
  if (state === 'pending' || state === 'failed' || state === 'skipped') {
    return eb('deliveries.kind', '=', type as EventType)
  }
  const events = eb
    .selectFrom('events')
    .select('events.id')
    .where('events.type', '=', type as EventType)
  return eb('deliveries.event_id', 'in', events)
}

/** An order has few events. As an array, they make the planner begin with them, not with the newest deliveries. */
function isAbout(eb: Deliveries, orderId: number) {
  const events = eb.selectFrom('events').select('events.id').where(ofOrder(orderId))
  return sql<boolean>`deliveries.event_id = any(array(${events}))`
}

/**
 * The lowest id that a row of that time can have. Ids are UUIDv7 (RFC 9562 §5.7) and begin with the time, so the primary
 * key finds the newest rows of a long ledger without another index. A minute is allowed for clocks that differ.
 */
export function firstIdOf(time: Date): string {
  return idOf(after(time, -MINUTE))
}

/** An id above those of all rows from before that time. */
function idAfter(time: Date): string {
  return idOf(after(time, MINUTE))
}

/** The lowest UUIDv7 of that time. */
export function idOf(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Matches the expression of the index `events_order`. */
export function ofOrder(orderId: number) {
  return sql<boolean>`(events.payload ? 'orderId' and (events.payload ->> 'orderId')::bigint = ${orderId})`
}
