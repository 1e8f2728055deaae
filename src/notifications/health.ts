/** The health of email delivery: what waits, what is in doubt, and which workers live. */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { TIMEOUTS } from '../mail/transport.ts'
import { count } from '../pages/format.ts'
import { CERTIFICATE_SOON, describeCertificate, renewedBefore } from '../secrets/certificates.ts'
import { after, DAY, SECOND } from '../time.ts'
import type { Finding, Said } from '../words/text.ts'
import { t } from '../words/words.ts'
import { inFlight, pending } from './open-deliveries.ts'
import { firstIdOf, ON_TIME } from './queries.ts'

export type Worker = {
  number: number
  /** Host and process id. */
  name: string
  startedAt: Date
  alive: boolean
  relayDownSince: Date | null
  relayError: string | null
  relayCertificateFrom: Date | null
  relayCertificateEnd: Date | null
}

/** The state of email delivery at this moment. A count of MOST_COUNTED means "at least". */
export type DeliveryHealth = {
  workers: Worker[]
  inDoubt: number
  /** Deliveries that failed in the last 24 hours. */
  failed: number
  /** The most frequent last reply to the newest of the failed ones. */
  failedBecause: string | null
  /** The reply to the newest one: after a repair, the most frequent one is of the fault before. */
  failedLast: string | null
  waiting: number
  /** Waiting for longer than ON_TIME. */
  late: number
  /** Deliveries whose final dot was sent more than 10 seconds ago, and to which the relay has not replied. */
  unanswered: number
  /** Time that the oldest of them has waited; null when there is none. */
  unansweredSeconds: number | null
  /** The most frequent last reply to the late ones; null before any attempt. */
  lateBecause: string | null
}

export async function readDeliveryHealth(db: Db, now: Date): Promise<DeliveryHealth> {
  const [workers, ledger] = await Promise.all([listWorkers(db), countOpen(db, now)])
  return { workers, ...ledger }
}

async function listWorkers(db: Db): Promise<Worker[]> {
  return db
    .selectFrom('workers')
    .select([
      'number',
      'name',
      'started_at as startedAt',
      'relay_down_since as relayDownSince',
      'relay_error as relayError',
      'relay_certificate_from as relayCertificateFrom',
      'relay_certificate_end as relayCertificateEnd',
      sql<boolean>`lease_until > clock_timestamp()`.as('alive'),
    ])
    .orderBy('number')
    .execute()
}

/** Counts end here, so that they cost the same however many deliveries wait. */
export const MOST_COUNTED = 1000

/**
 * Each count walks a partial index that holds only its rows, the late ones from the oldest on. The orders are those of the
 * indexes. Without them, the planner expects to meet such rows everywhere in the table, and reads all of it.
 */
async function countOpen(db: Db, now: Date) {
  const some = sql`limit ${sql.lit(MOST_COUNTED)}`
  const { rows } = await sql<Omit<DeliveryHealth, 'workers'>>`
    with waiting as materialized (
      select * from ${pending(sql`reply, coalesce(retrying_since, created_at) as since`, MOST_COUNTED)} as oldest
    ), late as materialized (
      select reply from waiting where since < clock_timestamp() - make_interval(secs => ${sql.lit(ON_TIME / SECOND)})
    ), failed as materialized (
      select id, reply from deliveries where state = 'failed' and id >= ${firstIdOf(after(now, -DAY))} order by id desc ${some}
    ), unanswered as materialized (
      select marked_at from ${inFlight(sql`state, marked_at`)} as d
      where state = 'finishing' and marked_at < clock_timestamp() - make_interval(secs => ${sql.lit(TIMEOUTS.slowReply / SECOND)})
      ${some}
    )
    select
      (select count(*) from (select from deliveries where state = 'in_doubt' order by id ${some}) as d) as "inDoubt",
      (select count(*) from failed) as failed,
      (select mode() within group (order by reply) from failed) as "failedBecause",
      (select reply from failed order by id desc limit 1) as "failedLast",
      (select count(*) from waiting) as waiting,
      (select count(*) from late) as late,
      (select mode() within group (order by reply) from late) as "lateBecause",
      (select count(*) from unanswered) as unanswered,
      (select max(extract(epoch from clock_timestamp() - marked_at))::int from unanswered) as "unansweredSeconds"
  `.execute(db)
  return one(rows)
}

/**
 * Finds the certificate of the relay that ends first: milliseconds that are left, and before its end by which it should have been
 * renewed. Undefined when no worker has seen one.
 */
