/**
 * Takes over transfers of the release before. While a release is rolled out, an old process writes what goes back by bank transfer as
 * `pending`, for which no call and no transfer exists, so nobody would ever send it.
 */
import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { prepareTransfer } from './prepare.ts'

const ADOPTED_A_BATCH = 100

/** A task of the cleanup. Any number of processes may run it: the row of the order decides. */
export async function adoptTransfers(db: Db): Promise<void> {
  const { rows } = await sql<{ orderId: number }>`
    select distinct p.order_id as "orderId" from refunds r join payments p on p.id = r.payment_id
    where r.state = 'pending' and p.provider = 'transfer' limit ${ADOPTED_A_BATCH}
  `.execute(db)
  for (const { orderId } of rows)
    await inTransaction(db, async tx => {
      const { rows } = await sql<{ now: Date }>`
        select now() as now from orders where id = ${orderId} for no key update
      `.execute(tx)
      await adoptTransfersOf(tx, orderId, one(rows).now)
    })
}

/** The order is locked. */
export async function adoptTransfersOf(tx: Tx, orderId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update refunds r set state = 'to_transfer' from payments p
    where p.id = r.payment_id and p.order_id = ${orderId} and p.provider = 'transfer' and r.state = 'pending'
    returning r.id
  `.execute(tx)
  for (const { id } of rows) await prepareTransfer(tx, id, now)
}
