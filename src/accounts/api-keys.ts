import { randomUUIDv7 } from 'node:crypto'
import type { Ground } from '../ground.ts'
import { derive, digest, newToken } from '../secrets.ts'
import { SCOPES, type Scope } from './access.ts'

/** @returns the key, which is shown this once */
export async function createApiKey(
  ground: Ground,
  {
    name,
    scopes,
    createdBy,
    key = `semel_${newToken()}`,
  }: { name: string; scopes: Scope[]; createdBy?: string; key?: string },
): Promise<{ id: string; key: string }> {
  const id = randomUUIDv7()
  await ground.db
    .insertInto('api_keys')
    .values({
      id,
      key_hash: digest(key),
      name,
      scopes,
      created_by: createdBy ?? null,
      created_at: ground.clock.now(),
      revoked_at: null,
    })
    .onConflict(conflict => conflict.constraint('api_keys_hash_unique').doNothing())
    .execute()
  return { id, key }
}

/** The demo key: derived, so that each start can print the same one. */
export async function createDemoApiKey(ground: Ground): Promise<string> {
  const key = `semel_${derive(ground.secretKey, 'demo-api-key', 'first')}`
  await createApiKey(ground, { name: 'Demo', scopes: [...SCOPES], key })
  return key
}
