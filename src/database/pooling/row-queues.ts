import { SECOND } from '../../time.ts'
import type { Db } from '../schema.ts'
import { FairQueue } from './fair-queue.ts'
import { OwnPlaces } from './own-places.ts'

/**
 * Requests that lock the same row wait for each other there anyway. Only a few of them wait at the row with a
 * connection; the others wait here. So a row that somebody has locked leaves connections to the requests for other rows.
 *
 * An account or a network has no more requests in these queues than it may have connections. A flood of orders waits
 * behind itself, and another buyer of the same product behind a few of them.
 */
const AT_THE_ROW = 3
/** Less than a request has. */
const ROW_WAIT = 10 * SECOND

const queues = new WeakMap<Db, { rows: Map<string, FairQueue>; own: OwnPlaces }>()

/**
 * Runs `work` once each of the rows has a place.
 * @param names such as `product 7`
 * @throws `databaseTimeout`, Problem `rate_limited`
 */
export async function queueForRows<T>(db: Db, names: string[], work: () => Promise<T>): Promise<T> {
  const { rows, own } = queues.get(db) ?? { rows: new Map<string, FairQueue>(), own: new OwnPlaces() }
  queues.set(db, { rows, own })
  // Sorts them, so that two requests never wait for each other.
  const sorted = [...new Set(names)].sort()
  let leave: (() => void) | undefined
  try {
    leave = await own.enter(sorted.values().map(name => queueOf(rows, name)))
    return await work()
  } finally {
    leave?.()
    for (const name of sorted) if (rows.get(name)?.isIdle) rows.delete(name)
  }
}

/** Enter it at once: an idle queue is forgotten. */
function queueOf(rows: Map<string, FairQueue>, name: string): FairQueue {
  const queue = rows.get(name) ?? new FairQueue({ places: AT_THE_ROW, within: ROW_WAIT })
  rows.set(name, queue)
  return queue
}
