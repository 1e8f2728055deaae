import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import './tables.ts'

/** The edits of an order, oldest first. */
export async function findEdits(db: Db, orderId: number) {
  return db.selectFrom('order_edits').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}
export type OrderEdit = Awaited<ReturnType<typeof findEdits>>[number]

/** Finds an edit, and tests whether somebody still has to transfer all that goes back. */
export async function findEdit(db: Db, id: string) {
  return db
    .selectFrom('order_edits')
    .selectAll()
    .select(
      sql<boolean>`coalesce((
        select bool_and(r.state = 'to_transfer') from refunds r where r.id = order_edits.refund_id or r.part_of = order_edits.refund_id
      ), false)`.as('isToTransfer'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}
