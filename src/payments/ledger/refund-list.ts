/** The states of refunds in words, and the refunds of an order as its customer sees them. */
import { type Html, html } from '../../html/html.ts'
import { badge, stateBadge } from '../../pages/components.ts'
import { money, time } from '../../pages/format.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { Refund } from '../queries.ts'
import { REFUND_LABELS } from '../states.ts'

export const DROPPED_TEXT = {
  waived: 'Waived',
  unpaid: 'Not due anymore',
} as const satisfies Record<NonNullable<Refund['dropped']>, Text>

/** @param links where to name the account, of refunds that wait for it */
export function refundList(refunds: Refund[], links: ReadonlyMap<string, string> = new Map()): Html {
  return html`<h3>${t('Refunds')}</h3><ul>${refunds.map(
    ({ id, amount, currency, state, dropped, endedAt, createdAt }) =>
      html`<li>${money(amount, currency)} ${
        dropped ? badge(DROPPED_TEXT[dropped]) : stateBadge(REFUND_LABELS[state])
      } <span class="soft">${time(endedAt ?? createdAt)}</span>
        ${links.has(id) && html`<br><a href="${links.get(id)!}">${t('Where can we send your refund?')}</a>`}</li>`,
  )}</ul>`
}
