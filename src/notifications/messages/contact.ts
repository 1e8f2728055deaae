import { formatTime, type Letter, oneLine } from './letter.ts'

type ContactMessage = { id: string; email: string; name: string | null; message: string; received_at: Date }

/** The email to the support desk. A reply to it goes to the author of the message. */
export function contactMessage({ email, name: written, message, received_at }: ContactMessage): Letter {
  const name = oneLine(written ?? '')
  const from = name ? `${name} <${email}>` : email
  return {
    subject: `Contact message from ${name || email}`,
    preview: message.slice(0, 120),
    heading: 'A message from the contact form',
    body: [
      {
        kind: 'facts',
        rows: [
          ['From', from],
          ['Received', formatTime(received_at)],
        ],
      },
      { kind: 'quote', text: message },
      { kind: 'note', text: 'Reply to this email to answer the person who wrote.' },
    ],
    reason: 'You get this email because contact messages go to this address.',
    replyTo: { name, address: email },
  }
}
