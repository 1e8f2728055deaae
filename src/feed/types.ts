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
