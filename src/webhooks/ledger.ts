import { type RawBuilder, sql } from 'kysely'
import { secondsAfter } from '../database/clock.ts'
import { inBatches } from '../database/delete-in-batches.ts'
import { PREPARED } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'
import type { FeedType } from '../events/publish.ts'
import type { WebhookResponse } from '../http/outgoing/post.ts'
import { storableReply } from '../mail/transport.ts'
import { SECOND } from '../time.ts'
import { hasAgreedSql, isHandshakeDueSql } from './handshake.ts'
import { makerMaySql } from './maker.ts'
import { BREAKS, GIVE_UP, pauseAfter, readRetryAfter, THRESHOLD } from './schedule.ts'
import './tables.ts'
import { one, recordsetSql } from '../database/rows.ts'

/*
 * Deliveries of webhooks. One row per endpoint and event, in these states:
 *
 *     pending ──claim──▶ sending ──2xx──────────────────▶ delivered
 *        ▲                  │  └──last failure──────────▶ failed
 *        └──failure, lease──┘        send again ◀───────────┘
 *
 * At least once: a claim is a lease. If a process dies after the receiver got the request and before the answer is
 * recorded, the lease ends and the same event is sent again with the same `webhook-id`. The receiver drops what it knows.
 *
 * The feed gives every event once to every endpoint: `fanOut` writes the deliveries and moves the endpoint's position in
 * one statement, and the primary key is (endpoint, position).
 *
 * Each statement checks that the maker of the endpoint may still make one (maker.ts), and that its address has agreed (handshake.ts).
 *
 * No endpoint slows another: claims are counted for each endpoint, and an endpoint that only fails gets one attempt at a
 * time. All times come from the database's clock.
 */

/** Requests that one process has in flight for one endpoint. */
export const SLOTS = 10
/** Longer than a request may take. */
const WEBHOOK_LEASE = 20 * SECOND
/** Deliveries are written only a little ahead, so that a silent endpoint costs a number and not millions of rows. */
const WEBHOOK_BACKLOG = 500

/**
 * An endpoint whose maker may no longer make one, or whose address has not agreed, waits as a disabled one does: it keeps its position,
 * and loses no event.
 */
const goesOn = sql`e.disabled_at is null and ${makerMaySql('e')} and ${hasAgreedSql('e')}`
const open = sql`state in ('pending', 'sending')`
const lease = sql`now() + make_interval(secs => ${sql.lit(WEBHOOK_LEASE / SECOND)})`

/** Tests whether there is an address to ask, an event to fan out or a delivery to send. */
export async function isAnythingDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`${PREPARED}
    select exists (
      select from webhook_endpoints e, event_head h
      where ${goesOn} and (
        e.position < h.position
        or exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${open} and d.due_at <= now())
      )
    ) or exists (select from webhook_endpoints e where ${isHandshakeDueSql('e')}) as due
  `.execute(db)
  return one(rows).due
}

/**
 * Writes the next deliveries of every endpoint that has room. An endpoint that another process looks at is skipped. If
 * events that an endpoint has not seen are no longer kept, it continues with the oldest event.
 */
export async function fanOut(db: Db): Promise<void> {
  await sql`
    with endpoint as materialized (
      select e.id, e.types, greatest(e.position, h.oldest - 1) as position, h.position as head
      from webhook_endpoints e, event_head h
      where ${goesOn} and e.position < h.position and (
        select count(*) from (select from webhook_deliveries d where d.endpoint_id = e.id and ${open} limit ${WEBHOOK_BACKLOG}) as o
      ) < ${WEBHOOK_BACKLOG}
      for no key update of e skip locked
    ), fresh as materialized (
      select endpoint.id, f.position from endpoint join event_feed f
        on f.position > endpoint.position and f.position <= endpoint.position + ${WEBHOOK_BACKLOG}
      where case when f.type = 'webhook.test' then f.data ->> 'webhookId' = endpoint.id::text
        else endpoint.types = '{}' or f.type = any(endpoint.types)
          or split_part(f.type, '.', 1) || '.*' = any(endpoint.types) end
    ), written as (
      insert into webhook_deliveries (endpoint_id, position) select id, position from fresh on conflict do nothing
    )
    update webhook_endpoints e set position = least(endpoint.position + ${WEBHOOK_BACKLOG}, endpoint.head)
    from endpoint where e.id = endpoint.id
  `.execute(db)
}

