import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SECOND } from '../../src/time.ts'
import { openTestRelay } from '../../test/support/relay.ts'
import { ClientLog } from './client-log.ts'
import { Cluster } from './cluster.ts'
import { Crowd } from './crowd.ts'
import { FAULTS, type Fault } from './faults.ts'
import { Fleet } from './fleet.ts'
import { TTL } from './machine.ts'
import { requirePrograms } from './programs.ts'
import { judge } from './verdict.ts'

/*
 * `npm run prove -- --failover`: three machines with etcd and PostgreSQL under Patroni, with TLS and the files of deploy/ (shipped.ts
 * says what is replaced in them), three `serve`, three `work` and a mail server that counts. Customers order and sign in
 * while it breaks one thing after the other. In the end the drill compares the database and the
 * mail server with the answers that the customers got.
 */

/** Orders have to be taken again after Patroni's time and this. */
const OURS = 5 * SECOND
/** Pause between two faults, so that the second one meets a system that works. */
const CALM = 5 * SECOND
const RECOVERY = 120

type Options = { rounds: number; only: RegExp | undefined }

/** @returns whether nothing was lost or doubled, and every fault was over in time */
export async function drillFailover({ rounds, only }: Options): Promise<boolean> {
  requirePrograms()
  const directory = await mkdtemp(join(tmpdir(), 'semel-failover-'))
  // The machines run as another user.
  await chmod(directory, 0o777)
  console.log(`Logs are in ${directory}.`)
  await using stack = new AsyncDisposableStack()
  // Logs of a violation stay. The machines were started later, so they have ended when this runs.
  let isClean = false
  stack.defer(async () => {
    if (isClean) await rm(directory, { recursive: true, force: true })
  })
  const relay = stack.use(await openTestRelay())
  const cluster = stack.use(await Cluster.start(directory))
  await createDatabase(cluster)
  const fleet = stack.use(await Fleet.start(directory, environment(cluster, relay.url)))
  const record = new ClientLog(fleet.origin)
  await untilServing(fleet)
  const crowd = new Crowd(record)
  await gather(crowd, cluster)
  await sleep(CALM)

  const faults = FAULTS.filter(({ name }) => only?.test(name) ?? true)
  const results: Result[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const fault of faults) {
      const result = await survive(fault, { cluster, fleet }, record)
      results.push(result)
      console.log(`round ${round}: ${JSON.stringify(result)}`)
    }
  }
  await crowd.stop()
  const { emails, inDoubt, violations } = await judge(
    cluster.database,
    record,
    relay,
    faults.some(({ killsSemel }) => killsSemel),
  )
  report(results)
  const { orders, sessions } = record
  const counted = { orders: orders.size, 'sign-ins': sessions.length, emails, 'in doubt': inDoubt }
  console.table([{ ...counted, 'processes that ended': fleet.ended, violations: violations.length }])
  for (const violation of violations.slice(0, 50)) console.log(`failover: ${violation}`)
  isClean = violations.length === 0
  return isClean
}

type Result = {
  fault: string
  'orders back after s': string
  'slowest answer s': string
  '503': number
  'reads with 503': number
  broken: number
}

async function survive(fault: Fault, system: { cluster: Cluster; fleet: Fleet }, record: ClientLog): Promise<Result> {
  record.slowest = 0
  const { unavailable, unread, broken } = record
  const struck = performance.now()
  const repair = await fault.strike(system)
  await untilOrdersAreBack(record, struck)
  await repair()
  await system.cluster.untilHealthy(RECOVERY)
  await sleep(CALM)
  const gap = record.longestGap(struck)
  const seconds = (gap / SECOND).toFixed(1)
  if (gap > TTL * SECOND + OURS) record.violations.push(`${fault.name}: no order for ${seconds} s`)
  if (record.broken > broken && !fault.killsSemel) record.violations.push(`${fault.name}: requests got no answer`)
  return {
    fault: fault.name,
    'orders back after s': seconds,
    'slowest answer s': (record.slowest / SECOND).toFixed(1),
    '503': record.unavailable - unavailable,
    'reads with 503': record.unread - unread,
    broken: record.broken - broken,
  }
}

/** Some orders within the last two seconds, or a minute without. */
async function untilOrdersAreBack({ acknowledgements }: ClientLog, struck: number): Promise<void> {
  while (performance.now() < struck + 60 * SECOND) {
    await sleep(SECOND)
    const now = performance.now()
    const fresh = acknowledgements.filter(time => time > Math.max(struck + SECOND, now - 2 * SECOND))
    if (fresh.length > 3) return
  }
}

/** Settings that operators make for a shop, with those in the file of deploy/. */
function environment(cluster: Cluster, smtpUrl: string): { [name: string]: string } {
  return {
    ...cluster.environment,
    OPERATIONS_PORT: '0',
    SMTP_URL: smtpUrl,
    SMS_URL: 'none',
    MAIL_FROM: 'Drill <drill@example.com>',
    SUPPORT_EMAIL: 'support@example.com',
    SECRET_KEY: 'qJ3xv0bnkZ7mWcT5yLr9dPfHs2GaUe8o',
    ORDERS_PER_DAY: '1000000',
    OPEN_ORDERS: '1000000',
    OPEN_PIECES: '1000000',
    LOG_LEVEL: 'warn',
  }
}

/** Does it as the operator would on the machine that leads. */
async function createDatabase(cluster: Cluster): Promise<void> {
  const primary = await cluster.primary()
  await primary.command('psql', '-c', `create role semel login password '${cluster.database.password}'`)
  const encoding = ['--template=template0', '--encoding=UTF8', '--locale=C.UTF-8']
  await primary.command('createdb', '--owner=semel', ...encoding, 'semel')
}

async function gather(crowd: Crowd, cluster: Cluster): Promise<void> {
  const client = new pg.Client(cluster.database)
  await client.connect()
  try {
    await client.query('update delivery_methods set active = true')
    const { rows } = await client.query(
      `insert into products (sku, name, category, price, stock) values ('DRILL', 'Drill', 'things', 1000, 100000000) returning id`,
    )
    await crowd.start(client, Number(rows[0].id))
  } finally {
    await client.end()
  }
}

async function untilServing({ origin }: Fleet): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(0.2 * SECOND)
  }
}

/** One line for each fault, with the longest of all rounds. */
function report(results: Result[]): void {
  console.table(
    Object.values(Object.groupBy(results, ({ fault }) => fault)).map(rounds => ({
      fault: rounds![0]!.fault,
      rounds: rounds!.length,
      'orders back after s': rounds!.map(round => round['orders back after s']).join(' '),
      'slowest answer s': Math.max(...rounds!.map(round => Number(round['slowest answer s']))),
      '503': rounds!.reduce((sum, round) => sum + round['503'], 0),
      'reads with 503': rounds!.reduce((sum, round) => sum + round['reads with 503'], 0),
      'no answer': rounds!.reduce((sum, { broken }) => sum + broken, 0),
    })),
  )
}
