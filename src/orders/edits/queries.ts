import type { Db } from '../../database/schema.ts'
import './tables.ts'

/** The edits of an order, oldest first. */
export async function findEdits(db: Db, orderId: number) {
  return db.selectFrom('order_edits').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}
export type OrderEdit = Awaited<ReturnType<typeof findEdits>>[number]

export async function findEdit(db: Db, id: string): Promise<OrderEdit | undefined> {
  return db.selectFrom('order_edits').selectAll().where('id', '=', id).executeTakeFirst()
}
