import type { FeedType } from '../events/publish.ts'

/** Every event of the feed, in the order in which people choose among them. */
export const FEED_TYPES = Object.keys({
  'order.placed': true,
  'order.processing': true,
  'order.shipped': true,
  'order.delivered': true,
  'order.cancelled': true,
  'order.paid': true,
  'order.unpaid': true,
  'order.refunded': true,
  'order.tracking_number_changed': true,
  'order.changed': true,
  'payment.received': true,
  'payment.failed': true,
  'refund.sent': true,
  'document.issued': true,
  'withdrawal.received': true,
  'return.requested': true,
  'return.approved': true,
  'return.received': true,
  'return.closed': true,
  'return.declined': true,
  'user.registered': true,
  'user.updated': true,
  'user.disabled': true,
  'user.enabled': true,
  'user.deleted': true,
  'product.created': true,
  'product.updated': true,
  'product.removed': true,
  'delivery.sent': true,
  'delivery.failed': true,
  'delivery.skipped': true,
  'delivery.in_doubt': true,
  'webhook.test': true,
} satisfies Record<FeedType, true>) as FeedType[]

/** `order.*` for all events that begin with `order.`, those that come later too. A test goes to its own webhook anyway. */
export const FEED_FAMILIES = [...new Set(FEED_TYPES.map(type => `${type.split('.')[0]}.*`))].filter(
  family => family !== 'webhook.*',
)
