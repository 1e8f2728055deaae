import { SECOND } from '../../time.ts'
import { Places } from '../limits.ts'
import type { Db } from '../schema.ts'
import { Shares } from './shares.ts'

/**
 * Requests that lock the same row wait for each other there anyway. Only a few of them wait at the row with a
 * connection; the others wait here. So a row that somebody has locked leaves connections to the requests for other rows.
 *
 * An account or a network has no more requests in these queues than it may have connections. A flood of orders waits
 * behind itself, and another buyer of the same product behind a few of them.
 */
const AT_THE_ROW = 3
/** Less than a request has. */
const WAIT = 10 * SECOND

const queues = new WeakMap<Db, { rows: Map<string, Places>; shares: Shares }>()

/**
 * Runs `work` once each of the rows has a place.
 * @param rows names such as `product 7`
 * @throws `databaseTimeout`, Problem `rate_limited`
 */
export async function queueForRows<T>(db: Db, rows: string[], work: () => Promise<T>): Promise<T> {
  const { rows: places, shares } = queues.get(db) ?? { rows: new Map<string, Places>(), shares: new Shares() }
  queues.set(db, { rows: places, shares })
  const leaveOwn = await shares.takeForRequest()
  const taken: { row: string; queue: Places; leave: () => void }[] = []
  try {
    // In one order, so that two requests never wait for each other.
    for (const row of [...new Set(rows)].sort()) {
      const queue = places.get(row) ?? new Places(AT_THE_ROW)
      places.set(row, queue)
      taken.push({ row, queue, leave: await queue.take(WAIT) })
    }
    return await work()
  } finally {
    for (const { row, queue, leave } of taken) {
      leave()
      if (queue.isIdle) places.delete(row)
    }
    leaveOwn()
  }
}
