import pg from 'pg'
import { settleGroups } from './catalogue/groups/settle.ts'
import { startPictureFetcher } from './catalogue/pictures-by-address/fetcher.ts'
import { startPriceTurns } from './catalogue/sales/turn.ts'
import { tellWaiting } from './catalogue/stock-alerts/alerts.ts'
import type { AppContext } from './context.ts'
import { limitStatements } from './database/limits.ts'
import { tell, Wakeup } from './database/news/wakeup.ts'
import { startIssuer } from './documents/issuer.ts'
import { FEED_CHANNEL } from './events/publish.ts'
import { thingsOf } from './feed/event-subjects.ts'
import { startStamper } from './feed/stamper.ts'
import { findRelay, sizesOf } from './mail/relay.ts'
import { SmtpPool } from './mail/smtp-pool.ts'
import { TIMEOUTS } from './mail/transport.ts'
import { fanOut } from './notifications/announcements/fan-out.ts'
import { claim, isAnythingDue, QueueFloor } from './notifications/claim.ts'
import { checkKinds, resolveDoubts } from './notifications/in-doubt.ts'
import { requeueOrphans } from './notifications/ledger.ts'
import { InFlight } from './notifications/workers/in-flight.ts'
import {
  HEARTBEAT_SECONDS,
  recordRelayError,
  removeDead,
  renewLease,
  unregister,
  WorkerConnection,
} from './notifications/workers/registry.ts'
import { reopenQueue, replayRemembered, SentMemory } from './notifications/workers/set-back.ts'
import { ShutOut } from './notifications/workers/shut-out.ts'
import { startBatchWork } from './orders/batches/worker.ts'
import { cancelIfUnpaid } from './orders/transition.ts'
import { startCashier } from './payments/ledger/cashier.ts'
import { SECOND, within } from './time.ts'
import { startDispatcher } from './webhooks/dispatcher.ts'

/*
 * The notification worker. Any number of them may run, in any number of processes. Each has four loops:
 *
 *   round        at once when there are new deliveries (LISTEN), else every second: claim due deliveries; for each,
 *                compose the email, send it, record how the attempt ended
 *   fan out      begun by each round: write the deliveries of announcements, a batch at a time, a little ahead of sending;
 *                choose the listed products of groups in which one was sold out or came back
 *   heartbeat    every 2 seconds: renew the lease
 *   recover      every 0.5 seconds: remove dead workers, requeue their deliveries, resolve doubts
 */

const POLL = 1 * SECOND
const RECOVER = 0.5 * SECOND
const DELIVERIES_A_BATCH = 50
/** A loop that waits longer for one statement takes the database for lost and starts its turn again. */
const STATEMENT_TIMEOUT = 10 * SECOND
/** Longer than an orderly shutdown should take, shorter than supervisors wait before they kill. */
const DRAIN = 20 * SECOND
/** Limits each of the last statements of a shutdown, because the database may not reply. */
const LAST_STATEMENT = 2 * SECOND

/**
 * Starts a worker. Disposing it finishes the deliveries in flight and returns the others to the queue. After `drain` it
 * closes the connections that still wait for a reply. Their deliveries stay `finishing`, and other workers put them in
 * doubt.
 * @throws StartError when RESEND_IN_DOUBT names an unknown kind of email
 */
export function startWorker(
  context: AppContext,
  { databaseUrl, drain = DRAIN, timeouts = TIMEOUTS }: { databaseUrl: string; drain?: number; timeouts?: Timeouts },
): AsyncDisposable {
  checkKinds(context.config)
  const stack = new AsyncDisposableStack()
  stack.use(startStamper(context))
  stack.use(startDispatcher(context, { thingsOf }))
  stack.use(startCashier(context, cancelIfUnpaid))
  stack.use(startIssuer(context))
  stack.use(startPictureFetcher(context))
  stack.use(startPriceTurns(context))
  stack.use(startBatchWork(context))
  stack.use(limitStatements(STATEMENT_TIMEOUT, () => new Worker(context, databaseUrl, drain, timeouts)))
  return stack
}

type Timeouts = typeof TIMEOUTS

