import { type Html, html } from '../../html/html.ts'
import { date } from '../../pages/format.ts'
import { after, SECOND } from '../../time.ts'

type Audience = { kind: 'news' | 'service'; ordered_from: Date | null; ordered_before: Date | null }

/** The recipients of an announcement, in words, with the days of the shop. */
export function audience({ kind, ordered_from: from, ordered_before: before }: Audience): Html | string {
  const who = kind === 'news' ? 'Customers who asked for news' : 'All customers'
  if (!from && !before) return who
  const until = before && date(after(before, -SECOND))
  return html`${kind === 'news' ? `${who}, with` : 'Customers with'} an order${
    from &&
    html` from
    ${date(from)}`
  }${until && html` to ${until}, this day included`}`
}
