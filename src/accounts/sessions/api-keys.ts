/** API keys: create, list and revoke them. */
import { randomUUIDv7 } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { onceWithoutKey, type RunOnce } from '../../http/idempotency/once.ts'
import { invalidInput } from '../../problems.ts'
import { derive, digest, newToken } from '../../secrets/crypto.ts'
import { audit, type Visit } from '../audit-log.ts'
import { accounts } from '../users/user.ts'
import { PUBLISHABLE, SCOPES, type Scope } from './access.ts'
import { API_KEY_PREFIX, PUBLISHABLE_PREFIX } from './credentials.ts'
import { checkNetworks } from './networks.ts'
import { sessionEnded } from './sessions.ts'
import { hasMakerSql } from './still-may.ts'

type NewApiKey = {
  name: string
  scopes: Scope[]
  /** Networks in CIDR notation. Default: from anywhere. */
  networks?: string[]
  /** Default: it works until it is revoked. */
  expiresAt?: Date | undefined
  createdBy?: string
  key?: string
}

/** @returns the key, which is shown only once */
export async function createApiKey(
  context: AppContext,
  { name, scopes, networks = [], expiresAt, createdBy, key = newKey(scopes) }: NewApiKey,
  visit?: Visit,
  runOnce: RunOnce = onceWithoutKey(context),
): Promise<{ id: string; key: string }> {
  const now = context.clock.now()
  checkNetworks(networks)
  checkScopes(scopes)
  if (expiresAt && expiresAt <= now) {
    throw invalidInput({ field: 'expiresAt', reason: 'must be in the future', code: 'too_early' })
  }
  return runOnce(async tx => {
    const id = randomUUIDv7()
    if (createdBy) await requireAdmin(tx, createdBy)
    const made = await tx
      .insertInto('api_keys')
      .values({
        id,
        key_hash: digest(key),
        name,
        scopes,
        created_by: createdBy ?? null,
        created_at: now,
        networks,
        expires_at: expiresAt ?? null,
      })
      .onConflict(conflict => conflict.constraint('api_keys_hash_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) {
      const by = { ...(createdBy && { userId: createdBy }), ...(visit && { visit }) }
      await audit(tx, 'api_key_created', { at: now, detail: { keyId: id, scopes: scopes.join(' ') }, ...by })
    }
    return { body: { id, key }, location: '/api/admin/api-keys', secrets: { members: ['key'] } }
  })
}

/** Gives publishable keys a prefix of their own, so that a reader of a page recognizes one as harmless. */
function newKey(scopes: readonly Scope[]): string {
  return `${scopes.includes(PUBLISHABLE) ? PUBLISHABLE_PREFIX : API_KEY_PREFIX}${newToken()}`
}

/** @throws Problem `invalid_input` when a key that everybody can read would have another scope */
function checkScopes(scopes: readonly Scope[]): void {
  if (!scopes.includes(PUBLISHABLE) || scopes.length === 1) return
  const reason = `must be ${PUBLISHABLE} alone, because everybody can read such a key`
  throw invalidInput({ field: 'scopes', reason, code: 'contradiction' })
}

/** Describes a key to its own bearer. */
export async function findKey(db: Db, id: string) {
  const { created_at, expires_at, ...key } = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'networks', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...key, createdAt: created_at.toISOString(), expiresAt: expires_at?.toISOString() ?? null }
}

/** The admin may be disabled at this moment, which revokes the keys that exist by then. The lock puts one after the other. */
async function requireAdmin(tx: Tx, userId: string): Promise<void> {
  const admin = await accounts(tx)
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'admin')
    .where('email_verified_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!admin) throw sessionEnded()
}

type WhichKeys = { page: number; limit: number; createdBy?: string }

/** Lists all keys, revoked ones too, newest first. */
export async function listApiKeys(db: Db, { page, limit, createdBy }: WhichKeys) {
  const keys = await db
    .selectFrom('api_keys')
    .select([
      'id',
      'name',
      'scopes',
      'networks',
      'created_by',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ])
    .select(hasMakerSql('api_keys').as('hasMaker'))
    .$if(createdBy !== undefined, query => query.where('created_by', '=', createdBy!))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await db
    .selectFrom('api_keys')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .$if(createdBy !== undefined, query => query.where('created_by', '=', createdBy!))
    .executeTakeFirstOrThrow()
  const items = keys.map(({ created_by, created_at, expires_at, last_used_at, revoked_at, hasMaker, ...key }) => ({
    ...key,
    createdBy: created_by,
    isPaused: !hasMaker && revoked_at === null,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at?.toISOString() ?? null,
    lastUsedAt: last_used_at?.toISOString() ?? null,
    revokedAt: revoked_at?.toISOString() ?? null,
  }))
  return { items, totalCount: count }
}

/** The key stops working at once, in every process. @returns whether it worked until now */
export async function revokeApiKey(context: AppContext, id: string, userId: string, visit: Visit): Promise<boolean> {
  const now = context.clock.now()
  return context.db.transaction().execute(async tx => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (revoked) await audit(tx, 'api_key_revoked', { at: now, userId, visit, detail: { keyId: id } })
    return revoked !== undefined
  })
}

/** Revokes all keys that a user has created, because the user has seen them. */
export async function revokeApiKeysOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The demo key is derived, so that each start prints the same one. */
export async function createDemoApiKey(context: AppContext): Promise<string> {
  const key = `${API_KEY_PREFIX}${derive(context.serviceKey, 'demo-api-key', 'first')}`
  await createApiKey(context, { name: 'Demo', scopes: [...SCOPES], key })
  return key
}
