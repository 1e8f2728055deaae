import type { Db } from '../../database/schema.ts'
import './tables.ts'

/** The tracking number of the shipment that was taken back last. */
export async function findTriedNumber(db: Db, orderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('order_tracking_numbers')
    .select('tracking_number')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.tracking_number
}

/** The steps of an order that were taken back, for its history. */
export async function findUndoneSteps(db: Db, orderId: number) {
  return db.selectFrom('order_undone_steps').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}
