/*
 * The rows of Idempotency-Keys: claims and stored answers. `once.ts` says how they are used.
 */
import type { FastifyRequest } from 'fastify'
import { type Generated, sql } from 'kysely'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { isLockedOut } from '../../database/errors.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { derive, digest, seal, unseal } from '../../secrets/crypto.ts'
import { MINUTE, SECOND } from '../../time.ts'

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
  /**
   * Members of the body that are shown once. A repeat gets them for SECRETS_KEPT, in case the first answer was lost, and
   * not after they were used (`forgetSecrets`). Later it gets the answer without them.
   */
  secrets?: { members: (keyof T)[]; usedBy?: string }
}

const SECRETS_KEPT = 10 * MINUTE
const secretsEnd = sql`now() - make_interval(secs => ${sql.lit(SECRETS_KEPT / SECOND)})`

export type IdempotencyKey = { owner: string; key: string; request: Buffer }

export function idempotencyKeyOf(
  request: FastifyRequest,
  secret: Buffer,
  owner = ownerOf(request),
): IdempotencyKey | undefined {
  const text = request.headers['idempotency-key']
  if (typeof text !== 'string') return undefined
  // The draft puts the key in quotes (a string of RFC 9651); most clients leave them out. Both are the same key.
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  const address = request.url.split('?')[0]!.replace(/^\/api\/v\d+|\/$/g, '')
  const fingerprint = JSON.stringify([request.method, address, sorted(request.body)])
  // Keyed, because a body may hold a password, which a plain digest in the database would let an attacker guess offline.
  const digest = Buffer.from(derive(secret, 'idempotency fingerprint', fingerprint), 'base64url')
  return { owner, key, request: digest }
}

/**
 * Callers without a credential are distinguished by address, program and the email address that they send. In one office the
 * first two can be the same.
 */
function ownerOf({ caller, ip, headers, body }: FastifyRequest): string {
  if (caller.kind === 'user' || caller.kind === 'guest') return ownedBy(caller.userId)
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

/** Asked of the database, because a process with a wrong clock must not take a repeat for a new request. */
const IS_EXPIRED = sql`excluded.created_at - k.created_at > interval '1 day'`
/** Time that a repeat waits while the first request is in flight. */
const REPEAT_WAIT = 2 * SECOND

/** @returns the stored answer of the first request; undefined when this request is the first */
export async function claimKey<T>(tx: Tx, key: IdempotencyKey, secret: Buffer): Promise<Answer<T> | undefined> {
  // Only the insert waits no longer than REPEAT_WAIT; the work itself may wait for locks as long as it would without a key. Both
  // settings are part of the statement, because each statement of its own would be a round trip of every order.
  const { rows } = await sql`${PREPARED}
    with usual as materialized (
      select current_setting('lock_timeout') as limit
    ), short as materialized (
      select usual.limit, set_config('lock_timeout', ${sql.lit(String(REPEAT_WAIT))}, true) from usual
    ), claimed as (
      insert into idempotency_keys as k (owner, key, request, created_at)
      select ${key.owner}, ${key.key}, ${key.request}::bytea, statement_timestamp() from short
      on conflict (owner, key) do update
        set request = excluded.request, created_at = excluded.created_at, status = null, location = null, answer = null,
          secrets = null, secrets_of = null
        where ${IS_EXPIRED}
      returning 1
    )
    select set_config('lock_timeout', short.limit, true) from claimed, short
  `
    .execute(tx)
    .catch(refuseToWait)
  if (rows.length > 0) return undefined
  return storedAnswer<T>(tx, key, secret)
}

/** @returns the stored answer of the request with this key; undefined when there was none */
export async function storedAnswer<T>(db: Db, key: IdempotencyKey, secret: Buffer): Promise<Answer<T> | undefined> {
  const first = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .select(sql<boolean>`created_at > ${secretsEnd}`.as('showsSecrets'))
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .where(sql<boolean>`created_at > now() - interval '1 day'`)
    .executeTakeFirst()
  if (!first) return undefined
  if (!first.request.equals(key.request)) {
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  const open = (sealed: Buffer | null) => sealed && JSON.parse(unseal(secret, sealed, contextOf(key)))
  const secrets = first.showsSecrets ? open(first.secrets) : undefined
  const body = open(first.answer)
  return {
    body: secrets ? { ...body, ...secrets } : body,
    status: first.status!,
    ...(first.location !== null && { location: first.location }),
  }
}

/** Stores the answer to the request that has claimed the key. */
export async function keepAnswer<T>(
  tx: Tx,
  key: IdempotencyKey,
  { status = 201, location = null, body }: KeptAnswer<T>,
  secret: Buffer,
): Promise<void> {
  const answer = seal(secret, JSON.stringify(body), contextOf(key))
  // Plans anew each time: a prepared plan would be kept while the table grows from a few rows to very many.
  await tx
    .updateTable('idempotency_keys')
    .set({ status, location, answer })
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .execute()
}
type KeptAnswer<T> = Omit<Answer<T>, 'location'> & { location?: string | null }

/** Stores the secrets of an answer apart. @returns the answer without them, to be stored as usual */
export async function keepSecrets<T>(
  tx: Tx,
  key: IdempotencyKey,
  answer: Answer<T>,
  secret: Buffer,
): Promise<Answer<T>> {
  const { members, usedBy = null } = answer.secrets!
  const shown = Object.entries(answer.body as object)
  const isSecret = ([name]: [string, unknown]) => members.includes(name as keyof T)
  const apart = Object.fromEntries(shown.filter(isSecret))
  await tx
    .updateTable('idempotency_keys')
    .set({ secrets: seal(secret, JSON.stringify(apart), contextOf(key)), secrets_of: usedBy })
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .execute()
  return { ...answer, body: Object.fromEntries(shown.filter(entry => !isSecret(entry))) as T }
}

/** The secrets of this second factor were used: no repeat shows them again. */
export async function forgetSecrets(tx: Tx, usedBy: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ secrets: null, secrets_of: null })
    .where('secrets_of', '=', usedBy)
    .execute()
}

/** Deletes the claim, so that the next request with this key counts as the first. */
export async function releaseKey(db: Db, { owner, key }: IdempotencyKey): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('owner', '=', owner).where('key', '=', key).execute()
}

function contextOf({ owner, key }: IdempotencyKey): string {
  return `idempotency key\0${owner}\0${key}`
}

function refuseToWait(error: unknown): never {
  if (!isLockedOut(error)) throw error
  throw new Problem(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key is still being worked on. Try again with the same key.',
    { retryAfter: 1 },
  )
}

/** Deletes the keys and answers of a user. */
export async function deleteKeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('owner', '=', ownedBy(userId)).execute()
}

function ownedBy(userId: string): string {
  return `user:${userId}`
}

/** Deletes answers older than a day, and secrets older than SECRETS_KEPT; called by the cleanup job. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
  await sql`
    update idempotency_keys set secrets = null, secrets_of = null where secrets is not null and created_at < ${secretsEnd}
  `.execute(db)
  await deleteInBatches(db, 'idempotency_keys', ['owner', 'key'], sql`created_at < now() - interval '1 day'`)
}

declare module '../../database/schema.ts' {
  interface Tables {
    idempotency_keys: {
      owner: string
      key: string
      request: Buffer
      status: number | null
      location: string | null
      answer: Buffer | null
      secrets: Generated<Buffer | null>
      secrets_of: Generated<string | null>
      created_at: Date
    }
  }
}
