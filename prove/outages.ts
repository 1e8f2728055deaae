import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openInbox } from '../src/dev/mail-inbox.ts'
import { SECOND } from '../src/time.ts'
import { person } from '../test/support/people.ts'
import { openSemel, Scene } from './scene.ts'

/*
 * The relay is away, in real time, while an event happens twice a second. What was triggered less than 20 seconds before
 * it is back arrives within the 30 seconds that an e-mail may take; what waited longer is said to be late. Nothing is
 * lost, nothing arrives twice.
 */
const FORGIVEN = 20 * SECOND
const ON_TIME = 30 * SECOND

/** `refuses`: nobody listens. `silent`: connections are taken, and never a word is said. */
export type Outage = { kind: 'refuses' | 'silent'; seconds: number }

export type Weathered = {
  outage: string
  'e-mails': number
  late: number
  /** Seconds from the cause to the end, for the one that took longest. */
  longest: number
  /** Seconds from the relay's return to the end of the last one. */
  caughtUp: number
  violations: string[]
}

export async function weather({ kind, seconds }: Outage): Promise<Weathered> {
  await using open = await openSemel()
  const { port } = open.inbox
  const semel = { ...open, config: { ...open.config, smtpUrl: `smtp://127.0.0.1:${port}` } }
  await using scene = await Scene.open(semel)
  await scene.startVictim()
  scene.startRescuer()
  // Both workers know the relay, and have connections to it.
  await scene.announce()
  await scene.settled()

  const end = performance.now() + seconds * SECOND
  await semel.inbox[Symbol.asyncDispose]()
  {
    await using _ = kind === 'silent' ? await listenSilently(port) : undefined
    while (performance.now() < end) {
      await scene.announce(1)
      await sleep(500)
    }
  }
  const back = Date.now()
  await using _relay = await openInbox(semel.db, { port })
  await scene.settled()
  const violations = await scene.violations()
  const deliveries = await readLog(scene)
  for (const { id, createdAt, endedAt, late } of deliveries) {
    const took = endedAt - createdAt
    if (late !== took > ON_TIME) violations.push(`${id} took ${took} ms, and is ${late ? '' : 'not '}said to be late`)
    if (late && createdAt > back - FORGIVEN) violations.push(`${id} took ${took} ms`)
  }
  return {
    outage: `the relay ${kind === 'silent' ? 'is silent' : 'refuses'} for ${seconds} s`,
    'e-mails': deliveries.length,
    late: deliveries.filter(({ late }) => late).length,
    longest: Math.max(...deliveries.map(({ createdAt, endedAt }) => endedAt - createdAt)) / SECOND,
    caughtUp: (Math.max(...deliveries.map(({ endedAt }) => endedAt)) - back) / SECOND,
    violations,
  }
}

type Logged = { id: string; createdAt: number; endedAt: number; late: boolean }

/** As the operator sees it. */
async function readLog({ semel }: Scene): Promise<Logged[]> {
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

/** What is connected stays so, without a word, also when it is over. */
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
