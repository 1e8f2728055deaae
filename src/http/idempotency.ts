/**
 * A request that creates something can be sent again without creating it again (`Idempotency-Key`,
 * draft-ietf-httpapi-idempotency-key-header).
 *
 * The key is claimed by an insert in the transaction that does the work, and the answer is stored in the same
 * transaction. So whoever comes second meets one of three things, and the unique key decides which, not a read before it:
 *
 * - the first is committed: its answer is there and is sent again;
 * - the first still runs: PostgreSQL makes the insert wait for its end, for at most PATIENCE, then 409;
 * - the first failed, or its process died: its claim is gone with everything else it did, and the second is the first.
 *
 * Refusals are therefore not stored: they did nothing, so a repeat may find better luck (stock that came back).
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { type TSchema, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { PREPARED, untied } from '../database/open.ts'
import type { Db, Tx } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { seal, unseal } from '../secrets/crypto.ts'
import { after, DAY, SECOND } from '../time.ts'

/** The headers of every POST that creates something. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
      'x-reason': 'must be visible ASCII characters',
      description:
        'Chosen by the client: a new key for each new resource, the same key for each retry. Kept for 24 hours.',
    }),
  ),
}) satisfies TSchema

export type Answer<T> = {
  body: T
  /** 201 unless it says otherwise. */
  status?: number
  /** Where the created thing can be read. */
  location?: string
}

const KEPT = DAY
/** How long a repeat waits for the first to end. */
const PATIENCE = 2 * SECOND

/**
 * Does `work` in one transaction and answers with what it returns: at most once for each key of a caller.
 * @returns the body; status and headers are set on `reply`
 */
export async function once<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Tx) => Promise<Answer<T>>,
): Promise<T> {
  const key = keyOf(request)
  if (key) return answerOnce(context, reply, key, work)
  return respond(reply, await untied(() => context.db.transaction().execute(work)))
}

/** The same for work that is a single statement: without a key it is its own transaction. */
export async function onceInOneStatement<T>(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Db) => Promise<Answer<T>>,
): Promise<T> {
  const key = keyOf(request)
  if (key) return answerOnce(context, reply, key, work)
  return respond(reply, await untied(() => work(context.db)))
}

async function answerOnce<T>(context: AppContext, reply: FastifyReply, key: Key, work: (tx: Tx) => Promise<Answer<T>>) {
  const claimAndWork = async (tx: Tx) => {
    const earlier = await claim<T>(tx, key, context.clock.now(), context.serviceKey)
    if (earlier) {
      reply.header('idempotent-replayed', 'true')
      return earlier
    }
    const answer = await work(tx)
    await keep(tx, key, answer, context.serviceKey)
    return answer
  }
  return respond(reply, await untied(() => context.db.transaction().execute(claimAndWork)))
}

function respond<T>(reply: FastifyReply, answer: Answer<T>): T {
  reply.code(answer.status ?? 201)
  if (answer.location) reply.header('location', answer.location)
  return answer.body
}

/** Answers older than a day; called from time to time. */
export async function forgetIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', after(now, -KEPT)).execute()
}

type Key = { owner: string; key: string; request: Buffer }

function keyOf(request: FastifyRequest): Key | undefined {
  const text = request.headers['idempotency-key']
  if (typeof text !== 'string') return undefined
  // The draft writes the key as a string of RFC 9651, in quotes; most clients leave them out. Both are the same key.
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  const address = request.url.split('?')[0]!.replace(/^\/api\/v\d+/, '')
  const fingerprint = JSON.stringify([request.method, address, sorted(request.body)])
  return { owner: ownerOf(request), key, request: createHash('sha256').update(fingerprint).digest() }
}

function ownerOf({ caller, ip }: FastifyRequest): string {
  if (caller.kind === 'user') return `user:${caller.userId}`
  if (caller.kind === 'key') return `key:${caller.keyId}`
  return `address:${ip}`
}

/** The same value with the members of its objects in one order, so that equal requests have equal digests. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, content]) => [name, sorted(content)]))
}

/** @returns the answer of the request that came first, or undefined: this is the first */
async function claim<T>(tx: Tx, key: Key, now: Date, secret: Buffer): Promise<Answer<T> | undefined> {
  const { rows } = await sql<{ claimed: boolean }>`${PREPARED}
    with patience as materialized (select set_config('lock_timeout', ${String(PATIENCE)}, true) as is_set),
    claim as (
      insert into idempotency_keys as k (owner, key, request, created_at)
      select ${key.owner}, ${key.key}, ${key.request}::bytea, ${now}::timestamptz from patience where is_set is not null
      on conflict (owner, key) do update
        set request = excluded.request, created_at = excluded.created_at, status = null, location = null, answer = null
        where k.created_at < ${after(now, -KEPT)}
      returning 1
    )
    -- The work itself may wait for locks as long as it would without a key.
    select count(*) = 1 as claimed, set_config('lock_timeout', case when count(*) >= 0 then '0' end, true) from claim
  `
    .execute(tx)
    .catch(refuseToWait)
  if (rows[0]!.claimed) return undefined

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
    .execute()
}
type Stored<T> = Omit<Answer<T>, 'location'> & { location?: string | null }

function contextOf({ owner, key }: Key): string {
  return `idempotency key\0${owner}\0${key}`
}

function refuseToWait(error: unknown): never {
  if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
  throw new Problem(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still being worked on. Try again with the same key.',
    { headers: { 'retry-after': '1' } },
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
