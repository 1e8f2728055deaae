import { t } from '../../words/words.ts'
import type { Letter, MailShop } from './letter.ts'

/** Tells the creator of a webhook that we have stopped sending to it. */
export function webhookDisabled(
  { id, url }: { id: string; url: string },
  because: 'operator' | 'gone' | 'failing',
  shop: MailShop,
): Letter {
  const reason =
    because === 'gone'
      ? t('It answered 410 (Gone), so it wants no more events.')
      : t('Every attempt in the last three days failed.')
  return {
    subject: t('A webhook has been disabled'),
    preview: reason,
    heading: t('A webhook has been disabled'),
    before: [t('We no longer send events to {url}. {reason}', { url, reason })],
    facts: [{ kind: 'button', label: t('See the webhook'), address: `${shop.url}/admin/webhooks/${id}` }],
    after: [
      {
        kind: 'note',
        text: t('No event is lost. When you enable the webhook, it continues where it stopped.'),
      },
    ],
    reason: t('You get this email because you look after this webhook.'),
    values: { 'webhook.url': url, 'webhook.reason': reason },
  }
}
