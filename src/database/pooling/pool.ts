import pg from 'pg'
import { Problem } from '../../problems.ts'
import { SECOND } from '../../time.ts'
import { STALE } from '../client.ts'
import { currentLimits, databaseTimeout, Places, withinRequest } from '../limits.ts'

/** Connections that requests of one area leave to the others. */
const LEFT_FREE = 4
/** Connections for the requests of one account that change something: they wait for the lock on the account anyway. */
const PER_ACCOUNT = 4
/** Connections for the requests of one network: others wait behind these, not behind all that a flood has sent. */
const PER_CLIENT = 5
/** Requests of one account or network that wait for its connections; further ones are refused. */
const QUEUE = 500
/** How long a request waits for its share of the pool. */
const WAIT = 5 * SECOND

/**
 * A pool in which the requests of one area (orders, sign-in, products, ...) use at most six of ten connections, those
 * with which one account changes something at most four, and those of one network at most five. A lock that somebody holds on orders makes order requests wait,
 * and leaves connections for all other requests.
 *
 * A caller also stops waiting when the time of its request is over. Once one connection is found to be dead, the idle
 * ones are closed too. Otherwise each of them would cost a request its whole time.
 */
export class SharedPool extends pg.Pool {
  readonly #shares = new Map<string, Places>()
  readonly #idle = new Set<pg.PoolClient>()
  readonly #temporary = new WeakSet<pg.PoolClient>()

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
  replaceSoon(client: pg.PoolClient): void {
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

  /** Waits for a place of the account and one of the area. @returns gives both back */
  async #takePlaces(): Promise<() => void> {
    const { area, account, client } = currentLimits()
    const leaves: (() => void)[] = []
    const leave = () => {
      for (const back of leaves) back()
    }
    try {
      if (account !== undefined) leaves.push(await this.#takeOwnShare(`account ${account}`, PER_ACCOUNT))
      if (client !== undefined) leaves.push(await this.#takeOwnShare(`client ${client}`, PER_CLIENT))
      if (area !== undefined) leaves.push(await this.#takeShare(`area ${area}`, this.options.max - LEFT_FREE))
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  /**
   * An account or network whose own requests keep it waiting asks too much. If none of them came to an end, the database
   * is the reason.
   * @throws Problem `rate_limited`, or `databaseTimeout`
   */
  #takeOwnShare(name: string, size: number): Promise<() => void> {
    return this.#takeShare(name, size, async share => {
      const before = share.turns
      if (share.waiting >= QUEUE) throw tooManyAtOnce()
      try {
        return await share.take(WAIT)
      } catch (error) {
        throw share.turns - before >= size ? tooManyAtOnce() : error
      }
    })
  }

  async #takeShare(name: string, size: number, take = (share: Places) => share.take(WAIT)): Promise<() => void> {
    if (this.options.max <= LEFT_FREE) return () => {}
    const share = this.#shares.get(name) ?? new Places(size)
    this.#shares.set(name, share)
    try {
      const leave = await take(share)
      return () => {
        leave()
        this.#forgetIdle(name, share)
      }
    } catch (error) {
      this.#forgetIdle(name, share)
      throw error
    }
  }

  #forgetIdle(name: string, share: Places): void {
    if (share.isIdle && this.#shares.get(name) === share) this.#shares.delete(name)
  }
}

function tooManyAtOnce(): Problem {
  const detail = 'Too many of your requests are in progress. Wait until they are answered.'
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(WAIT / SECOND) } })
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
