import { Type } from 'typebox'
import type { Delivery } from './queries.ts'
import { DELIVERY_STATES } from './tables.ts'

export const DeliveryStatus = Type.Enum([...DELIVERY_STATES], {
  description:
    'pending, claimed and finishing are on their way. An email that is in_doubt may or may not have arrived.',
})

const Time = Type.String({ format: 'date-time' })

/** An email as its recipient sees it. */
export const Notification = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.String({ description: 'The event that the email is about.', examples: ['order.placed'] }),
    orderId: Type.Union([Type.Integer(), Type.Null()]),
    status: DeliveryStatus,
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The address that it was sent to; null until then.',
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it was not sent, for one that was skipped; otherwise null.',
      examples: ['The account of the user is disabled.'],
    }),
    createdAt: Time,
    sentAt: Type.Union([Time, Type.Null()]),
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
