import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../time.ts'
import { one } from './rows.ts'
import type { Db } from './schema.ts'

/**
 * A time some seconds after another one, for statements that write. In UTC the sum does not depend on the time zone of the
 * session. For Citus (docs/decisions/035).
 */
export function secondsAfter(time: RawBuilder<unknown>, seconds: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`((${time} at time zone 'UTC') + make_interval(secs => ${seconds})) at time zone 'UTC'`
}

/** Reads the time from the database, because the clock of a worker's machine may be wrong. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select statement_timestamp() as now`.execute(db)
  return one(rows).now
}

type ClockSkew = {
  /** Minimum clock lead of the database, in ms; negative when it is behind, 0 when the round trip explains all. */
  skew: number
  /** Half of the round trip, in milliseconds: how exact the comparison is. */
  uncertainty: number
}

/** Compares a clock of this process with the clock of the database. */
export async function compareClocks(db: Db, clock: Clock): Promise<ClockSkew> {
  const started = performance.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const uncertainty = (performance.now() - started) / 2
  const ahead = one(rows).now.getTime() - (clock.now().getTime() - uncertainty)
  return { skew: Math.sign(ahead) * Math.max(0, Math.abs(ahead) - uncertainty), uncertainty }
}