export type Claim = {
  endpointId: string
  position: number
  attempt: number
  step: number
  url: string
  handshake: boolean
  eventId: string
  type: FeedType
  data: Record<string, unknown>
  at: Date
  /** null: ids and states only. */
  snapshotScopes: string[] | null
  /** The time of the claim by the database's clock. It is text, because a Date would lose its microseconds. */
  claimedAt: string
}

/**
 * Takes due deliveries, oldest first. The process that claims a delivery of a failing endpoint moves its pause, so
 * only one process tries whether it is back.
 * @param taken the requests that this process has in flight, by endpoint
 */
export async function claim(db: Db, taken: ReadonlyMap<string, number>): Promise<Claim[]> {
  const rows = [...taken].map(([id, count]) => ({ id, count }))
  const { rows: claims } = await sql<Claim>`
    with taken as (
      select * from ${recordsetSql(rows)} as t (id uuid, count int)
    ), probe as (
      update webhook_endpoints e set paused_until = ${lease}
      where ${goesOn} and e.failures >= ${THRESHOLD} and (e.paused_until is null or e.paused_until <= now())
        and exists (select from webhook_deliveries d where d.endpoint_id = e.id and ${open} and d.due_at <= now())
      returning e.id, 1 as free
    ), endpoint as (
      select e.id, ${SLOTS} - coalesce(taken.count, 0) as free
      from webhook_endpoints e left join taken using (id)
      where ${goesOn} and e.failures < ${THRESHOLD}
      union all
      select * from probe
    ), due as materialized (
      select d.endpoint_id, d.position from endpoint cross join lateral (
        select endpoint_id, position from webhook_deliveries
        where endpoint_id = endpoint.id and ${open} and due_at <= now()
        order by due_at, position
        limit greatest(endpoint.free, 0)
        for update skip locked
      ) as d
    )
    update webhook_deliveries d set state = 'sending', attempts = attempts + 1, due_at = ${lease}
    from due, webhook_endpoints e, event_feed f
    where d.endpoint_id = due.endpoint_id and d.position = due.position and e.id = d.endpoint_id and f.position = d.position
    returning d.endpoint_id as "endpointId", d.position, d.attempts as attempt, d.step, e.url, e.handshake, f.id as "eventId", f.type,
      f.data, f.at, e.snapshot_scopes as "snapshotScopes", now()::text as "claimedAt"
  `.execute(db)
  return claims.sort((a, b) => a.position - b.position)
}

export type Ending = { claim: Claim; startedAt: Date; response: WebhookResponse }

export function isSuccess({ status }: WebhookResponse): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/**
 * Records attempts. A success counts whichever attempt had it. A failure changes the delivery only if it was the newest
 * attempt, and 429 (Too Many Requests) takes no step of the schedule.
 * @returns the endpoints that failed for so long that they have to be disabled
 */
