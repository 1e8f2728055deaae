import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openInbox } from '../../src/dev/mail-inbox.ts'
import { SECOND } from '../../src/time.ts'
import { person } from '../../test/support/people.ts'
import { openSemel, Testbed } from '../testbed.ts'

/*
 * The relay is down, in real time, while an event happens twice a second. Emails from the last 20 seconds of the outage
 * arrive within 30 seconds of their event. Older ones are marked as late. None is lost, and none arrives twice.
 */
const FORGIVEN = 20 * SECOND
const ON_TIME = 30 * SECOND

/** `refuses`: the port is closed. `silent`: the port accepts connections and never replies. */
export type Outage = { kind: 'refuses' | 'silent'; seconds: number }

type OutageResult = {
  outage: string
  emails: number
  late: number
  /** Seconds from the event to the end of the slowest delivery. */
  longest: number
  /** Seconds from the return of the relay to the end of the last delivery. */
  caughtUp: number
  violations: string[]
}

export async function runOutage({ kind, seconds }: Outage): Promise<OutageResult> {
  await using open = await openSemel()
  const { port } = open.inbox
  const semel = { ...open, config: { ...open.config, smtpUrl: `smtp://127.0.0.1:${port}` } }
  await using testbed = await Testbed.open(semel)
  await testbed.startVictim()
  testbed.startHealthyWorker()
  // Both workers open connections to the relay first.
  await testbed.announce()
  await testbed.allFinished()

  const end = performance.now() + seconds * SECOND
  await semel.inbox[Symbol.asyncDispose]()
  {
    await using _ = kind === 'silent' ? await listenSilently(port) : undefined
    while (performance.now() < end) {
      await testbed.announce(1)
      await sleep(500)
    }
  }
  const back = Date.now()
  await using _relay = await openInbox(semel.db, { port })
  await testbed.allFinished()
  const violations = await testbed.violations()
  const deliveries = await readLog(testbed)
  for (const { id, createdAt, endedAt, late } of deliveries) {
    const took = endedAt - createdAt
    if (late !== took > ON_TIME) violations.push(`${id} took ${took} ms, and is ${late ? '' : 'not '}marked as late`)
    if (late && createdAt > back - FORGIVEN) violations.push(`${id} took ${took} ms`)
  }
  return {
    outage: `the relay ${kind === 'silent' ? 'is silent' : 'refuses'} for ${seconds} s`,
    emails: deliveries.length,
    late: deliveries.filter(({ late }) => late).length,
    longest: Math.max(...deliveries.map(({ createdAt, endedAt }) => endedAt - createdAt)) / SECOND,
    caughtUp: (Math.max(...deliveries.map(({ endedAt }) => endedAt)) - back) / SECOND,
    violations,
  }
}

type Logged = { id: string; createdAt: number; endedAt: number; late: boolean }

/** The log as the operator sees it. */
async function readLog({ semel }: Testbed): Promise<Logged[]> {
  const { token } = await person(semel, 'staff')
  const logged: Logged[] = []
  for (let page = 1; ; page++) {
    const { body } = await semel.client().get(`/api/admin/deliveries?limit=100&page=${page}`, { token })
    for (const { id, createdAt, endedAt, late } of body.items) {
      logged.push({ id, createdAt: Date.parse(createdAt), endedAt: Date.parse(endedAt), late })
    }
    if (page >= body.pageCount) return logged
  }
}

/** Keeps its connections open without a reply, even after it is disposed. */
async function listenSilently(port: number): Promise<AsyncDisposable> {
  const sockets: Socket[] = []
  const server = createServer(socket => sockets.push(socket.on('error', () => {})))
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.unref()
    },
  }
}
