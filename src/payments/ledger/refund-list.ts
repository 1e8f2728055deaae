/** The states of refunds in words, and the refunds of an order as its customer sees them. */
import { type Html, html } from '../../html/html.ts'
import { badge, type Tone } from '../../pages/components.ts'
import { money, time } from '../../pages/format.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { Refund } from '../queries.ts'

export const REFUND_TEXT: Record<Refund['state'], string> = {
  pending: 'On its way',
  to_transfer: 'Will be transferred',
  done: 'Sent',
  failed: 'Failed',
  in_doubt: 'Being checked',
}
export const REFUND_TONES: Record<Refund['state'], Tone | undefined> = {
  pending: 'info',
  to_transfer: 'warn',
  done: 'good',
  failed: 'bad',
  in_doubt: 'warn',
}

export const DROPPED_TEXT = {
  waived: 'Waived',
  unpaid: 'Not due anymore',
} as const satisfies Record<NonNullable<Refund['dropped']>, Text>

/** @param links where to name the account, of refunds that wait for it */
export function refundList(refunds: Refund[], links: ReadonlyMap<string, string> = new Map()): Html {
  return html`<h3>${t('Refunds')}</h3><ul>${refunds.map(
    ({ id, amount, currency, state, dropped, endedAt, createdAt }) =>
      html`<li>${money(amount, currency)} ${
        dropped ? badge(DROPPED_TEXT[dropped]) : badge(REFUND_TEXT[state], REFUND_TONES[state])
      } <span class="soft">${time(endedAt ?? createdAt)}</span>
        ${links.has(id) && html`<br><a href="${links.get(id)!}">${t('Where can we send your refund?')}</a>`}</li>`,
  )}</ul>`
}
