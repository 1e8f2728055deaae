import { forgetExpired } from './accounts/delete-expired.ts'
import { forgetChanges } from './catalogue/paging/change-log.ts'
import type { AppContext } from './context.ts'
import { deleteExpiredIdempotencyKeys } from './http/idempotency.ts'
import { forgetBudgets } from './http/rate-limits.ts'
import { MINUTE } from './time.ts'

/** What has served its time is forgotten. Any number of processes may do it at once; each does it from time to time. */
const CHORES: ((context: AppContext) => Promise<void>)[] = [
  ({ db, clock }) => forgetBudgets(db, clock.now()),
  ({ db, clock }) => forgetExpired(db, clock.now()),
  ({ db }) => forgetChanges(db),
  ({ db, clock }) => deleteExpiredIdempotencyKeys(db, clock.now()),
]

const PAUSE = 10 * MINUTE

/** Does the chores now, and again after each pause, until it is disposed. */
export function startHousekeeping(context: AppContext): AsyncDisposable {
  let doing = doChores(context)
  const timer = setInterval(() => {
    doing = doing.then(() => doChores(context))
  }, PAUSE)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await doing
    },
  }
}

/** One that fails does not keep the others from being done, and is tried again the next time. */
export async function doChores(context: AppContext): Promise<void> {
  for (const chore of CHORES) {
    await chore(context).catch(error => context.log.error({ err: error }, 'a chore failed'))
  }
}
