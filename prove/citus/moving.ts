/** Moves the shards of a shop from node to node while something else happens. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MINUTE, SECOND } from '../../src/time.ts'
import { atCoordinator } from '../../test/support/citus.ts'

/** A machine of Citus that holds shops. */
export type Machine = { name: string; port: number }

export async function machineOf(url: string, schema: string): Promise<Machine> {
  return atCoordinator(url, async client => {
    const { rows } = await client.query<Machine>(
      `select nodename as name, nodeport as port from citus_shards where table_name = ($1 || '.orders')::regclass`,
      [schema],
    )
    return rows[0]!
  })
}

/**
 * Citus copies while the shop works, and holds writes at the end.
 * @returns the milliseconds that it took
 */
export async function moveTo(url: string, schema: string, { name, port }: Machine): Promise<number> {
  return atCoordinator(url, async client => {
    await cleanUp(client)
    const started = performance.now()
    await client.query('select citus_schema_move($1::regnamespace, $2::text, $3::int)', [schema, name, port])
    return Math.round(performance.now() - started)
  })
}

/** Waits until the rest of the move before is gone. It stays while somebody uses it, and Citus tries again by itself once a minute. */
async function cleanUp(client: pg.Client): Promise<void> {
  const isClean = async () => (await client.query('select from pg_dist_cleanup')).rowCount === 0
  for (const end = performance.now() + MINUTE; !(await isClean()) && performance.now() < end; await sleep(SECOND)) {
    await client.query('call citus_cleanup_orphaned_resources()')
  }
}
