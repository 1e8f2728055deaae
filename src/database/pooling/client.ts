import pg from 'pg'
import { SECOND } from '../../time.ts'
import { troubleOf } from '../errors.ts'
import { databaseTimeout, statementLimit } from '../limits.ts'

/*
 * A client whose statements have a deadline on this side. PostgreSQL's statement_timeout never arrives when the network
 * swallows packets or the server hangs.
 *
 * At the deadline the socket is destroyed. pg's own query_timeout only rejects the promise: a BEGIN that timed out stays
 * in the pool, runs later, and the next statement is acknowledged inside a transaction that nobody commits.
 *
 * A COMMIT, or a statement that commits itself, may have taken effect when its deadline strikes. It is neither cancelled
 * nor repeated here. The caller answers 503, and the client finds out with the same Idempotency-Key.
 */

/** An idle connection to a machine that is gone is noticed after this and ten probes, one a second. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5 * SECOND }

const CONNECT = 5 * SECOND
/** Limits the time for ending a connection in order. If the server does not respond, the socket is just closed. */
const END = 2 * SECOND

export type DeadlineConfig = pg.ClientConfig & {
  /** Limits each statement, in milliseconds, unless `limits.ts` says otherwise. */
  deadline?: number
}

export class DeadlineClient extends pg.Client {
  readonly #deadline: number
  /** The error after which this connection takes no more statements. */
  #ended: Error | undefined

  constructor(config: DeadlineConfig = {}) {
    super(config)
    this.#deadline = config.deadline ?? 10 * SECOND
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg.Client's query has many shapes
  override query(text: any, values?: any, callback?: any): any {
    if (typeof values === 'function') return this.query(text, undefined, values)
    // The rollback after a refusal would fail with "not queryable", which hides the reason.
    if (this.#ended) return callback ? callback(this.#ended) : Promise.reject(this.#ended)
    const limit = statementLimit(this.#deadline)
    const timer = setTimeout(() => this.#destroy(limit), limit)
    if (callback) {
      return super.query(text, values, (error: unknown, result: unknown) => {
        clearTimeout(timer)
        this.#inspect(error)
        callback(error, result)
      })
    }
    const answer = super.query(text, values) as unknown
    if (answer instanceof Promise) {
      answer.then(
        () => clearTimeout(timer),
        error => {
          clearTimeout(timer)
          this.#inspect(error)
        },
      )
    } else {
      // A stream, as for COPY.
      ;(answer as NodeJS.WritableStream).once('close', () => clearTimeout(timer))
    }
    return answer
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const timer = setTimeout(() => this.connection.stream.destroy(), END)
    const ended = super.end().finally(() => clearTimeout(timer))
    if (!callback) return ended
    void ended.then(() => callback(undefined as unknown as Error))
    return undefined
  }

  #destroy(limit: number): void {
    this.connection.stream.destroy(databaseTimeout(`The database did not answer within ${Math.round(limit)} ms.`))
    this.emit(STALE)
  }

  /** A connection to a node that takes no writes, such as a former primary, must not go back to the pool. */
  #inspect(error: unknown): void {
    if (!(error instanceof pg.DatabaseError) || troubleOf(error) !== 'read_only') return
    this.#ended = error
    void this.end()
    this.emit(STALE)
  }
}

/** An event: the server is silent or takes no writes, so other connections of the same age are worth nothing either. */
export const STALE = 'stale'

/**
 * Opens a connection outside of the pool, for LISTEN, for locks of a session, or for long work.
 * @param options `deadline` for each statement. `checkEvery`: a connection that only listens would not notice that the
 * server is silent, so it asks a question this often; without an answer it ends (event `end`)
 */
export async function connectDirectly(
  url: string,
  { name, deadline = 10 * SECOND, checkEvery }: { name: string; deadline?: number; checkEvery?: number },
): Promise<pg.Client> {
  const client = new DeadlineClient({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT,
    deadline,
    ...KEEP_ALIVE,
  })
  // The statement in flight fails, or the event `end` tells. Without a listener the error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  if (checkEvery !== undefined) {
    const timer = setInterval(() => void client.query('select 1').catch(() => {}), checkEvery)
    timer.unref()
    client.once('end', () => clearInterval(timer))
  }
  return client
}
