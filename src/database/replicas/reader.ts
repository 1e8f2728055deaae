import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Problem } from '../../problems.ts'
import { SECOND } from '../../time.ts'
import { isUnavailable } from '../errors.ts'
import { standingOf } from '../health/readiness.ts'
import { databaseTimeout } from '../limits.ts'
import type { Db } from '../schema.ts'
import { Replica } from './replica.ts'
import type { Standing } from './standing.ts'

/*
 * Reads from replicas (DATABASE_READ_URL) that nobody can tell from reads of the primary.
 *
 *     read begins ──▶ where does the primary's log end now? ──▶ a replica has replayed that much ──▶ read there
 *                        │ no answer                               │ not within 100 ms
 *                        ▼                                         ▼
 *             primary away: a replica that kept up            read on the primary
 *
 * The position is asked for after the read began. So a replica that has reached it knows every commit that was
 * acknowledged before: those of this caller, of other processes, and those that an event or a webhook has announced.
 * Clients need to carry no mark. All reads of a moment share one question, so their number costs the primary little.
 *
 * A read runs on one node from its first statement to its last, and begins again on another if the node fails. The list
 * index of R5 and the response cache belong to a `Db`, and a replica gets a new one with each life.
 *
 * Writes, sign-in, sessions, keys, emails, the feed and webhooks never come here. While the primary is away, reads that
 * may be some seconds old go on; docs/decisions/027 says what that means for sessions.
 */

/** A read on a replica that hangs begins again on the primary. */
const REPLICA_REPLY = 3 * SECOND
/** A read does not wait for a primary that was away just now. */
const SHORT = 0.1 * SECOND
/** A replica that was further behind when the primary went away stays out. */
const MOST_LAG = 10 * SECOND

type Work<T> = (db: Db) => Promise<T>

export class ReadRouter {
  readonly replicas: readonly Replica[]
  /** Reads that each node has answered. */
  readonly answered = { primary: 0, replica: 0 }
  readonly #primary: Db
  readonly #log: FastifyBaseLogger
  readonly #closing = new AbortController()
  readonly #following: Promise<void> | undefined
  #isAway = false
  #seenAt = performance.now()
  #turn = 0

  /** @param urls one for each node; without any, all reads go to the primary and nothing is asked */
  constructor(
    primary: Db,
    urls: readonly string[],
    { log, ...options }: { log: FastifyBaseLogger; name: string; max: number },
  ) {
    this.#primary = primary
    this.#log = log
    this.replicas = urls.map(url => new Replica(url, { ...options, primary }))
    if (urls.length > 0) this.#following = this.#follow()
  }

  /** Runs a read on a node that knows every commit before this moment. @param work may run again on another node */
  async read<T>(work: Work<T>): Promise<T> {
    for (const replica of await this.#fit()) {
      try {
        const answer = await inTime(work(replica.db!))
        this.answered.replica++
        return answer
      } catch (error) {
        // Such as "not found": the replica works.
        if (error instanceof Problem) throw error
        replica.distrust()
      }
    }
    this.answered.primary++
    return work(this.#primary)
  }

  /** Runs work on the primary and, only while that is away, on a replica. Its answer may then be some seconds old. */
  async primaryFirst<T>(work: Work<T>): Promise<T> {
    if (this.replicas.length === 0) return work(this.#primary)
    try {
      if (!this.#isAway || (await this.#position())) return await work(this.#primary)
    } catch (error) {
      // A lock or a full pool is no reason to believe a replica.
      if (!isUnavailable(error) || (await this.#position())) throw error
    }
    return this.read(work)
  }

  /** Tests whether reads are answered now, from whatever node. */
  async canRead(): Promise<boolean> {
    return (await this.#position()) !== undefined || this.#standIns().length > 0
  }

  /** Looks at all nodes. It does so each second by itself. */
  async look(): Promise<void> {
    const goal = await this.#position()
    await Promise.all(
      this.replicas.map(async replica => {
        const { isCurrent: was, name } = replica
        const reason = await replica.look(goal).catch(error => (error as Error).message)
        if (reason !== undefined && was) this.#log.warn({ replica: name, reason }, 'replica not used')
        if (replica.isCurrent && !was) this.#log.info({ replica: name }, 'replica in use')
      }),
    )
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.look()
      await sleep(SECOND, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #fit(): Promise<Replica[]> {
    if (this.replicas.length === 0) return []
    const goal = await this.#position()
    if (!goal) return this.#standIns()
    const candidates = this.#inTurn().filter(({ isCurrent }) => isCurrent)
    const first = Promise.any(candidates.map(async replica => (await replica.reach(goal)) && replica))
    return first.then(
      replica => [replica],
      () => [],
    )
  }

  #standIns(): Replica[] {
    return this.#inTurn().filter(replica => replica.wasCurrentAt(this.#seenAt - MOST_LAG))
  }

  #inTurn(): Replica[] {
    const first = this.#turn++ % this.replicas.length
    return [...this.replicas.slice(first), ...this.replicas.slice(0, first)]
  }

  /** Finds where the primary is, at some moment after the call; undefined while it is away. */
  async #position(): Promise<Standing | undefined> {
    const ask = () => standingOf(this.#primary)
    // One lost connection, or a pause of this process, does not mean that the primary is away.
    const asked = (this.#isAway ? ask() : ask().catch(ask)).then(
      standing => this.#noteAnswer(standing.isStandby ? undefined : standing),
      () => this.#noteAnswer(undefined),
    )
    return this.#isAway ? Promise.race([asked, sleep(SHORT, undefined, { ref: false })]) : asked
  }

  #noteAnswer(standing: Standing | undefined): Standing | undefined {
    if (standing) this.#seenAt = performance.now()
    const isAway = standing === undefined
    if (isAway !== this.#isAway && this.replicas.length > 0) {
      this.#isAway = isAway
      if (isAway) this.#log.warn('the primary is away; replicas answer reads')
      else this.#log.info('the primary is back')
    }
    return standing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await this.#following
    await Promise.all(this.replicas.map(replica => replica[Symbol.asyncDispose]()))
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(databaseTimeout('The replica did not answer.')), REPLICA_REPLY)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
