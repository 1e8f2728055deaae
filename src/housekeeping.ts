import { forgetBudgets } from './accounts/budgets.ts'
import { forgetExpired } from './accounts/forget.ts'
import { forgetChanges } from './catalogue/changes.ts'
import type { Ground } from './ground.ts'
import { forgetIdempotencyKeys } from './idempotency.ts'
import { MINUTE } from './time.ts'

/** What has served its time is forgotten. Any number of processes may do it at once; each does it from time to time. */
const CHORES: ((ground: Ground) => Promise<void>)[] = [
  ({ db, clock }) => forgetBudgets(db, clock.now()),
  ({ db, clock }) => forgetExpired(db, clock.now()),
  ({ db }) => forgetChanges(db),
  ({ db, clock }) => forgetIdempotencyKeys(db, clock.now()),
]

const PAUSE = 10 * MINUTE

/** Does the chores now, and again after each pause, until it is disposed. */
export function startHousekeeping(ground: Ground): AsyncDisposable {
  let doing = doChores(ground)
  const timer = setInterval(() => {
    doing = doing.then(() => doChores(ground))
  }, PAUSE)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await doing
    },
  }
}

/** One that fails does not keep the others from being done, and is tried again the next time. */
export async function doChores(ground: Ground): Promise<void> {
  for (const chore of CHORES) {
    await chore(ground).catch(error => ground.log.error({ err: error }, 'a chore failed'))
  }
}