export function relayCertificate({ workers }: DeliveryHealth): { left: number; soon: number } | undefined {
  const [first] = workers
    .flatMap(({ alive, relayCertificateFrom: from, relayCertificateEnd: end }) => (alive && end ? [{ from, end }] : []))
    .sort((one, other) => one.end.getTime() - other.end.getTime())
  if (!first) return undefined
  const { from, end } = first
  return { left: end.getTime() - Date.now(), soon: from ? renewedBefore({ from, end }) : CERTIFICATE_SOON }
}

function describeRelayCertificate(health: DeliveryHealth): Finding[] {
  const { left, soon } = relayCertificate(health) ?? {}
  return describeCertificate('relay', left, soon)
}

/** Problems and advice for the operator, worst first; one good finding when there is no problem. */
export function findingsOf(health: DeliveryHealth): Finding[] {
  const { workers, inDoubt, failed, failedBecause, failedLast, late, lateBecause, unanswered, unansweredSeconds } =
    health
  const alive = workers.filter(worker => worker.alive)
  const cutOff = alive.filter(worker => worker.relayDownSince !== null)
  const findings: Finding[] = []
  if (alive.length === 0) {
    findings.push({
      level: 'bad',
      text: t('No worker is active, so no email is delivered. Start one with: semel work'),
    })
  }
  for (const { number, relayDownSince, relayError } of cutOff) {
    const time = relayDownSince!.toISOString().slice(0, 16).replace('T', ' ')
    const [level, text] = cutOff.length === alive.length ? CUT_OFF.all : CUT_OFF.some
    findings.push({ level, text: t(text, { number, time, error: relayError ?? '–' }) })
  }
  findings.push(...describeRelayCertificate(health))
  if (late > 0) {
    findings.push({
      level: 'bad',
      text: sayLate(late, lateBecause),
      see: { href: '/admin/deliveries?state=pending', label: 'Show waiting deliveries' },
    })
  }
  if (unanswered > 0) {
    findings.push({
      level: 'warn',
      text: t(
        'The relay has taken {number} emails and not replied, for up to {seconds} seconds. A worker waits 10 minutes before it puts a delivery in doubt. Other emails go out meanwhile.',
        {
          count: unanswered,
          number:
            unanswered >= MOST_COUNTED ? t('at least {number}', { number: count(unanswered) }) : count(unanswered),
          seconds: unansweredSeconds ?? 0,
        },
      ),
      see: { href: '/admin/deliveries?state=finishing', label: 'Show deliveries without a reply' },
    })
  }
  if (inDoubt > 0) {
    findings.push({
      level: 'warn',
      text: t('{number} deliveries are in doubt. Check whether the email arrived.', counted(inDoubt)),
      see: { href: '/admin/deliveries?state=in_doubt', label: 'Show deliveries in doubt' },
    })
  }
  if (failed > 0) {
    findings.push({
      level: 'warn',
      text: sayFailed(failed, failedBecause ?? '–', failedLast ?? '–'),
      see: { href: '/admin/deliveries?state=failed', label: 'Show failed deliveries' },
    })
  }
  if (findings.length === 0) findings.push({ level: 'good', text: t('Emails go out, and none is late or in doubt.') })
  return findings.sort((a, b) => LEVEL_RANK[a.level] - LEVEL_RANK[b.level])
}

const LEVEL_RANK = { bad: 0, warn: 1, good: 2 }

const CUT_OFF = {
  all: [
    'bad',
    'Emails to customers cannot go out. No email is lost: all go out when the relay is back. For your technician: worker {number} cannot use the mail relay since {time} UTC: {error}. If SMTP_URL is wrong, correct it and restart.',
  ],
  some: [
    'warn',
    'Some emails to customers may be late. No email is lost: all go out when the relay is back. For your technician: worker {number} cannot use the mail relay since {time} UTC: {error}. If SMTP_URL is wrong, correct it and restart.',
  ],
} as const

function sayLate(late: number, because: string | null): Said {
  const values = { ...counted(late), seconds: ON_TIME / SECOND }
  return because === null
    ? t('{number} deliveries have waited longer than {seconds} seconds. No attempt has been made yet', values)
    : t('{number} deliveries have waited longer than {seconds} seconds. Most frequent reply: {reply}', {
        ...values,
        reply: because,
      })
}

function sayFailed(failed: number, reply: string, newest: string): Said {
  return newest === reply
    ? t(
        '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}',
        { ...counted(failed), reply },
      )
    : t(
        '{number} deliveries failed in the last 24 hours. The relay refused permanently. Most frequent reply: {reply}. Newest reply: {newest}',
        { ...counted(failed), reply, newest },
      )
}

/** Values of a sentence that begins with the number. */
function counted(n: number): { count: number; number: string } {
  return { count: n, number: n >= MOST_COUNTED ? t('At least {number}', { number: count(n) }) : count(n) }
}
