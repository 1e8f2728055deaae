import { randomBytes } from 'node:crypto'
import type { Tx } from '../database/schema.ts'
import { invalidInput } from '../problems.ts'
import { derive } from '../secrets.ts'
import { toBase32 } from './totp.ts'

const COUNT = 10

/** Ten codes of 80 bits, in place of all earlier ones; shown once. */
export async function renewRecoveryCodes(tx: Tx, key: Buffer, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => toBase32(randomBytes(10)).toLowerCase())
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map(code => ({ user_id: userId, code_hash: hashOf(key, userId, code), created_at: now, used_at: null })),
    )
    .execute()
  return codes.map(code => code.match(/.{4}/g)!.join('-'))
}

/** Uses a recovery code up. Of any number of simultaneous tries one gets its row. */
export async function spendRecoveryCode(
  tx: Tx,
  key: Buffer,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<'accepted' | 'used' | 'wrong'> {
  const hash = hashOf(key, userId, code)
  const row = tx.updateTable('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash)
  const taken = await row.set({ used_at: now }).where('used_at', 'is', null).returning('code_hash').executeTakeFirst()
  if (taken) return 'accepted'
  const known = await tx
    .selectFrom('recovery_codes')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return known ? 'used' : 'wrong'
}

/** @throws Problem when it cannot be a recovery code */
export function canonicalRecoveryCode(typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
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
