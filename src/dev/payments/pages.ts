/** The provider's page of development, where a person tries every end that a payment can have. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import type { App } from '../../http/app.ts'
import { empty, section } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { page } from '../../pages/layout.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { displayAmount } from './currencies.ts'
import type { Session } from './objects.ts'
import { findDevProvider } from './provider.ts'

const CHOICES = ['pay', 'pay-and-close', 'decline', 'expire', 'pay-late'] as const
type Choice = (typeof CHOICES)[number]

const choice = (name: Choice, form: { button: string; go: string; done: string | false; look?: 'primary' | 'quiet' }) =>
  step({ id: name, at: `/dev/pay/:id/${name}`, api: `/dev/pay/:id/choices/${name}`, ...form, success: form })

const OUTCOME_FORMS = [
  choice('pay', { button: 'Pay', go: '/orders/{orderId}/paid', done: false, look: 'primary' }),
  choice('pay-and-close', {
    button: 'Pay, then close the tab',
    go: '/dev/pay/{id}',
    done: 'Paid. The shop hears of it by an event.',
  }),
  choice('decline', { button: 'Decline', go: '/dev/pay/{id}', done: 'Declined. The page waits for another card.' }),
  choice('expire', { button: 'Let the page expire', go: '/dev/pay/{id}', done: 'Expired.' }),
  choice('pay-late', { button: 'Pay after expiry', go: '/dev/pay/{id}', done: 'Paid, although the page had expired.' }),
]

const Id = Type.Object({ id: Type.String({ pattern: '^cs_test_[0-9a-f]+$' }) })
const ByChoice = Type.Object({ ...Id.properties, choice: Type.Enum([...CHOICES]) })

export function payPages(app: App, { db }: AppContext): void {
  app.get('/dev/pay/:id', { schema: { params: Id } }, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, await payPage(visitor, {}, request.params.id))
  })
  for (const form of OUTCOME_FORMS)
    formAction(app, form, (visitor, state, request) =>
      payPage(visitor, { [form.id]: state }, (request.params as { id: string }).id),
    )

  app.post('/dev/pay/:id/choices/:choice', { schema: { params: ByChoice } }, async request => {
    const { id, choice } = request.params
    return shown(await ask('POST', `/_dev/sessions/${id}/${choice}`))
  })

  app.get('/dev/pay', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    const main = html`<h1>Development payments</h1>${empty(
      'Nothing is paid here',
      'Order something, pay online, and this becomes the page of the payment provider.',
      { href: '/products', label: 'Browse products' },
    )}`
    return sendPage(reply, page({ title: 'Development payments', visitor, main }))
  })

  async function payPage(visitor: Visitor, states: FormStates, id: string) {
    const session = await ask('GET', `/v1/checkout/sessions/${id}`)
    const show = formsOf(visitor, states, { id })
    const forms = OUTCOME_FORMS.filter(form => (session.status === 'open') !== (form.id === 'pay-late'))
    const isOver = session.status === 'complete'
    const order = session.metadata.order
    const body = html`<p><strong class="price">${displayAmount(session.amount_total, session.currency)}</strong> for order #${order}</p>
      ${isOver ? html`<p>This page is done.</p>` : forms.map(form => show(form))}
      <p><a href="/orders/${order}">Back to the shop without paying</a></p>`
    return page({
      title: 'Development payment',
      visitor,
      failed: Object.values(states).some(state => state?.problem),
      width: 'narrow',
      main: html`<h1>Development payment</h1><p class="soft">This stands in for the page of a payment provider. No
        money moves. Not available in production.</p>
        ${section('payment-page', `The page is ${session.status}`, body, { look: 'card' })}`,
    })
  }

  async function ask(method: string, path: string): Promise<Session> {
    const { account } = (await findDevProvider(db)) ?? {}
    const response =
      account &&
      (await fetch(account.url + path, { method, headers: { authorization: `Bearer ${account.secretKey}` } }).catch(
        () => undefined,
      ))
    if (response?.ok) return (await response.json()) as Session
    throw new Problem('not_found', "We can't find that payment.")
  }
}

function shown({ id, metadata }: Session) {
  return { id, orderId: Number(metadata.order) }
}
