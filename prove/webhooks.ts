/** The proof of webhooks: every committed event reaches the receiver, and no other does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { asKey } from '../src/config/key.ts'
import { DELIVERIES_CHANNEL } from '../src/database/news/wake.ts'
import type { Db } from '../src/database/schema.ts'
import { openServiceKey } from '../src/database/service-key.ts'
import { channel } from '../src/database/shops.ts'
import { publishToFeed } from '../src/events/publish.ts'
import { createEndpoint } from '../src/webhooks/endpoints.ts'
import { type SemelProcess, spawnSemel } from '../test/support/process.ts'
import { startSemel } from '../test/support/semel.ts'
import { Killable } from './killable.ts'
import type { Proof } from './proof.ts'

const EXAMPLE = fileURLToPath(new URL('../packages/client/examples/receive-webhooks.ts', import.meta.url))
const SECRET_KEY = 'test '.repeat(8)

/**
 * Writers with interleaved transactions, some of them rolled back; a worker and the example receiver, each killed with -9
 * again and again. The proof only moves time on: pauses between attempts and leases of killed workers end at once. A run
 * is one event.
 */
export const proof: Proof = {
  rule: 'WEBHOOKS',
  promise: 'A receiver counts each committed event once, while sender and receiver are killed',
  defaultRuns: 10_000,
  async run({ runs, plays }) {
    await using stack = new AsyncDisposableStack()
    const semel = stack.use(await startSemel({}, { worker: false }))
    const { db } = semel
    const serviceKey = await openServiceKey(db, asKey(SECRET_KEY.trim()))
    const folder = await mkdtemp(join(tmpdir(), 'semel-webhooks-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const port = await freePort()
    const { secret } = await createEndpoint({ ...semel, serviceKey }, { url: `http://127.0.0.1:${port}/` })
    const file = join(folder, 'events.sqlite')

    const receiver = stack.use(
      await Killable.start(() => spawnReceiver({ PORT: String(port), WEBHOOK_SECRET: secret, DATABASE: file })),
    )
    const worker = stack.use(await Killable.start(() => spawnWorker(semel.databaseUrl)))
    for (let written = 0; written < runs; written += PLAY) {
      const all = Math.min(written + PLAY, runs)
      await plays.run(`events up to ${all}`, async () => {
        let isWritten = false
        if (written === 0) await receiver.kill()
        const writing = write(db, all - written).then(() => {
          isWritten = true
        })
        while (!isWritten || (await openDeliveries(db)) > 0) {
          await sleep(200 + Math.random() * 1800)
          if (Math.random() < 0.4) await receiver.kill()
          if (Math.random() < 0.1) {
            await worker.kill()
            await endLeases(db)
          }
          await endPauses(db)
        }
        await writing
        return violations(db, file, all)
      })
    }
    return { cases: runs, faults: receiver.kills + worker.kills }
  },
}

/** Events of one play. */
const PLAY = 200

async function spawnWorker(databaseUrl: string): Promise<SemelProcess> {
  const worker = spawnSemel(['work'], { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'error' })
  await worker.printed(/worker is running/)
  return worker
}

async function spawnReceiver(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [EXAMPLE], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  await once(child.stdout!, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

/** Several writers, whose transactions commit in another order than they began. One in ten is rolled back. */
async function write(db: Db, events: number): Promise<void> {
  let written = 0
  const writer = async () => {
    while (written < events) {
      const count = Math.min(1 + Math.floor(Math.random() * 10), events - written)
      written += count
      const batch = Array.from({ length: count }, () => ({ type: 'user.updated' as const, data: { userId: 'u' } }))
      const transaction = (fails: boolean) =>
        db.transaction().execute(async tx => {
          await publishToFeed(tx, new Date(), ...batch)
          await sleep(Math.random() * 20)
          if (fails) throw new RollBack()
        })
      if (Math.random() < 0.1) await transaction(true).catch(ignoreRollBack)
      await transaction(false)
    }
  }
  await Promise.all(Array.from({ length: 4 }, writer))
}

class RollBack extends Error {}

function ignoreRollBack(error: unknown): void {
  if (!(error instanceof RollBack)) throw error
}

async function openDeliveries(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from event_outbox) + (select h.position - e.position from event_head h, webhook_endpoints e)
      + (select count(*) from webhook_deliveries where state <> 'delivered') as open
  `.execute(db)
  return rows[0]!.open
}

async function endPauses(db: Db): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'pending', step = 0, due_at = now()
    where state = 'failed' or (state = 'pending' and due_at > now())
  `.execute(db)
  await sql`
    update webhook_endpoints set paused_until = now(), failures = 0, failing_since = null where failures > 0
  `.execute(db)
  await sql`select pg_notify(${channel(DELIVERIES_CHANNEL)}, '')`.execute(db)
}

async function endLeases(db: Db): Promise<void> {
  await sql`update webhook_deliveries set due_at = now() where state = 'sending'`.execute(db)
}

async function violations(db: Db, file: string, events: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; dense: boolean }>`
    select id, position = row_number() over (order by position) as dense from event_feed
  `.execute(db)
  using received = new DatabaseSync(file)
  const seen = received.prepare('select id from seen').all() as { id: string }[]
  const counted = received.prepare(`select count from counted where type = 'user.updated'`).get() as { count: number }
  const found: string[] = []
  const report = (name: string, is: number) => is !== events && found.push(`${is} ${name}, not ${events}`)
  report('events in the feed', rows.length)
  report('ids at the receiver', seen.length)
  report('events counted', counted.count)
  report('positions without a gap', rows.filter(({ dense }) => dense).length)
  const known = new Set(rows.map(({ id }) => id))
  report('ids that are events', seen.filter(({ id }) => known.has(id)).length)
  return found
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
