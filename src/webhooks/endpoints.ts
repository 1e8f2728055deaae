/** Webhooks: create, change, disable and enable them, and rotate their secrets. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { audit, type Visit } from '../accounts/audit-log.ts'
import { isActiveAdminSql } from '../accounts/sessions/still-may.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { wakeWorkers } from '../database/news/wake.ts'
import type { Db, Tx } from '../database/schema.ts'
import { SHOP_LOCK } from '../database/shops.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { onceWithoutKey, type RunOnce } from '../http/idempotency/once.ts'
import { AddressRules } from '../http/outgoing/addresses.ts'
import { invalidInput, Problem } from '../problems.ts'
import { forgetConsent, UNASKED } from './handshake.ts'
import { type Endpoint, findEndpoint } from './queries.ts'
import { newSecret } from './secrets.ts'
import type { DisabledBecause } from './tables.ts'

/** Each endpoint may hold requests in flight, so their number is limited. */
const MAX_ENDPOINTS = 50
/** The key of the lock under which they are counted: "hook" in ASCII, and the shop. */
const COUNT_LOCK = sql.raw(`(${0x686f6f6b} # ${SHOP_LOCK})`)

/** The user or the API key that acts; without either, the command line. */
export type Actor = { userId?: string; keyId?: string; visit?: Visit }

/** Whom an endpoint refers to (maker.ts). */
function makerOf({ userId, keyId }: Actor) {
  return { created_by: userId ?? null, created_by_key: keyId ?? null }
}

function byOf({ keyId: _, ...actor }: Actor) {
  return actor
}

type EndpointInput = {
  url: string
  types?: string[]
  description?: string
  /** The scopes that bound what is sent with each event; null: ids and states only. */
  snapshotScopes?: readonly string[] | null
  /** Says whether the address is asked for its consent before it gets anything. */
  handshake?: boolean
}

type WithSecret = Endpoint & { secret: string }

/** Creates an endpoint, which gets every event from now on. The secret is shown once. */
export async function createEndpoint(
  context: AppContext,
  { url, types = [], description = '', snapshotScopes = null, handshake = false }: EndpointInput,
  actor: Actor = {},
  runOnce: RunOnce = onceWithoutKey(context),
): Promise<WithSecret> {
  checkUrl(context, url)
  const now = context.clock.now()
  const created = await runOnce(async tx => {
    // If two requests arrive at once, the second one counts what the first has created.
    await sql`select pg_advisory_xact_lock(${COUNT_LOCK})`.execute(tx)
    const { count, position } = await tx
      .selectFrom('webhook_endpoints')
      .select(eb => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`(select position from event_head)`.as('position'),
      ])
      .executeTakeFirstOrThrow()
    if (count >= MAX_ENDPOINTS) throw new Problem('too_many_webhooks')
    const id = randomUUIDv7()
    await tx
      .insertInto('webhook_endpoints')
      .values({
        id,
        url,
        description,
        types: [...new Set(types)],
        snapshot_scopes: snapshotScopes && [...snapshotScopes],
        handshake,
        agreed_at: null,
        handshake_failure: null,
        ...makerOf(actor),
        created_at: now,
        position,
        disabled_at: null,
        disabled_because: null,
        failing_since: null,
        failed_at: null,
        paused_until: null,
      })
      .execute()
    const secret = await newSecret(tx, context.serviceKey, id, 0)
    await audit(tx, 'webhook_created', { at: now, ...byOf(actor), detail: { webhookId: id } })
    return {
      body: { ...(await requireEndpoint(tx, id)), secret },
      location: `/api/webhooks/${id}`,
      secrets: { members: ['secret'] },
    }
  })
  if (handshake && !context.db.isTransaction) wakeWorkers(context.db)
  return created
}

/**
 * Deliveries that are still open go to the new address. Who changes where it sends what is its maker from now on.
 * @param input.readable the scopes of the caller: at an address of theirs, snapshots show no more
 * @throws Problem `not_found`, `invalid_input`
 */
export async function changeEndpoint(
  context: AppContext,
  id: string,
  {
    url,
    types,
    description,
    snapshotScopes,
    handshake,
    readable,
  }: Partial<EndpointInput> & { readable?: readonly string[] },
  actor: Actor,
): Promise<Endpoint> {
  if (url !== undefined) checkUrl(context, url)
  const { db } = context
  const changed = await inTransaction(db, async tx => {
    if (url !== undefined || handshake !== undefined) await forgetConsent(tx, id, url, handshake)
    await tx
      .updateTable('webhook_endpoints')
      .set(eb => ({
        url: url ?? eb.ref('url'),
        types: types ? [...new Set(types)] : eb.ref('types'),
        description: description ?? eb.ref('description'),
        handshake: handshake ?? eb.ref('handshake'),
        ...(url !== undefined && readable && { snapshot_scopes: scopesWithin(readable) }),
        ...(snapshotScopes !== undefined && { snapshot_scopes: snapshotScopes && [...snapshotScopes] }),
        ...((url !== undefined || snapshotScopes !== undefined) && makerOf(actor)),
      }))
      .where('id', '=', id)
      .execute()
    const endpoint = await requireEndpoint(tx, id)
    await audit(tx, 'webhook_changed', { at: context.clock.now(), ...byOf(actor), detail: { webhookId: id } })
    return endpoint
  })
  if (!db.isTransaction) wakeWorkers(db)
  return changed
}

/**
 * Makes an endpoint the actor's, so that it goes on although its former maker may not. A snapshot shows no more than the actor may
 * read. @throws Problem `not_found`
 */
