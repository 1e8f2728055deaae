import { Type } from 'typebox'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import type { Delivery } from './queries.ts'
import { DELIVERY_STATES } from './states.ts'

export const DeliveryStatus = Type.Enum([...DELIVERY_STATES], {
  description:
    'pending, claimed and finishing are on their way. An email that is in_doubt may or may not have arrived.',
})

/** An email as its recipient sees it. */
export const Notification = Type.Object(
  {
    id: Uuid,
    type: Type.String({ description: 'The event that the email is about.', examples: ['order.placed'] }),
    orderId: orNull(Type.Integer()),
    status: DeliveryStatus,
    address: orNull(Type.String(), {
      description: 'The address that it was sent to; null until then.',
    }),
    reason: orNull(Type.String(), {
      description: 'Why it was not sent, for one that was skipped; otherwise null.',
      examples: ['The account of the user is disabled.'],
    }),
    createdAt: Time,
    sentAt: orNull(Time),
  },
  { title: 'Notification' },
)

export function showNotification(delivery: Delivery) {
  const { id, type, payload, state, reply, address, createdAt, endedAt } = delivery
  return {
    id,
    type,
    orderId: 'orderId' in payload ? payload.orderId : null,
    status: state,
    address,
    reason: state === 'skipped' ? reply : null,
    createdAt: createdAt.toISOString(),
    sentAt: state === 'sent' ? endedAt!.toISOString() : null,
  }
}
