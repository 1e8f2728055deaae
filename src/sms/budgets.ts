/** Text messages cost money, and numbers that charge for them pay their owners. So their number is limited in every way. */
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { consume, consumeByClient } from '../http/rate-limits/attempts.ts'
import { hashedSubject } from '../http/rate-limits/clients.ts'
import { spendWide, wideBudgetLeft } from '../http/rate-limits/wide-budgets.ts'
import { invalidInput } from '../problems.ts'

/** The share of a day's texts that may go to numbers that nobody has confirmed. Free accounts can ask for all of them. */
const SHARE_OF_NEW = 3 / 4

/**
 * Counts a text message, in the caller's transaction: for its number over all accounts, for the client that asks for it,
 * and for the whole service. The two kinds of numbers count apart: a stranger who adds the phone of somebody else must not
 * use up the codes with which its owner signs in.
 * @param isConfirmed whether a code was returned from this phone before, for this account
 * @throws Problem `rate_limited`; `invalid_input` for a country that SMS_COUNTRIES leaves out
 */
export async function spendSms(
  tx: Db,
  context: AppContext,
  { phone, isConfirmed, ip }: { phone: string; isConfirmed: boolean; ip: string },
): Promise<void> {
  const now = context.clock.now()
  const { smsCountries } = context.config
  if (smsCountries.length > 0 && !smsCountries.some(prefix => phone.startsWith(prefix))) {
    throw invalidInput({ field: 'phone', reason: 'is in a country that we cannot send to', code: 'unreachable' })
  }
  const number = isConfirmed ? hashedSubject(phone, 'confirmed') : hashedSubject(phone)
  await consume(tx, 'sms-number', number, now)
  await consume(tx, 'sms-number-daily', number, now)
  await consumeByClient(tx, 'client-sms', ip, now)
  await spendWide(tx, { ...ofAll(context), now, share: isConfirmed ? 1 : SHARE_OF_NEW })
}

/** Counts the text messages that the service may still send now. */
export async function smsLeft(context: AppContext): Promise<number> {
  return wideBudgetLeft(context.db, { ...ofAll(context), now: context.clock.now() })
}

function ofAll({ config }: AppContext) {
  return { kind: 'sms-all', subject: 'all', perDay: config.smsPerDay } as const
}
