import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import { Problem } from '../problems.ts'
import { ofOrder } from './queries.ts'
import type { DeliveryState } from './tables.ts'

export type Confirmation = { notificationId: string; orderId: number; status: DeliveryState }

/** Who asks: the owner by id, or someone who may ask for any order; `resend` is for staff. */
export type Asker = { userId: string } | 'anyone'

/**
 * Asks for the confirmation of an order. One that is still on its way, or has already reached the owner's present
 * address, is answered as it is, and no second e-mail goes out; else (the owner has moved, the last one failed, or
 * `resend`) a new event sends one.
 */
export async function requestConfirmation(
  tx: Tx,
  orderId: number,
  { asker, resend, now }: { asker: Asker; resend: boolean; now: Date },
): Promise<Confirmation> {
  // Two requests at once would both find nothing on its way.
  await sql`select pg_advisory_xact_lock(${LOCKS}, ${orderId})`.execute(tx)
  const order = await tx.selectFrom('orders').select('owner_id').where('id', '=', orderId).executeTakeFirst()
  if (!order || (asker !== 'anyone' && asker.userId !== order.owner_id)) {
    throw new Problem('not_found', 'There is no such order, or it is not yours.')
  }
  const earlier = resend ? undefined : await findStanding(tx, orderId)
  if (earlier) return { notificationId: earlier.id, orderId, status: earlier.state }

  const eventId = await announce(tx, {
    type: 'order.confirmation_requested',
    payload: { orderId },
    to: [{ userId: order.owner_id }],
    at: now,
  })
  const { id } = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  return { notificationId: id, orderId, status: 'pending' }
}

/** The first key of the advisory locks: "conf". */
const LOCKS = 0x636f6e66

/** A confirmation that makes another one needless. */
async function findStanding(tx: Tx, orderId: number) {
  return tx
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .leftJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'deliveries.state'])
    .where(ofOrder(orderId))
    .where('events.type', 'in', ['order.placed', 'order.confirmation_requested'])
    .where(eb =>
      eb.or([
        eb('deliveries.state', 'in', ['pending', 'claimed', 'finishing', 'in_doubt']),
        eb.and([eb('deliveries.state', '=', 'sent'), eb('deliveries.address', '=', eb.ref('users.email'))]),
      ]),
    )
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .executeTakeFirst()
}