class Worker implements AsyncDisposable {
  #context: AppContext
  #databaseUrl: string
  #drain: number
  #connection: WorkerConnection | undefined
  #wakeup = new Wakeup()
  #pool: SmtpPool
  #memory = new SentMemory()
  /** Former numbers of this worker, from lost connections. Kept until a set-back database knows what they have sent. */
  #formerNumbers: number[] = []
  #inFlight: InFlight
  #queueFloor = new QueueFloor()
  #fanningOut: Promise<void> | undefined
  #claimSize: number
  #isRelayDown = false
  #told = Promise.resolve()
  #shutOut = new ShutOut(error => this.#tellRelayError(error))
  #isFailing = false
  #isStopping = false
  #rounds: Promise<void>
  #heartbeats: NodeJS.Timeout
  #recoveries: NodeJS.Timeout
  /** The heartbeat and the recovery under way. */
  #turns = new Map<() => Promise<void>, Promise<unknown>>()

  constructor(context: AppContext, databaseUrl: string, drain: number, timeouts: Timeouts) {
    this.#context = context
    this.#databaseUrl = databaseUrl
    this.#drain = drain
    this.#claimSize = sizesOf(context.config).connections
    this.#pool = new SmtpPool(sizesOf(context.config), () => findRelay(context), timeouts)
    this.#inFlight = new InFlight(context, this.#pool, this.#memory, {
      onRoom: () => this.#wakeup.notify(),
      onEnding: ending => this.#shutOut.note(ending),
      onFailure: error => this.#reportFailure(error),
    })
    this.#rounds = this.#runRounds()
    this.#heartbeats = setInterval(this.#unlessBusy(this.#heartbeat), HEARTBEAT_SECONDS * SECOND)
    this.#recoveries = setInterval(this.#unlessBusy(this.#recover), RECOVER)
  }

  async #runRounds(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#round()
        if (this.#isFailing) this.#context.log.info('worker loop recovered')
        this.#isFailing = false
      } catch (error) {
        this.#reportFailure(error)
      }
      if (!this.#isStopping) await this.#wakeup.wait(POLL)
    }
  }

  async #round(): Promise<void> {
    const { db, config } = this.#context
    const worker = this.#connection?.alive ? this.#connection.number : await this.#register()
    const start = this.#queueFloor
    this.#fanningOut ??= this.#fanOut().finally(() => {
      this.#fanningOut = undefined
    })
    if (this.#pool.room(1) === 0 || this.#shutOut.isHolding || (this.#shutOut.lasts && !this.#inFlight.isEmpty)) return
    const isDue = this.#pool.isActive || (await isAnythingDue(db, start))
    if (!isDue && !this.#pool.isRelayUnknown) return
    if (!this.#pool.isActive && !(await this.#reachRelay(worker))) return
    if (!isDue) return this.#pool.rest()
    const room = this.#pool.room(this.#shutOut.lasts ? 1 : this.#claimSize)
    if (room === 0) return
    const mostBulk = this.#pool.roomForUsual(room, this.#inFlight.bulk)
    const claims = await claim(db, worker, room, { mostBulk, start }).catch(this.#registerAgain)
    // Claims grow only while there is much to do, because no other worker can take a claimed delivery.
    this.#claimSize =
      claims.length >= this.#claimSize ? Math.min(this.#claimSize * 2, DELIVERIES_A_BATCH) : sizesOf(config).connections
    this.#inFlight.start(claims)
    if (claims.length > 0) this.#wakeup.notify()
  }

  async #register(): Promise<number> {
    const { db } = this.#context
    if (this.#connection) this.#formerNumbers.push(this.#connection.number)
    this.#connection = undefined
    const connection = await WorkerConnection.open(this.#databaseUrl, channel => {
      if (channel !== FEED_CHANNEL) this.#wakeup.notify()
      tell(db)
    })
    try {
      await replayRemembered(db, connection.number, this.#formerNumbers, this.#memory)
    } catch (error) {
      await connection.close()
      throw error
    }
    this.#formerNumbers = []
    // The new row of the worker says nothing about the relay yet.
    this.#shutOut.forget()
    this.#connection = connection
    return connection.number
  }

  /**
   * A claim without an answer may have been made, and nobody here knows its deliveries. They return to the queue when this
   * worker has another number. After an error of PostgreSQL there is no claim.
   */
  #registerAgain = async (error: unknown): Promise<never> => {
    if (!(error instanceof pg.DatabaseError)) await this.#connection?.close()
    throw error
  }

  /** Runs beside the rounds, which need not wait for a batch to be written. */
  async #fanOut(): Promise<void> {
    const { db } = this.#context
    try {
      // Takes turns, so that products that come and go do not hold up an announcement.
      for (let isMore = true; isMore && !this.#isStopping; ) {
        const since = (await this.#queueFloor.read(db)).bulk
        const written = [await tellWaiting(db, since), await fanOut(db, since), await settleGroups(db)]
        isMore = written.includes(true)
        if (isMore) this.#wakeup.notify()
      }
    } catch (error) {
      this.#reportFailure(error)
    }
  }

  /** Tries once a second while the relay is down. Until it is back, no delivery is claimed. */
  async #reachRelay(worker: number): Promise<boolean> {
    const { db, log } = this.#context
    try {
      await this.#pool.connectOne(warning => log.warn(warning))
      if (this.#isRelayDown) {
        log.info('the relay is back')
        await recordRelayError(db, worker, undefined)
        this.#shutOut.forget()
      }
      this.#isRelayDown = false
      return true
    } catch (error) {
      if (!this.#isRelayDown) {
        log.error({ err: error }, 'the relay cannot be reached')
        await recordRelayError(db, worker, (error as Error).message)
      }
      this.#isRelayDown = true
      return false
    }
  }

  #tellRelayError(error: string | undefined): void {
    const { db, log } = this.#context
    if (error) log.error({ text: error }, 'the relay refuses this shop')
    else log.info('the relay is back')
    this.#wakeup.notify()
    const worker = this.#connection?.number
    if (worker === undefined) return
    // Runs in turn: a slow refusal must not be recorded behind the news that the relay is back.
    this.#told = this.#told
      .then(() => recordRelayError(db, worker, error))
      .catch(failure => this.#reportFailure(failure))
  }

  async #heartbeat(): Promise<void> {
    const connection = this.#connection
    const claimed = this.#inFlight.claimedFrom()
    const known = { ...this.#queueFloor.known, claimed, certificate: this.#pool.certificate }
    if (!connection?.alive || (await renewLease(this.#context.db, connection.number, known))) return
    this.#context.log.warn({ worker: connection.number }, 'removed as dead; registering under a new number')
    await connection.close()
  }

  async #recover(): Promise<void> {
    const { db, log, config } = this.#context
    for (const worker of await removeDead(db)) log.warn({ worker }, 'removed dead worker')
    const inDoubt = await reopenQueue(db, { isSynchronous: config.failover === 'synchronous' })
    if (inDoubt !== undefined) log.error({ inDoubt }, 'the database was set back; emails go out again')
    const endings = [...(await requeueOrphans(db)), ...(await resolveDoubts(this.#context))]
    for (const { id, outcome, reply } of endings) log.warn({ delivery: id, outcome, reply }, 'recovered')
    if (endings.length > 0) this.#wakeup.notify()
  }

  /** Logs the first failure only, not two in each second of a database outage. */
  #reportFailure(error: unknown): void {
    if (!this.#isFailing) this.#context.log.error({ err: error }, 'worker loop failed')
    this.#isFailing = true
  }

  /** Wraps work for `setInterval`: a turn is skipped while the previous one is still running. */
  #unlessBusy(work: () => Promise<void>): () => void {
    return () => {
      if (this.#turns.has(work)) return
      const turn = work.call(this).catch(error => this.#reportFailure(error))
      this.#turns.set(
        work,
        turn.finally(() => this.#turns.delete(work)),
      )
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    this.#wakeup.notify()
    clearInterval(this.#recoveries)
    await within(this.#drain, this.#finish())
    this.#pool.abandon()
    // Deliveries whose dot was not sent end at once and can still be recorded.
    clearInterval(this.#heartbeats)
    await within(LAST_STATEMENT, Promise.all([this.#inFlight.ended(), ...this.#turns.values()]))
    this.#inFlight.abandon()
    if (!this.#connection) return
    await within(LAST_STATEMENT, unregister(this.#context.db, this.#connection.number))
    await this.#connection.close()
  }

  async #finish(): Promise<void> {
    await this.#rounds
    await this.#fanningOut
    await this.#pool.close()
    await this.#inFlight.ended()
  }
}
