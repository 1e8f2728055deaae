/*
 * Rate limits. The attempts that still count are stored with their times, in one row for each limit and subject. So a limit
 * holds exactly over any period, and one conditional statement decides for all processes: of 200 simultaneous attempts at
 * a limit of 10, ten pass. Ours and not a library's, because it has to join the transaction of the attempt.
 *
 * A wide limit (a thousand a day) would make a long row. `refilling` keeps one time instead: when the whole budget will be
 * there again. It refills steadily, so that a budget that was used up allows the next attempt soon.
 */
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import { digest } from '../secrets/crypto.ts'
import { after, DAY, HOUR, MINUTE, SECOND } from '../time.ts'

const LIMITS = {
  /** Wrong second factors of an account. */
  codes: { limit: 10, within: 15 * MINUTE },
  'codes-daily': { limit: 30, within: DAY },
  /** Wrong passwords for an address from one client: a stranger elsewhere cannot use up the owner's limit. */
  passwords: { limit: 10, within: 5 * MINUTE },
  /** Wrong passwords from one client for any address, against lists of leaked passwords. */
  'client-passwords': { limit: 200, within: HOUR },
  /** Messages to the support desk from one client. */
  'contact-messages': { limit: 60, within: HOUR },
  /** Reset emails to one address, known or not. */
  resets: { limit: 5, within: 15 * MINUTE },
  /** Registrations from one client with a registered address: only this response admits that the address exists. */
  'taken-addresses': { limit: 20, within: 15 * MINUTE },
  sms: { limit: 1, within: 30 * SECOND },
  'sms-hourly': { limit: 5, within: HOUR },
  /** Emails to an address that nobody has verified, over all accounts. */
  'unverified-emails': { limit: 30, within: DAY },
} as const

type RateLimit = keyof typeof LIMITS

/**
 * Counts an attempt, or refuses it. In a transaction the row stays locked until the end, so simultaneous attempts wait for
 * the outcome, and a rollback takes the attempt back.
 * @throws Problem `rate_limited` when the limit is reached
 */
export async function consume(db: Db, kind: RateLimit, subject: string, now: Date): Promise<void> {
  if (await tryToConsume(db, kind, subject, now)) return
  const [counted] = await readAttempts(db, { [kind]: subject })
  throw rateLimited(kind, counted?.spent ?? [], now)
}

