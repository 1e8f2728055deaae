/** Reads webhooks and their deliveries. */
import { sql } from 'kysely'
import { countRows } from '../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../database/lists/keyset.ts'
import type { Db } from '../database/schema.ts'
import type { FeedType } from '../events/publish.ts'
import { hasAgreedSql } from './handshake.ts'
import { makerMaySql } from './maker.ts'
import { THRESHOLD } from './schedule.ts'
import type { EndpointState, WebhookState } from './states.ts'

/**
 * `failing`: so many attempts failed. `maker`: its maker may no longer make one. The API shows `agreedAt` in place of a third reason,
 * `handshake`.
 */
export const PAUSED_BECAUSE = ['failing', 'maker'] as const
type PausedBecause = (typeof PAUSED_BECAUSE)[number] | 'handshake'

const makerMay = makerMaySql('webhook_endpoints')
const hasAgreed = hasAgreedSql('webhook_endpoints')

export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

export async function findEndpoint(db: Db, id: string) {
  return selectEndpoints(db).where('id', '=', id).executeTakeFirst()
}

/** All endpoints, oldest first. There are few. */
export async function listEndpoints(db: Db): Promise<Endpoint[]> {
  return selectEndpoints(db).orderBy('id').execute()
}

function selectEndpoints(db: Db) {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'description', 'position', 'created_at as createdAt', 'disabled_at as disabledAt'])
    .select(['disabled_because as disabledBecause', 'failing_since as failingSince'])
    .select(
      sql<Date | null>`case when disabled_at is null and failures >= ${THRESHOLD} then paused_until end`.as(
        'pausedUntil',
      ),
    )
    .select(['handshake', 'agreed_at as agreedAt', 'handshake_failure as handshakeFailure'])
    .select(['created_by as createdBy', 'created_by_key as createdByKey'])
    .select(
      sql<PausedBecause | null>`case when disabled_at is not null then null when not ${makerMay} then 'maker'
        when not ${hasAgreed} then 'handshake'
        when failures >= ${THRESHOLD} then 'failing' end`.as('pausedBecause'),
    )
    .select(sql<string[]>`types`.as('types'))
    .select(sql<boolean>`snapshot_scopes is not null`.as('snapshot'))
    .select(
      sql<EndpointState>`case when disabled_at is not null then 'disabled' when failures >= ${THRESHOLD} or not ${makerMay}
        or not ${hasAgreed} then 'paused'
        when failures > 0 then 'failing' else 'active' end`.as('state'),
    )
    .select(
      sql<number>`(select count(*) from (select from webhook_deliveries d
        where d.endpoint_id = webhook_endpoints.id and d.state in ('pending', 'sending') limit 1000) as o)`.as('open'),
    )
}

type WebhookFilter = { endpointId: string; state?: WebhookState | undefined; position?: number | undefined }

/** One page of the deliveries of an endpoint, newest event first. */
export async function listWebhookDeliveries(db: Db, filter: WebhookFilter, paging: Paging) {
  const matching = db
    .selectFrom('webhook_deliveries')
    .where('endpoint_id', '=', filter.endpointId)
    .$if(filter.state !== undefined, query => query.where('webhook_deliveries.state', '=', filter.state!))
    .$if(filter.position !== undefined, query => query.where('webhook_deliveries.position', '=', filter.position!))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('webhook_deliveries.position'),
      newestFirst('webhook deliveries', ['webhook_deliveries.position', 'bigint']),
      paging,
      (page, orderBy) =>
        selectWebhookDeliveries(db)
          .where('endpoint_id', '=', filter.endpointId)
          .where('webhook_deliveries.position', 'in', page)
          .orderBy(orderBy)
          .execute(),
      ({ position }) => [position],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

function selectWebhookDeliveries(db: Db) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin(eventFeed, join => join.onRef('f.position', '=', 'webhook_deliveries.position'))
    .select(['webhook_deliveries.position', 'state', 'attempts', 'created_at as createdAt', 'ended_at as endedAt'])
    .select(['due_at as dueAt', 'f.id as eventId', 'f.type', 'f.data', 'f.at'])
    .select(
      sql<string | null>`(select coalesce(a.status::text, a.reason) from webhook_attempts a
        where a.endpoint_id = webhook_deliveries.endpoint_id and a.position = webhook_deliveries.position
        order by a.number desc limit 1)`.as('last'),
    )
}

const eventFeed = sql<{
  position: number
  id: string
  type: FeedType
  data: Record<string, unknown>
  at: Date
}>`event_feed`.as<'f'>(sql`f`)

export type WebhookDelivery = Awaited<ReturnType<typeof listWebhookDeliveries>>['items'][number]

export async function findWebhookDelivery(db: Db, endpointId: string, position: number) {
  const { items } = await listWebhookDeliveries(db, { endpointId, position }, { page: 1, limit: 1 })
  return items[0]
}

export async function listWebhookAttempts(db: Db, endpointId: string, position: number) {
  return db
    .selectFrom('webhook_attempts')
    .select(['number', 'started_at as startedAt', 'milliseconds', 'status', 'reason', 'response'])
    .where('endpoint_id', '=', endpointId)
    .where('position', '=', position)
    .orderBy('number')
    .execute()
}

type WebhookHealth = {
  /** Deliveries that are not finished, counted up to 1000 for each endpoint. */
  open: number
  failing: number
  disabled: number
  /** Disabled by Semel, because the receiver was gone or failed for days. */
  givenUp: number
}

export function isGivenUp({ disabledBecause: because }: Endpoint): boolean {
  return because === 'gone' || because === 'failing'
}

export async function readWebhookHealth(db: Db): Promise<WebhookHealth> {
  const endpoints = await listEndpoints(db)
  const count = (...states: EndpointState[]) => endpoints.filter(({ state }) => states.includes(state)).length
  return {
    open: endpoints.reduce((sum, { open }) => sum + open, 0),
    failing: count('failing', 'paused'),
    disabled: count('disabled'),
    givenUp: endpoints.filter(isGivenUp).length,
  }
}
