/** One replica: whether it is up, how far it has replayed, and its connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SECOND } from '../../time.ts'
import { shareCaches } from '../caches.ts'
import { shareInFlight } from '../coalesce.ts'
import { openDatabase } from '../open.ts'
import { connectDirectly } from '../pooling/client.ts'
import type { Db } from '../schema.ts'
import { readStanding, type Standing } from './standing.ts'

/** Time that a read waits until a replica has what the primary had when the read began. */
const REPLAY_WAIT = 0.1 * SECOND
/** A question to a replica that works takes a millisecond. */
const DEADLINE = 1.5 * SECOND

/**
 * One connection that watches a node, and the pool whose connections all lead to that node. Both end together: after a
 * restart, the node may be behind what it was, and another node may answer at its address. The databases of two lives
 * are two `Db`, so the list index and all else that is kept for a `Db` begins anew.
 */
type Life = { db: Db; watch: pg.Client; ask: () => Promise<Standing>; last: Standing; over: Promise<void> }

type Options = {
  max: number
  name: string
  primary: Db
  /** Milliseconds that a look waits for the replica. Nobody waits for doctor, which may look longer than a read. */
  replayWait?: number
}

const replicas = new WeakSet<Db>()

/** Tests whether nothing can be written here. */
export function isReplica(db: Db): boolean {
  return replicas.has(db)
}

export class Replica {
  readonly name: string
  /** Seconds by which it was behind when it was last looked at. */
  lag = Infinity
  /** DATABASE_READ_URL may name every machine of a cluster, so that the settings survive a failover. */
  isPrimary = false
  readonly #url: string
  readonly #options: Options
  #life: Life | undefined
  #connecting: Promise<Life> | undefined
  #isCurrent = false
  /** It had all that the primary had at this moment, by `performance.now()`. */
  #currentAt = -Infinity

  constructor(url: string, options: Options) {
    const { host, port } = new pg.Client(url)
    this.name = `${host}:${port}`
    this.#url = url
    this.#options = options
  }

  /** Undefined while it cannot be reached, or is no standby. */
  get db(): Db | undefined {
    return this.#life?.last.isStandby ? this.#life.db : undefined
  }

  /** It was up to date when it was last looked at, and no read has failed since. */
  get isCurrent(): boolean {
    return this.#isCurrent && this.db !== undefined
  }

  /** Tests whether it answers, and had all that the primary had at that moment. */
  wasCurrentAt(moment: number): boolean {
    return this.db !== undefined && this.#currentAt >= moment
  }

  /** The next reads pass it over, until somebody has looked at it. */
  distrust(): void {
    this.#isCurrent = false
  }

  /**
   * Looks whether it keeps up. Connects first, if there is no connection.
   * @param goal undefined: the primary is away, so nothing is measured
   * @throws the reason why no read may go there
   */
  async look(goal: Standing | undefined): Promise<void> {
    const asked = performance.now()
    try {
      if (!this.#life) await this.#connect()
      if (!goal) return void (await this.#ask())
      await this.reach(goal)
      this.#currentAt = asked
      this.#isCurrent = true
    } catch (error) {
      this.#isCurrent = false
      throw error
    } finally {
      if (goal) {
        this.isPrimary = isPrimaryOf(this.#life?.last, goal)
        const since = this.#isCurrent ? asked : this.#currentAt
        // An alert about lag must not fire because of the primary.
        this.lag = this.isPrimary ? 0 : (performance.now() - since) / SECOND
      }
    }
  }

  /** Waits until it has replayed what the primary had. @returns the database @throws when it is not that far soon */
  async reach(goal: Standing): Promise<Db> {
    const until = performance.now() + (this.#options.replayWait ?? REPLAY_WAIT)
    for (let pause = 1; ; pause = Math.min(2 * pause, 10)) {
      const { db, last } = this.#life ?? gone()
      if (last.isStandby && last.history === goal.history && last.position >= goal.position) return db
      // A primary becomes a standby only by a restart, which ends this life.
      if (!last.isStandby || performance.now() > until) throw new Error(reasonOf(last, goal))
      if (pause > 1) await sleep(pause)
      await this.#ask()
    }
  }

  async #ask(): Promise<void> {
    const life = this.#life ?? gone()
    const standing = await life.ask()
    // Answers arrive in the order of the questions, because there is one connection.
    life.last = standing
  }

  /** Two lives at once would leave one behind that nobody closes. */
  async #connect(): Promise<void> {
    this.#connecting ??= this.#begin().finally(() => {
      this.#connecting = undefined
    })
    this.#life = await this.#connecting
  }

  async #begin(): Promise<Life> {
    const { primary, max } = this.#options
    const name = `${this.#options.name} replica`
    const watch = await connectDirectly(this.#url, { name: `${name} watch`, deadline: DEADLINE })
    const last = await readStanding(watch).catch(async error => {
      await watch.end()
      throw error
    })
    const verify = async (client: pg.ClientBase) => {
      await client.query('set default_transaction_read_only = on')
      const { node } = await readStanding(client)
      if (node !== last.node) throw new Error('Two nodes answer at this address. DATABASE_READ_URL must name one.')
      return true
    }
    const opened = openDatabase(this.#url, { max, name, verify })
    replicas.add(opened.db)
    const caches = shareCaches(primary, opened.db)
    // Replaces `once` of node:events, which rejects at an error; the end follows it.
    const over = new Promise<void>(resolve => watch.once('end', resolve)).then(() => {
      if (this.#life === life) this.#life = undefined
      caches[Symbol.dispose]()
      return opened[Symbol.asyncDispose]()
    })
    const life: Life = { db: opened.db, watch, last, ask: shareInFlight(() => readStanding(watch)), over }
    return life
  }

  async [Symbol.asyncDispose](): Promise<void> {
    void this.#life?.watch.end()
    await this.#life?.over
  }
}

function gone(): never {
  throw new Error('It cannot be reached.')
}

/** A former primary writes on a timeline of its own. */
function isPrimaryOf(last: Standing | undefined, goal: Standing): boolean {
  return last !== undefined && !last.isStandby && last.history === goal.history
}

function reasonOf(last: Standing, goal: Standing): string {
  if (!last.isStandby) return 'It is no standby.'
  return last.history === goal.history ? 'It is behind.' : 'It follows another primary.'
}