export async function record(db: Db, endings: Ending[]): Promise<string[]> {
  const rows = endings.map(({ claim: { endpointId, position, attempt, step }, startedAt, response }) => {
    const pause = pauseAfter(step, readRetryAfter(response.retryAfter, new Date()))
    const isLimited = response.status === 429
    return {
      endpointId,
      position,
      attempt,
      startedAt,
      milliseconds: response.milliseconds,
      status: response.status ?? null,
      reason: response.reason ? storableReply(response.reason) : null,
      response: response.response ? storableReply(response.response) : null,
      state: isSuccess(response) ? 'delivered' : pause === undefined && !isLimited ? 'failed' : 'pending',
      pause: (pause ?? 0) / SECOND,
      step: isLimited ? step : step + 1,
    }
  })
  await sql`
    with ended as materialized (
      select *, now() as now from ${recordsetSql(rows)} as e ("endpointId" uuid, position bigint, attempt int,
        "startedAt" timestamptz, milliseconds int, status int, reason text, response text, state text, pause float8, step int)
    ), changed as (
      update webhook_deliveries d
      set state = e.state, step = e.step, due_at = ${secondsAfter(sql`e.now`, sql`e.pause`)},
        ended_at = case when e.state <> 'pending' then e.now end
      from ended e
      where d.endpoint_id = e."endpointId" and d.position = e.position
        and (e.state = 'delivered' or (d.state = 'sending' and d.attempts = e.attempt))
    ), attempt as materialized (
      select d.endpoint_id, d.position, e.attempt, e."startedAt", e.milliseconds, e.status, e.reason, e.response
      from ended e join webhook_deliveries d on d.endpoint_id = e."endpointId" and d.position = e.position
    )
    insert into webhook_attempts (endpoint_id, position, number, started_at, milliseconds, status, reason, response)
    select * from attempt
    on conflict (endpoint_id, position, number) do nothing
  `.execute(db)
  const overdue: string[] = []
  for (const [id, own] of Map.groupBy(endings, ({ claim }) => claim.endpointId)) {
    if (own.some(({ response }) => isSuccess(response))) await recordHealthy(db, id)
    else if (await recordFailure(db, id, own)) overdue.push(id)
  }
  return overdue
}

async function recordHealthy(db: Db, id: string): Promise<void> {
  await sql`
    update webhook_endpoints set failures = 0, failing_since = null, paused_until = null where id = ${id} and failures > 0
  `.execute(db)
}

const BREAK_SECONDS = sql.raw(`(array[${BREAKS.map(pause => pause / SECOND).join(', ')}]::float8[])`)

function breakAfter(failures: RawBuilder<unknown>) {
  return sql`${BREAK_SECONDS}[least(${failures} - ${THRESHOLD} + 1, ${sql.lit(BREAKS.length)})]`
}

/**
 * Requests that were in flight when the endpoint failed last count no more: the restart of a receiver breaks all of them
 * at once, and is one failure.
 * @returns whether the endpoint has only failed for longer than GIVE_UP
 */
async function recordFailure(db: Db, id: string, endings: Ending[]): Promise<boolean> {
  const claimedAt = endings.map(({ claim }) => claim.claimedAt)
  const failures = sql`failures + 1`
  const { rows } = await sql<{ overdue: boolean }>`
    with moment as materialized (select now() as now)
    update webhook_endpoints
    set failures = ${failures}, failing_since = coalesce(failing_since, moment.now), failed_at = moment.now,
      paused_until = case when ${failures} >= ${THRESHOLD} then ${secondsAfter(sql`moment.now`, breakAfter(failures))} end
    from moment
    where id = ${id} and (failed_at is null or failed_at < any(${claimedAt}::timestamptz[]))
    returning moment.now - failing_since > make_interval(secs => ${GIVE_UP / SECOND}) as overdue
  `.execute(db)
  return rows[0]?.overdue ?? false
}

/** Deletes deliveries of events that the feed no longer has; called by the cleanup job. */
export async function deleteOldWebhookDeliveries(db: Db): Promise<void> {
  await inBatches(db, async (tx, limit) => {
    // Works in the order of the primary key, from its beginning: without it, the planner reads the whole table.
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where (endpoint_id, position) in (
        select e.id, d.position from webhook_endpoints e cross join lateral (
          select position from webhook_deliveries
          where endpoint_id = e.id and position < (select oldest from event_head)
          order by position limit ${limit}
        ) as d
        limit ${limit}
      )
    `.execute(tx)
    return Number(numAffectedRows)
  })
}
