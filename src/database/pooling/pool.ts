/** The pool of connections, which the areas of the service share. */
import pg from 'pg'
import { SECOND } from '../../time.ts'
import { currentLimits, databaseTimeout, withinRequest } from '../limits.ts'
import { STALE } from './client.ts'
import { FairQueue } from './fair-queue.ts'
import { OwnPlaces } from './own-places.ts'

/** Connections that requests of one area leave to the others. */
const LEFT_FREE = 4
/** Time that a request waits for a connection of its area. */
const AREA_WAIT = 5 * SECOND

/**
 * A pool in which the requests of one area (orders, sign-in, products, ...) use at most six of ten connections, those
 * with which one account changes something at most four, and those of one network at most five. A lock that somebody
 * holds on orders makes order requests wait, and leaves connections for all other requests.
 *
 * A caller also stops waiting when the time of its request is over. Once one connection is found to be dead, the idle
 * ones are closed too. Otherwise each of them would cost a request its whole time.
 */
export class SharedPool extends pg.Pool {
  readonly #own = new OwnPlaces()
  readonly #areas = new Map<string, FairQueue>()
  readonly #idle = new Set<pg.PoolClient>()
  readonly #temporary = new WeakSet<pg.ClientBase>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('connect', client => {
      ;(client as NodeJS.EventEmitter).on(STALE, () => this.#closeIdle())
    })
    this.on('acquire', client => this.#idle.delete(client))
    this.on('release', (_, client) => {
      this.#idle.add(client)
      if (this.#temporary.has(client)) setImmediate(remove, client)
    })
    this.on('remove', client => this.#idle.delete(client))
  }

  #closeIdle(): void {
    const idle = [...this.#idle]
    this.#idle.clear()
    for (const client of idle) remove(client)
  }

  /** The pool drops this connection when it is idle. */
  replaceSoon(client: pg.ClientBase): void {
    this.#temporary.add(client)
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg.Pool's connect has two shapes
  override connect(callback?: any): any {
    return callback ? super.connect(callback) : this.#connect()
  }

  async #connect(): Promise<pg.PoolClient> {
    const asked = performance.now()
    const leave = await this.#takePlaces()
    const isFree = this.idleCount > 0
    const connecting = super.connect()
    try {
      const client = await (isFree ? connecting : withinRequest(connecting))
      leaveOnRelease(client, leave)
      ;(this as NodeJS.EventEmitter).emit('connected', performance.now() - asked)
      return client
    } catch (error) {
      leave()
      connecting.then(
        client => client.release(),
        () => {},
      )
      throw error
    }
  }

  /** Waits for the places of the account and the network, and then for one of the area. @returns gives them back */
  async #takePlaces(): Promise<() => void> {
    if (this.options.max <= LEFT_FREE) return () => {}
    const { area } = currentLimits()
    return this.#own.enter(area === undefined ? [] : [this.#areaOf(area)])
  }

  #areaOf(name: string): FairQueue {
    const area = this.#areas.get(name) ?? new FairQueue({ places: this.options.max - LEFT_FREE, within: AREA_WAIT })
    this.#areas.set(name, area)
    return area
  }
}

/** The pool removes an idle client that reports an error. */
function remove(client: pg.PoolClient): void {
  client.emit('error', databaseTimeout('Another connection to this server is dead.'))
}

/** The pool gives a client a new `release` each time it hands the client out. */
function leaveOnRelease(client: pg.PoolClient, leave: () => void): void {
  const release = client.release
  client.release = error => {
    leave()
    release(error)
  }
}
