import { hello, type Letter } from './letter.ts'

export function announcement(
  { subject, message }: { subject: string; message: string },
  userName: string,
  unsubscribe: string,
): Letter {
  const paragraphs = message.split(/\r?\n(?:[ \t]*\r?\n)+/)
  return {
    subject,
    preview: paragraphs[0]!.slice(0, 120),
    heading: subject,
    body: [hello(userName), ...paragraphs].map(text => ({ kind: 'paragraph', text })),
    reason: 'You get this email because you have an account with us.',
    unsubscribe,
  }
}
