import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { after, DAY, SECOND } from '../time.ts'
import { firstIdOf, ON_TIME } from './queries.ts'

export type Worker = {
  number: number
  /** Host and process id. */
  name: string
  startedAt: Date
  alive: boolean
  relayDownSince: Date | null
  relayError: string | null
}

/** The state of email delivery at this moment. */
export type DeliveryHealth = {
  workers: Worker[]
  inDoubt: number
  /** Of the last 24 hours. */
  failed: number
  waiting: number
  /** Waiting for longer than ON_TIME. */
  late: number
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
      sql<boolean>`lease_until > clock_timestamp()`.as('alive'),
    ])
    .orderBy('number')
    .execute()
}

/** Each count has a partial index that holds only its rows, except for the failed ones, which are few and of one day. */
async function countOpen(db: Db, now: Date) {
  const { rows } = await sql<Omit<DeliveryHealth, 'workers'>>`
    select
      (select count(*) from deliveries where state = 'in_doubt') as "inDoubt",
      (select count(*) from deliveries where state = 'failed' and id >= ${firstIdOf(after(now, -DAY))}) as failed,
      waiting, late, "lateBecause"
    from (
      select count(*) as waiting, count(*) filter (where is_late) as late,
        mode() within group (order by reply) filter (where is_late) as "lateBecause"
      from (
        select reply, created_at < clock_timestamp() - make_interval(secs => ${ON_TIME / SECOND}) as is_late
        from deliveries where state = 'pending'
      ) as d
    ) as pending
  `.execute(db)
  return rows[0]!
}

export type Finding = { level: 'good' | 'warn' | 'bad'; text: string; see?: { href: string; label: string } }

/** Problems and advice for the operator, worst first; one good finding when there is no problem. */
export function findingsOf({ workers, inDoubt, failed, late, lateBecause }: DeliveryHealth): Finding[] {
  const alive = workers.filter(worker => worker.alive)
  const cutOff = alive.filter(worker => worker.relayDownSince !== null)
  const findings: Finding[] = []
  if (alive.length === 0) {
    findings.push({ level: 'bad', text: 'No worker is active, so no email is delivered. Start one with: semel work' })
  }
  for (const { number, relayDownSince, relayError } of cutOff) {
    const since = relayDownSince!.toISOString().slice(0, 16).replace('T', ' ')
    findings.push({
      level: cutOff.length === alive.length ? 'bad' : 'warn',
      text: `Worker ${number} has not reached the mail relay since ${since} UTC: ${relayError}. No email is lost. The worker retries every second.`,
    })
  }
  if (late > 0) {
    const why = lateBecause === null ? 'No attempt has been made yet' : `Most frequent reply: ${lateBecause}`
    findings.push({
      level: 'bad',
      text: `${counted(late, 'delivery has', 'deliveries have')} waited longer than ${ON_TIME / SECOND} seconds. ${why}`,
      see: { href: '/admin/deliveries?state=pending', label: 'Show waiting deliveries' },
    })
  }
  if (inDoubt > 0) {
    findings.push({
      level: 'warn',
      text: `${counted(inDoubt, 'delivery is', 'deliveries are')} in doubt. Check whether the email arrived.`,
      see: { href: '/admin/deliveries?state=in_doubt', label: 'Show deliveries in doubt' },
    })
  }
  if (failed > 0) {
    findings.push({
      level: 'warn',
      text: `${counted(failed, 'delivery', 'deliveries')} failed in the last 24 hours. The relay refused permanently.`,
      see: { href: '/admin/deliveries?state=failed', label: 'Show failed deliveries' },
    })
  }
  if (findings.length === 0) findings.push({ level: 'good', text: 'All systems normal.' })
  return findings.sort((a, b) => RANK[a.level] - RANK[b.level])
}

const RANK = { bad: 0, warn: 1, good: 2 }

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