/** Counts an attempt if the limit allows it. @returns whether it does */
export async function tryToConsume(db: Db, kind: RateLimit, subject: string, now: Date): Promise<boolean> {
  const { limit, within } = LIMITS[kind]
  const since = after(now, -within)
  const { rows } = await sql`
    insert into budgets as b (kind, subject, spent, expires_at)
    values (${kind}, ${subject}, array[${now}::timestamptz], ${after(now, within)})
    on conflict (kind, subject) do update
    set spent = array(select t from unnest(b.spent) t where t > ${since} order by t) || excluded.spent,
        expires_at = excluded.expires_at
    where (select count(*) from unnest(b.spent) t where t > ${since}) < ${limit}
    returning 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Counts an attempt for `thing`, if the limit allows it. Repeats for the same thing count once, so a retry is free. The
 * database's clock decides, because several machines must agree.
 * @returns whether the limit allows it
 */
export async function countOnce(db: Db, kind: RateLimit, subject: string, thing: string): Promise<boolean> {
  const { limit, within } = LIMITS[kind]
  const since = sql`(clock_timestamp() - make_interval(secs => ${within / SECOND}))`
  const isCounted = sql`exists (select from unnest(b.spent, b.counted) as u (t, k) where t > ${since} and k = ${thing})`
  const { rows } = await sql`${PREPARED}
    insert into budgets as b (kind, subject, spent, counted, expires_at)
    values (${kind}, ${subject}, array[clock_timestamp()], array[${thing}],
      clock_timestamp() + make_interval(secs => ${within / SECOND}))
    on conflict (kind, subject) do update
    set (spent, counted, expires_at) = (
      select array_agg(t order by t), array_agg(k order by t), excluded.expires_at
      from (
        select t, k from unnest(b.spent, b.counted) as u (t, k) where t > ${since}
        union all
        select excluded.spent[1], excluded.counted[1] where not ${isCounted}
      ) as live
    )
    where ${isCounted} or (select count(*) from unnest(b.spent) t where t > ${since}) < ${limit}
    returning 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Refuses when one of the limits is reached, without counting an attempt. Saves the work of an attempt that cannot succeed.
 * @returns whether attempts are counted, so that a success knows whether there is anything to reset
 */
export async function assertAvailable(db: Db, kinds: RateLimit[], subject: string, now: Date): Promise<boolean> {
  const found = await peek(db, Object.fromEntries(kinds.map(kind => [kind, subject])), now)
  for (const refusal of found.values()) if (refusal) throw refusal
  return found.size > 0
}

/**
 * Reads several limits, each for a subject of its own, in one statement and without counting an attempt.
 * @returns the limits with counted attempts; with the refusal if the limit is reached
 */
export async function peek(db: Db, subjects: Partial<Record<RateLimit, string>>, now: Date) {
  const found = new Map<RateLimit, Problem | undefined>()
  for (const { kind, subject, spent } of await readAttempts(db, subjects)) {
    const { limit, within } = LIMITS[kind]
    if (subjects[kind] !== subject) continue
    const isReached = spent.filter(time => time > after(now, -within)).length >= limit
    found.set(kind, isReached ? rateLimited(kind, spent, now) : undefined)
  }
  return found
}

/** Forgets the attempts after a success. */
export async function reset(db: Db, kind: RateLimit, subject: string): Promise<void> {
  await db.deleteFrom('budgets').where('kind', '=', kind).where('subject', '=', subject).execute()
}

/** A subject that would identify a person, such as an email address with a client address. Only its hash is stored. */
export function hashedSubject(...parts: string[]): string {
  return digest(parts.map(part => part.toLowerCase()).join('\0')).toString('base64url')
}

/**
 * The client of an IP address, as a subject. Loopback is exempt (undefined): behind a proxy that does not forward the
 * address, it would stand for every client.
 */
export function clientOf(ip: string): string | undefined {
  const network = networkOf(ip)
  return network.startsWith('127.') || ip === '::1' ? undefined : hashedSubject(network)
}

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which has one owner. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head, tail] = ip.split('::').map(part => part.split(':').filter(Boolean)) as [string[], string[]?]
  const gap = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  const groups = [...head, ...gap, ...(tail ?? [])].slice(0, 4)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/** Skips rows that are locked: a transaction that counts attempts may hold one row and wait for another. */
export async function deleteExpiredRateLimits(db: Db): Promise<void> {
  await sql`
    delete from budgets where (kind, subject) in (
      select kind, subject from budgets where expires_at < clock_timestamp() - interval '1 hour' for update skip locked
    )
  `.execute(db)
}

function readAttempts(db: Db, subjects: Partial<Record<RateLimit, string>>) {
  return db
    .selectFrom('budgets')
    .modifyFront(PREPARED)
    .select(['kind', 'subject', 'spent'])
    .where('kind', '=', sql<RateLimit>`any(${Object.keys(subjects)}::text[])`)
    .where('subject', '=', sql<string>`any(${Object.values(subjects)}::text[])`)
    .execute()
}

/** @param spent the times of the attempts, oldest first */
function rateLimited(kind: RateLimit, spent: Date[], now: Date): Problem {
  const { limit, within } = LIMITS[kind]
  const oldest = spent.slice(-limit)[0] ?? now
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + within - now.getTime()) / SECOND))
  const wait = seconds < 100 ? `${seconds} seconds` : `${Math.ceil((seconds * SECOND) / MINUTE)} minutes`
  return new Problem('rate_limited', `There were too many attempts. Try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

declare module '../database/schema.ts' {
  interface Tables {
    budgets: { kind: RateLimit; subject: string; spent: Date[]; expires_at: Date }
  }
}
