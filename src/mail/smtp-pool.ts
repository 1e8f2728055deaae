import type { Validity } from '../secrets/certificates.ts'
import { DAY, MINUTE, SECOND } from '../time.ts'
import type { PoolSizes } from './relay.ts'
import { deliversWithoutDot, WITHOUT_DOT } from './replies.ts'
import { type Connection, connect, type Relay, TIMEOUTS } from './transport.ts'

/*
 * Connections to the relay. A slot is one connection that sends emails, one after the other; there are as many slots as
 * the worker may have connections. A slot is never lost to a fault of the relay:
 *
 * - A connection that waits long for the reply to a final dot leaves its slot. It waits on beside the slots, because
 *   giving up would put the delivery in doubt, and another connection takes the slot.
 * - A relay that refuses a connection while others are open takes fewer connections than there are slots. The pool then
 *   uses fewer, and tries more again later.
 */

/** Relays limit how long a connection may be silent. */
const IDLE = 20 * SECOND
/** Connections that wait beside the slots. Beyond that, connections keep their slots. */
const MAX_LATE = 64
/** The pause before the pool tries more connections than the relay last took. */
const RAISE = MINUTE / 2
/** Work waits this long for a slot while no other work ends. */
const STALLED = 3 * SECOND
/** Work that ends this quickly leaves slots free so soon that the next work may already be waiting for them. */
const QUICK = SECOND / 10

type Slot = { connection: Connection | undefined; mails: number; busy: boolean; idle?: NodeJS.Timeout }
type Waiter = { resolve: (slot: Slot) => void; reject: (error: Error) => void; timer: NodeJS.Timeout; place: Place }
/**
 * Place where a waiter joins the others: those in front have begun before, urgent work comes next, then everything
 * else.
 */
type Place = 'front' | 'urgent' | 'usual'
const PLACES: Place[] = ['front', 'urgent', 'usual']

/** Rejects work that was still waiting for a connection when the pool was closed. */
export class PoolClosed extends Error {
  override message = 'The worker was stopped before it began.'
}

/** Rejects work that found no connection, because all of them wait for the relay. */
class PoolStalled extends Error {
  override message = 'No connection to the relay became free.'
}

export class SmtpPool {
  #findRelay: () => Promise<Relay>
  #timeouts: typeof TIMEOUTS
  #slots: Slot[]
  /** The connections that have left their slots. */
  #late = new Set<Connection>()
  /** Connections that want to leave and may not yet. */
  #leaving: (() => void)[] = []
  /** Connections that the relay takes, as far as the pool knows. */
  #limit: number
  #raiseAt = 0
  readonly #messages: number
  #waiters: Waiter[] = []
  #uses = 0
  #lastEnd = { at: -Infinity, took: 0 }
  #allEnded: (() => void) | undefined
  #closing = false
  /** The validity of the certificate that the relay showed last. */
  certificate: Validity | undefined
  #greetedAt = -Infinity

  constructor({ connections: size, messages }: PoolSizes, findRelay: () => Promise<Relay>, timeouts = TIMEOUTS) {
    this.#messages = messages
    this.#findRelay = findRelay
    this.#timeouts = timeouts
    this.#limit = size
    this.#slots = Array.from({ length: size }, () => ({ connection: undefined, mails: 0, busy: false }))
  }

  /** Tests whether any connection in a slot is open or in use. */
  get isActive(): boolean {
    return this.#slots.some(isTaken)
  }

  /**
   * Connects at the start, and after a day without emails. An operator should learn early what the first one would meet, and when
   * the certificate of the relay ends.
   */
  get isRelayUnknown(): boolean {
    return performance.now() - this.#greetedAt > DAY
  }

