import { Type } from 'typebox'
import type { Delivery } from './queries.ts'
import { DELIVERY_STATES } from './tables.ts'

export const DeliveryStatus = Type.Enum([...DELIVERY_STATES], {
  description: '`pending`, `claimed` and `finishing` are on their way; `in_doubt` waits for a decision by staff.',
})

const Time = Type.String({ format: 'date-time' })

/** An e-mail as the person it is for sees it. */
export const Notification = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: Type.String({ description: 'The event that caused the email.', examples: ['order.placed'] }),
  orderId: Type.Union([Type.Integer(), Type.Null()]),
  status: DeliveryStatus,
  address: Type.Union([Type.String(), Type.Null()], { description: 'The address it was sent to; null until then.' }),
  createdAt: Time,
  sentAt: Type.Union([Time, Type.Null()]),
})

export function showNotification(delivery: Delivery) {
  const { id, type, payload, state, address, created_at, ended_at } = delivery
  return {
    id,
    type,
    orderId: 'orderId' in payload ? payload.orderId : null,
    status: state,
    address,
    createdAt: created_at.toISOString(),
    sentAt: state === 'sent' ? ended_at!.toISOString() : null,
  }
}
