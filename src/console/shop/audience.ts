import { date } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { after, SECOND } from '../../time.ts'

/** The recipients of an announcement, in words, with the days of the shop. */
export function audience(from: Date | null, before: Date | null): Html | string {
  if (!from && !before) return 'All customers'
  const until = before && date(after(before, -SECOND))
  return html`Customers with an order${from && html` from ${date(from)}`}${until && html` to ${until}, this day included`}`
}
