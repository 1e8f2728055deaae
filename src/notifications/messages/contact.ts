/** The letters about messages from the contact page: to the support desk, and the answers to those who wrote. */
import { t } from '../../words/words.ts'
import { formatTime, hello, type Letter, linesOf, type MailShop, oneLine } from './letter.ts'

type ContactMessage = { id: string; email: string; name: string | null; message: string; received_at: Date }

/** The email to the support desk. A reply to it goes to the author of the message. */
export function contactMessage({ email, name: written, message, received_at }: ContactMessage, shop: MailShop): Letter {
  const name = oneLine(written ?? '')
  const called = name || email
  const from = name ? `${name} <${email}>` : email
  const received = formatTime(received_at, shop)
  return {
    subject: t('Contact message from {name}', { name: called }),
    preview: message.slice(0, 120),
    heading: t('A message from the contact form'),
    before: [],
    facts: [
      {
        kind: 'facts',
        rows: [
          [t('From'), from],
          [t('Received'), received],
        ],
      },
      { kind: 'quote', text: message },
    ],
    after: [{ kind: 'note', text: t('Reply to this email to answer the person who wrote.') }],
    reason: t('You get this email because contact messages go to this address.'),
    replyTo: { name, address: email },
    values: { 'message.name': called, 'message.from': from, 'message.received': received },
  }
}

type ContactReply = { text: string; messageId: string; message: string; receivedAt: Date }

/** The answer to such a message, which it quotes. An answer to this email goes to the shop. */
export function contactReply(
  { text, messageId, message, receivedAt }: ContactReply,
  userName: string,
  shop: MailShop,
): Letter {
  const time = formatTime(receivedAt, shop)
  const paragraphs = linesOf(text)
    .join('\n')
    .split(/\n(?:[ \t]*\n)+/)
  return {
    subject: t('Your message to {name}', { name: shop.name }),
    preview: text.slice(0, 120),
    heading: t('Our answer to your message'),
    before: [hello(userName)],
    facts: paragraphs.map(text => ({ kind: 'paragraph', text })),
    after: [],
    last: [
      { kind: 'note', text: t('You wrote on {time}:', { time }) },
      { kind: 'quote', text: message },
    ],
    reason: t('You get this email because you wrote to us. Reply to it to write again.'),
    thread: `message-${messageId}`,
    values: { 'message.received': time },
  }
}
