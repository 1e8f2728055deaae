/**
 * Budgets: how often something may be tried. The tries that still count are kept with their times in one row for each
 * budget and subject, so a limit holds exactly over any stretch of time, and one conditional statement decides for all
 * processes: of 200 simultaneous tries at a budget of 10, ten are let through.
 */
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { digest } from '../secrets/crypto.ts'
import { after, DAY, HOUR, MINUTE, SECOND } from '../time.ts'

const BUDGETS = {
  /** Wrong second factors of an account. */
  codes: { limit: 10, within: 15 * MINUTE },
  'codes-daily': { limit: 30, within: DAY },
  /** Wrong passwords for an address from one client: a stranger elsewhere cannot use up the owner's. */
  passwords: { limit: 10, within: 5 * MINUTE },
  /** Wrong passwords from one client, whatever the addresses: lists of leaked ones are tried out like this. */
  'client-passwords': { limit: 200, within: HOUR },
  /** Messages to the support desk from one client. */
  'contact-messages': { limit: 60, within: HOUR },
  /** Reset e-mails to one address, known or not. */
  resets: { limit: 5, within: 15 * MINUTE },
  /** Registrations from one client that hit a registered address: the one place that has to admit there is one. */
  'taken-addresses': { limit: 20, within: 15 * MINUTE },
  sms: { limit: 1, within: 30 * SECOND },
  'sms-hourly': { limit: 5, within: HOUR },
} as const

export type Budget = keyof typeof BUDGETS

/**
 * Takes one try out of a budget, or refuses. In a transaction the row stays locked until its end, so that whoever tries
 * at the same time waits for the outcome, and a roll-back gives the try back.
 * @throws Problem `rate_limited` when the budget is used up
 */
export async function consume(db: Db, budget: Budget, subject: string, now: Date): Promise<void> {
  const { limit, within } = BUDGETS[budget]
  const since = after(now, -within)
  const { rows } = await sql`
    insert into budgets as b (kind, subject, spent, expires_at)
    values (${budget}, ${subject}, array[${now}::timestamptz], ${after(now, within)})
    on conflict (kind, subject) do update
    set spent = array(select t from unnest(b.spent) t where t > ${since} order by t) || excluded.spent,
        expires_at = excluded.expires_at
    where (select count(*) from unnest(b.spent) t where t > ${since}) < ${limit}
    returning 1
  `.execute(db)
  if (rows.length > 0) return
  const [taken] = await timesSpent(db, { [budget]: subject })
  throw rateLimited(budget, taken?.spent ?? [], now)
}

/**
 * Refuses when one of the budgets is used up, without taking from it: saves the work of a try that cannot succeed.
 * @returns whether something was taken from them, so that a success knows whether there is anything to reset
 */
export async function assertAvailable(db: Db, budgets: Budget[], subject: string, now: Date): Promise<boolean> {
  const found = await peek(db, Object.fromEntries(budgets.map(budget => [budget, subject])), now)
  for (const refusal of found.values()) if (refusal) throw refusal
  return found.size > 0
}

/**
 * Looks at budgets, each of a subject of its own, in one statement and without taking from them.
 * @returns those that something was taken from, with the refusal if they are used up
 */
export async function peek(db: Db, asked: Partial<Record<Budget, string>>, now: Date) {
  const found = new Map<Budget, Problem | undefined>()
  for (const { kind, subject, spent } of await timesSpent(db, asked)) {
    const { limit, within } = BUDGETS[kind]
    if (asked[kind] !== subject) continue
    const isUsedUp = spent.filter(time => time > after(now, -within)).length >= limit
    found.set(kind, isUsedUp ? rateLimited(kind, spent, now) : undefined)
  }
  return found
}

/** A success gives the whole budget back. */
export async function reset(db: Db, budget: Budget, subject: string): Promise<void> {
  await db.deleteFrom('budgets').where('kind', '=', budget).where('subject', '=', subject).execute()
}

/** A subject that would name a person: an address that somebody typed, and the client that it came from. */
export function hashedSubject(...parts: string[]): string {
  return digest(parts.map(part => part.toLowerCase()).join('\0')).toString('base64url')
}

/**
 * Whose budget a request from an address takes from. Undefined for the machine itself: behind a proxy that does not say who
 * asks, that would be everybody.
 */
export function clientOf(ip: string): string | undefined {
  const network = networkOf(ip)
  return network.startsWith('127.') || ip === '::1' ? undefined : hashedSubject(network)
}

/**
 * Who counts as one client: an address of IPv4, and of IPv6 the network of 64 bits, because whoever has one address of it
 * has all.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head, tail] = ip.split('::').map(part => part.split(':').filter(Boolean)) as [string[], string[]?]
  const gap = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  const groups = [...head, ...gap, ...(tail ?? [])].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/** Forgets what has expired long ago. What somebody spends from at this moment is left: they may hold one row of two. */
export async function deleteExpiredRateLimits(db: Db): Promise<void> {
  await sql`
    delete from budgets where (kind, subject) in (
      select kind, subject from budgets where expires_at < clock_timestamp() - interval '1 hour' for update skip locked
    )
  `.execute(db)
}

function timesSpent(db: Db, asked: Partial<Record<Budget, string>>) {
  return db
    .selectFrom('budgets')
    .modifyFront(PREPARED)
    .select(['kind', 'subject', 'spent'])
    .where('kind', '=', sql<Budget>`any(${Object.keys(asked)}::text[])`)
    .where('subject', '=', sql<string>`any(${Object.values(asked)}::text[])`)
    .execute()
}

/** @param spent oldest first */
function rateLimited(budget: Budget, spent: Date[], now: Date): Problem {
  const { limit, within } = BUDGETS[budget]
  const oldest = spent.slice(-limit)[0] ?? now
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + within - now.getTime()) / SECOND))
  const wait = seconds < 100 ? `${seconds} seconds` : `${Math.ceil((seconds * SECOND) / MINUTE)} minutes`
  return new Problem('rate_limited', `There were too many attempts. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
