/**
 * The job of the workers that takes the rows of large batches. What is left is in the rows themselves, so a worker that dies loses
 * nothing. A row that fails for a reason that nobody foresaw is refused, so that it does not hold up the others.
 */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isUnavailable, retryOnDeadlock } from '../../database/errors.ts'
import { Rounds } from '../../database/news/rounds.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { Db } from '../../database/schema.ts'
import { findRunning } from './queries.ts'
import { workBatch } from './work.ts'

/** Disposing it waits for the rows that are being taken. */
export function startBatchWork(context: AppContext): AsyncDisposable {
  const rounds: Rounds = new Rounds(context, { failed: 'batches failed', recovered: 'batches recovered' }, async () => {
    const { db } = context
    for (let id = await findRunning(db); id && !rounds.isStopping; id = await findRunning(db)) {
      if (!(await takeSome(context, id))) break
      wakeWorkers(db)
    }
  })
  return rounds
}

/** Chunks that the request itself takes, so that a usual selection is done when its page comes. */
const CHUNKS_AT_ONCE = 2

/** Takes the first rows of a batch that was just kept. Workers take what is left, also if this fails. */
export async function beginBatch(context: AppContext, id: string): Promise<void> {
  for (let chunk = 0; chunk < CHUNKS_AT_ONCE; chunk++) {
    if (!(await takeChunk(context, id).catch(() => false))) break
  }
  wakeWorkers(context.db)
}

async function takeChunk({ db, clock }: AppContext, id: string, most?: number): Promise<boolean> {
  return retryOnDeadlock(() => db.transaction().execute(tx => workBatch(tx, id, clock.now(), most)))
}

/** @returns false if another worker has the batch */
async function takeSome(context: AppContext, id: string): Promise<boolean> {
  const { db, log } = context
  try {
    return (await takeChunk(context, id)) || (await findRunning(db)) !== id
  } catch (error) {
    // The next round tries again.
    if (isUnavailable(error)) throw error
    log.error({ err: error, batch: id }, 'orders of a batch failed; taking them one by one')
  }
  return takeChunk(context, id, 1).catch(async error => {
    if (isUnavailable(error)) throw error
    return refuseNext(db, id)
  })
}

/** The row that a worker takes next. */
async function refuseNext(db: Db, id: string): Promise<boolean> {
  await sql`
    update order_batch_rows set outcome = 'refused', code = 'failed', explanation = 'Something went wrong. Try it on the page of the order.'
    where batch_id = ${id} and row = (
      select row from order_batch_rows where batch_id = ${id} and outcome is null order by order_id, row limit 1 for update skip locked
    )
  `.execute(db)
  return true
}
