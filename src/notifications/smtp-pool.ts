import type { FastifyBaseLogger } from 'fastify'
import { type Connection, connect, type Relay } from '../mail/transport.ts'
import { SECOND } from '../time.ts'
import type { Claim, Ending } from './ledger.ts'
import type { Courier, Parcel } from './send.ts'

/** Relays tire of clients that send without end, and of clients that say nothing. */
const MAILS_PER_CONNECTION = 200
const IDLE = 20 * SECOND

type Lane = { connection: Connection | undefined; mails: number; busy: boolean; idle?: NodeJS.Timeout }

type Work = {
  count: number
  relay: () => Promise<Relay>
  deliver: Courier['deliver']
  /** Hears how every claim that was pushed has ended, exactly once, or that it is no longer ours. */
  ended: (claim: Claim, ending: Ending | undefined) => void
  log: FastifyBaseLogger
}

/** The connections to the relay, and the claims that wait for one. */
export class Lanes {
  #work: Work
  #lanes: Lane[]
  #queue: Parcel[] = []
  #drained: (() => void) | undefined
  #closing = false

  constructor(work: Work) {
    this.#work = work
    this.#lanes = Array.from({ length: work.count }, () => ({ connection: undefined, mails: 0, busy: false }))
  }

  /** How many claims there are that no lane has begun with. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Whether a connection stands or is being opened for something. */
  get atWork(): boolean {
    return this.#lanes.some(({ busy, connection }) => busy || connection?.usable)
  }

  /** Before anything is claimed one connection has to stand. @throws what the relay said */
  async connectOne(): Promise<void> {
    const lane = this.#lanes.find(({ busy }) => !busy)
    if (!lane) return
    lane.busy = true
    try {
      lane.connection = await connect(await this.#work.relay())
      lane.mails = 0
    } finally {
      lane.busy = false
    }
    this.#rest(lane)
  }

  push(parcels: Parcel[]): void {
    this.#queue.push(...parcels)
    const free = this.#lanes.filter(({ busy }) => !busy)
    // Connected ones first; a new connection is opened only for what they leave.
    free.sort((a, b) => Number(b.connection?.usable ?? false) - Number(a.connection?.usable ?? false))
    for (const lane of free.slice(0, this.#queue.length)) void this.#run(lane)
  }

  /** Finishes what is under way. @returns the claims that nobody has begun with */
  async close(): Promise<Claim[]> {
    this.#closing = true
    const left = this.#queue.splice(0).map(({ claim }) => claim)
    if (this.#lanes.some(({ busy }) => busy)) {
      await new Promise<void>(resolve => {
        this.#drained = resolve
      })
    }
    for (const lane of this.#lanes) this.#hangUp(lane)
    return left
  }

  async #run(lane: Lane): Promise<void> {
    lane.busy = true
    clearTimeout(lane.idle)
    for (let parcel = this.#queue.shift(); parcel; parcel = this.#queue.shift()) {
      this.#work.ended(parcel.claim, await this.#attempt(lane, parcel))
    }
    lane.busy = false
    if (this.#closing && this.#lanes.every(({ busy }) => !busy)) this.#drained?.()
    this.#rest(lane)
  }

  async #attempt(lane: Lane, parcel: Parcel): Promise<Ending | undefined> {
    const { deliver, log, relay } = this.#work
    try {
      if (lane.mails >= MAILS_PER_CONNECTION) this.#hangUp(lane)
      if (!lane.connection?.usable) {
        lane.connection = await connect(await relay())
        lane.mails = 0
      }
      lane.mails++
      return await deliver(parcel, lane.connection)
    } catch (error) {
      // The relay cannot be reached, or the database cannot be read: nothing has been released.
      lane.connection?.close()
      log.warn({ err: error, delivery: parcel.claim.id }, 'delivery attempt failed')
      return { ...parcel.claim, outcome: 'unsent', reply: (error as Error).message, againInMs: SECOND }
    }
  }

  #rest(lane: Lane): void {
    clearTimeout(lane.idle)
    lane.idle = setTimeout(() => this.#hangUp(lane), IDLE).unref()
  }

  #hangUp(lane: Lane): void {
    clearTimeout(lane.idle)
    lane.connection?.quit()
    lane.connection = undefined
  }
}
