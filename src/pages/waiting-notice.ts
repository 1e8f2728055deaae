/** Says on the home page and in the cart that an order of the visitor waits for its payment, which is easily left half-way. */
import { t } from '../words/words.ts'
import { type Html, html } from './html.ts'
import type { Visitor } from './visitor.ts'

export function waitingNotice({ waiting }: Visitor): Html | undefined {
  if (!waiting || waiting.count === 0) return undefined
  const address = waiting.count === 1 ? `/orders/${waiting.orderId}` : '/orders'
  return html`<p class="notice warning"><a href="${address}">${t('{count} orders wait for their payment.', { count: waiting.count })}</a></p>`
}
