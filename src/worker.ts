import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from './context.ts'
import { batch } from './database/coalesce.ts'
import { connectionsTo, findRelay } from './mail/relay.ts'
import { fanOut } from './notifications/announcements/fan-out.ts'
import { settleDoubts } from './notifications/in-doubt.ts'
import { type Claim, claim, type Ending, giveBack, isAnythingDue, record } from './notifications/ledger.ts'
import { ON_TIME } from './notifications/queries.ts'
import { courier } from './notifications/send.ts'
import { Session } from './notifications/session.ts'
import { Lanes } from './notifications/smtp-pool.ts'
import { Bell } from './notifications/wakeup.ts'
import { buryDead, HEARTBEAT_SECONDS, prolongLease, tellRelay, unregister } from './notifications/worker-registry.ts'
import { inSpan } from './observability/telemetry.ts'
import { SECOND } from './time.ts'

/*
 * The notification worker. Any number of them may run, in any processes; each does this, over and over:
 *
 *   round        write down the recipients of announcements, a batch at a time;
 *                claim what is due and hand it to the lanes; at once when the database says so (LISTEN), else each second
 *   stayAlive    say that it lives
 *   lookAround   bury workers that live no more, give back what was theirs, settle what is in doubt
 *   write        write down how deliveries ended, many in one statement
 */

const POLL = 1 * SECOND
const LOOK_AROUND = 0.5 * SECOND
const BATCH = 50
/** Longer than an orderly end should take, shorter than supervisors wait before they kill. */
const DRAIN = 20 * SECOND

/** Starts a worker. Disposing it finishes what is under way and gives back the rest. */
export function startWorker(context: AppContext, { databaseUrl }: { databaseUrl: string }): AsyncDisposable {
  const { db, config, log } = context
  const connections = connectionsTo(config)
  const bell = new Bell()
  const writing = new Set<Promise<void>>()
  let session: Session | undefined
  let relayIsDown = false
  let pace = connections
  let isHindered = false
  let stopping = false

  const { prepare, deliver } = courier(context)
  const lanes = new Lanes({
    count: connections,
    log,
    relay: () => findRelay(context),
    deliver: (parcel, connection) => {
      const { id, attempt, type } = parcel.claim
      const attributes = { 'semel.delivery.id': id, 'semel.delivery.attempt': attempt }
      return inSpan(
        `deliver ${type}`,
        attributes,
        () => deliver(parcel, connection),
        ending => ({ 'semel.delivery.outcome': ending?.outcome ?? 'overtaken' }),
      )
    },
    ended: (claim, ending) => {
      if (ending) write(claim, ending)
      if (lanes.waiting < connections) bell.ring()
    },
  })

  async function round(): Promise<void> {
    if (!session?.alive) session = await Session.open(databaseUrl, () => bell.ring())
    if (await fanOut(db)) bell.ring()
    if (lanes.waiting >= connections) return
    if (!lanes.atWork && !((await isAnythingDue(db)) && (await reachRelay(session.number)))) return
    const claims = await claim(db, session.number, pace)
    // Large batches only while there is much to do: what waits here, another worker cannot take.
    pace = claims.length === pace ? Math.min(pace * 2, BATCH) : connections
    lanes.push(claims.map(prepare))
    if (claims.length > 0) bell.ring()
  }

  /** One probe a second while the relay is down; no delivery is touched meanwhile. */
  async function reachRelay(worker: number): Promise<boolean> {
    try {
      await lanes.connectOne()
      if (relayIsDown) {
        log.info('the relay is back')
        await tellRelay(db, worker, undefined)
      }
      relayIsDown = false
      return true
    } catch (error) {
      if (!relayIsDown) {
        log.error({ err: error }, 'the relay cannot be reached')
        await tellRelay(db, worker, (error as Error).message)
      }
      relayIsDown = true
      return false
    }
  }

  async function stayAlive(): Promise<void> {
    if (!session?.alive || (await prolongLease(db, session.number))) return
    log.warn({ worker: session.number }, 'taken for dead; starting again under a new number')
    await session.close()
  }

  async function lookAround(): Promise<void> {
    for (const worker of await buryDead(db)) log.warn({ worker }, 'buried a dead worker')
    const settled = [...(await giveBack(db)), ...(await settleDoubts(context))]
    for (const { id, outcome, reply } of settled) log.warn({ delivery: id, outcome, reply }, 'settled')
    if (settled.length > 0) bell.ring()
  }

  const writeDown = batch(async (endings: Ending[]) => {
    // After a 250 nothing else remembers it, so this is repeated until the database takes it.
    for (;;) {
      try {
        await record(db, endings)
        return endings
      } catch (error) {
        hindrance(error)
        await sleep(0.5 * SECOND)
      }
    }
  })

  function write({ id, type, createdAt }: Pick<Claim, 'id' | 'type' | 'createdAt'>, ending: Ending): void {
    const { outcome, reply } = ending
    const late = Date.now() - createdAt.getTime() > ON_TIME
    if (outcome === 'sent' && !late) log.debug({ delivery: id, event: type }, 'delivered')
    else
      log.warn(
        { delivery: id, event: type, outcome, reply, late },
        outcome === 'sent' ? 'delivered late' : 'not delivered',
      )
    const written = writeDown(ending).then(() => {
      writing.delete(written)
    })
    writing.add(written)
  }

  async function repeat(work: () => Promise<void>, pause: () => Promise<void>): Promise<void> {
    while (!stopping) {
      try {
        await work()
        if (isHindered) log.info('the worker goes on')
        isHindered = false
      } catch (error) {
        hindrance(error)
      }
      if (!stopping) await pause()
    }
  }

  /** Told once, not twice a second for as long as the database is away. */
  function hindrance(error: unknown): void {
    if (!isHindered) log.error({ err: error }, 'the worker is hindered')
    isHindered = true
  }

  const rounds = repeat(round, () => bell.orAfter(POLL))
  const lookouts = setInterval(unlessBusy(lookAround, hindrance), LOOK_AROUND)
  const heartbeats = setInterval(unlessBusy(stayAlive, hindrance), HEARTBEAT_SECONDS * SECOND)

  async function drain(): Promise<void> {
    for (const claim of await lanes.close()) {
      write(claim, { ...claim, outcome: 'unsent', reply: 'The worker was stopped before it began.' })
    }
    await Promise.all(writing)
  }

  return {
    async [Symbol.asyncDispose]() {
      stopping = true
      bell.ring()
      clearInterval(lookouts)
      await rounds
      await Promise.race([drain(), sleep(DRAIN, undefined, { ref: false })])
      clearInterval(heartbeats)
      if (session) {
        await unregister(db, session.number).catch(() => {})
        await session.close()
      }
    },
  }
}

/** For intervals: a turn that takes longer than its interval is not joined by another. */
function unlessBusy(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let busy = false
  return () => {
    if (busy) return
    busy = true
    void work()
      .catch(failed)
      .finally(() => {
        busy = false
      })
  }
}
