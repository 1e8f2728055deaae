/**
 * Idempotent requests: a client can repeat a POST with the same `Idempotency-Key`, and the work is done once
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * An insert claims the key in the transaction that does the work, and the answer is stored in the same transaction. So a
 * repeat meets one of three cases. The unique key decides which, not a read before it:
 *
 * - the first request is committed: its stored answer is sent again;
 * - the first request is still in flight: PostgreSQL makes the insert wait, for at most WAIT, then 409;
 * - the first request failed, or its process died: its claim was rolled back with its work, and the repeat is the first.
 *
 * Errors are therefore not stored. They changed nothing, so a repeat may succeed (stock that came back).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { type TSchema, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import { LAST, PREPARED, retryOnDeadlock } from '../database/open.ts'
import type { Db, Tx } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { derive, digest, seal, unseal } from '../secrets/crypto.ts'
import { SECOND } from '../time.ts'
import { inNamedVersion } from './route-addresses.ts'

/** The headers of every POST that creates something. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      'x-reason': 'must be visible ASCII characters',
      description:
        'Chosen by the client: a new one for each thing to create, the same one for each retry. Kept for 24 hours.',
    }),
  ),
}) satisfies TSchema

export type Answer<T> = {
  body: T
  /** Default: 201. */
  status?: number
  /** The address of the created resource, like `/api/orders/7`. A client gets it in the version of its own path. */
  location?: string
  /**
   * Work that waits for another service, such as sending a text message. It runs after the commit, and never for a
   * replay. If it fails, the key is released, so that the client can try again with the same key.
   */
  afterCommit?: () => Promise<void>
}

/** A refusal that leaves a trace, such as a wrong code: the transaction commits, the key is released, `refusal` is thrown. */
export type Refusal = { refusal: Problem }

/** How a command runs its one transaction. */
export type RunOnce = <T>(work: (tx: Tx) => Promise<Answer<T> | Refusal>) => Promise<T>

/** For commands: `once`, bound to the key of a request. */
export function onceFor(context: AppContext, request: FastifyRequest, reply: FastifyReply): RunOnce {
  return work => once(context, request, reply, work)
}

/** For commands that do not come from a request, such as those of the command line. */
export function withoutKey(context: AppContext): RunOnce {
  return async work => (await workWithoutKey(context, work)).body
}

/** Asked of the database, because a process with a wrong clock must not take a repeat for a new request. */
const IS_EXPIRED = sql`excluded.created_at - k.created_at > interval '1 day'`
/** How long a repeat waits while the first request is in flight. */
const WAIT = 2 * SECOND

/**
 * Runs `work` in one transaction and answers with its result, at most once for each key of a caller.
 * @returns the body; status and headers are set on `reply`
 */
export async function once<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Answer<T> | Refusal>,
): Promise<T> {
  const key = keyOf(request, context.serviceKey)
  if (key) return answerOnce(context, reply, key, work)
  return respond(reply, await workWithoutKey(context, work))
}

/** Like `once`, for work that is a single statement. Without a key the statement is its own transaction. */
export async function onceInOneStatement<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Db) => Promise<Answer<T>>,
): Promise<T> {
  const key = keyOf(request, context.serviceKey)
  if (key) return answerOnce(context, reply, key, work)
  return respond(reply, await retryOnDeadlock(() => work(context.db)))
}

async function answerOnce<T>(
  context: AppContext,
  reply: FastifyReply,
  key: Key,
  work: (tx: Tx) => Promise<Answer<T> | Refusal>,
) {
  const claimAndWork = async (tx: Tx): Promise<Answer<T> | Refusal> => {
    const earlier = await claim<T>(tx, key, context.serviceKey)
    if (earlier) {
      reply.header('idempotent-replayed', 'true')
      return earlier
    }
    const answer = await work(tx)
    if ('refusal' in answer) await release(tx, key)
    else await keep(tx, key, answer, context.serviceKey)
    return answer
  }
  const answer = accepted(await retryOnDeadlock(() => context.db.transaction().execute(claimAndWork)))
  await answer.afterCommit?.().catch(async error => {
    await release(context.db, key)
    throw error
  })
  return respond(reply, answer)
}

async function workWithoutKey<T>(context: AppContext, work: (tx: Tx) => Promise<Answer<T> | Refusal>) {
  const answer = accepted(await retryOnDeadlock(() => context.db.transaction().execute(work)))
  await answer.afterCommit?.()
  return answer
}

