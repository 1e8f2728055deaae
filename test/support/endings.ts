import { mock } from 'node:test'
import type { Semel } from './semel.ts'

/** Waits until every delivery has ended. The worker counts each ending after it is recorded. @returns the states of those to a user */
export async function endings({ db, metrics: { deliveries } }: Semel, userId: string): Promise<string[]> {
  for (;;) {
    const { promise: news, resolve } = Promise.withResolvers<void>()
    const observe = deliveries.observe.bind(deliveries)
    const watch = mock.method(deliveries, 'observe', (labels: never, seconds: never) => {
      observe(labels, seconds)
      resolve()
    })
    try {
      const rows = await db.selectFrom('deliveries').select(['state', 'user_id', 'ended_at']).orderBy('id').execute()
      if (rows.every(({ ended_at }) => ended_at !== null)) {
        return rows.filter(({ user_id }) => user_id === userId).map(({ state }) => state)
      }
      await news
    } finally {
      watch.mock.restore()
    }
  }
}
