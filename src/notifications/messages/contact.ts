import { t } from '../../words/words.ts'
import { formatTime, type Letter, type MailShop, oneLine } from './letter.ts'

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
