import MailComposer from 'nodemailer/lib/mail-composer'
import { isResetAlive, resetToken } from '../accounts/reset.ts'
import { verificationToken } from '../accounts/verify-email.ts'
import { findContactMessage } from '../contact/queries.ts'
import type { EventPayloads, EventType } from '../events.ts'
import type { Ground } from '../ground.ts'
import { ATTEMPT_HEADER } from '../mail/inbox.ts'
import type { Mail } from '../mail/transport.ts'
import { findOrderForMail } from '../orders/queries.ts'
import { findAnnouncementFor } from './announcements.ts'
import { attemptName, type Claim } from './ledger.ts'
import { emailChanged, passwordReset, registered } from './messages/account.ts'
import { announcement } from './messages/announcement.ts'
import { contactMessage } from './messages/contact.ts'
import { renderHtml } from './messages/html.ts'
import type { Letter } from './messages/letter.ts'
import { orderCancelled, orderConfirmation, orderShipped } from './messages/order.ts'
import { renderText } from './messages/text.ts'
import { unsubscribeAddress } from './unsubscribe.ts'

/** Who reads it, as looked up a moment ago. */
export type Reader = { userId: string | null; name: string; address: string }

export type Composed = { mail: Mail; messageId: string }

/** What each event has to say. Nothing: there is no point in saying it any more. */
const LETTERS: {
  [T in EventType]: (ground: Ground, payload: EventPayloads[T], reader: Reader) => Promise<Letter | undefined>
} = {
  'user.registered': async (ground, { userId }, { name, address }) =>
    registered(name, verificationFor(ground, userId, address), ground.baseUrl()),
  'user.email_changed': async (ground, { userId }, { name, address }) =>
    emailChanged(name, verificationFor(ground, userId, address), ground.baseUrl()),
  'user.password_reset_requested': async (ground, { resetId }, { name }) =>
    (await isResetAlive(ground.db, resetId, ground.clock.now()))
      ? passwordReset(name, resetToken(ground.secretKey, resetId), ground.baseUrl())
      : undefined,
  'order.placed': (ground, payload, reader) => aboutOrder(ground, payload, reader, orderConfirmation),
  'order.confirmation_requested': (ground, payload, reader) => aboutOrder(ground, payload, reader, orderConfirmation),
  'order.shipped': (ground, payload, reader) => aboutOrder(ground, payload, reader, orderShipped),
  'order.cancelled': (ground, payload, reader) => aboutOrder(ground, payload, reader, orderCancelled),
  'contact.message_received': async (ground, { messageId }) => {
    const message = await findContactMessage(ground.db, messageId)
    return message && contactMessage(message)
  },
  'announcement.published': async (ground, { announcementId }, { userId, name }) => {
    const found = await findAnnouncementFor(ground.db, announcementId, userId!)
    return found && announcement(found, name, unsubscribeAddress(ground, userId!))
  },
}

function verificationFor(ground: Ground, id: string, email: string): string {
  return verificationToken(ground.secretKey, { id, email }, ground.clock.now())
}

async function aboutOrder(
  ground: Ground,
  { orderId }: { orderId: number },
  reader: Reader,
  letter: typeof orderShipped,
) {
  const order = await findOrderForMail(ground.db, orderId)
  return order && letter(order, reader.name, ground.baseUrl())
}

/** Writes the e-mail of a delivery, from what is true now. @returns undefined when there is nothing to say any more */
export async function compose(ground: Ground, claim: Claim, reader: Reader): Promise<Composed | undefined> {
  const write = LETTERS[claim.type] as (ground: Ground, payload: object, reader: Reader) => Promise<Letter | undefined>
  const letter = await write(ground, claim.payload, reader)
  if (!letter) return undefined

  const { subject, replyTo, unsubscribe } = letter
  const { mailFrom } = ground.config
  // The same for every attempt, so that a receiver can tell that it has this one.
  const messageId = `<${claim.id}@${domainOf(mailFrom)}>`
  const node = new MailComposer({
    messageId,
    from: mailFrom,
    to: { name: reader.name, address: reader.address },
    ...(replyTo && { replyTo }),
    subject,
    text: renderText(letter, ground.baseUrl()),
    html: renderHtml(letter, ground.baseUrl()).toString(),
    headers: {
      // RFC 3834 §5: nobody's holiday notice answers this.
      'Auto-Submitted': 'auto-generated',
      [ATTEMPT_HEADER]: attemptName(claim),
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }).compile()
  const { from, to } = node.getEnvelope()
  const source = await node.build()
  return { mail: { from: String(from), to: to[0]!, source }, messageId }
}

function domainOf(mailbox: string): string {
  return /@([^\s@>]+)>?$/.exec(mailbox)?.[1] ?? 'semel.invalid'
}
