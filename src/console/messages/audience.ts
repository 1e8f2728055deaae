import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { date } from '../../pages/format.ts'
import { after, SECOND } from '../../time.ts'
import { t } from '../../words/words.ts'

type Audience = { kind: 'news' | 'service'; ordered_from: Date | null; ordered_before: Date | null }

/** The recipients of an announcement, in words, with the days of the shop. */
export function audience({ kind, ordered_from: from, ordered_before: before }: Audience): Html | string {
  const who = kind === 'news' ? t('Customers who asked for news') : t('All customers')
  if (!from && !before) return who
  const until = before && date(after(before, -SECOND))
  const first = from && html` ${rich('from {day}', { day: date(from) })}`
  const last = until && html` ${rich('to {day}, this day included', { day: until })}`
  const ordered = html`${first}${last}`
  return kind === 'news'
    ? html`${t('Customers who asked for news, with an order')}${ordered}`
    : html`${t('Customers with an order')}${ordered}`
}
