import { SECOND } from '../time.ts'
import { type Connection, connect, type Relay } from './transport.ts'

/** Relays limit how many messages one connection may carry, and how long it may be silent. */
const MAILS_PER_CONNECTION = 200
const IDLE = 20 * SECOND

type Slot = { connection: Connection | undefined; mails: number; busy: boolean; idle?: NodeJS.Timeout }
type Waiter = { resolve: (slot: Slot) => void; reject: (error: Error) => void }

/** Rejects work that was still waiting for a connection when the pool was closed. */
export class PoolClosed extends Error {}

/** A fixed number of connections to the relay. They are opened when needed and closed when idle. */
export class SmtpPool {
  #findRelay: () => Promise<Relay>
  #slots: Slot[]
  #waiters: Waiter[] = []
  #allFree: (() => void) | undefined
  #closing = false

  constructor(size: number, findRelay: () => Promise<Relay>) {
    this.#findRelay = findRelay
    this.#slots = Array.from({ length: size }, () => ({ connection: undefined, mails: 0, busy: false }))
  }

  /** The number of calls of `use` that wait for a connection. */
  get waiting(): number {
    return this.#waiters.length
  }

  /** Whether any connection is open or in use. */
  get isActive(): boolean {
    return this.#slots.some(({ busy, connection }) => busy || connection?.usable)
  }

  /** Opens one connection, to find out whether the relay can be reached. @throws the error of the connection */
  async connectOne(): Promise<void> {
    const slot = this.#takeFree()
    if (!slot) return
    try {
      await this.#connect(slot)
    } finally {
      this.#release(slot)
    }
  }

  /**
   * Runs `work` with a connection that nothing else uses meanwhile; waits for one if all are busy.
   * @throws PoolClosed; the error of the connection; or the error of `work`, after which the connection is closed
   */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const slot = this.#takeFree() ?? (await this.#waitForSlot())
    try {
      if (slot.mails >= MAILS_PER_CONNECTION) this.#hangUp(slot)
      const connection = await this.#connect(slot)
      slot.mails++
      return await work(connection)
    } catch (error) {
      slot.connection?.close()
      throw error
    } finally {
      this.#release(slot)
    }
  }

  /** Rejects the calls that wait, and finishes those that have a connection. */
  async close(): Promise<void> {
    this.#closing = true
    for (const { reject } of this.#waiters.splice(0)) reject(new PoolClosed())
    if (this.#slots.some(({ busy }) => busy)) {
      await new Promise<void>(resolve => {
        this.#allFree = resolve
      })
    }
    for (const slot of this.#slots) this.#hangUp(slot)
  }

  /** Prefers a slot that is connected already. */
  #takeFree(): Slot | undefined {
    const free = this.#slots.filter(({ busy }) => !busy)
    const slot = free.find(({ connection }) => connection?.usable) ?? free[0]
    if (slot) {
      slot.busy = true
      clearTimeout(slot.idle)
    }
    return slot
  }

  #waitForSlot(): Promise<Slot> {
    if (this.#closing) return Promise.reject(new PoolClosed())
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }))
  }

  async #connect(slot: Slot): Promise<Connection> {
    if (!slot.connection?.usable) {
      slot.connection = await connect(await this.#findRelay())
      slot.mails = 0
    }
    return slot.connection
  }

  /** Hands the slot to the next call that waits, or lets it idle. */
  #release(slot: Slot): void {
    const next = this.#waiters.shift()
    if (next) {
      next.resolve(slot)
      return
    }
    slot.busy = false
    slot.idle = setTimeout(() => this.#hangUp(slot), IDLE).unref()
    if (this.#slots.every(({ busy }) => !busy)) this.#allFree?.()
  }

  #hangUp(slot: Slot): void {
    clearTimeout(slot.idle)
    slot.connection?.quit()
    slot.connection = undefined
  }
}
