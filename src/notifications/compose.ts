/** Composes the email of a delivery: the recipient, the letter and the message around it. */
import { sql } from 'kysely'
import { isResetAlive, resetToken } from '../accounts/passwords/reset.ts'
import { isReleased, mailboxToken } from '../accounts/users/verify-email.ts'
import { productToTell } from '../catalogue/stock-alerts/alerts.ts'
import { findContactMessage } from '../contact/queries.ts'
import type { AppContext } from '../context.ts'
import { batch } from '../database/coalesce.ts'
import { PREPARED } from '../database/prepared.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import type { EventPayloads, EventType } from '../events/announce.ts'
import { buildMessage } from '../mail/message.ts'
import { idempotencyHeaderOf, inboxOf } from '../mail/relay.ts'
import type { Mail } from '../mail/transport.ts'
import { findOrdersForMail } from '../orders/queries.ts'
import { findRefund } from '../payments/queries.ts'
import { findFormerUser } from '../privacy/former-users.ts'
import { findEndpoint } from '../webhooks/queries.ts'
import { findAnnouncementsFor } from './announcements/announcements.ts'
import { findDraft } from './announcements/drafts.ts'
import { unsubscribeAddress } from './announcements/unsubscribe.ts'
import type { Claim } from './claim.ts'
import { attemptName } from './ledger.ts'
import {
  accountDeleted,
  codesRefused,
  credentialsChanged,
  emailChanged,
  factorsDisabled,
  factorsReset,
  newDevice,
  passwordReset,
  registeredLetter,
  verificationLetter,
} from './messages/account.ts'
import { announcement } from './messages/announcement.ts'
import { contactMessage } from './messages/contact.ts'
import { renderHtml } from './messages/html.ts'
import { type Letter, oneLine, plainName } from './messages/letter.ts'
import { orderCancelled, orderConfirmation, orderShipped, trackingNumberChanged } from './messages/order.ts'
import { paymentFailed, paymentReceived, refundSent } from './messages/payment.ts'
import { backInStock } from './messages/product.ts'
import { renderText } from './messages/text.ts'
import { webhookDisabled } from './messages/webhook.ts'

/** An email that is ready to send, or the reason why there is none. */
export type Composed = { mail: Mail; messageId: string; address: string } | { skip: string }

/** The recipient as the database describes them now; `userId` is null for the support desk. */
type Recipient = {
  userId: string | null
  name: string
  address: string
  isDisabled?: boolean
  isVerified: boolean
  /** A registration that no code has confirmed. */
  isPending?: boolean
}

/**
 * Composes the email of a delivery from current data: the recipient's address above all, never one that was stored with
 * the event (rule R3). Simultaneous deliveries share their look-ups.
 */
export function composer(context: AppContext): (claim: Claim) => Promise<Composed> {
  const write = letters(context)
  const findUser = batch((ids: string[]) => findRecipients(context, ids))
  const supportDesk: Recipient = { userId: null, name: '', address: context.config.supportEmail, isVerified: true }
  const recipientOf = async ({ userId, type, payload }: Claim): Promise<Recipient | undefined> => {
    if (userId !== null) return findUser(userId)
    if (type !== 'user.deleted') return supportDesk
    const former = await findFormerUser(context.db, (payload as EventPayloads['user.deleted']).userId)
    return former && { ...former, userId: null }
  }
  return async claim => {
    const found = await recipientOf(claim)
    if (!found) return { skip: 'The user no longer exists.' }
    if (isReleased(found.address))
      return { skip: 'The owner of the mailbox has taken the address back, so the account has none.' }
    if (found.isDisabled) return { skip: 'The account of the user is disabled.' }
    // A stranger may have entered the address, so it gets none of the stranger's text.
    const recipient = { ...found, name: found.isVerified ? oneLine(found.name) : plainName(found.name) }
    const letter = await (write[claim.type] as Write<EventType>)(claim.payload as never, recipient, claim.eventId)
    if (!letter) return { skip: 'The email was about something that is over.' }
    return addressLetter(context, claim, recipient, letter)
  }
}

