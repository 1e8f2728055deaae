/** Deliveries as they appear in the console. */

import type { EventType } from '../../events/announce.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import type { Delivery } from '../../notifications/queries.ts'
import { DELIVERY_LABELS } from '../../notifications/states.ts'
import { badge, stateBadge, table } from '../../pages/components.ts'
import { count, time } from '../../pages/format.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { linkFor } from '../layout.ts'

/** The email that an event causes. */
export const EMAIL_TEXT: Record<EventType, PlainText> = {
  'order.placed': 'Order confirmation',
  'order.confirmation_requested': 'Order confirmation (sent again)',
  'order.shipped': 'Order shipped',
  'order.parcel_shipped': 'Part of an order shipped',
  'order.ready_to_collect': 'Ready to collect',
  'order.cancelled': 'Order cancelled',
  'order.tracking_number_changed': 'New tracking number',
  'order.changed': 'Order changed',
  'draft_order.sent': 'Order to confirm',
  'shop.order_placed': 'New order (to the shop)',
  'shop.orders_of_day': 'Orders of a day (to the shop)',
  'shop.dispute_opened': 'Chargeback or inquiry (to the shop)',
  'shop.dispute_ended': 'Chargeback ended (to the shop)',
  'shop.refund_failed': 'Refund failed (to the shop)',
  'payment.received': 'Payment received',
  'transfer.received': 'Part of a payment received',
  'payment.failed': 'Payment failed',
  'refund.sent': 'Refund sent',
  'refund.failed': 'Refund failed',
  'refund.account_needed': 'Account for a refund',
  'document.issued': 'Invoice or credit note',
  'withdrawal.received': 'Withdrawal received',
  'return.requested': 'Return requested',
  'return.approved': 'Return approved',
  'return.received': 'Return received',
  'return.closed': 'Return closed',
  'return.declined': 'Return declined',
  'user.registered': 'Welcome',
  'user.password_reset_requested': 'Password reset',
  'user.email_changed': 'Email changed',
  'user.factors_reset': 'Second factors reset',
  'user.recovery_asked': 'Recovery request',
  'user.recovery_linked': 'Recovery link',
  'user.recovery_ended': 'Recovery request ended',
  'user.credentials_changed': 'Credentials changed',
  'user.signed_in_on_new_device': 'New device',
  'user.codes_refused': 'Wrong codes',
  'user.factors_disabled': 'Sign-in method disabled',
  'user.deleted': 'Account deleted',
  'user.verification_requested': 'Link to confirm the address',
  'user.account_requested': 'Link to create an account',
  'staff.invited': 'Invitation to the staff',
  'setting.address_entered': 'Address in the settings',
  'contact.message_received': 'Contact message',
  'contact.message_answered': 'Answer to a message',
  'announcement.published': 'Announcement',
  'announcement.tested': 'Announcement (test)',
  'email_text.tested': 'Email text (test)',
  'product.back_in_stock': 'Back in stock',
  'webhook.disabled': 'Webhook disabled',
}

export function deliveryBadge({ state, late }: Pick<Delivery, 'state' | 'late'>): Html {
  // A delivery that failed or was skipped is not late.
  const showsLate = late && (state === 'sent' || state === 'pending' || state === 'in_doubt')
  return html`${stateBadge(DELIVERY_LABELS[state])}${showsLate && html` ${badge('Late', 'warn')}`}`
}

export function recipientOf(
  visitor: Visitor,
  { type, userId, email, address, isPending }: Delivery,
  shown = email,
): Renderable {
  const stranger = STRANGERS[type]
  if (stranger) return address === null ? t(stranger) : html`<bdi>${address}</bdi>`
  if (isForSupportDesk({ type, userId })) return t('Support desk')
  if (email === null) return t('Deleted user')
  // A registration that no code has confirmed has no page.
  return isPending ? html`<bdi>${shown}</bdi>` : linkFor(visitor, `/admin/users/${userId}`, shown)
}

/** The address that an email was sent to. One that is still to be sent goes to the current address. */
function addressOf({ state, address, email }: Delivery): string | null {
  const isHandedOver = state === 'sent' || state === 'in_doubt'
  return email !== null && isHandedOver ? (address ?? email) : email
}

/** Recipients of emails without an account, by event. */
const STRANGERS: Partial<Record<EventType, PlainText>> = {
  'contact.message_answered': 'Writer of a message',
  'withdrawal.received': 'Whoever withdrew',
  'staff.invited': 'Invited colleague',
  'setting.address_entered': 'Address in the settings',
  'shop.order_placed': 'The shop',
  'shop.orders_of_day': 'The shop',
}

/** The last email to a deleted user has no user either. */
function isForSupportDesk({ type, userId }: Pick<Delivery, 'type' | 'userId'>): boolean {
  return userId === null && type !== 'user.deleted' && !STRANGERS[type]
}

export function deliveryTable(visitor: Visitor, deliveries: readonly Delivery[]): Html {
  if (deliveries.length === 0) return html`<p class="soft">${t('None.')}</p>`
  return table(
    'Emails',
    [
      { label: 'Email', cell: delivery => eventLink(visitor, delivery) },
      { label: 'Created', cell: ({ createdAt }) => time(createdAt) },
      { label: 'Recipient', cell: delivery => recipientOf(visitor, delivery, addressOf(delivery)) },
      { label: 'Status', cell: deliveryBadge },
    ],
    deliveries,
  )
}

/** Many deliveries have the same event type. The hidden text tells their links apart for screen readers. */
function eventLink(visitor: Visitor, delivery: Delivery): Renderable {
  const { id, type, payload } = delivery
  const recipient = addressOf(delivery) ?? elsewhere(delivery)
  const order = 'orderId' in payload && html` #${payload.orderId}`
  const words = html`${t(EMAIL_TEXT[type])}${order}<span class="unseen"> ${t('for {recipient}', { recipient })}</span>`
  return linkFor(visitor, `/admin/deliveries/${id}`, words)
}

function elsewhere({ type, userId, address }: Delivery): string {
  const stranger = STRANGERS[type]
  if (stranger) return address ?? t(stranger)
  return isForSupportDesk({ type, userId }) ? t('the support desk') : t('a deleted user')
}

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  return seconds < 120 ? `${count(Number(seconds.toFixed(1)))} s` : `${Math.round(seconds / 60)} min`
}
