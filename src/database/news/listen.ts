import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SECOND } from '../../time.ts'
import { connectDirectly } from '../pooling/client.ts'
import { listenTo } from '../shops.ts'

/**
 * Listens to channels of the database (NOTIFY) on a connection of its own until it is disposed. A lost connection is
 * replaced after a second.
 * @param handlers by channel. They get the payload, or undefined for "notifications may have been missed" after each
 * connect
 */
export function listen(
  databaseUrl: string,
  handlers: Record<string, (payload: string | undefined) => void>,
): AsyncDisposable {
  let client: pg.Client | undefined
  let stopping = false

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        client = await connectDirectly(databaseUrl, { name: 'semel listener', checkEvery: 10 * SECOND })
        const ended = new Promise<void>(resolve => client!.once('end', resolve))
        await listenTo(client, Object.keys(handlers), (name, payload) => handlers[name]!(payload))
        for (const handle of Object.values(handlers)) handle(undefined)
        // Disposed while it was connecting: nobody else knows this connection, and it would keep the process alive.
        if (stopping) return await client.end()
        await ended
      } catch {
        await client?.end().catch(() => {})
      }
      if (!stopping) await sleep(SECOND, undefined, { ref: false })
    }
  }

  void run()
  return {
    async [Symbol.asyncDispose]() {
      stopping = true
      await client?.end().catch(() => {})
    },
  }
}
