/*
 * Rate limits. The attempts that still count are stored with their times, in one row for each limit and subject. So a limit
 * holds exactly over any period, and one conditional statement decides for all processes: among 200 simultaneous attempts at
 * a limit of 10, ten pass. Ours and not a library's, because it has to join the transaction of the attempt.
 */
import { sql } from 'kysely'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import type { Problem } from '../../problems.ts'
import { after, DAY, HOUR, MINUTE, SECOND } from '../../time.ts'
import { hashedNetwork64, hashedSubject, isSpared, network48, network64 } from './clients.ts'
import { type Advice, noteRate, secondsUntil, tooMany } from './headers.ts'
import type { WideBudget } from './wide-budgets.ts'

/** `of`: such limits spare some requests (`isSpared`). */
type Limit = { limit: number; within: number; of?: 'client' | 'emails' }

export const LIMITS = {
  /** Wrong second factors of an account, in each of its budgets (`sign-in/guesses.ts`). */
  codes: { limit: 10, within: 15 * MINUTE },
  'codes-daily': { limit: 30, within: DAY },
  /** Limits how often an account gets new budgets for second factors. */
  'renewed-guesses': { limit: 3, within: DAY },
  /** Emails to the owner about wrong second factors after the right password. */
  'refused-codes-emails': { limit: 1, within: DAY },
  /** Wrong passwords for an address from one client: a stranger elsewhere cannot use up the owner's limit. */
  passwords: { limit: 10, within: 5 * MINUTE, of: 'client' },
  /** Wrong passwords from one client for any address, against lists of leaked passwords. */
  'client-passwords': { limit: 200, within: HOUR },
  /** Wrong signatures of passkeys from one client. */
  'client-passkeys': { limit: 200, within: HOUR },
  /** Messages to the support desk from one client. */
  'contact-messages': { limit: 60, within: HOUR, of: 'emails' },
  /** Withdrawals from contracts without a session from one client: a bound of storage, which no customer meets. */
  withdrawals: { limit: 1000, within: HOUR, of: 'emails' },
  /** Receipts of withdrawals that one client has caused without a session. Beyond it the statement counts, and no receipt is sent. */
  'withdrawal-receipts': { limit: 60, within: HOUR, of: 'emails' },
  /** Receipts of withdrawals that an account has caused in its sessions. */
  'own-withdrawals': { limit: 30, within: DAY, of: 'emails' },
  /** Requests for a reset of an address from one client: a stranger elsewhere cannot use up the owner's. */
  resets: { limit: 5, within: 15 * MINUTE, of: 'emails' },
  /** Recovery requests of an account: each sends emails to its owner, and waits in the list of the staff. */
  recoveries: { limit: 3, within: DAY, of: 'emails' },
  /** Requests for a reset of any address from one client, against lists of customers. */
  'client-resets': { limit: 100, within: HOUR, of: 'emails' },
  /** Attempts from one client. Registrations and changes of address are the only responses that admit that an address exists. */
  registrations: { limit: 30, within: HOUR },
  'registrations-daily': { limit: 100, within: DAY },
  'client-email-changes': { limit: 100, within: DAY, of: 'emails' },
  /** Changes of the address of an account: each sends an email to an address that may be a stranger's. */
  'email-changes': { limit: 30, within: DAY, of: 'emails' },
  /** Changes of the profile of an account: each is an event of the feed, which webhooks send to other programs. */
  'profile-changes': { limit: 200, within: DAY },
  /** Factors, recovery codes and passwords that an account adds or changes: each sends an email. */
  'credential-changes': { limit: 50, within: DAY, of: 'emails' },
  'client-credential-changes': { limit: 500, within: DAY, of: 'emails' },
  /** Emails to an owner about sign-ins on new devices. */
  'new-device-emails': { limit: 100, within: DAY, of: 'emails' },
  /** Confirmations of orders that a customer asks for again. */
  confirmations: { limit: 100, within: DAY, of: 'emails' },
  /** Emails that ask the reader of an address whether the shop may send data there. All staff share this limit. */
  'setting-addresses': { limit: 5, within: DAY },
  /** Links to an order that are asked for by its number and address, from one client. */
  'order-links': { limit: 30, within: HOUR, of: 'emails' },
  'client-confirmations': { limit: 500, within: DAY, of: 'emails' },
  /** Copies of all data of an account. */
  exports: { limit: 20, within: DAY },
  /** Lines of the audit log about codes of an account that were used before. */
  'logged-replays': { limit: 100, within: HOUR },
  /** Carts of visitors from one client: each is a row that stays for a month. */
  'new-carts': { limit: 1000, within: DAY },
  /** Wrong discount codes from one client. */
  'discount-codes': { limit: 30, within: HOUR },
  /** VAT IDs for which one client makes the shop ask VIES, which counts its questions too. */
  'vat-id-checks': { limit: 60, within: HOUR },
  /** Requests of an account for an email when a product is in stock again. */
  'stock-alerts': { limit: 200, within: DAY },
  sms: { limit: 1, within: 30 * SECOND },
  'sms-hourly': { limit: 5, within: HOUR },
  /** Text messages to one number over all accounts, because accounts are free. */
  'sms-number': { limit: 5, within: HOUR },
  'sms-number-daily': { limit: 10, within: DAY },
  /** Text messages that one client has asked for. */
  'client-sms': { limit: 30, within: HOUR },
  /** Causes of emails to an address that nobody has verified, over all accounts. */
  'unverified-emails': { limit: 30, within: DAY, of: 'emails' },
  /** The same for all other spellings that reach one mailbox. */
  'unverified-mailbox': { limit: 60, within: DAY, of: 'emails' },
} as const satisfies Record<string, Limit>

