/* Lets workers in all processes learn that there is something to send. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { SECOND } from '../../time.ts'
import { limitStatements } from '../limits.ts'
import { PREPARED } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { channel } from '../shops.ts'

/** The channel on which workers listen for new deliveries and new events of the feed. */
export const DELIVERIES_CHANNEL = 'semel_deliveries'

/**
 * Wakes the workers after a commit. Frequent causes must not NOTIFY in their own transaction, because PostgreSQL commits
 * notifying transactions one at a time. The first call notifies at once, and the calls of the next 50 ms share one
 * NOTIFY. If the process dies before, workers still look every second.
 */
export function wakeWorkers(db: Db): void {
  const busy = waking.get(db)
  waking.set(db, busy === undefined ? 'once' : 'again')
  if (busy !== undefined) return
  // It serves later requests too, so the time of this one is not its limit.
  void limitStatements(5 * SECOND, () => notify(db))
    .catch(() => {})
    .then(() => sleep(MOMENT, undefined, { ref: false }))
    .then(() => {
      const again = waking.get(db) === 'again'
      waking.delete(db)
      if (again) wakeWorkers(db)
    })
}

const MOMENT = 50

const waking = new WeakMap<Db, 'once' | 'again'>()

async function notify(db: Db): Promise<void> {
  // Nothing is written, so the commit need not wait for the disk.
  await sql`${PREPARED}
    select set_config('synchronous_commit', 'off', true), pg_notify(${channel(DELIVERIES_CHANNEL)}, '')
  `.execute(db)
}
