import type pg from 'pg'
import { TIMELINE } from '../history.ts'
import { one } from '../rows.ts'

/** Position of a node in the log (WAL). */
export type Standing = {
  isStandby: boolean
  /** Position in bytes: the end of all that anybody can see on a primary, or how far a standby has replayed. */
  position: number
  /**
   * The database system and the timeline on which its primary writes. Positions of two histories do not compare. A
   * standby learns it from the row that `history.ts` writes after a promotion, so it cannot claim it before it follows.
   */
  history: string | null
  /** The run of the server. */
  node: string
}

/** A commit that does not wait for its flush can be seen before it; then the position is that of the last insert. */
const POSITION = `case
  when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn()
end`

const STANDING = `
  select pg_is_in_recovery() as "isStandby", (${POSITION} - '0/0'::pg_lsn)::float8 as position,
    pg_postmaster_start_time()::text as node,
    (
      select system_identifier || '/' || case when pg_is_in_recovery() then timeline else ${TIMELINE} end
      from database_history
    ) as history`

export async function readStanding(client: pg.ClientBase | pg.Pool): Promise<Standing> {
  const { rows } = await client.query<Standing>(STANDING)
  return one(rows)
}
