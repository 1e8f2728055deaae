import { t } from '../../words/words.ts'
import { hello, type Letter, oneLine } from './letter.ts'

export function announcement(
  { subject, message, kind = 'service' }: { subject: string; message: string; kind?: 'news' | 'service' },
  userName: string,
  unsubscribe: string,
): Letter {
  const paragraphs = message.split(/\r?\n(?:[ \t]*\r?\n)+/)
  return {
    subject,
    preview: paragraphs[0]!.slice(0, 120),
    heading: subject,
    before: [hello(userName)],
    facts: paragraphs.map(text => ({ kind: 'paragraph', text })),
    after: [],
    reason:
      kind === 'news'
        ? t('You get this email because you asked us for news.')
        : t('You get this email because you have an account with us.'),
    unsubscribe,
    values: { 'announcement.subject': oneLine(subject) },
  }
}
