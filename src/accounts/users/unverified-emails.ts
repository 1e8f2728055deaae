/*
 * Emails to an address that nobody has verified. Accounts are free and the address may be a stranger's, so each cause of an email counts
 * where it is asked for, over all accounts that have the address in turn. A cause is refused when the number of the day is used up. A cause
 * that was accepted always sends its email, so the worker counts nothing (docs/decisions/016).
 *
 * Emails about orders use up none of those about the account, such as the link that verifies the address. Resets have limits of their
 * own. Causes that only staff have do not count, nor do those that follow from one that was counted.
 */
import { sql } from 'kysely'
import { PREPARED } from '../../database/prepared.ts'
import type { Tx } from '../../database/schema.ts'
import { consumeAll, tryToConsume } from '../../http/rate-limits/attempts.ts'
import { hashedSubject, isSpared } from '../../http/rate-limits/clients.ts'
import { type Advice, tooMany } from '../../http/rate-limits/headers.ts'
import { MINUTE } from '../../time.ts'
import { emailKey } from './user.ts'

type Topic = 'orders' | 'account' | 'withdrawals'

/**
 * Counts an email to a user, in the transaction of its cause.
 * @throws Problem `rate_limited` when the address is not verified and gets no more today
 */
export async function countEmail(
  tx: Tx,
  { userId, about, now }: { userId: string; about: Topic; now: Date },
): Promise<void> {
  if (isSpared('emails')) return
  // A change of address waits for this lock, and then sees the email that waits.
  const { rows } = await sql<{ key: string; isVerified: boolean }>`${PREPARED}
    select email_key as key, email_verified_at is not null as "isVerified" from users where id = ${userId} for share
  `.execute(tx)
  const [user] = rows
  if (user && !user.isVerified) await countFor(tx, { key: user.key, about, now })
}

/**
 * Counts the email about a change of address, and with it all that wait for the user: they go to the new address too. The caller has
 * locked the user.
 * @throws Problem `rate_limited`
 */
export async function countMove(
  tx: Tx,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  if (isSpared('emails')) return
  const key = await emailKey(tx, email)
  const { rows } = await sql`
    select from deliveries where user_id = ${userId} and state in ('pending', 'claimed') limit ${MOST_WAITING + 1}
  `.execute(tx)
  const waiting = rows.length
  const advice: Advice = wait =>
    `Too many emails to you are still on their way. Change the address when they have arrived. Try again in ${wait}.`
  if (waiting > MOST_WAITING) {
    throw tooMany(
      { name: 'unverified-emails', quota: MOST_WAITING, within: MINUTE },
      now.getTime() + MINUTE,
      now,
      advice,
    )
  }
  await countFor(tx, { key, about: 'account', now })
  if (waiting > 0) await countFor(tx, { key, about: 'orders', now, amount: waiting, advice })
}

/** Counts an email to an address that somebody has typed, whether it has an account or not. @returns false when it had enough today */
export async function mayHaveEmail(
  tx: Tx,
  { email, about, now }: { email: string; about: Topic; now: Date },
): Promise<boolean> {
  if (isSpared('emails')) return true
  for (const check of checksFor({ key: await emailKey(tx, email), about }))
    if (!(await tryToConsume(tx, check, now))) return false
  return true
}

/** Limits what an unverified address may get in a day. */
const MOST_WAITING = 30

type Counted = { key: string; about: Topic; now: Date; amount?: number; advice?: Advice }

/**
 * The plain spelling of a mailbox has only its own budget, so that strangers with other spellings cannot use up what its
 * owner may get.
 */
async function countFor(tx: Tx, { now, ...counted }: Counted): Promise<void> {
  await consumeAll(tx, checksFor(counted), now)
}

function checksFor({ key, about, amount = 1, advice = VERIFY }: Omit<Counted, 'now'>) {
  const mailbox = mailboxOf(key)
  const check = { kind: 'unverified-emails', subject: hashedSubject(key, about), amount, advice } as const
  const shared = { ...check, kind: 'unverified-mailbox', subject: hashedSubject(mailbox, about) } as const
  return [check, ...(mailbox === key ? [] : [shared])]
}

const VERIFY: Advice = wait =>
  'Nobody has verified this email address, and it gets no more emails today. Verify it with a link from your ' +
  `account page, or try again in ${wait}.`

/** Providers deliver `ada+anything@example.com` to `ada@example.com`, and Gmail ignores dots. @param key in lower case */
export function mailboxOf(key: string): string {
  const [local = '', domain = ''] = key.split('@')
  const name = local.split('+')[0]!
  return /^g(oogle)?mail\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
