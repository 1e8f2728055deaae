import type { Db } from '../../database/schema.ts'
import './tables.ts'

/** The steps of an order that were taken back, for its history. */
export async function findUndoneSteps(db: Db, orderId: number) {
  return db.selectFrom('order_undone_steps').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}
