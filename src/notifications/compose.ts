import { isResetAlive, resetToken } from '../accounts/passwords/reset.ts'
import { verificationToken } from '../accounts/users/verify-email.ts'
import { findContactMessage } from '../contact/queries.ts'
import type { AppContext } from '../context.ts'
import { batch } from '../database/coalesce.ts'
import type { EventPayloads, EventType } from '../events.ts'
import { attemptHeaderOf } from '../mail/attempts.ts'
import { buildMessage } from '../mail/message.ts'
import { idempotencyHeaderOf } from '../mail/relay.ts'
import type { Mail } from '../mail/transport.ts'
import { findOrdersForMail } from '../orders/queries.ts'
import { findAnnouncementsFor } from './announcements/announcements.ts'
import { unsubscribeAddress } from './announcements/unsubscribe.ts'
import { attemptName, type Claim } from './ledger.ts'
import { emailChanged, factorsReset, passwordReset, registered } from './messages/account.ts'
import { announcement } from './messages/announcement.ts'
import { contactMessage } from './messages/contact.ts'
import { renderHtml } from './messages/html.ts'
import { type Letter, oneLine } from './messages/letter.ts'
import { orderCancelled, orderConfirmation, orderShipped } from './messages/order.ts'
import { renderText } from './messages/text.ts'

/** Who reads it, as looked up a moment ago. */
export type Reader = { userId: string | null; name: string; address: string; isDisabled?: boolean }

export type Composed = { mail: Mail; messageId: string }

type Write<T extends EventType> = (payload: EventPayloads[T], reader: Reader) => Promise<Letter | undefined>

/** What each event has to say. Nothing: there is no point in saying it any more. */
function letters(context: AppContext): { [T in EventType]: Write<T> } {
  const { db, clock, serviceKey } = context
  // Known only once HTTP listens, which is later.
  const baseUrl = () => context.baseUrl()
  const orderOf = batch((ids: number[]) => findOrdersForMail(db, ids))
  const newsFor = batch((asks: { announcementId: string; userId: string }[]) => findAnnouncementsFor(db, asks))
  const verificationFor = (id: string, email: string) => verificationToken(serviceKey, { id, email }, clock.now())
  const aboutOrder =
    (letter: typeof orderShipped) =>
    async ({ orderId }: { orderId: number }, { name }: Reader) => {
      const order = await orderOf(orderId)
      return order && letter(order, name, baseUrl())
    }
  return {
    'user.registered': async ({ userId }, { name, address }) =>
      registered(name, verificationFor(userId, address), baseUrl()),
    'user.email_changed': async ({ userId }, { name, address }) =>
      emailChanged(name, verificationFor(userId, address), baseUrl()),
    'user.factors_reset': async (_, { name }) => factorsReset(name, baseUrl()),
    'user.password_reset_requested': async ({ resetId }, { name }) =>
      (await isResetAlive(db, resetId, clock.now()))
        ? passwordReset(name, resetToken(serviceKey, resetId), baseUrl())
        : undefined,
    'order.placed': aboutOrder(orderConfirmation),
    'order.confirmation_requested': aboutOrder(orderConfirmation),
    'order.shipped': aboutOrder(orderShipped),
    'order.cancelled': aboutOrder(orderCancelled),
    'contact.message_received': async ({ messageId }) => {
      const message = await findContactMessage(db, messageId)
      return message && contactMessage(message)
    },
    'announcement.published': async ({ announcementId }, { userId, name }) => {
      const news = await newsFor({ announcementId, userId: userId! })
      return news && announcement(news, name, unsubscribeAddress(context, userId!))
    },
  }
}

/** @returns what writes the e-mail of a delivery from what is true now; undefined: there is nothing to say any more */
export function composer(context: AppContext): (claim: Claim, reader: Reader) => Promise<Composed | undefined> {
  const write = letters(context)
  return async (claim, found) => {
    const reader = { ...found, name: oneLine(found.name) }
    const letter = await (write[claim.type] as Write<EventType>)(claim.payload as never, reader)
    return letter && envelope(context, claim, reader, letter)
  }
}

function envelope(context: AppContext, claim: Claim, reader: Reader, letter: Letter): Composed {
  const { subject, replyTo, unsubscribe } = letter
  const { mailFrom } = context.config
  const attemptHeader = attemptHeaderOf(context.config)
  const idempotencyHeader = idempotencyHeaderOf(context.config)
  // The same for every attempt, so that a receiver can tell that it has this one.
  const messageId = `<${claim.id}@${domainOf(mailFrom)}>`
  const headers = {
    'Message-ID': messageId,
    From: mailFrom,
    To: { name: reader.name, address: reader.address },
    // Our letters say "answer this e-mail": a person reads what comes back.
    'Reply-To': replyTo ?? context.config.supportEmail,
    Subject: subject,
    // RFC 3834 §5: nobody's holiday notice answers this.
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
  return { mail, messageId }
}

function domainOf(mailbox: string): string {
  return /@([^\s@>]+)>?$/.exec(mailbox)?.[1] ?? 'semel.invalid'
}
