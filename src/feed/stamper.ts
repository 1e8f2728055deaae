import type { AppContext } from '../context.ts'
import { limitStatements } from '../database/limits.ts'
import { awaitNews } from '../database/wakeup.ts'
import { SECOND } from '../time.ts'
import { stamp } from './stamp.ts'

/** Behind notifications, which can be lost. */
const POLL = 1 * SECOND
const STATEMENT = 10 * SECOND

/** Stamps events as soon as they are committed. Any number of processes may do this; readers do it as well. */
export function startStamper({ db, log }: AppContext): AsyncDisposable {
  const news = awaitNews(db)
  let isStopping = false
  let isFailing = false

  async function run(): Promise<void> {
    while (!isStopping) {
      try {
        await stamp(db)
        if (isFailing) log.info('stamper recovered')
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ err: error }, 'stamper failed')
        isFailing = true
      }
      if (!isStopping) await news.wait(POLL)
    }
  }

  const running = limitStatements(STATEMENT, run)
  return {
    async [Symbol.asyncDispose]() {
      isStopping = true
      news[Symbol.dispose]()
      news.notify()
      await running
    },
  }
}
