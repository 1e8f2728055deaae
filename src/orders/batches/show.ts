/** A batch as the API and the console show it. An open one shows what would become of its rows now. */
import { type Static, Type } from 'typebox'
import type { Db } from '../../database/schema.ts'
import { RowId } from '../../http/filters.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { Problem } from '../../problems.ts'
import { ownCarriersOf } from '../../shop/own-carriers.ts'
import { readShop } from '../../shop/settings.ts'
import { readParcelNumber } from '../../world/parcels/read-number.ts'
import { findOwnersOf } from '../parcels/queries.ts'
import { findOrders } from '../queries.ts'
import { judgeNumber, refused } from './judge.ts'
import { MOST_IN_BATCH } from './keep.ts'
import { type BatchRow, findBatch, findRows, findTwins } from './queries.ts'
import { BATCH_OUTCOMES, BATCH_STEPS } from './tables.ts'
import { noOrder } from './work.ts'

const count = Type.Integer({ minimum: 0 })

export const OrderBatch = Type.Object(
  {
    id: Uuid,
    step: Type.Enum([...BATCH_STEPS]),
    state: Type.Enum(['open', 'running', 'done'], {
      description: '`open`: it waits for `apply`, and its outcomes are what would happen now.',
    }),
    createdAt: Time,
    undoes: orNull(Uuid, { description: 'The batch that this one takes back.' }),
    undoneBy: orNull(Uuid, { description: 'The batch that takes this one back.' }),
    counts: Type.Object({ rows: count, waiting: count, moved: count, numbered: count, known: count, refused: count }),
    rows: Type.Array(
      Type.Object(
        {
          row: Type.Integer({ description: 'The line of the file, or the place in the request, from 1.' }),
          order: Type.String({ description: 'The order as it was named.' }),
          orderId: orNull(RowId),
          trackingNumber: orNull(Type.String()),
          outcome: Type.Enum(['waiting', ...BATCH_OUTCOMES], {
            description:
              '`moved`: it took the step. `numbered`: it had left, and has its number now. `known`: it had this ' +
              'number already. `refused`: nothing happened, and `explanation` says why.',
          }),
          code: orNull(Type.String(), { examples: ['refused'] }),
          explanation: orNull(Type.String(), { examples: ['This order is cancelled.'] }),
        },
        { title: 'OrderBatchRow' },
      ),
    ),
  },
  { title: 'OrderBatch' },
)
export type OrderBatch = Static<typeof OrderBatch>

/** @throws Problem `not_found` */
export async function showBatch(db: Db, id: string): Promise<OrderBatch> {
  const batch = await findBatch(db, id)
  if (!batch) throw new Problem('not_found', 'There is no such batch, or it is older than 30 days.')
  const stored = await findRows(db, id, { waiting: false, most: MOST_IN_BATCH })
  const rows = (batch.state === 'open' ? await foresee(db, id, stored) : stored).map(showRow)
  const number = (outcome: string) => rows.filter(row => row.outcome === outcome).length
  const { createdAt, undoes, undoneBy, step, state } = batch
  return {
    id,
    step,
    state,
    createdAt: createdAt.toISOString(),
    undoes,
    undoneBy,
    counts: {
      rows: rows.length,
      waiting: number('waiting'),
      moved: number('moved'),
      numbered: number('numbered'),
      known: number('known'),
      refused: number('refused'),
    },
    rows,
  }
}

function showRow({ row, named, orderId, trackingNumber, outcome, code, explanation }: BatchRow): OrderBatch['rows'][0] {
  return { row, order: named, orderId, trackingNumber, outcome: outcome ?? 'waiting', code, explanation }
}

/** Judges each number as the order is now. */
async function foresee(db: Db, id: string, rows: readonly BatchRow[]): Promise<BatchRow[]> {
  const own = ownCarriersOf(await readShop(db))
  const read = (row: BatchRow) => readParcelNumber(row.trackingNumber!, { chosen: row.carrier, own }).number
  const [found, owners, twins] = await Promise.all([
    findOrders(
      db,
      rows.flatMap(({ orderId }) => orderId ?? []),
    ),
    findOwnersOf(db, rows.map(read)),
    findTwins(db, id),
  ])
  const orders = new Map(found.map(order => [order.id, order]))
  return rows.map(row => {
    const order = row.orderId === null ? undefined : orders.get(row.orderId)
    const judged = order
      ? judgeNumber(order, { ...row, trackingNumber: row.trackingNumber! }, { own, owners, twins })
      : refused('not_found', noOrder(row.named))
    return { ...row, outcome: judged.outcome, code: judged.code ?? null, explanation: judged.explanation ?? null }
  })
}
