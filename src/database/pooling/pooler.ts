import type pg from 'pg'
import { one } from '../rows.ts'
import { connectDirectly } from './client.ts'

export type Pooling = {
  /** Each of our connections keeps its PostgreSQL session: no pooler, or one in session mode. */
  keepsSessions: boolean
  /** A statement that one connection prepared by name can be used by all. Needs PgBouncer 1.21 or newer. */
  keepsPrepared: boolean
}

/** Enough for a pooler that hands out its server connections in turn. */
const TURNS = 4

/**
 * Finds out whether a pooler is between us and PostgreSQL. Two connections ask in turn for the number of their server
 * process. A pooler in transaction mode assigns a server process to each transaction anew, so the numbers mix.
 */
export async function examinePooling(url: string): Promise<Pooling> {
  await using first = await disposable(url)
  await using second = await disposable(url)
  const pids = [new Set<number>(), new Set<number>()] as const
  for (let turn = 0; turn < TURNS; turn++) {
    pids[0].add(await pidOf(first.client))
    pids[1].add(await pidOf(second.client))
  }
  const keepsSessions = pids[0].size === 1 && pids[1].size === 1 && pids[0].isDisjointFrom(pids[1])
  return { keepsSessions, keepsPrepared: keepsSessions || (await keepsPrepared(first.client, second.client)) }
}

async function disposable(url: string) {
  const client = await connectDirectly(url, { name: 'semel pooling' })
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return one(rows).pid
}

/** An older PgBouncer passes both to one server connection, which refuses the second or does not know it later. */
async function keepsPrepared(...clients: pg.Client[]): Promise<boolean> {
  try {
    for (const client of [...clients, ...clients]) await client.query({ name: 'semel_pooling', text: 'select 1' })
    return true
  } catch {
    return false
  }
}
