/** Discount codes: how they are spelled, which can be used now, and what a wrong one costs. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { consumeByClient } from '../http/rate-limits/attempts.ts'
import type { Problem } from '../problems.ts'
import { codeNotValid } from './price-problems.ts'

/** ` summer 24 ` → `SUMMER24`: people copy codes from posters and emails. */
export function foldCode(code: string): string {
  return code
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, '')
    .toUpperCase()
}

/** The condition of the code that can be used now. Unknown, ended and switched off are the same to a customer. */
export function isOpenCodeSql(code: string | null, now: Date): RawBuilder<boolean> {
  return sql<boolean>`
    code = ${code} and active
    and ${now}::timestamptz >= coalesce(valid_from, '-infinity') and ${now}::timestamptz < coalesce(valid_until, 'infinity')`
}

/**
 * Counts a wrong code for the network of the client, or codes are guessed. The attempt is counted before the look at the
 * code: its row stays locked until then, so simultaneous guesses wait for each other. A right code takes it back.
 * @returns the refusal of a wrong code. Commit the transaction before you answer it
 * @throws Problem `rate_limited`
 */
export async function countGuess(tx: Tx, ip: string, code: string, now: Date): Promise<Problem | undefined> {
  await sql`savepoint guess`.execute(tx)
  await consumeByClient(tx, 'discount-codes', ip, now)
  const { rows } = await sql`select from discount_codes where ${isOpenCodeSql(code, now)}`.execute(tx)
  if (rows.length === 0) return codeNotValid()
  await sql`rollback to savepoint guess`.execute(tx)
  return undefined
}