/** A worker with a wrong clock must not leave an email out. */
async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select statement_timestamp() as now`.execute(db)
  return one(rows).now
}

async function findRecipients({ db }: AppContext, ids: string[]): Promise<(Recipient | undefined)[]> {
  const { rows } = await sql<Recipient>`${PREPARED}
    select id as "userId", user_name as name, email as address, disabled_at is not null as "isDisabled",
      email_verified_at is not null as "isVerified", confirmed_at is null as "isPending"
    from users where id = any(${ids}::uuid[])
  `.execute(db)
  const recipients = new Map(rows.map(recipient => [recipient.userId, recipient]))
  return ids.map(id => recipients.get(id))
}

/** Undefined when there is no reason left to send the email. */
type Write<T extends EventType> = (
  payload: EventPayloads[T],
  recipient: Recipient,
  eventId: string,
) => Promise<Letter | undefined>

/** The letter for each event. */
function letters(context: AppContext): { [T in EventType]: Write<T> } {
  const { db, clock, serviceKey } = context
  // Looked up for each letter, because it is known only once HTTP listens.
  const baseUrl = () => context.baseUrl()
  const orderOf = batch((ids: number[]) => findOrdersForMail(db, ids))
  const announcementFor = batch((asks: { announcementId: string; userId: string }[]) => findAnnouncementsFor(db, asks))
  const linkFor = (purpose: 'verify-email' | 'release-email', id: string, email: string) =>
    `${baseUrl()}/${purpose}?token=${mailboxToken(serviceKey, purpose, { id, email }, clock.now())}`
  const linksFor = (id: string, email: string) => ({
    verify: linkFor('verify-email', id, email),
    release: linkFor('release-email', id, email),
  })
  const aboutOrder =
    (letter: typeof orderShipped) =>
    async ({ orderId }: { orderId: number }, { name, isVerified }: Recipient) => {
      const order = await orderOf(orderId)
      return order && letter(isVerified ? order : { ...order, note: null, deliveryAddress: null }, name, baseUrl())
    }
  return {
    'user.registered': async ({ userId }, { name, address }) => registeredLetter(name, linksFor(userId, address)),
    'user.email_changed': async ({ userId }, { name, address }) => emailChanged(name, linksFor(userId, address)),
    'user.factors_reset': async (_, { name }) => factorsReset(name, baseUrl()),
    'user.credentials_changed': async ({ change }, { name }) => credentialsChanged(change, name, baseUrl()),
    'user.verification_requested': async ({ userId }, { name, address, isVerified }) =>
      isVerified ? undefined : verificationLetter(name, linksFor(userId, address)),
    'user.deleted': async (_, { name, isVerified }) => accountDeleted({ userName: name, isVerified }, baseUrl()),
    'user.codes_refused': async ({ at }, { name }) => codesRefused(new Date(at), name, baseUrl()),
    'user.factors_disabled': async ({ kinds }, { name }) => factorsDisabled(kinds, name, baseUrl()),
    'user.signed_in_on_new_device': async ({ at }, { name }) => newDevice(new Date(at), name, baseUrl()),
    'user.password_reset_requested': async ({ userId, resetId }, { name, address, isVerified, isPending }) =>
      (await isResetAlive(db, resetId, await databaseTime(db)))
        ? passwordReset(name, {
            reset: `${baseUrl()}/reset-password?token=${resetToken(serviceKey, resetId)}`,
            release: isVerified || isPending ? undefined : linkFor('release-email', userId, address),
            isPending,
          })
        : undefined,
    'order.placed': aboutOrder(orderConfirmation),
    'order.confirmation_requested': aboutOrder(orderConfirmation),
    'order.shipped': aboutOrder(orderShipped),
    'order.cancelled': aboutOrder(orderCancelled),
    'order.tracking_number_changed': aboutOrder(trackingNumberChanged),
    'payment.received': aboutOrder(paymentReceived),
    'payment.failed': aboutOrder(paymentFailed),
    'refund.sent': async ({ orderId, refundId }, { name }) => {
      const [order, refund] = await Promise.all([orderOf(orderId), findRefund(db, refundId)])
      return order && refund && refundSent(order, refund, name, baseUrl())
    },
    'contact.message_received': async ({ messageId }) => {
      const message = await findContactMessage(db, messageId)
      return message && contactMessage(message)
    },
    'announcement.published': async ({ announcementId }, { userId, name }) => {
      const found = await announcementFor({ announcementId, userId: userId! })
      return found && announcement(found, name, unsubscribeAddress(context, userId!))
    },
    'announcement.tested': async ({ draftId }, { userId, name }) => {
      const draft = await findDraft(db, draftId)
      if (!draft) return undefined
      const letter = announcement(draft, name, unsubscribeAddress(context, userId!))
      return { ...letter, subject: `Test: ${letter.subject}` }
    },
    'product.back_in_stock': async ({ productId }, { userId, name }, eventId) => {
      const product = await productToTell(db, eventId, { productId, userId: userId! })
      return product && backInStock(product, name, baseUrl())
    },
    'webhook.disabled': async ({ webhookId, because }) => {
      const endpoint = await findEndpoint(db, webhookId)
      return endpoint && webhookDisabled(endpoint, because, baseUrl())
    },
  }
}

function addressLetter(context: AppContext, claim: Claim, recipient: Recipient, letter: Letter): Composed {
  const { subject, replyTo, unsubscribe } = letter
  const { mailFrom } = context.config
  // A relay cannot be asked about attempts, so customers never see this header.
  const attemptHeader = inboxOf(context)?.attemptHeader
  const idempotencyHeader = idempotencyHeaderOf(context.config)
  // The same for every attempt, so that a receiver recognizes a repeat.
  const messageId = `<${claim.id}@${domainOf(mailFrom)}>`
  const headers = {
    'Message-ID': messageId,
    From: mailFrom,
    To: { name: recipient.name, address: recipient.address },
    // Emails say "reply to this email", and a person reads the replies.
    'Reply-To': replyTo ?? context.config.supportEmail,
    Subject: subject,
    // RFC 3834 §5: keeps automatic replies such as vacation notices away.
    'Auto-Submitted': 'auto-generated',
    ...(attemptHeader && { [attemptHeader]: attemptName(claim) }),
    ...(idempotencyHeader && { [idempotencyHeader]: claim.id }),
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
  const shop = context.baseUrl()
  const mail = buildMessage(headers, { text: renderText(letter, shop), html: renderHtml(letter, shop).toString() })
  return { mail, messageId, address: recipient.address }
}

function domainOf(mailbox: string): string {
  return /@([^\s@>]+)>?$/.exec(mailbox)?.[1] ?? 'semel.invalid'
}
