import type { Letter } from './letter.ts'

/** Tells the creator of a webhook that Semel has stopped sending to it. */
export function webhookDisabled(
  { id, url }: { id: string; url: string },
  because: 'operator' | 'gone' | 'failing',
  shop: string,
): Letter {
  const reason =
    because === 'gone'
      ? 'It answered 410 (Gone), so it wants no more events.'
      : 'Every attempt in the last three days failed.'
  return {
    subject: 'A webhook has been disabled',
    preview: reason,
    heading: 'A webhook has been disabled',
    body: [
      { kind: 'paragraph', text: `We no longer send events to ${url}. ${reason}` },
      { kind: 'button', label: 'See the webhook', address: `${shop}/admin/webhooks/${id}` },
      { kind: 'note', text: 'No event is lost. When you enable the webhook, it continues where it stopped.' },
    ],
    reason: 'You get this email because you look after this webhook.',
  }
}
