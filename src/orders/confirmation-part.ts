/** "Where is my confirmation?": the state of an order's e-mail, as the API tells it to the visitor. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { time } from '../pages/format.ts'
import { type Html, html } from '../pages/html.ts'
import type { Visitor } from '../pages/visitor.ts'
import type { Order } from './order.ts'

export type Confirmation = {
  type: string
  status: 'pending' | 'claimed' | 'finishing' | 'sent' | 'failed' | 'skipped' | 'in_doubt'
  /** Where it went; null until it has gone. */
  address: string | null
  sentAt: string | null
}

export const confirmAgain: Form = {
  id: 'confirm',
  action: '/orders/:id/confirmation',
  operation: { method: 'POST', address: '/api/notifications/order-confirmation' },
  fields: [{ name: 'orderId', label: 'Order', type: 'hidden', value: 'integer' }],
  button: 'Send the confirmation again',
  once: true,
  success: { go: '/orders/{orderId}' },
  look: 'quiet',
}

/** @returns the newest confirmation, or undefined: there is none that the visitor may know of */
export async function askForConfirmation(app: FastifyInstance, request: FastifyRequest, orderId: number) {
  const { cookie = '', host = '' } = request.headers
  const answer = await app.inject({
    url: `/api/notifications?order=${orderId}&limit=100`,
    headers: { cookie, host, accept: 'application/json' },
    remoteAddress: request.socket.remoteAddress,
  })
  if (answer.statusCode !== 200) return undefined
  const { items } = answer.json<{ items: Confirmation[] }>()
  return items.find(({ type }) => type === 'order.placed' || type === 'order.confirmation_requested')
}

export function confirmationPart(visitor: Visitor, order: Order, found: Confirmation, state: FormState): Html {
  const moved = found.status === 'sent' && found.address !== order.owner.email
  const mayAsk = found.status === 'sent' || found.status === 'failed' || found.status === 'skipped'
  return html`<section class="card" aria-labelledby="confirmation">
    <h2 id="confirmation">Confirmation email</h2>
    <p>${inWords(found)}</p>
    ${moved && html`<p class="soft">Your email is now ${order.owner.email}.</p>`}
    ${
      mayAsk &&
      renderForm(
        confirmAgain,
        { ...state, params: { id: String(order.id) }, values: { orderId: String(order.id) } },
        visitor.csrfToken,
      )
    }
  </section>`
}

function inWords({ status, address, sentAt }: Confirmation): Html {
  switch (status) {
    case 'sent':
      return html`Sent to ${address} on ${time(sentAt!)}. It can take half a minute to arrive. If you can't find it, check
        your spam folder, then ask for another one.`
    case 'failed':
      return html`We couldn't deliver it. Check the email address in <a href="/account">your account</a>.`
    case 'skipped':
      return html`It was not sent.`
    case 'in_doubt':
      return html`We've handed it to the mail server but don't know yet whether it arrived. We're checking.`
    default:
      return html`On its way. It usually arrives within half a minute.`
  }
}
