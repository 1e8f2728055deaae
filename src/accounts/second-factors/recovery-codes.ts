/** Recovery codes: each one takes the place of a second factor once. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { derive } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import { canonicalText } from '../typed.ts'
import { codeAlreadyUsed, type Proof } from './one-time-codes.ts'
import { toBase32 } from './totp.ts'

const COUNT = 10

/** Replaces all recovery codes by ten new ones of 80 bits. They are shown once. */
export async function renewRecoveryCodes(tx: Tx, key: Buffer, userId: string, now: Date): Promise<string[]> {
  return replaceAll(tx, key, { userId, count: COUNT, now, expiresAt: null })
}

/** Replaces all recovery codes by one, which an admin or the operator gives to the owner. */
export async function issueRecoveryCode(tx: Tx, key: Buffer, userId: string, now: Date) {
  const expiresAt = after(now, DAY)
  const [recoveryCode] = await replaceAll(tx, key, { userId, count: 1, now, expiresAt })
  return { recoveryCode: recoveryCode!, expiresAt }
}

async function replaceAll(
  tx: Tx,
  key: Buffer,
  { userId, count, now, expiresAt }: { userId: string; count: number; now: Date; expiresAt: Date | null },
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => toBase32(randomBytes(10)).toLowerCase())
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = { user_id: userId, created_at: now, used_at: null, expires_at: expiresAt }
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ ...row, code_hash: hashOf(key, userId, code) })))
    .execute()
  return codes.map(code => code.match(/.{4}/g)!.join('-'))
}

/**
 * Uses up a recovery code. If many tries are simultaneous, exactly one updates its row.
 * @returns undefined when it is wrong
 * @throws Problem `code_already_used`
 */
export async function acceptRecoveryCode(
  tx: Tx,
  key: Buffer,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<Proof | undefined> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(key, userId, code))
    .where('used_at', 'is', null)
    .where(isValid(now))
    .returning('code_hash')
    .executeTakeFirst()
  if (taken) return { kind: 'recovery', confirms: false }
  if (await recoveryCodeWasUsed(tx, key, { userId, code })) throw codeAlreadyUsed('recovery')
  return undefined
}

export async function recoveryCodeWasUsed(
  db: Db,
  key: Buffer,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await db
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(key, userId, code))
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return used !== undefined
}

export async function recoveryCodesLeft(db: Db, userId: string, now: Date): Promise<number> {
  const { left } = await unusedRecoveryCodes(db, userId, now)
    .select(eb => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return left
}

export function unusedRecoveryCodes(db: Db, userId: string, now: Date) {
  return db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null).where(isValid(now))
}

function isValid(now: Date) {
  return sql<boolean>`(recovery_codes.expires_at is null or recovery_codes.expires_at > ${now})`
}

/** The one spelling of a recovery code. @throws Problem when it cannot be one */
export function canonicalRecoveryCode(typed: string): string {
  // Lists that people keep have numbers: "6. abcd-efgh-ijkl-mnop".
  const code = canonicalText(typed.replace(/^\s*\d{1,2}[.):]\s+/, ''))
  if (/^[a-z2-7]{16}$/.test(code)) return code
  throw invalidInput({
    field: 'recoveryCode',
    reason: 'must be 16 letters and digits like abcd-efgh-ijkl-mnop',
    code: 'invalid_format',
  })
}

function hashOf(key: Buffer, userId: string, code: string): string {
  return derive(key, 'recovery-code', `${userId}\0${code}`)
}
