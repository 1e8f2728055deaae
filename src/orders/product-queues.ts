import { Places } from '../database/limits.ts'
import type { Db } from '../database/schema.ts'
import { SECOND } from '../time.ts'

/**
 * Orders of one product wait for each other at its row anyway. Only a few of them wait there with a connection; the
 * others wait here. So a product that somebody has locked leaves connections to the orders of other products.
 */
const AT_THE_ROW = 3
const WAIT = 5 * SECOND

const queues = new WeakMap<Db, Map<number, Places>>()

/** Runs `work` once each of the products has a place. @throws `databaseTimeout` */
export async function queueForProducts<T>(db: Db, productIds: number[], work: () => Promise<T>): Promise<T> {
  const products = queues.get(db) ?? new Map<number, Places>()
  queues.set(db, products)
  const taken: { id: number; queue: Places; leave: () => void }[] = []
  try {
    // In one order, so that two orders never wait for each other.
    for (const id of [...new Set(productIds)].sort((a, b) => a - b)) {
      const queue = products.get(id) ?? new Places(AT_THE_ROW)
      products.set(id, queue)
      taken.push({ id, queue, leave: await queue.take(WAIT) })
    }
    return await work()
  } finally {
    for (const { id, queue, leave } of taken) {
      leave()
      if (queue.isIdle) products.delete(id)
    }
  }
}
