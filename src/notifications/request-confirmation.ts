import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import { Problem } from '../problems.ts'
import { SECOND } from '../time.ts'
import { CONFIRMATIONS, ON_TIME, ofOrder } from './queries.ts'
import type { DeliveryState } from './tables.ts'

export type Confirmation = { notificationId: string; orderId: number; status: DeliveryState }

/** Who asks: the owner by id, or someone who may ask for any order; `resend` is for staff. */
export type Asker = { userId: string } | 'anyone'

/**
 * Asks for the confirmation of an order. Each request is an event of its own and sends one email, except when it repeats
 * a wish that is being granted (`findStanding`): then the existing delivery is the answer. `resend` always sends.
 */
export async function requestConfirmation(
  tx: Tx,
  orderId: number,
  { asker, resend, now }: { asker: Asker; resend: boolean; now: Date },
): Promise<Confirmation> {
  // The lock on the order makes simultaneous requests take turns: the second one sees the delivery of the first.
  const order = await tx
    .selectFrom('orders')
    .select('owner_id')
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
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

/**
 * The newest confirmation that makes another one needless: it will go to the owner's present address, it may have
 * arrived there (in doubt), or it arrived there within the notification window. What was given to the relay for an
 * earlier address does not count. The window is measured by the database's clock, which wrote `ended_at`.
 */
async function findStanding(tx: Tx, orderId: number) {
  return tx
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .leftJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'deliveries.state'])
    .where(ofOrder(orderId))
    .where('events.type', 'in', CONFIRMATIONS)
    .where(eb => {
      const isAtPresentAddress = eb('deliveries.address', '=', eb.ref('users.email'))
      return eb.or([
        eb('deliveries.state', 'in', ['pending', 'claimed']),
        eb.and([
          eb('deliveries.state', 'in', ['finishing', 'in_doubt']),
          // A restored database may have lost the address.
          eb.or([eb('deliveries.address', 'is', null), isAtPresentAddress]),
        ]),
        eb.and([
          eb('deliveries.state', '=', 'sent'),
          isAtPresentAddress,
          sql<boolean>`deliveries.ended_at > clock_timestamp() - make_interval(secs => ${ON_TIME / SECOND})`,
        ]),
      ])
    })
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .executeTakeFirst()
}
