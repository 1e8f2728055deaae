/** Codes by text message: random, valid for five minutes, the newest only, and only where they were asked for. */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { spend } from '../../http/rate-limits.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { sendSms } from '../../sms/transport.ts'
import { after, MINUTE, SECOND } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { lockUser } from '../users/user.ts'
import { maskedPhone } from './factors.ts'

const LIFETIME = 5 * MINUTE

export type SmsSent = { sentTo: string; expiresIn: number }

/**
 * Sends a code to the account's telephone. The code is stored before it is sent and the request waits for the provider's
 * answer, so that a wrong number is told at once.
 * @throws Problem `no_sms_factor`, `rate_limited`, `sms_not_sent`
 */
export async function sendSmsCode(context: AppContext, asked: Asked): Promise<SmsSent> {
  const message = await context.db.transaction().execute(async tx => {
    // The telephone may be removed at this moment.
    await lockUser(tx, asked.userId)
    return writeSmsCode(tx, context, asked)
  })
  return sendWritten(context, message)
}

type Asked = { userId: string; boundTo: string; factorId?: string; visit: Visit }
type Written = { phone: string; code: string }

/** What of it is stored, where the account is locked. @param asked names the telephone when that is being enrolled */
export async function writeSmsCode(tx: Tx, context: AppContext, asked: Asked): Promise<Written> {
  const now = context.clock.now()
  const { userId, boundTo, visit } = asked
  const factor = await telephoneOf(tx, asked)
  if (!factor) throw new Problem('no_sms_factor', 'This account has no phone for codes by text message.')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await spend(tx, 'sms', userId, now)
  await spend(tx, 'sms-hourly', userId, now)
  await tx.deleteFrom('sms_codes').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  await tx
    .insertInto('sms_codes')
    .values({
      id: randomUUIDv7(),
      user_id: userId,
      factor_id: factor.id,
      bound_to: boundTo,
      code_hash: hashOf(context, userId, code),
      created_at: now,
      expires_at: after(now, LIFETIME),
      used_at: null,
    })
    .execute()
  await audit(tx, 'sms_code_sent', { at: now, visit, userId })
  return { phone: factor.phone!, code }
}

/** What of it waits, once that is committed. */
export async function sendWritten(context: AppContext, { phone, code }: Written): Promise<SmsSent> {
  await sendSms(context, { to: phone, text: textOf(context, code) })
  return { sentTo: maskedPhone(phone), expiresIn: LIFETIME / SECOND }
}

/** The last line lets a telephone offer the code to this site, and to no other (WICG origin-bound one-time codes). */
function textOf(context: AppContext, code: string): string {
  const { hostname } = new URL(context.baseUrl())
  return `${code} is your Semel code. It is valid for 5 minutes. We never ask you for it by telephone or e-mail.\n\n@${hostname} #${code}`
}

async function telephoneOf(db: Db, { userId, factorId }: { userId: string; factorId?: string }) {
  const telephones = db
    .selectFrom('second_factors')
    .select(['id', 'phone'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'sms')
    .where('disabled_at', 'is', null)
    .orderBy('id', 'desc')
  return factorId === undefined
    ? telephones.where('confirmed_at', 'is not', null).executeTakeFirst()
    : telephones.where('id', '=', factorId).executeTakeFirst()
}

/** Uses the newest code up that was sent for this. @returns 'used' for any that was used already, wherever that was */
export async function acceptSmsCode(
  tx: Tx,
  context: AppContext,
  { userId, code, boundTo, now }: { userId: string; code: string; boundTo: string; now: Date },
) {
  const hash = hashOf(context, userId, code)
  const [newest] = await tx
    .selectFrom('sms_codes')
    .innerJoin('second_factors', 'second_factors.id', 'sms_codes.factor_id')
    .select([
      'sms_codes.id as codeId',
      'code_hash',
      'second_factors.id',
      'kind',
      'failures',
      'confirmed_at',
      'disabled_at',
    ])
    .where('sms_codes.user_id', '=', userId)
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', now)
    .orderBy('sms_codes.id', 'desc')
    .limit(1)
    .execute()
  if (newest && newest.disabled_at === null && sameSecret(newest.code_hash, hash)) {
    const won = await tx
      .updateTable('sms_codes')
      .set({ used_at: now })
      .where('id', '=', newest.codeId)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return won ? newest : 'used'
  }
  return (await smsCodeWasUsed(tx, context, { userId, code, now })) ? 'used' : undefined
}

export async function smsCodeWasUsed(
  db: Db,
  context: AppContext,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const used = await db
    .selectFrom('sms_codes')
    .select('id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(context, userId, code))
    .where('used_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used !== undefined
}

function hashOf(context: AppContext, userId: string, code: string): string {
  return derive(context.serviceKey, 'sms-code', `${userId}\0${code}`)
}