function accepted<T>(outcome: Answer<T> | Refusal): Answer<T> {
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
}

function respond<T>(reply: FastifyReply, answer: Answer<T>): T {
  reply.code(answer.status ?? 201)
  if (answer.location) reply.header('location', inNamedVersion(reply.request, answer.location))
  return answer.body
}

/** Deletes answers older than a day; called by the cleanup job. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', ['owner', 'key'], sql`created_at < now() - interval '1 day'`)
}

type Key = { owner: string; key: string; request: Buffer }

function keyOf(request: FastifyRequest, secret: Buffer): Key | undefined {
  const text = request.headers['idempotency-key']
  if (typeof text !== 'string') return undefined
  // The draft puts the key in quotes (a string of RFC 9651); most clients leave them out. Both are the same key.
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  const address = request.url.split('?')[0]!.replace(/^\/api\/v\d+|\/$/g, '')
  const fingerprint = JSON.stringify([request.method, address, sorted(request.body)])
  // Keyed, because a body may hold a password, which a plain digest in the database would let an attacker guess offline.
  const digest = Buffer.from(derive(secret, 'idempotency fingerprint', fingerprint), 'base64url')
  return { owner: ownerOf(request), key, request: digest }
}

/**
 * Callers without a credential are told apart by address, program and the email address that they send. In one office the
 * first two can be the same.
 */
function ownerOf({ caller, ip, headers, body }: FastifyRequest): string {
  if (caller.kind === 'user') return `user:${caller.userId}`
  if (caller.kind === 'key') return `key:${caller.keyId}`
  const { email } = (body ?? {}) as { email?: unknown }
  const person = [ip, headers['user-agent'], String(email).toLowerCase()].join('\0')
  return `anyone:${digest(person).toString('base64url')}`
}

/** The value with the members of its objects sorted, so that equal requests have equal digests. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, content]) => [name, sorted(content)]))
}

/** @returns the stored answer of the first request; undefined when this request is the first */
async function claim<T>(tx: Tx, key: Key, secret: Buffer): Promise<Answer<T> | undefined> {
  // Only the insert waits no longer than WAIT; the work itself may wait for locks as long as it would without a key. Both
  // settings are part of the statement, because each statement of its own would be a round trip of every order.
  const { rows } = await sql`${PREPARED}
    with usual as materialized (
      select current_setting('lock_timeout') as limit
    ), short as materialized (
      select usual.limit, set_config('lock_timeout', ${sql.lit(String(WAIT))}, true) from usual
    ), claimed as (
      insert into idempotency_keys as k (owner, key, request, created_at)
      select ${key.owner}, ${key.key}, ${key.request}::bytea, statement_timestamp() from short
      on conflict (owner, key) do update
        set request = excluded.request, created_at = excluded.created_at, status = null, location = null, answer = null
        where ${IS_EXPIRED}
      returning 1
    )
    select set_config('lock_timeout', short.limit, true) from claimed, short
  `
    .execute(tx)
    .catch(refuseToWait)
  if (rows.length > 0) return undefined

  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['request', 'status', 'location', 'answer'])
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .executeTakeFirstOrThrow()
  if (!first.request.equals(key.request)) {
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  return {
    body: JSON.parse(unseal(secret, first.answer!, contextOf(key))),
    status: first.status!,
    ...(first.location !== null && { location: first.location }),
  }
}

async function keep<T>(tx: Tx, key: Key, { status = 201, location = null, body }: Stored<T>, secret: Buffer) {
  const answer = seal(secret, JSON.stringify(body), contextOf(key))
  await tx
    .updateTable('idempotency_keys')
    .set({ status, location, answer })
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .modifyEnd(LAST)
    .execute()
}
type Stored<T> = Omit<Answer<T>, 'location'> & { location?: string | null }

/** Deletes the claim, so that the next request with this key counts as the first. */
async function release(db: Db, { owner, key }: Key): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('owner', '=', owner).where('key', '=', key).execute()
}

function contextOf({ owner, key }: Key): string {
  return `idempotency key\0${owner}\0${key}`
}

function refuseToWait(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
  throw new Problem(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still being worked on. Try again with the same key.',
    { retryAfter: 1 },
  )
}

const LOCK_NOT_AVAILABLE = '55P03'

declare module '../database/schema.ts' {
  interface Tables {
    idempotency_keys: {
      owner: string
      key: string
      request: Buffer
      status: number | null
      location: string | null
      answer: Buffer | null
      created_at: Date
    }
  }
}
