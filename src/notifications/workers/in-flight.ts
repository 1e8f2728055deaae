/** The deliveries that one worker is sending. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'
import { batch } from '../../database/coalesce.ts'
import { PoolClosed, type SmtpPool } from '../../mail/smtp-pool.ts'
import { inSpan } from '../../observability/telemetry.ts'
import { SECOND } from '../../time.ts'
import type { Claim } from '../claim.ts'
import { type Ending, isRefusedForGood, type Recorded, record, recordEach } from '../ledger.ts'
import { requeueRefused } from '../suppression/refused-recipients.ts'
import { type PreparedDelivery, type Sender, sender } from './send.ts'
import type { SentMemory } from './set-back.ts'
import { aboutUs } from './shut-out.ts'

/**
 * Informs the worker: a connection to the relay is free again, an attempt has ended, the database did not record an ending.
 * `onEnding` may replace the ending.
 */
type Callbacks = { onRoom: () => void; onEnding: (ending: Ending) => Ending; onFailure: (error: unknown) => void }

/** The deliveries that a worker has claimed and whose ending is not recorded yet. It sends each and records the ending. */
export class InFlight {
  #context: AppContext
  #pool: SmtpPool
  #memory: SentMemory
  #sender: Sender
  #callbacks: Callbacks
  #claims = new Map<Promise<void>, Claim>()
  #lastClaimed = new Date(0)
  #bulk = 0
  #isAbandoned = false

  constructor(context: AppContext, pool: SmtpPool, memory: SentMemory, callbacks: Callbacks) {
    this.#context = context
    this.#pool = pool
    this.#memory = memory
    this.#sender = sender(context, memory)
    this.#callbacks = callbacks
  }

  /** Counts the emails in flight that a newsletter or another bulk sending has caused. */
  get bulk(): number {
    return this.#bulk
  }

  get isEmpty(): boolean {
    return this.#claims.size === 0
  }

  /** Begins to deliver. */
  start(claims: Claim[]): void {
    for (const delivery of claims.map(this.#sender.prepare)) {
      const { isBulk } = delivery.claim
      if (isBulk) this.#bulk++
      const done = this.#deliver(delivery).finally(() => {
        this.#claims.delete(done)
        if (isBulk) this.#bulk--
      })
      this.#claims.set(done, delivery.claim)
      this.#lastClaimed = delivery.claim.claimedFrom
    }
  }

  /** Claims that are being made now are later than this. */
  claimedFrom(): Date {
    const times = [...this.#claims.values()].map(({ claimedFrom }) => claimedFrom.getTime())
    return new Date(Math.min(this.#lastClaimed.getTime(), ...times))
  }

  /** Waits until all have ended that are in flight now. */
  async ended(): Promise<void> {
    await Promise.all(this.#claims.keys())
  }

  /** Gives up recording. Other workers put what has no ending in doubt. */
  abandon(): void {
    this.#isAbandoned = true
  }

  async #deliver(delivery: PreparedDelivery): Promise<void> {
    const said = await this.#send(delivery)
    const ending = said && this.#callbacks.onEnding(said)
    if (this.#pool.room(1) > 0) this.#callbacks.onRoom()
    if (!ending) return
    this.#memory.end(ending)
    const recorded = await this.#record(ending)
    if (recorded) this.#logEnding(delivery.claim, recorded)
    if (recorded && ending.refusedBy) await this.#suspectRelay(ending, ending.refusedBy)
  }

  /** One recipient may be wrong. If the relay takes nobody, it is the relay. */
  async #suspectRelay(ending: Ending, relay: string): Promise<void> {
    try {
      const requeued = await requeueRefused(this.#context.db, relay)
      if (requeued.length > 0) this.#callbacks.onEnding(aboutUs(ending))
    } catch (error) {
      this.#callbacks.onFailure(error)
    }
  }

  async #send(delivery: PreparedDelivery): Promise<Ending | undefined> {
    const { id, attempt, type, isBulk } = delivery.claim
    const attributes = { 'semel.delivery.id': id, 'semel.delivery.attempt': attempt }
    try {
      return await this.#pool.use(
        connection =>
          inSpan(
            `deliver ${type}`,
            attributes,
            () => this.#sender.send(delivery, connection),
            ending => ({ 'semel.delivery.outcome': ending?.outcome ?? 'overtaken' }),
          ),
        isBulk ? 'usual' : 'urgent',
      )
    } catch (error) {
      if (error instanceof PoolClosed) {
        return { id, attempt, outcome: 'unsent', reply: error.message }
      }
      // The relay cannot be reached, or the database cannot be read. The final dot was not released.
      this.#context.log.warn({ err: error, delivery: id }, 'delivery attempt failed')
      return { id, attempt, outcome: 'unsent', reply: (error as Error).message }
    }
  }

  /** After a 250 nothing else knows the ending, so this repeats until the database has recorded it. */
  #record = batch(async (endings: Ending[]) => {
    let write = record
    while (!this.#isAbandoned) {
      try {
        const recorded = new Map((await write(this.#context.db, endings)).map(ending => [ending.id, ending]))
        return endings.map(({ id }) => recorded.get(id))
      } catch (error) {
        this.#callbacks.onFailure(error)
        if (isRefusedForGood(error)) write = recordEach
        else await sleep(0.5 * SECOND)
      }
    }
    return endings.map(() => undefined)
  })

  #logEnding({ id, type }: Claim, { outcome, reply, seconds, late }: Recorded): void {
    const { log, metrics } = this.#context
    metrics.deliveries.observe({ event: type, outcome }, seconds)
    const fields = { delivery: id, event: type }
    if (outcome === 'sent' && !late) log.debug(fields, 'delivered')
    else log.warn({ ...fields, outcome, reply, late }, outcome === 'sent' ? 'delivered late' : 'not delivered')
  }
}