type RateLimit = keyof typeof LIMITS

const limitOf = (kind: RateLimit): Limit => LIMITS[kind]

type Check = {
  kind: RateLimit
  subject: string
  /** The subject may do that many times as much. */
  times?: number
  /** The number of attempts that this one counts as. */
  amount?: number
  /** Tells the client what helps when the limit is reached. */
  advice?: Advice
}

/**
 * Counts an attempt, or refuses it. In a transaction the row stays locked until the end, so simultaneous attempts wait for
 * the outcome, and a rollback takes the attempt back.
 * @returns how many attempts count now
 * @throws Problem `rate_limited` when the limit is reached
 */
export async function consume(db: Db, kind: RateLimit, subject: string, now: Date): Promise<number> {
  return consumeAll(db, [{ kind, subject }], now)
}

/** Counts an attempt for each network of the client. @throws Problem `rate_limited` */
export async function consumeByClient(db: Db, kind: RateLimit, ip: string, now: Date): Promise<void> {
  await consumeAll(db, networkChecks(kind, ip), now)
}

/** Counts an attempt for each limit. @returns how many attempts the last limit has counted @throws Problem `rate_limited` */
export async function consumeAll(db: Db, checks: Check[], now: Date): Promise<number> {
  let spent = 0
  for (const check of counting(checks)) {
    const counted = await count(db, check, now)
    if (counted) {
      const { limit, within } = LIMITS[check.kind]
      const quota = limit * (check.times ?? 1)
      const seconds = secondsUntil(counted.oldest.getTime() + within, now)
      noteRate(check.kind, { quota, within, left: quota - counted.spent, seconds })
      spent = counted.spent
      continue
    }
    const [reached] = await readAttempts(db, [check])
    throw rateLimited(check, reached?.spent ?? [], now)
  }
  return spent
}

/** Counts an attempt if the limit allows it, without showing it to the client. @returns whether it does */
export async function tryToConsume(db: Db, check: Check, now: Date): Promise<boolean> {
  return counting([check]).length === 0 || (await count(db, check, now)) !== undefined
}

/** Counts an attempt for each network of the client, without showing it. @returns whether all limits allow it */
export async function tryToConsumeByClient(db: Db, kind: RateLimit, ip: string, now: Date): Promise<boolean> {
  for (const check of networkChecks(kind, ip)) if (!(await tryToConsume(db, check, now))) return false
  return true
}

/** Checks that count for the present request. */
function counting(checks: Check[]): Check[] {
  return checks.filter(({ kind }) => {
    const { of } = limitOf(kind)
    return of === undefined || !isSpared(of)
  })
}

