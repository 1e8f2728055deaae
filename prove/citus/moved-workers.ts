/** A proof on Citus: a shop moves while its workers send emails. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { announce } from '../../src/events/announce.ts'
import { MINUTE } from '../../src/time.ts'
import { createShop } from '../../test/support/citus.ts'
import { type SemelProcess, spawnSemel } from '../../test/support/process.ts'
import { openTestRelay } from '../../test/support/relay.ts'
import type { Drill } from '../drills/load.ts'
import { newRecipient, type Recipient } from '../testbed.ts'
import { machineOf, moveTo, otherMachine } from './moving.ts'

const WORKERS = 3
const MOVES = 10
/** In every other move Citus holds writes the whole time, so that all workers wait for the switch. */
const MODES = ['auto', 'block_writes'] as const
/** Some emails at a time, so that every claim finds few. */
const EMAILS = 4
const PAUSE = 40

/** A shop moves forth and back while its workers send emails. Each delivery must reach the relay once. */
export async function sendWhileMoving(url: string): Promise<Drill> {
  await using stack = new AsyncDisposableStack()
  const relay = stack.use(await openTestRelay())
  const shop = stack.use(await createShop(url))
  const { db } = stack.use(openDatabase(shop.url))
  const env = { DATABASE_URL: shop.url, SMTP_URL: relay.url, SECRET_KEY: 'test '.repeat(8), LOG_LEVEL: 'warn' }
  const workers: SemelProcess[] = []
  for (let n = 0; n < WORKERS; n++) {
    const worker = stack.use(spawnSemel(['work'], env))
    await worker.printed(/worker is running/)
    workers.push(worker)
  }
  const recipients: Recipient[] = []
  for (let n = 0; n < EMAILS; n++) recipients.push(await newRecipient({ db }))
  // Addresses that nobody has verified get few emails.
  await sql`update users set email_verified_at = now()`.execute(db)

  const home = await machineOf(url, shop.schema)
  const away = await otherMachine(url, home)
  const times: number[] = []
  const load = startAnnouncing(db, recipients)
  try {
    for (let n = 0; n < MOVES; n++) {
      times.push(await moveTo(url, shop.schema, n % 2 === 0 ? away : home, MODES[n % 2]))
    }
  } finally {
    await load.stop()
  }
  const ids = await sentDeliveries(db)
  const copies = new Map<string, number>()
  for (const mail of relay.mails) {
    const id = /^Message-ID: <(.*)@/im.exec(mail)![1]!
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*) from delivery_attempts where outcome <> 'sent' group by 1 order by 1
  `.execute(db)
  const doubled = [...copies].filter(([, count]) => count > 1)
  const lost = ids.filter(id => !copies.has(id))
  return {
    figures: {
      moves: times.length,
      'moved in ms': `${Math.min(...times)} to ${Math.max(...times)}`,
      acknowledged: load.acknowledged,
      deliveries: ids.length,
      emails: relay.mails.length,
      doubled: doubled.length,
      lost: lost.length,
      'other attempts': rows.map(({ outcome, count }) => `${count} ${outcome}`).join(', '),
    },
    violations: [
      ...doubled.map(([id, count]) => `${id} was sent ${count} times`),
      ...lost.map(id => `${id} was never sent`),
      ...(ids.length < load.acknowledged
        ? [`${load.acknowledged} emails were announced, ${ids.length} are known`]
        : []),
      ...workers.filter(({ child }) => child.exitCode !== null).map(({ output }) => `A worker ended: ${output()}`),
    ],
  }
}

/** Announces an event to all recipients, again and again. A transaction that fails is not repeated. */
function startAnnouncing(db: Db, recipients: Recipient[]) {
  const load = { acknowledged: 0, stop }
  const to = recipients.map(({ id }) => ({ userId: id }))
  let isOver = false
  const running = run()
  async function run(): Promise<void> {
    for (; !isOver; await sleep(PAUSE)) {
      const payload = { userId: recipients[0]!.id }
      const announced = db
        .transaction()
        .execute(tx => announce(tx, { type: 'user.factors_reset', payload, to, at: new Date() }))
      load.acknowledged += await announced.then(
        () => to.length,
        () => 0,
      )
    }
  }
  async function stop(): Promise<void> {
    isOver = true
    await running
  }
  return load
}

/** Waits until no delivery is open. @returns all deliveries */
async function sentDeliveries(db: Db): Promise<string[]> {
  const end = performance.now() + 3 * MINUTE
  for (;;) {
    const { rows } = await sql<{ id: string; state: string }>`select id, state from deliveries`.execute(db)
    const open = rows.filter(({ state }) => state !== 'sent')
    if (open.length === 0) return rows.map(({ id }) => id)
    if (performance.now() > end) throw new Error(`Still not sent: ${JSON.stringify(open)}`)
    await sleep(200)
  }
}
