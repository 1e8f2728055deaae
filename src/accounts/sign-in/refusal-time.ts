/**
 * Delays the answer to a sign-in with a wrong password. Hashes of other programs take from 18 to some 400 ms, so their time
 * would reveal which addresses have an account, and from which program it came. While the shop has any such hash, each refusal is
 * answered at a full second after its beginning, for every address. The wait holds no connection and no place of a queue.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { SECOND } from '../../time.ts'

/** Longer than any hash that an import takes (imported-hashes.ts), with several of them at a time. */
const REFUSAL_STEP = 1 * SECOND

/** @param started of `performance.now()`, when the request began */
export async function waitForRefusal(db: Db, started: number): Promise<void> {
  if (!(await hasForeignHash(db))) return
  await sleep(REFUSAL_STEP - ((performance.now() - started) % REFUSAL_STEP))
}

/** The condition is that of the index `users_foreign_password_hash`, which answers it. */
async function hasForeignHash(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from users where password_hash !~ '^(\\$argon2id\\$v=19\\$m=(\\d{1,4}|19456,t=2,p=1)[,$]|$)' limit 1
  `.execute(db)
  return rows.length > 0
}
