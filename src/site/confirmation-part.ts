/** The section of an order page that says where the confirmation email is. */
import { type Html, html } from '../html/html.ts'
import { link, rich } from '../html/rich.ts'
import type { Delivery } from '../notifications/queries.ts'
import type { Order } from '../orders/order.ts'
import { section } from '../pages/components.ts'
import { step } from '../pages/form-kinds.ts'
import { time } from '../pages/format.ts'
import type { ShowForm } from '../pages/forms-of.ts'
import type { Text } from '../words/text.ts'
import { t, translated } from '../words/words.ts'

export const confirmAgain = step<Text>({
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
      ${moved && html`<p class="soft">${t('Your email is now {email}.', { email: order.owner.email })}</p>`}
      ${mayAsk && show(confirmAgain, { orderId: String(order.id) })}
    </div>`
  return section('confirmation', 'Confirmation email', body, { look: 'card' })
}

function statusText({ state, reply, address, endedAt }: Delivery, mayAsk: boolean): Html {
  switch (state) {
    case 'sent': {
      const sent = { address: address ?? '', time: time(endedAt!) }
      return mayAsk
        ? rich(
            "Sent to {address} on {time}. It can take half a minute to arrive. If you can't find it, check your spam folder, then ask for another one.",
            sent,
          )
        : rich(
            "Sent to {address} on {time}. It can take half a minute to arrive. If you can't find it, check your spam folder.",
            sent,
          )
    }
    case 'failed':
      return rich("We couldn't deliver it. Check the email address in <a>your account</a>.", { a: link('/account') })
    case 'skipped':
      return html`${t('It was not sent.')} ${reply && translated(reply)}`
    case 'in_doubt':
      return html`${t("We've handed it to the mail server but don't know yet whether it arrived. We're checking.")}`
    default:
      return html`${t('On its way. It usually arrives within half a minute.')}`
  }
}
