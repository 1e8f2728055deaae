/** The pages of guests: the link of an order, and the form that asks for it. */

import { narrowPage } from '../../accounts/components.ts'
import { findGuest } from '../../accounts/guests/order-links.ts'
import { forgetOrderToken, keepOrderToken } from '../../accounts/sessions/cookies.ts'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { formPage } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'

const findForm: Form<Text> = {
  id: 'find-order',
  action: '/find-order',
  operation: { method: 'POST', address: '/api/guest-orders/link' },
  fields: [
    { name: 'orderId', label: 'Order number', type: 'text', inputmode: 'numeric', value: 'integer', required: true },
    { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' },
  ],
  button: 'Send the link',
  success: {
    say: 'If number and address fit, an email with a link to the order is on its way. Not there after a minute? Check the spelling and your spam folder, or send it again.',
    keepForm: true,
  },
}

export function guestPages(app: App, context: AppContext): void {
  // A mail scanner that opens the link changes nothing. The token leaves the address, which a browser keeps and shows to others.
  app.get('/order-link', async (request, reply) => {
    const token = withoutMarks((request.query as { token?: string }).token)
    const guest = token ? await findGuest(context.db, token) : undefined
    if (guest) {
      keepOrderToken(context, reply, token!)
      return reply.redirect(`/orders/${guest.orderId}`, 303)
    }
    forgetOrderToken(context, reply)
    return sendPage(reply, endedPage(await app.visitorOf(request, reply)), 410)
  })

  formPage(app, findForm, (visitor, state) => findPage(visitor, state))
}

function findPage(visitor: Visitor, state: FormState) {
  return narrowPage('Find your order', visitor, state, [
    html`<p class="lede">${t("You have ordered without an account? We'll send a link to your order to the address that you ordered with.")}</p>
      <div class="card">${renderForm(findForm, state, visitor.csrfToken)}</div>
      <p>${rich('With an account, <a>sign in</a> to see your orders.', { a: link('/login?next=/orders') })}</p>`,
  ])
}

function endedPage(visitor: Visitor) {
  return narrowPage('This link no longer works', visitor, {}, [
    html`<p class="lede">${t('There is a newer one, or the order belongs to an account now.')}</p>
      <p><a class="button" href="/find-order">${t('Send me a new link')}</a></p>
      <p>${rich('With an account, <a>sign in</a> to see your orders.', { a: link('/login?next=/orders') })}</p>`,
  ])
}
