import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DELIVERIES_CHANNEL } from '../events.ts'
import { SECOND } from '../time.ts'
import { register } from './worker-registry.ts'

/**
 * A worker's own connection to the database: it holds the lock that says that the worker lives, and hears when there is
 * something to deliver. When it breaks, the worker is another one afterwards.
 */
export class Session {
  readonly number: number
  #client: pg.Client
  #alive = true

  private constructor(client: pg.Client, number: number) {
    this.#client = client
    this.number = number
  }

  static async open(url: string, onNews: () => void): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'semel worker',
      connectionTimeoutMillis: 5 * SECOND,
      keepAlive: true,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const session = new Session(client, await register(client))
      client.on('end', () => {
        session.#alive = false
        onNews()
      })
      client.on('notification', onNews)
      await client.query(`listen ${DELIVERIES_CHANNEL}`)
      return session
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  get alive(): boolean {
    return this.#alive
  }

  async close(): Promise<void> {
    this.#alive = false
    await Promise.race([this.#client.end().catch(() => {}), sleep(SECOND, undefined, { ref: false })])
  }
}