async function count(db: Db, { kind, subject, times = 1, amount = 1 }: Check, now: Date) {
  const { within } = LIMITS[kind]
  const limit = LIMITS[kind].limit * times
  const live = recent(within)
  const { rows } = await sql<{ spent: number; oldest: Date }>`${PREPARED}
    insert into budgets as b (kind, subject, spent, expires_at)
    values (${kind}, ${subject}, array_fill(${now}::timestamptz, array[${amount}::int]), ${after(now, within)})
    on conflict (kind, subject) do update
    set spent = ${live} || excluded.spent, expires_at = excluded.expires_at
    where cardinality(${live}) <= ${limit - amount}
    returning cardinality(spent) as spent, spent[1] as oldest
  `.execute(db)
  return rows[0]
}

/** The attempts that still count. For Citus (docs/decisions/035): a function of the database. */
function recent(within: number) {
  return sql`recent(b.spent, excluded.spent[1], ${within / SECOND})`
}

/**
 * Refuses when one of the limits is reached, without counting an attempt. Saves the work of an attempt that cannot succeed.
 * @returns whether attempts are counted, so that a success knows whether there is anything to reset
 */
export async function assertAvailable(db: Db, kinds: RateLimit[], subject: string, now: Date): Promise<boolean> {
  const found = await peek(
    db,
    kinds.map(kind => ({ kind, subject })),
    now,
  )
  for (const refusal of found.values()) if (refusal) throw refusal
  return found.size > 0
}

/**
 * Reads several limits in one statement and without counting an attempt.
 * @returns the limits with counted attempts; with the refusal if the limit is reached for one of its subjects
 */
export async function peek(db: Db, checks: Check[], now: Date) {
  const found = new Map<RateLimit, Problem | undefined>()
  for (const { kind, subject, spent } of await readAttempts(db, counting(checks))) {
    const check = checks.find(check => check.kind === kind && check.subject === subject)
    if (!check) continue
    const { limit, within } = LIMITS[kind]
    const isReached = spent.filter(time => time > after(now, -within)).length >= limit * (check.times ?? 1)
    found.set(kind, found.get(kind) ?? (isReached ? rateLimited(check, spent, now) : undefined))
  }
  return found
}

/** Forgets the attempts after a success. */
export async function reset(db: Db, kind: RateLimit | WideBudget, subject: string): Promise<void> {
  await db.deleteFrom('budgets').where('kind', '=', kind).where('subject', '=', subject).execute()
}

/**
 * The networks that a client counts for. An IPv6 client counts for its /64, and with more room for its /48, because one
 * contract brings thousands of /64. Loopback counts for none.
 */
export function networkChecks(kind: RateLimit, ip: string): Check[] {
  const subject = hashedNetwork64(ip)
  if (subject === undefined) return []
  const wider = network48(ip)
  return [{ kind, subject }, ...(wider === network64(ip) ? [] : [{ kind, subject: hashedSubject(wider), times: 5 }])]
}

export async function deleteExpiredRateLimits(db: Db): Promise<void> {
  await deleteInBatches(db, 'budgets', ['kind', 'subject'], sql`expires_at < now() - interval '1 hour'`)
}

function readAttempts(db: Db, checks: Check[]) {
  return db
    .selectFrom('budgets')
    .modifyFront(PREPARED)
    .select(['kind', 'subject', 'spent'])
    .where('kind', '=', sql<RateLimit>`any(${checks.map(({ kind }) => kind)}::text[])`)
    .where('subject', '=', sql<string>`any(${checks.map(({ subject }) => subject)}::text[])`)
    .$narrowType<{ kind: RateLimit }>()
    .execute()
}

/** @param spent the times of the attempts, oldest first */
function rateLimited({ kind, times = 1, advice }: Check, spent: Date[], now: Date): Problem {
  const { limit, within } = LIMITS[kind]
  const oldest = spent.slice(-limit * times)[0] ?? now
  return tooMany({ name: kind, quota: limit * times, within }, oldest.getTime() + within, now, advice)
}

declare module '../../database/schema.ts' {
  interface Tables {
    budgets: {
      kind: RateLimit | WideBudget
      subject: string
      spent: Date[]
      expires_at: Date
    }
  }
}
