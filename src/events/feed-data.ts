/** Describes the data of each event of the public feed for documents and clients: ids and states, never personal data. */
import { type Static, type TObject, Type } from 'typebox'
import { Metadata, Time, Uuid } from '../http/schemas.ts'
import type { FeedData, FeedType } from './publish.ts'

const OfOrder = Type.Object({ orderId: Type.Integer() })
const OfDraft = Type.Object({ draftOrderId: Uuid })
const OfPayment = Type.Object({ orderId: Type.Integer(), paymentId: Uuid })
const OfRefund = Type.Object({ orderId: Type.Integer(), refundId: Uuid })
const OfDispute = Type.Object({ orderId: Type.Integer(), disputeId: Uuid })
const OfTransfer = Type.Object({ orderId: Type.Integer(), transferId: Uuid })
const OfReturn = Type.Object({ orderId: Type.Integer(), returnId: Uuid })
const OfUser = Type.Object({ userId: Uuid })
const OfProduct = Type.Object({ productId: Type.Integer(), sku: Type.String() })
const OfDelivery = Type.Object({
  deliveryId: Uuid,
  kind: Type.String({ description: 'The kind of email, such as `order.placed`.' }),
  orderId: Type.Optional(Type.Integer()),
})

function inState(status: string) {
  return Type.Object({ orderId: Type.Integer(), status: Type.String({ enum: [status] }) })
}

/** Every event, in the order in which people choose among them. */
const EVENT_DATA = {
  'order.placed': inState('placed'),
  'order.processing': inState('processing'),
  'order.shipped': inState('shipped'),
  'order.parcel_shipped': Type.Object({
    orderId: Type.Integer(),
    parcel: Type.Integer({ description: 'A part of the order has left; this is the number of the parcel.' }),
  }),
  'order.delivered': inState('delivered'),
  'order.cancelled': inState('cancelled'),
  'order.paid': OfOrder,
  'order.unpaid': OfOrder,
  'order.refunded': OfOrder,
  'order.tracking_number_changed': OfOrder,
  'order.changed': OfOrder,
  'order.step_undone': Type.Object({
    orderId: Type.Integer(),
    status: Type.String({ enum: ['processing', 'shipped'], description: 'What the order is again.' }),
    undone: Type.String({ enum: ['shipped', 'delivered'] }),
  }),
  'draft_order.sent': OfDraft,
  'draft_order.confirmed': Type.Object({ draftOrderId: Uuid, orderId: Type.Integer() }),
  'draft_order.withdrawn': OfDraft,
  'transfer.received': OfTransfer,
  'transfer.undone': OfTransfer,
  'payment.received': OfPayment,
  'payment.failed': OfPayment,
  'refund.sent': OfRefund,
  'refund.failed': OfRefund,
  'refund.waived': OfRefund,
  'dispute.opened': OfDispute,
  'dispute.won': OfDispute,
  'dispute.lost': OfDispute,
  'dispute.closed': OfDispute,
  'document.issued': Type.Object({ orderId: Type.Integer(), documentId: Uuid }),
  'withdrawal.received': Type.Object({ withdrawalId: Uuid, orderId: Type.Optional(Type.Integer()) }),
  'return.requested': OfReturn,
  'return.approved': OfReturn,
  'return.received': OfReturn,
  'return.closed': OfReturn,
  'return.declined': OfReturn,
  'user.registered': OfUser,
  'user.updated': OfUser,
  'user.disabled': OfUser,
  'user.enabled': OfUser,
  'user.deleted': OfUser,
  'product.created': OfProduct,
  'product.updated': OfProduct,
  'product.removed': OfProduct,
  'category.created': Type.Object({ name: Type.String() }),
  'category.changed': Type.Object({
    name: Type.String(),
    was: Type.String({ description: 'The name before; the same if something else has changed.' }),
  }),
  'category.deleted': Type.Object({
    name: Type.String(),
    into: Type.Optional(Type.String({ description: 'The category that its products are in now.' })),
  }),
  'delivery.sent': OfDelivery,
  'delivery.failed': OfDelivery,
  'delivery.skipped': OfDelivery,
  'delivery.in_doubt': OfDelivery,
  'webhook.test': Type.Object({ webhookId: Uuid }),
} satisfies Record<FeedType, TObject>

/** Does not compile if a feature publishes something else than the schema says. */
type Published<T extends FeedType> = FeedData[T] extends Static<(typeof EVENT_DATA)[T]> ? T : never
export const FEED_TYPES = Object.keys(EVENT_DATA) as { [T in FeedType]: Published<T> }[FeedType][] satisfies FeedType[]

/**
 * The metadata of the order, else of the product, else of the user that the event is about, as it was when the event got
 * its position.
 */
const METADATA = { metadata: Type.Optional(Metadata) }

/** The body of a webhook. */
export function webhookBody(type: FeedType) {
  return Type.Object(
    {
      type: Type.String({ enum: [type] }),
      id: Type.String({ ...Uuid, description: 'The same as the header `webhook-id`: handle each once.' }),
      position: Type.Integer({ description: 'In the event feed. The higher one is the newer event.' }),
      timestamp: Type.String({ ...Time, description: 'When it happened.' }),
      data: Type.Object({ ...EVENT_DATA[type].properties, ...METADATA }),
    },
    { title: `${wordsOf(type)}Webhook` },
  )
}

/** A made-up event, for those who build a receiver. */
export function exampleBody(type: FeedType) {
  const properties = Object.entries(EVENT_DATA[type].properties) as [
    string,
    { enum?: string[]; type?: string; format?: string },
  ][]
  const data = properties.map(([name, schema]) => {
    if (schema.enum) return [name, schema.enum[0]]
    if (schema.type === 'integer') return [name, 1001]
    return [name, schema.format === 'uuid' ? '019a1b2c-3d4e-7f50-8a6b-7c8d9e0f1a2b' : EXAMPLE_TEXTS[name]]
  })
  return { type, position: 1, data: Object.fromEntries(data) }
}
const EXAMPLE_TEXTS: Record<string, string> = { sku: 'LAMP-0042', kind: 'order.placed' }

/** `order.tracking_number_changed` → `OrderTrackingNumberChanged`. */
export function wordsOf(type: string): string {
  return type
    .split(/[._]/)
    .map(word => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('')
}