export async function takeOverEndpoint(
  context: AppContext,
  id: string,
  readable: readonly string[],
  actor: Actor,
): Promise<Endpoint> {
  const { db, clock } = context
  const endpoint = await inTransaction(db, async tx => {
    const former = await requireEndpoint(tx, id)
    await tx
      .updateTable('webhook_endpoints')
      .set({ ...makerOf(actor), snapshot_scopes: scopesWithin(readable) })
      .where('id', '=', id)
      .execute()
    const detail = { webhookId: id, from: former.createdBy ?? former.createdByKey ?? 'command line' }
    await audit(tx, 'webhook_taken_over', { at: clock.now(), ...byOf(actor), detail })
    return requireEndpoint(tx, id)
  })
  if (!db.isTransaction) wakeWorkers(db)
  return endpoint
}

function scopesWithin(readable: readonly string[]) {
  return sql<string[] | null>`case when snapshot_scopes is not null
    then array(select unnest(snapshot_scopes) intersect select unnest(${[...readable]}::text[])) end`
}

/** @param graceHours for how long the earlier secret signs as well; 0 after a leak @throws Problem `not_found` */
export async function rotateSecret(
  context: AppContext,
  id: string,
  graceHours: number,
  actor: Actor = {},
): Promise<WithSecret> {
  return context.db.transaction().execute(async tx => {
    const endpoint = await requireEndpoint(tx, id)
    const secret = await newSecret(tx, context.serviceKey, id, graceHours)
    await audit(tx, 'webhook_secret_rotated', { at: context.clock.now(), ...byOf(actor), detail: { webhookId: id } })
    return { ...endpoint, secret }
  })
}

/** Nothing is sent from now on, and nothing is lost: the endpoint keeps its position. The admin who made it gets an email. */
export async function disableEndpoint(
  context: AppContext,
  id: string,
  because: DisabledBecause,
  actor: Actor = {},
): Promise<Endpoint> {
  const now = context.clock.now()
  return inTransaction(context.db, async tx => {
    const disabled = await tx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: now, disabled_because: because })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .returning(isActiveAdminSql(sql`created_by`).as('hasAdmin'))
      .returning('created_by')
      .executeTakeFirst()
    if (disabled && because !== 'operator') {
      const to = disabled.hasAdmin ? { userId: disabled.created_by! } : ('support' as const)
      await announce(tx, { type: 'webhook.disabled', payload: { webhookId: id, because }, to: [to], at: now })
    }
    if (disabled) await audit(tx, 'webhook_disabled', { at: now, ...byOf(actor), detail: { webhookId: id, because } })
    return requireEndpoint(tx, id)
  })
}

/** The endpoint continues at once where it stopped, also out of a pause, with all failures forgotten. @throws Problem `not_found` */
export async function enableEndpoint(context: AppContext, id: string, actor: Actor = {}): Promise<Endpoint> {
  const { db, clock } = context
  const endpoint = await inTransaction(db, async tx => {
    await tx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: null, disabled_because: null, failures: 0, failing_since: null })
      .set({ failed_at: null, paused_until: null, ...UNASKED })
      .where('id', '=', id)
      .execute()
    const endpoint = await requireEndpoint(tx, id)
    await audit(tx, 'webhook_enabled', { at: clock.now(), ...byOf(actor), detail: { webhookId: id } })
    return endpoint
  })
  if (!db.isTransaction) wakeWorkers(db)
  return endpoint
}

/** Its deliveries and their log go with it. @throws Problem `not_found` */
export async function deleteEndpoint(context: AppContext, id: string, actor: Actor = {}): Promise<void> {
  await context.db.transaction().execute(async tx => {
    await requireEndpoint(tx, id)
    await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    await audit(tx, 'webhook_deleted', { at: context.clock.now(), ...byOf(actor), detail: { webhookId: id } })
  })
}

/** Publishes an event `webhook.test` that only this endpoint gets. @throws Problem `not_found`, `webhook_disabled` */
export async function sendTest({ db, clock }: AppContext, id: string): Promise<void> {
  await inTransaction(db, async tx => {
    requireEnabled(await requireEndpoint(tx, id))
    await publishToFeed(tx, clock.now(), { type: 'webhook.test', data: { webhookId: id } })
  })
}

/**
 * Sends events again that were delivered or have failed, with the same `webhook-id`. A pending one is sent at once.
 * @param position undefined: everything that has failed
 * @returns how many
 * @throws Problem `not_found`, `webhook_disabled`; `webhook_in_flight` for a delivery that is being sent
 */
export async function sendWebhookAgain({ db }: AppContext, id: string, position?: number): Promise<number> {
  const count = await inTransaction(db, async tx => {
    requireEnabled(await requireEndpoint(tx, id))
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', step: 0, due_at: sql`now()`, ended_at: null })
      .where('endpoint_id', '=', id)
      .$if(position === undefined, query => query.where('state', '=', 'failed'))
      .$if(position !== undefined, query => query.where('position', '=', position!).where('state', '<>', 'sending'))
      .executeTakeFirst()
    if (position !== undefined && numUpdatedRows === 0n) throw await explain(tx, id, position)
    return Number(numUpdatedRows)
  })
  if (!db.isTransaction) wakeWorkers(db)
  return count
}

async function explain(tx: Tx, id: string, position: number): Promise<Problem> {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .select('state')
    .where('endpoint_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()
  return row ? new Problem('webhook_in_flight') : new Problem('not_found', 'There is no such delivery.')
}

export async function requireEndpoint(db: Db, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, id)
  if (!endpoint) throw new Problem('not_found', 'There is no such webhook.')
  return endpoint
}

function requireEnabled({ disabledAt }: Endpoint): void {
  if (disabledAt) throw new Problem('webhook_disabled')
}

function checkUrl({ config }: AppContext, url: string): void {
  const mistake = new AddressRules(config.webhookNetworks).mistakeIn(url)
  if (mistake) throw invalidInput(mistake)
}
