/*
 * The rows of Idempotency-Keys: claims and stored answers. `once.ts` says how they are used.
 */
import type { FastifyRequest } from 'fastify'
import { type Generated, type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { LAST, PREPARED } from '../../database/open.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { isLockedOut } from '../../database/trouble.ts'
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

export function idempotencyKeyOf(request: FastifyRequest, secret: Buffer): IdempotencyKey | undefined {
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
  if (caller.kind === 'user') return ownedBy(caller.userId)
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
/** How long a repeat waits while the first request is in flight. */
const WAIT = 2 * SECOND

/**
 * @param answerFrom makes the answer from a stored outcome (see `claiming`)
 * @returns the stored answer of the first request; undefined when this request is the first
 */
export async function claimKey<T>(
  tx: Tx,
  key: IdempotencyKey,
  secret: Buffer,
  answerFrom?: (outcome: unknown) => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
  // Only the lock and the insert wait no longer than WAIT; the work itself may wait for locks as long as it would without a key. Both
  // settings are part of the statement, because each statement of its own would be a round trip of every order.
  const { rows } = await sql`${PREPARED}
    with usual as materialized (
      select current_setting('lock_timeout') as limit
    ), short as materialized (
      select usual.limit, set_config('lock_timeout', ${sql.lit(String(WAIT))}, true) from usual
    ), turn as materialized (
      select pg_advisory_xact_lock(${lockOf(sql`${key.owner}::text`, sql`${key.key}::text`)}) from short
    ), claimed as (
      insert into idempotency_keys as k (owner, key, request, created_at)
      select ${key.owner}, ${key.key}, ${key.request}::bytea, statement_timestamp() from turn
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

  const first = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .select(sql<boolean>`created_at > ${secretsEnd}`.as('showsSecrets'))
    .where('owner', '=', key.owner)
    .where('key', '=', key.key)
    .executeTakeFirstOrThrow()
  if (!first.request.equals(key.request)) {
    throw new Problem('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key.')
  }
  // A key that was used before, and expired, may still have the outcome of that time beside its answer.
  if (!first.answer) return answerFrom!(first.outcome)
  const open = (sealed: Buffer | null) => sealed && JSON.parse(unseal(secret, sealed, contextOf(key)))
  const secrets = first.showsSecrets ? open(first.secrets) : undefined
  const body = open(first.answer)
  return {
    body: secrets ? { ...body, ...secrets } : body,
    status: first.status!,
    ...(first.location !== null && { location: first.location }),
  }
}

/**
 * The advisory lock under which a key is claimed. Requests with one key wait for it before they hold any other lock. The insert would
 * make them wait as well, but in a larger statement it comes last.
 */
export function lockOf(owner: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`hashtextextended(${owner} || ' ' || ${key}, 0)`
}

/**
 * Claims keys, as a table expression of a larger statement. It has a row for each key that no other request has claimed. They
 * are claimed in one order, so that two statements never wait for each other.
 * @param cause the expression with `owner`, `key` and `request` (hex) of each
 * @param storesOutcome also `outcome`, from which a repeat is answered: no secrets, because it is not encrypted
 */
export function claiming(cause: string, storesOutcome: boolean): RawBuilder<unknown> {
  const outcome = storesOutcome ? sql`, outcome` : sql``
  return sql`claimed as (
      insert into idempotency_keys (owner, key, request, created_at ${outcome})
      select owner, key, decode(request, 'hex'), statement_timestamp() ${outcome} from ${sql.table(cause)}
      order by owner, key
      on conflict do nothing
      returning owner, key
    )`
}

/** Whether outcomes can be stored: not before the release that cannot answer from them has ended. */
export async function canStoreOutcomes(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = 'idempotency_keys'::regclass and attname = 'outcome' and not attisdropped
  `.execute(db)
  return rows.length > 0
}

/** Stores the answers to requests whose keys are claimed. It is the last statement of its transaction. */
export async function keepAnswers<T>(tx: Tx, kept: Kept<T>[], secret: Buffer): Promise<void> {
  const column = <V>(value: (one: Kept<T>) => V) => kept.map(value)
  // An upsert finds each row by its key, whatever PostgreSQL thinks about the size of the table.
  await sql`${LAST}
    insert into idempotency_keys (owner, key, request, created_at, status, location, answer)
    select owner, key, '', now(), status, location, answer
    from unnest(${column(({ key }) => key.owner)}::text[], ${column(({ key }) => key.key)}::text[],
      ${column(({ answer }) => answer.status ?? 201)}::int[], ${column(({ answer }) => answer.location ?? null)}::text[],
      ${column(({ key, answer }) => seal(secret, JSON.stringify(answer.body), contextOf(key)))}::bytea[]
    ) as k (owner, key, status, location, answer)
    on conflict (owner, key) do update
    set status = excluded.status, location = excluded.location, answer = excluded.answer
  `.execute(tx)
}
export type Kept<T> = { key: IdempotencyKey; answer: Answer<T> }

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

/** Deletes claims, so that the next requests with these keys count as the first. */
export async function releaseKeys(db: Db, keys: IdempotencyKey[]): Promise<void> {
  const pairs = keys.map(({ owner, key }) => sql`(${owner}, ${key})`)
  await sql`delete from idempotency_keys where (owner, key) in (${sql.join(pairs)})`.execute(db)
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
      /** After `semel migrate --contract`. */
      outcome?: Generated<unknown>
      created_at: Date
    }
  }
}
