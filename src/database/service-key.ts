import { randomBytes } from 'node:crypto'
import { type Generated, sql } from 'kysely'
import { StartError } from '../config.ts'
import { seal, unseal } from '../secrets/crypto.ts'
import type { Db, Tx } from './schema.ts'

/*
 * Two keys. The service key encrypts TOTP seeds and signs the links in emails. It is random, created once for a database,
 * and never changes. The database stores it encrypted with SECRET_KEY, which an operator can change at any time, because
 * only this one row has to be encrypted again.
 */

/**
 * Opens the service key, or creates it in a new database. If several processes start at once, one creates it.
 * @throws StartError when it was encrypted with another SECRET_KEY
 */
export async function openServiceKey(db: Db, secretKey: Buffer): Promise<Buffer> {
  const kept = await readSealed(db)
  if (kept) return openKey(kept, secretKey)
  await db
    .insertInto('service_key')
    .values({ sealed: sealed(randomBytes(32), secretKey) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return openKey((await readSealed(db))!, secretKey)
}

/**
 * @returns false when the database has no service key yet
 * @throws StartError when it was encrypted with another SECRET_KEY
 */
export async function opensServiceKey(db: Db, secretKey: Buffer): Promise<boolean> {
  const kept = await readSealed(db)
  if (kept) openKey(kept, secretKey)
  return kept !== undefined
}

/**
 * Encrypts the service key with another SECRET_KEY. Running processes keep the opened key; they need `to` at their next
 * start.
 * @throws StartError when it was not encrypted with `from`
 */
export async function changeSecretKey(db: Db, { from, to }: { from: Buffer; to: Buffer }): Promise<void> {
  const kept = await readSealed(db)
  if (!kept) throw new StartError('This database has no key yet. Start Semel with the new SECRET_KEY.')
  const { numUpdatedRows } = await db
    .updateTable('service_key')
    .set({ sealed: sealed(openKey(kept, from), to), sealed_at: sql`now()` })
    .where('sealed', '=', kept)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new StartError('Another process changed SECRET_KEY at the same time. Check which key is valid now.')
}

/** Replaces a service key that nobody can open any more. What it encrypted stays unreadable. @throws StartError when there is none */
export async function newServiceKey(tx: Tx, secretKey: Buffer): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('service_key')
    .set({ sealed: sealed(randomBytes(32), secretKey), sealed_at: sql`now()` })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new StartError('This database has no key yet. Start Semel with the new SECRET_KEY.')
}

async function readSealed(db: Db): Promise<Buffer | undefined> {
  return (await db.selectFrom('service_key').select('sealed').executeTakeFirst())?.sealed
}

function sealed(key: Buffer, secretKey: Buffer): Buffer {
  return seal(secretKey, key.toString('base64'), CONTEXT)
}

function openKey(kept: Buffer, secretKey: Buffer): Buffer {
  try {
    return Buffer.from(unseal(secretKey, kept, CONTEXT), 'base64')
  } catch {
    throw new StartError('SECRET_KEY is not the key that this database was set up with. Start Semel with that key.')
  }
}

const CONTEXT = 'service key'

declare module './schema.ts' {
  interface Tables {
    service_key: { only_row: Generated<boolean>; sealed: Buffer; sealed_at: Generated<Date> }
  }
}
