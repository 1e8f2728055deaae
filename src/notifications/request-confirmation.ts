/** Sends the confirmation of an order again, when its owner asks for it. */

import { sql } from 'kysely'
import { countEmail } from '../accounts/users/unverified-emails.ts'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { consume, consumeByClient } from '../http/rate-limits/attempts.ts'
import { Problem } from '../problems.ts'
import { SECOND } from '../time.ts'
import { CONFIRMATIONS, ON_TIME, ofOrder } from './queries.ts'
import type { DeliveryState } from './states.ts'

type Confirmation = { notificationId: string; orderId: number; status: DeliveryState }

/** The caller: a user, who may request only their own orders, or one who may request any. */
type Requester = { userId: string; ip: string } | 'anyone'

/**
 * Requests the confirmation of an order. Each request is an event of its own and sends one email, unless a confirmation
 * is in flight or arrived recently (`findStanding`): then that delivery is the answer. `resend` always sends.
 * @throws Problem `not_found`; `rate_limited` when a user has asked for too many in a day, or the owner's address gets no more
 */
export async function requestConfirmation(
  tx: Tx,
  orderId: number,
  { requester, resend, now }: { requester: Requester; resend: boolean; now: Date },
): Promise<Confirmation> {
  // The lock on the order serializes simultaneous requests, so the second one sees the delivery of the first.
  const order = await tx
    .selectFrom('orders')
    .select('owner_id')
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order || (requester !== 'anyone' && requester.userId !== order.owner_id)) {
    throw new Problem('not_found', 'There is no such order, or it is not yours.')
  }
  const earlier = resend ? undefined : await findStanding(tx, orderId)
  if (earlier) return { notificationId: earlier.id, orderId, status: earlier.state }
  if (requester !== 'anyone') {
    await consume(tx, 'confirmations', requester.userId, now)
    await consumeByClient(tx, 'client-confirmations', requester.ip, now)
  }

  if (!resend) await countEmail(tx, { userId: order.owner_id, about: 'orders', now })
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
 * The newest confirmation that makes another one unnecessary: it will go to the owner's current address, it may have
 * arrived there (in doubt), or it arrived there within the notification window. The window begins with the event, because
 * clients wait 30 seconds for an email and then ask for the next one; after a late email it begins when that was sent.
 * Confirmations to an earlier address do not count. The database's clock measures the window, because it wrote the times.
 */
export async function findStanding(tx: Tx, orderId: number) {
  const onTime = sql`make_interval(secs => ${ON_TIME / SECOND})`
  return tx
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .leftJoin('users', 'users.id', 'deliveries.user_id')
    .select(['deliveries.id', 'deliveries.state'])
    .where(ofOrder(orderId))
    .where('events.type', 'in', CONFIRMATIONS)
    .where(eb => {
      const isAtCurrentAddress = eb('deliveries.address', '=', eb.ref('users.email'))
      return eb.or([
        eb('deliveries.state', 'in', ['pending', 'claimed']),
        eb.and([
          eb('deliveries.state', 'in', ['finishing', 'in_doubt']),
          // A restored database may have lost the address.
          eb.or([eb('deliveries.address', 'is', null), isAtCurrentAddress]),
        ]),
        eb.and([
          eb('deliveries.state', '=', 'sent'),
          isAtCurrentAddress,
          sql<boolean>`case when deliveries.ended_at - deliveries.created_at > ${onTime}
            then deliveries.ended_at else deliveries.created_at end > statement_timestamp() - ${onTime}`,
        ]),
      ])
    })
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .executeTakeFirst()
}
