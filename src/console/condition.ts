import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { firstIdOf, ON_TIME } from '../notifications/queries.ts'
import { after, DAY, SECOND } from '../time.ts'

export type Worker = {
  number: number
  /** Host and process id. */
  name: string
  startedAt: Date
  alive: boolean
  relayDownSince: Date | null
  relayError: string | null
}

/** How the delivering side is at this moment. */
export type Condition = {
  workers: Worker[]
  inDoubt: number
  /** Of the last 24 hours. */
  failed: number
  waiting: number
  /** Waiting for longer than e-mails may take. */
  late: number
}

export async function readCondition(db: Db, now: Date): Promise<Condition> {
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

/** Each count has an index of its own that holds just what it counts; the failed ones are few and of one day. */
async function countOpen(db: Db, now: Date) {
  const { rows } = await sql<Omit<Condition, 'workers'>>`
    select
      (select count(*) from deliveries where state = 'in_doubt') as "inDoubt",
      (select count(*) from deliveries where state = 'failed' and id >= ${firstIdOf(after(now, -DAY))}) as failed,
      waiting, late
    from (
      select count(*) as waiting,
        count(*) filter (where created_at < clock_timestamp() - make_interval(secs => ${ON_TIME / SECOND})) as late
      from deliveries where state = 'pending'
    ) as pending
  `.execute(db)
  return rows[0]!
}

export type Finding = { level: 'good' | 'warn' | 'bad'; words: string; href?: string }

/** What an operator has to know of it, worst first; a single good finding when there is nothing. */
export function findingsOf({ workers, inDoubt, failed, late }: Condition): Finding[] {
  const alive = workers.filter(worker => worker.alive)
  const cutOff = alive.filter(worker => worker.relayDownSince !== null)
  const findings: Finding[] = []
  if (alive.length === 0) {
    findings.push({ level: 'bad', words: 'No worker is alive: nothing is delivered. Start one with: semel work' })
  }
  for (const { number, relayDownSince, relayError } of cutOff) {
    findings.push({
      level: cutOff.length === alive.length ? 'bad' : 'warn',
      words: `Worker ${number} cannot reach the mail relay since ${relayDownSince!.toISOString()}: ${relayError}`,
    })
  }
  if (late > 0) {
    const words = `${counted(late, 'delivery waits', 'deliveries wait')} for longer than ${ON_TIME / SECOND} seconds.`
    findings.push({ level: 'bad', words, href: '/admin/deliveries?state=pending' })
  }
  if (inDoubt > 0) {
    const words = `${counted(inDoubt, 'delivery is', 'deliveries are')} in doubt: a person has to say whether it arrived.`
    findings.push({ level: 'warn', words, href: '/admin/deliveries?state=in_doubt' })
  }
  if (failed > 0) {
    const words = `${counted(failed, 'delivery', 'deliveries')} failed in the last 24 hours.`
    findings.push({ level: 'warn', words, href: '/admin/deliveries?state=failed' })
  }
  if (findings.length === 0)
    findings.push({ level: 'good', words: 'All is well: workers deliver, nothing is late or in doubt.' })
  return findings.sort((a, b) => RANK[a.level] - RANK[b.level])
}

const RANK = { bad: 0, warn: 1, good: 2 }

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
