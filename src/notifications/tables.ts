/** The tables of emails, as Kysely sees them. */

import type { ColumnType, Generated } from 'kysely'
import type { EventType } from '../events/announce.ts'
import type { AnnouncementTexts } from './announcements/announcement-texts.ts'
import type { AttemptOutcome, DeliveryState } from './states.ts'
import type { MailTexts, TextName } from './texts/placeholders.ts'

/** Every event that sends emails, in the order in which people choose among them. */
export const EVENT_TYPES = Object.keys({
  'order.placed': true,
  'order.confirmation_requested': true,
  'order.shipped': true,
  'order.parcel_shipped': true,
  'order.ready_to_collect': true,
  'order.cancelled': true,
  'order.tracking_number_changed': true,
  'order.changed': true,
  'draft_order.sent': true,
  'shop.order_placed': true,
  'shop.orders_of_day': true,
  'shop.dispute_opened': true,
  'shop.dispute_ended': true,
  'shop.refund_failed': true,
  'transfer.received': true,
  'payment.received': true,
  'payment.failed': true,
  'refund.sent': true,
  'refund.failed': true,
  'refund.account_needed': true,
  'document.issued': true,
  'withdrawal.received': true,
  'return.requested': true,
  'return.approved': true,
  'return.received': true,
  'return.closed': true,
  'return.declined': true,
  'user.registered': true,
  'user.password_reset_requested': true,
  'user.email_changed': true,
  'user.factors_reset': true,
  'user.recovery_asked': true,
  'user.recovery_linked': true,
  'user.recovery_ended': true,
  'user.credentials_changed': true,
  'user.signed_in_on_new_device': true,
  'user.codes_refused': true,
  'user.factors_disabled': true,
  'user.deleted': true,
  'user.verification_requested': true,
  'user.account_requested': true,
  'staff.invited': true,
  'setting.address_entered': true,
  'contact.message_received': true,
  'contact.message_answered': true,
  'announcement.published': true,
  'announcement.tested': true,
  'email_text.tested': true,
  'product.back_in_stock': true,
  'webhook.disabled': true,
} satisfies Record<EventType, true>) as EventType[]

/** Reasons why nothing is sent to an address. */
export const SUPPRESSION_REASONS = ['bounced', 'refused', 'complained'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** The kinds of announcements: `news` is advertising for those who asked for it, `service` is what every customer must know. */
export const ANNOUNCEMENT_KINDS = ['news', 'service'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

declare module '../database/schema.ts' {
  interface Tables {
    workers: {
      number: number
      name: string
      started_at: Generated<Date>
      lease_until: Date
      relay_down_since: Date | null
      relay_error: string | null
      /** Start of the counts of open deliveries (open-deliveries.ts). */
      urgent_from: Date | null
      bulk_from: Date | null
      claimed_from: Date | null
      /** The newest certificate that the relay showed to this worker. */
      relay_certificate_from: Date | null
      relay_certificate_end: Date | null
    }
    announcement_drafts: {
      id: string
      subject: string
      message: string
      /** JSON; written as text. */
      texts: ColumnType<AnnouncementTexts, string | undefined, string>
      ordered_from: Date | null
      ordered_before: Date | null
      kind: Generated<AnnouncementKind>
      created_by: string | null
      created_at: Date
      announcement_id: string | null
    }
    deliveries: {
      id: string
      event_id: string
      recipient: string
      user_id: string | null
      /** True for deliveries of an announcement, which leave the queue after all others. */
      bulk: Generated<boolean>
      state: Generated<DeliveryState>
      created_at: Generated<Date>
      due_at: Generated<Date>
      attempts: Generated<number>
      worker: number | null
      claimed_at: Date | null
      address: string | null
      message_id: string | null
      /** The relay of the newest attempt, once its final dot may be sent. */
      relay: string | null
      marked_at: Date | null
      ended_at: Date | null
      reply: string | null
      retrying_since: Date | null
      reply_awaited_until: Date | null
      /** The type of its event. Only waiting, failed and skipped ones are found by it. */
      kind: EventType
    }
    delivery_attempts: {
      delivery_id: string
      number: number
      worker: number | null
      started_at: Date | null
      address: string | null
      marked_at: Date | null
      ended_at: Generated<Date>
      outcome: AttemptOutcome
      reply: string | null
    }
    announcements: {
      id: string
      event_id: string
      subject: string
      message: string
      /** JSON; written as text. */
      texts: ColumnType<AnnouncementTexts, string | undefined, string>
      ordered_from: Date | null
      ordered_before: Date | null
      kind: Generated<AnnouncementKind>
      /** Maker: null in both, if it was made at the command line or by a key of an earlier version. */
      created_by: string | null
      created_by_key: string | null
      created_at: Date
      ended_at: Date | null
      ended_by: string | null
      /** Found by the fan-out so far. */
      recipients: Generated<number>
      fanned_out_to: string | null
      fanned_out_at: Date | null
    }
    mail_texts: TextName & MailTexts & { changed_at: Generated<Date>; failed_at: Date | null; failure: string | null }
    suppressed_addresses: {
      address: string
      id: Generated<string>
      reason: SuppressionReason
      detail: string
      delivery_id: string | null
      since: Generated<Date>
      reports: Generated<number>
    }
    refused_recipients: {
      address: string
      relay: string
      detail: string
      delivery_id: string
      since: Generated<Date>
      is_about_address: Generated<boolean>
    }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'announcement.published': { announcementId: string }
    'announcement.tested': { draftId: string }
    'email_text.tested': TextName
  }
}

declare module '../events/publish.ts' {
  interface FeedData
    extends Record<`delivery.${EndState}`, { deliveryId: string; kind: EventType; orderId?: number }> {}
}

/** The states in which a delivery needs no further attempt by itself. */
type EndState = 'sent' | 'failed' | 'skipped' | 'in_doubt'
