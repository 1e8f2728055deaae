/** Codes by text message: random and valid for five minutes. Only the newest code counts, and only for its purpose. */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { consume } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { languageOf } from '../../shop/in-words.ts'
import { nameOf, readShop } from '../../shop/settings.ts'
import { spendSms } from '../../sms/budgets.ts'
import { inGsmAlphabet, isOneMessage } from '../../sms/one-message.ts'
import { requireSms, sendSms } from '../../sms/transport.ts'
import { after, MINUTE, SECOND } from '../../time.ts'
import { inLanguage, t } from '../../words/words.ts'
import { audit, type Visit } from '../audit-log.ts'
import { withUserLocked } from '../users/user.ts'
import { maskedPhone } from './factors.ts'

const SMS_CODE_LIFETIME = 5 * MINUTE
/** Letters of a name that does not fit. */
const SHORT_NAME = 20

export type SmsSent = { sentTo: string; expiresIn: number }

/**
 * Sends a code to the account's phone. The code is stored before it is sent. The request waits for the provider's answer,
 * so that the user learns of a wrong number at once.
 * @throws Problem `sms_disabled`, `no_sms_factor`, `rate_limited`, `sms_not_sent`
 */
export async function sendSmsCode(context: AppContext, request: SmsRequest): Promise<SmsSent> {
  const message = await withUserLocked(context.db, request.userId, tx => storeSmsCode(tx, context, request))
  await sendStoredCode(context, message)
  return smsSent(message.phone)
}

/** `factorId` names the phone that is being enrolled; without it, the user's confirmed phone is meant. */
type SmsRequest = { userId: string; purpose: string; factorId?: string; visit: Visit }
type StoredCode = { phone: string; code: string; locale: string | null }

/** The first half: stores a code. The caller has locked the account. */
export async function storeSmsCode(tx: Tx, context: AppContext, request: SmsRequest): Promise<StoredCode> {
  requireSms(context)
  const now = context.clock.now()
  const { userId, purpose, visit } = request
  const factor = await phoneFactorOf(tx, request)
  if (!factor) throw new Problem('no_sms_factor', 'This account has no phone for codes by text message.')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await consume(tx, 'sms', userId, now)
  await consume(tx, 'sms-hourly', userId, now)
  await spendSms(tx, context, { phone: factor.phone!, isConfirmed: request.factorId === undefined, ip: visit.ip })
  await tx.deleteFrom('sms_codes').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
  await tx
    .insertInto('sms_codes')
    .values({
      id: randomUUIDv7(),
      user_id: userId,
      factor_id: factor.id,
      bound_to: purpose,
      code_hash: hashOf(context, userId, code),
      created_at: now,
      expires_at: after(now, SMS_CODE_LIFETIME),
      used_at: null,
    })
    .execute()
  await audit(tx, 'sms_code_sent', { at: now, visit, userId })
  return { phone: factor.phone!, code, locale: factor.locale }
}

/** The second half, which waits for the provider: sends the code, after the commit. */
export async function sendStoredCode(context: AppContext, { phone, code, locale }: StoredCode): Promise<void> {
  const shop = await readShop(context.db)
  const text = inLanguage(languageOf(locale, shop), () =>
    codeText({ shop: nameOf(shop, context.baseUrl()), host: new URL(context.baseUrl()).hostname, code }),
  )
  await sendSms(context, { to: phone, text })
}

export function smsSent(phone: string): SmsSent {
  return { sentTo: maskedPhone(phone), expiresIn: SMS_CODE_LIFETIME / SECOND }
}

/**
 * Writes one message, which is paid once, in the language of the reader. A shop's name in other letters gives way to the host, and the
 * beginning of a long name has to do. The last line lets a phone offer the code to this site, and to no other (WICG origin-bound
 * one-time codes).
 */
export function codeText({ shop, host, code }: { shop: string; host: string; code: string }): string {
  const textFor = (name: string, ...more: string[]) => {
    const text = t('{code} is your code for {shop}. It is valid for 5 minutes.', { code, shop: name })
    const whole = `${[text, ...more].join(' ')}\n\n@${host} #${code}`
    return inGsmAlphabet(whole) ?? whole
  }
  const warning = t('We never ask you for it by phone or email.')
  const name = inGsmAlphabet(shop) ?? host
  const texts = [textFor(name, warning), textFor(name), textFor(name.slice(0, SHORT_NAME))]
  return texts.find(isOneMessage) ?? textFor('')
}

async function phoneFactorOf(db: Db, { userId, factorId }: { userId: string; factorId?: string }) {
  const phones = db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['second_factors.id', 'second_factors.phone', 'locale'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'sms')
    .where('second_factors.disabled_at', 'is', null)
    .orderBy('second_factors.id', 'desc')
  return factorId === undefined
    ? phones.where('second_factors.confirmed_at', 'is not', null).executeTakeFirst()
    : phones.where('second_factors.id', '=', factorId).executeTakeFirst()
}

/**
 * Uses up the newest code that was sent for this purpose, unless the phone is disabled.
 * @returns the phone; 'used' for a code that was used for any purpose
 */
export async function acceptSmsCode(
  tx: Tx,
  context: AppContext,
  { userId, code, purpose, now }: { userId: string; code: string; purpose: string; now: Date },
) {
  const hash = hashOf(context, userId, code)
  const [newest] = await tx
    .selectFrom('sms_codes')
    .innerJoin('second_factors', 'second_factors.id', 'sms_codes.factor_id')
    .select(['sms_codes.id as codeId', 'code_hash'])
    .select(['second_factors.id', 'kind', 'name', 'failures', 'confirmed_at', 'disabled_at'])
    .where('sms_codes.user_id', '=', userId)
    .where('bound_to', '=', purpose)
    .where('expires_at', '>', now)
    .orderBy('sms_codes.id', 'desc')
    .limit(1)
    .execute()
  if (newest && sameSecret(newest.code_hash, hash)) {
    if (newest.disabled_at) return newest
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
