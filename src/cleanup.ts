import { deleteExpiredAccountData } from './accounts/delete-expired.ts'
import { deleteOldChanges } from './catalogue/paging/change-log.ts'
import type { AppContext } from './context.ts'
import { deleteExpiredIdempotencyKeys } from './http/idempotency.ts'
import { deleteExpiredRateLimits } from './http/rate-limits.ts'
import { MINUTE } from './time.ts'

/** Each task deletes expired rows. Any number of processes may run them at the same time. */
const TASKS: ((context: AppContext) => Promise<void>)[] = [
  ({ db, clock }) => deleteExpiredRateLimits(db, clock.now()),
  ({ db, clock }) => deleteExpiredAccountData(db, clock.now()),
  ({ db }) => deleteOldChanges(db),
  ({ db, clock }) => deleteExpiredIdempotencyKeys(db, clock.now()),
]

const INTERVAL = 10 * MINUTE

/** Runs the cleanup now and after every interval, until it is disposed. */
export function startCleanup(context: AppContext): AsyncDisposable {
  let running = runCleanup(context)
  const timer = setInterval(() => {
    running = running.then(() => runCleanup(context))
  }, INTERVAL)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}

/** A failed task does not stop the others, and runs again after the interval. */
export async function runCleanup(context: AppContext): Promise<void> {
  for (const task of TASKS) {
    await task(context).catch(error => context.log.error({ err: error }, 'cleanup task failed'))
  }
}
