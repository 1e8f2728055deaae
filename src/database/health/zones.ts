/** The time zones of the database, which has a table of its own: that of its system, or one that came with it. */
import { sql } from 'kysely'
import { one } from '../rows.ts'
import type { Db } from '../schema.ts'

const kept = new WeakMap<Db, Promise<ReadonlySet<string>>>()

/** The names of all zones. They are read once in each process, since an upgrade of the database ends its connections. */
export function listZones(db: Db): Promise<ReadonlySet<string>> {
  const known = kept.get(db) ?? readZones(db)
  kept.set(db, known)
  // A database that was away is asked again.
  known.catch(() => kept.delete(db))
  return known
}

async function readZones(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ names: string[] }>`select array_agg(name) as names from pg_timezone_names`.execute(db)
  return new Set(one(rows).names)
}

/**
 * Reads how far the clocks of a zone are ahead of UTC at each moment, in minutes. The database must know the zone
 * (`listZones`).
 */
export async function readOffsets(db: Db, zone: string, moments: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ minutes: number[] }>`
    select array_agg((extract(epoch from (at at time zone ${zone}) - (at at time zone 'UTC')) / 60)::float8 order by at) as minutes
    from unnest(${moments.map(moment => moment.toISOString())}::timestamptz[]) as at
  `.execute(db)
  return one(rows).minutes
}
