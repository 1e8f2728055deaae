import { randomBytes } from 'node:crypto'
import { type Generated, sql } from 'kysely'
import { StartError } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { seal, unseal } from './crypto.ts'

/*
 * The key that works, and the key that keeps it: seeds are sealed and links are signed with the service key, which is
 * random, made once for a database and never changed; it is stored there sealed by SECRET_KEY, which an operator can
 * change at any time, because only this one row has to be sealed anew.
 */

/**
 * Opens the service key, and makes it when the database has none. Of several processes that do so at once one makes it.
 * @throws StartError when another SECRET_KEY has sealed it
 */
export async function openServiceKey(db: Db, secretKey: Buffer): Promise<Buffer> {
  const kept = await readSealed(db)
  if (kept) return open(kept, secretKey)
  // What an earlier Semel has sealed was sealed with SECRET_KEY itself.
  const { rows } = await sql<{ used: boolean }>`select exists (select from second_factors) as used`.execute(db)
  const made = rows[0]!.used ? secretKey : randomBytes(32)
  await db
    .insertInto('service_key')
    .values({ sealed: sealed(made, secretKey) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return open((await readSealed(db))!, secretKey)
}

/**
 * @returns false when there is nothing to open yet
 * @throws StartError when another SECRET_KEY has sealed it
 */
export async function opensServiceKey(db: Db, secretKey: Buffer): Promise<boolean> {
  const kept = await readSealed(db)
  if (kept) open(kept, secretKey)
  return kept !== undefined
}

/**
 * Seals the service key anew. Processes that run keep what they have opened; from the next start on they need `to`.
 * @throws StartError when `from` is not the key that has sealed it
 */
export async function changeSecretKey(db: Db, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  const kept = await readSealed(db)
  if (!kept) throw new StartError('This database has no key yet; simply start with the new one.')
  const { numUpdatedRows } = await db
    .updateTable('service_key')
    .set({ sealed: sealed(open(kept, from), to), sealed_at: sql`now()` })
    .where('sealed', '=', kept)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new StartError('Somebody else has changed SECRET_KEY at this moment.')
}

async function readSealed(db: Db): Promise<Buffer | undefined> {
  return (await db.selectFrom('service_key').select('sealed').executeTakeFirst())?.sealed
}

function sealed(key: Buffer, secretKey: Buffer): Buffer {
  return seal(secretKey, key.toString('base64'), CONTEXT)
}

function open(kept: Buffer, secretKey: Buffer): Buffer {
  try {
    return Buffer.from(unseal(secretKey, kept, CONTEXT), 'base64')
  } catch {
    throw new StartError(
      'SECRET_KEY is not the one that this database was set up with: nothing that it has sealed could be opened.',
    )
  }
}

const CONTEXT = 'service key'

declare module '../database/schema.ts' {
  interface Tables {
    service_key: { only_row: Generated<boolean>; sealed: Buffer; sealed_at: Generated<Date> }
  }
}
