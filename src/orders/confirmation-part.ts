/** The section of an order page that says where the confirmation email is. */
import type { Delivery } from '../notifications/queries.ts'
import { section } from '../pages/components.ts'
import { step } from '../pages/form-kinds.ts'
import { time } from '../pages/format.ts'
import type { ShowForm } from '../pages/forms-of.ts'
import { type Html, html } from '../pages/html.ts'
import type { Order } from './order.ts'

export const confirmAgain = step({
  id: 'confirm',
  at: '/orders/:id/confirmation',
  api: '/api/notifications/order-confirmation',
  fields: [{ name: 'orderId', label: 'Order', type: 'hidden', value: 'integer' }],
  button: 'Send the confirmation again',
  once: true,
  done: 'The confirmation is on its way or was just sent.',
  go: '/orders/{orderId}',
})

export function confirmationPart(order: Order, found: Delivery, show: ShowForm): Html {
  const moved = found.state === 'sent' && found.address !== order.owner.email
  // The customer has nothing to prepare for. Through the API, the email says that the order is cancelled.
  const mayAsk = order.status !== 'cancelled' && ['sent', 'failed', 'skipped'].includes(found.state)
  const body = html`
    <div data-live="confirmation"${mayAsk && html` data-settled`}>
      <p>${statusText(found, mayAsk)}</p>
      ${moved && html`<p class="soft">Your email is now ${order.owner.email}.</p>`}
      ${mayAsk && show(confirmAgain, { orderId: String(order.id) })}
    </div>`
  return section('confirmation', 'Confirmation email', body, { look: 'card' })
}

function statusText({ state, reply, address, endedAt }: Delivery, mayAsk: boolean): Html {
  switch (state) {
    case 'sent':
      return html`Sent to ${address} on ${time(endedAt!)}. It can take half a minute to arrive. If you can't find it, check
        your spam folder${mayAsk && ', then ask for another one'}.`
    case 'failed':
      return html`We couldn't deliver it. Check the email address in <a href="/account">your account</a>.`
    case 'skipped':
      return html`It was not sent. ${reply}`
    case 'in_doubt':
      return html`We've handed it to the mail server but don't know yet whether it arrived. We're checking.`
    default:
      return html`On its way. It usually arrives within half a minute.`
  }
}
