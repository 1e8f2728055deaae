/** The page behind the link to an address that the shop wants to send data to: one button for its reader. */
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { type Form, type FormState, notice, renderForm } from '../../pages/form.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { type AddressSetting, nameOf } from '../../shop/settings.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { narrowPage } from '../components.ts'
import { addressOfToken, isWaiting } from './shop-addresses.ts'

const confirmForm: Form<Text> = {
  id: 'shop-address',
  action: '/shop-address',
  operation: { method: 'POST', address: '/api/setting-addresses/confirm' },
  fields: [{ name: 'token', label: 'Token', type: 'hidden' }],
  button: 'Confirm this address',
  success: { show: ({ message }: { message: string }) => notice(message) },
}

const ABOUT = {
  replyTo: 'Answers of customers to emails of {name} will come to {email}.',
  orderEmail: 'Emails of {name} about new orders, with names of customers, will come to {email}.',
} as const satisfies Record<AddressSetting, Text>

export function shopAddressPage(app: App, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState) => {
    const found = await addressOfToken(context, state.values?.token ?? '')
    if (!found || (!found.confirmedAt && !isWaiting(found, context.clock.now()))) return undefined
    const { setting, address, confirmedAt } = found
    const name = nameOf(visitor.shop!, context.baseUrl())
    return narrowPage('Confirm this address', visitor, state, [
      html`<p class="lede">${rich(ABOUT[setting], { name: html`<bdi>${name}</bdi>`, email: html`<bdi>${address}</bdi>` })}</p>`,
      confirmedAt
        ? html`<p>${t('This address is already confirmed. There is nothing left to do.')}</p>`
        : html`<div class="card">${renderForm(confirmForm, state, visitor.csrfToken)}</div>`,
    ])
  }
  const ended = (visitor: Visitor) =>
    narrowPage('This link no longer works', visitor, {}, [
      html`<p class="lede">${t('It has expired, or the shop no longer wants to write to this address.')}</p>`,
    ])
  // A mail scanner that opens the link confirms nothing.
  app.get(confirmForm.action, async (request, reply) => {
    const token = withoutMarks((request.query as { token?: string }).token)
    const visitor = await app.visitorOf(request, reply)
    const page = await render(visitor, { values: { token } })
    return sendPage(reply, page ?? ended(visitor), page ? 200 : 410)
  })
  formAction(app, confirmForm, async (visitor, state) => (await render(visitor, state)) ?? ended(visitor))
}
