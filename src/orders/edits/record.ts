/** Keeps an edit for the history of the order, tells its owner, and publishes it. */
import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import type { Actor } from './locked.ts'
import type { ChangedLine, TakenOut } from './tables.ts'

type Edit = Actor & {
  orderId: number
  owner: string
  kind: 'items' | 'address' | 'billing_address'
  total: number
  after: number
  items: ChangedLine[] | null
  /** A further discount on the goods. */
  discount?: number | null
  afterInvoice?: boolean
  takenOut: TakenOut | null
  refundId: string | null
}

export async function recordEdit(
  tx: Tx,
  { orderId, owner, kind, total, after, items, discount, afterInvoice, takenOut, refundId, by, now }: Edit,
): Promise<void> {
  const id = randomUUIDv7()
  await tx
    .insertInto('order_edits')
    .values({
      id,
      order_id: orderId,
      kind,
      total_before: total,
      total_after: after,
      items: items && JSON.stringify(items),
      refund_id: refundId,
      discount: discount ?? null,
      after_invoice: afterInvoice ?? null,
      taken_out: takenOut && JSON.stringify(takenOut),
      by_user: by,
      at: now,
    })
    .execute()
  await announce(tx, { type: 'order.changed', payload: { orderId, editId: id }, to: [{ userId: owner }], at: now })
  await publishToFeed(tx, now, { type: 'order.changed', data: { orderId } })
}
