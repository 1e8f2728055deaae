/** The page behind the link in the email: its reader names the account for one refund. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money } from '../../pages/format.ts'
import { page } from '../../pages/layout.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { findByToken } from './account.ts'

const giveForm: Form<Text> = {
  id: 'refund-account',
  action: '/refund-account',
  operation: { method: 'POST', address: '/api/refund-accounts' },
  fields: [
    { name: 'token', label: 'Link', type: 'hidden' },
    { name: 'iban', label: 'IBAN', type: 'text', required: true, autocomplete: 'off' },
    { name: 'holder', label: 'Account holder', type: 'text', required: true, autocomplete: 'name' },
  ],
  button: 'Send it to this account',
  once: true,
  success: { say: 'Thank you. We send the money to this account.' },
}

export function refundAccountPages(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState) => {
    const found = await findByToken(context, state.values?.token ?? '')
    if (!found) return accountPage('This link no longer works', visitor, state, ENDED())
    const { orderId: id, iban, holder } = found
    const amount = money(found.amount, found.currency)
    const values = { holder, ...state.values }
    // Without a script, the answer leads back to the address of the form: that is the link then.
    const form = { ...giveForm, action: `${giveForm.action}?token=${encodeURIComponent(state.values?.token ?? '')}` }
    return accountPage(
      'Where can we send your refund?',
      visitor,
      state,
      html`<p class="lede">${t('You get {amount} back for order #{id}, by bank transfer.', { amount, id })}</p>
        <div class="card">${renderForm(form, { ...state, values }, visitor.csrfToken)}</div>
        ${iban && html`<p class="soft">${t('We have an account of yours that ends with {end}.', { end: iban.slice(-4) })}</p>`}
        <p class="soft">${t('You can change it until we prepare the transfer.')}</p>`,
    )
  }
  // A mail scanner that opens the link changes nothing.
  app.get(giveForm.action, async (request, reply) => {
    const token = withoutMarks((request.query as { token?: string }).token)
    const visitor = await app.visitorOf(request, reply)
    const isAlive = (await findByToken(context, token)) !== undefined
    return sendPage(reply, await render(visitor, { values: { token } }), isAlive ? 200 : 410)
  })
  formAction(app, giveForm, render)
}

const ENDED =
  () => html`<p class="lede">${t('We no longer need an account for this refund, or the link is incomplete.')}</p>
  <p>${t('Reply to our email if your refund has not come.')}</p>`

function accountPage(title: Text, visitor: Visitor, { problem }: FormState, parts: Html): Html {
  const failed = problem !== undefined
  return page({
    title,
    visitor,
    failed,
    width: 'narrow',
    oneForm: true,
    main: html`<h1>${translated(title)}</h1>${parts}`,
  })
}
