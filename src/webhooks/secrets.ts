/** The secrets of webhooks, and the signatures that they make. */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Db, Tx } from '../database/schema.ts'
import { seal, unseal } from '../secrets/crypto.ts'
import { HOUR, SECOND } from '../time.ts'

/** Hours in which the earlier secret still signs after a rotation. */
export const GRACE = { default: 24, maximum: 168 }

/**
 * Adds a new secret, and lets the earlier ones expire.
 * @param graceHours 0 for a secret that has leaked
 * @returns the secret in the format of Standard Webhooks, which is shown once
 */
export async function newSecret(tx: Tx, serviceKey: Buffer, endpointId: string, graceHours: number): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const id = randomUUIDv7()
  await tx
    .updateTable('webhook_secrets')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${(graceHours * HOUR) / SECOND}))` })
    .where('endpoint_id', '=', endpointId)
    .execute()
  await tx
    .insertInto('webhook_secrets')
    .values({
      id,
      endpoint_id: endpointId,
      secret: seal(serviceKey, secret, contextOf(id)),
      created_at: sql`now()`,
      expires_at: null,
    })
    .execute()
  return secret
}

/** The secrets that sign now, of several endpoints, newest first. Those that `serviceKey` does not open are left out. */
export async function findSecrets(db: Db, serviceKey: Buffer, endpointIds: string[]): Promise<Map<string, string[]>> {
  if (endpointIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['id', 'endpoint_id', 'secret'])
    .where('endpoint_id', 'in', endpointIds)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .execute()
  const found = new Map<string, string[]>(endpointIds.map(id => [id, []]))
  for (const { id, endpoint_id, secret } of rows) {
    const opened = tryUnseal(serviceKey, secret, contextOf(id))
    if (opened !== undefined) found.get(endpoint_id)!.push(opened)
  }
  return found
}

function tryUnseal(serviceKey: Buffer, secret: Buffer, context: string): string | undefined {
  try {
    return unseal(serviceKey, secret, context)
  } catch {
    return undefined
  }
}

/** Tests whether this can sign: Standard Webhooks writes a secret in base64 behind `whsec_`, and has 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  const bytes = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text)?.[1]
  return bytes !== undefined && Buffer.from(bytes, 'base64').length >= 24
}

/** The headers of Standard Webhooks. Each attempt is signed anew, because receivers refuse timestamps of five minutes ago. */
export function signedHeaders(secrets: readonly string[], id: string, body: string, now: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / SECOND)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}

function contextOf(id: string): string {
  return `webhook secret\0${id}`
}
