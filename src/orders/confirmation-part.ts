/** The section of an order page that says where the confirmation email is. */
import type { Delivery } from '../notifications/queries.ts'
import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { time } from '../pages/format.ts'
import { type Html, html } from '../pages/html.ts'
import type { Visitor } from '../pages/visitor.ts'
import type { Order } from './order.ts'

export const confirmAgain: Form = {
  id: 'confirm',
  action: '/orders/:id/confirmation',
  operation: { method: 'POST', address: '/api/notifications/order-confirmation' },
  fields: [{ name: 'orderId', label: 'Order', type: 'hidden', value: 'integer' }],
  button: 'Send the confirmation again',
  once: true,
  success: { go: '/orders/{orderId}', done: 'The confirmation is on its way or was just sent.' },
  look: 'quiet',
}

export function confirmationPart(visitor: Visitor, order: Order, found: Delivery, state: FormState): Html {
  const moved = found.state === 'sent' && found.address !== order.owner.email
  // The customer has nothing to prepare for. Through the API, the email says that the order is cancelled.
  const mayAsk = order.status !== 'cancelled' && ['sent', 'failed', 'skipped'].includes(found.state)
  return html`<section class="card" aria-labelledby="confirmation">
    <h2 id="confirmation">Confirmation email</h2>
    <div data-live="confirmation"${mayAsk && html` data-settled`}>
      <p>${statusText(found, mayAsk)}</p>
      ${moved && html`<p class="soft">Your email is now ${order.owner.email}.</p>`}
      ${
        mayAsk &&
        renderForm(
          confirmAgain,
          { ...state, params: { id: String(order.id) }, values: { orderId: String(order.id) } },
          visitor.csrfToken,
        )
      }
    </div>
  </section>`
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