  /**
   * Counts how many more calls of `use` make sense now. While the relay is quick, some calls may wait, so that no slot
   * is ever idle. Else only as many as there are free slots: a delivery that waits here is out of reach of other
   * workers.
   */
  room(most: number): number {
    if (this.#isQuick) return this.#waiters.length < this.#limit ? most : 0
    const free = Math.max(0, this.#limit - this.#slots.filter(({ busy }) => busy).length)
    return Math.min(most, Math.max(0, free - this.#waiters.length))
  }

  /**
   * Counts how many more calls make sense for work that is not urgent, of which `inUse` calls have not ended. While the
   * relay is slow, it leaves a quarter of the slots free.
   */
  roomForUsual(most: number, inUse: number): number {
    return this.#isQuick ? most : Math.min(most, Math.max(0, Math.ceil(this.#limit * 0.75) - inUse))
  }

  get #isQuick(): boolean {
    const { at, took } = this.#lastEnd
    return took < QUICK && performance.now() - at < SECOND
  }

  /**
   * Opens one connection, to find out whether the relay can be reached.
   * @param warn is called with what an operator has to know of a relay that was unknown before
   * @throws the error of the connection
   */
  async connectOne(warn: (text: string) => void): Promise<void> {
    const isUnknown = this.isRelayUnknown
    const slot = this.#takeFree()
    if (!slot) return
    try {
      const { greeting } = await this.#connect(slot)
      if (isUnknown && deliversWithoutDot(greeting)) warn(WITHOUT_DOT)
    } finally {
      this.#release(slot)
    }
  }

  /** Closes the connections that wait for work. */
  rest(): void {
    for (const slot of this.#slots) if (!slot.busy) this.#hangUp(slot)
  }

  /**
   * Runs `work` with a connection that nothing else uses meanwhile; waits for one if all are busy.
   * @param place urgent work does not wait behind work that is not
   * @throws PoolClosed; the error of the connection; or the error of `work`, after which the connection is closed
   */
  async use<T>(work: (connection: Connection) => Promise<T>, place: 'urgent' | 'usual' = 'usual'): Promise<T> {
    this.#uses++
    try {
      const { slot, connection } = await this.#open(place)
      return await this.#run(slot, connection, work)
    } finally {
      this.#uses--
      if (this.#uses === 0) this.#allEnded?.()
    }
  }

  async #open(place: Place): Promise<{ slot: Slot; connection: Connection }> {
    let slot = this.#takeFree() ?? (await this.#waitForSlot(place))
    for (;;) {
      try {
        if (slot.mails >= this.#messages) this.#hangUp(slot)
        const connection = await this.#connect(slot)
        if (this.#closing) throw new PoolClosed()
        return { slot, connection }
      } catch (error) {
        const others = this.#slots.filter(other => other !== slot && isTaken(other))
        if (others.length === 0 || this.#closing) {
          // All others would meet the same error.
          this.#rejectWaiters(error as Error)
          this.#release(slot)
          throw error
        }
        this.#limit = Math.max(1, others.filter(({ connection }) => connection?.usable).length)
        this.#raiseAt = performance.now() + RAISE
        const next = this.#waitForSlot('front')
        this.#release(slot)
        slot = await next
      }
    }
  }

  async #run<T>(slot: Slot, connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
    const started = performance.now()
    let hasLeft = false
    const leave = () => {
      if (this.#late.size >= MAX_LATE) return void this.#leaving.push(leave)
      hasLeft = true
      this.#late.add(connection)
      slot.connection = undefined
      this.#release(slot)
    }
    slot.mails++
    connection.onSlowReply = leave
    try {
      return await work(connection)
    } catch (error) {
      connection.close()
      throw error
    } finally {
      connection.onSlowReply = undefined
      const now = performance.now()
      this.#lastEnd = { at: now, took: now - started }
      this.#leaving = this.#leaving.filter(other => other !== leave)
      if (hasLeft) {
        this.#late.delete(connection)
        connection.quit()
        this.#leaving.shift()?.()
      } else {
        this.#release(slot)
      }
    }
  }

  /** Rejects the calls that wait, and finishes those that have a connection. */
  async close(): Promise<void> {
    this.#closing = true
    this.#rejectWaiters(new PoolClosed())
    if (this.#uses > 0) {
      await new Promise<void>(resolve => {
        this.#allEnded = resolve
      })
    }
    for (const slot of this.#slots) this.#hangUp(slot)
  }

  /** Closes every connection at once. Work whose final dot was sent never ends, so nobody records a result for it. */
  abandon(): void {
    this.#closing = true
    this.#rejectWaiters(new PoolClosed())
    for (const connection of [...this.#late, ...this.#slots.map(({ connection }) => connection)]) connection?.abandon()
  }

  /** Prefers a slot that is connected already. */
  #takeFree(): Slot | undefined {
    if (this.#limit < this.#slots.length && performance.now() > this.#raiseAt) {
      this.#limit = Math.min(this.#slots.length, this.#limit * 2)
      this.#raiseAt = performance.now() + RAISE
    }
    const free = this.#slots.filter(({ busy }) => !busy)
    const mayOpen = this.#slots.filter(isTaken).length < this.#limit
    const slot = free.find(({ connection }) => connection?.usable) ?? (mayOpen ? free[0] : undefined)
    if (slot) {
      slot.busy = true
      clearTimeout(slot.idle)
    }
    return slot
  }

  #waitForSlot(place: Place): Promise<Slot> {
    if (this.#closing) return Promise.reject(new PoolClosed())
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        const stalledFor = performance.now() - this.#lastEnd.at
        if (stalledFor < STALLED) {
          waiter.timer = setTimeout(giveUp, STALLED - stalledFor)
          return
        }
        this.#waiters = this.#waiters.filter(other => other !== waiter)
        reject(new PoolStalled())
      }
      const waiter: Waiter = { resolve, reject, timer: setTimeout(giveUp, STALLED), place }
      const behind = this.#waiters.findIndex(other => PLACES.indexOf(other.place) > PLACES.indexOf(place))
      this.#waiters.splice(behind < 0 ? this.#waiters.length : behind, 0, waiter)
    })
  }

  #rejectWaiters(error: Error): void {
    for (const { reject, timer } of this.#waiters.splice(0)) {
      clearTimeout(timer)
      reject(error)
    }
  }

  async #connect(slot: Slot): Promise<Connection> {
    if (!slot.connection?.usable) {
      slot.connection = await connect(await this.#findRelay(), this.#timeouts)
      slot.mails = 0
      this.certificate = slot.connection.certificate
      this.#greetedAt = performance.now()
    }
    return slot.connection
  }

  /** Lets the slot idle, unless a call waits for it. */
  #release(slot: Slot): void {
    slot.busy = false
    slot.idle = setTimeout(() => this.#hangUp(slot), IDLE).unref()
    while (this.#waiters.length > 0) {
      const next = this.#takeFree()
      if (!next) return
      const { resolve, timer } = this.#waiters.shift()!
      clearTimeout(timer)
      resolve(next)
    }
  }

  #hangUp(slot: Slot): void {
    clearTimeout(slot.idle)
    slot.connection?.quit()
    slot.connection = undefined
  }
}

function isTaken({ busy, connection }: Slot): boolean {
  return busy || connection?.usable === true
}
