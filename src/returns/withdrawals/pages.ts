/** The page on which a consumer withdraws, in two steps as the law wants them: fill in, then confirm. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { facts } from '../../pages/components.ts'
import type { Form, FormState } from '../../pages/form.ts'
import { renderForm } from '../../pages/form.ts'
import { page } from '../../pages/layout.ts'
import { formAction, formPage } from '../../pages/submit.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { readShop } from '../../shop/settings.ts'
import type { Text } from '../../words/text.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { chooseOwnOrder } from './own-orders.ts'

const LANGUAGE = { name: 'locale', label: 'Language', type: 'hidden' } as const

const fillIn: Form<Text> = {
  id: 'withdraw',
  action: '/withdraw',
  operation: { method: 'POST', address: '/api/withdrawals/check' },
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
    { name: 'order', label: 'Order number', type: 'text', required: true, width: 'medium', inputmode: 'numeric' },
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      required: true,
      autocomplete: 'email',
      hint: 'The receipt goes to this address.',
    },
    {
      name: 'items',
      label: 'Which items?',
      type: 'textarea',
      rows: 3,
      hint: 'Leave it empty to withdraw from the whole order.',
    },
    LANGUAGE,
  ],
  button: 'Continue',
  success: { show: () => html``, page: true },
}

const confirm: Form<Text> = {
  id: 'confirm-withdrawal',
  action: '/withdraw/confirm',
  operation: { method: 'POST', address: '/api/withdrawals' },
  fields: [
    { name: 'name', label: 'Name', type: 'hidden' },
    { name: 'order', label: 'Order number', type: 'hidden' },
    { name: 'email', label: 'Email', type: 'hidden' },
    { name: 'items', label: 'Which items?', type: 'hidden' },
    LANGUAGE,
  ],
  button: 'Confirm withdrawal',
  once: true,
  success: {
    go: '/withdraw?receipt={receipt}',
    done: 'We have received your withdrawal.',
  },
}

export function withdrawalPages(app: FastifyInstance, context: AppContext): void {
  formPage(app, fillIn, async (visitor, state, request) => {
    if (state.answer) return confirmPage(visitor, { values: valuesOf(state.answer) })
    return fillInPage(visitor, state, {
      values: await beginningOf(context, visitor, request),
      days: (await readShop(context.db)).withdrawalDays,
      orders: visitor.user && (await chooseOwnOrder(context.db, visitor.user.id)),
      receipt: (request.query as { receipt?: unknown }).receipt,
    })
  })
  formAction(app, confirm, (visitor, state) => confirmPage(visitor, state))
}

type Values = Record<string, string>

/** Fills in what the visitor's account and the page of an order know. */
async function beginningOf({ db }: AppContext, visitor: Visitor, request: FastifyRequest): Promise<Values> {
  const user = visitor.user && (await findUser(db, visitor.user.id))
  const { order } = request.query as { order?: unknown }
  const id = typeof order === 'string' ? rowIdIn(order) : undefined
  return { ...(user && { name: user.userName, email: user.email }), ...(id && { order: String(id) }) }
}

/** A script hands the answer back, so it may be anything. */
function valuesOf(answer: unknown): Values {
  const given = answer as Record<string, unknown>
  const known = confirm.fields.flatMap(({ name }) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))
  return Object.fromEntries(known)
}

/** The page before anything was typed; `orders` are those of the visitor, to choose from. */
type Beginning = { values: Values; days: number; orders: Html | undefined; receipt: unknown }

/** Says whether the receipt of a statement that was just sent is on its way. */
function receiptNote(receipt: unknown): Html | undefined {
  if (receipt === 'true') return html`<p class="notice">${t('The receipt is on its way to your email address.')}</p>`
  if (receipt !== 'false') return undefined
  return html`<p
    class="notice warning">${t('Your email address has had many receipts today, so no further one is sent. Your withdrawal counts all the same.')}</p>`
}

function fillInPage(visitor: Visitor, state: FormState, { days, orders, receipt, ...beginning }: Beginning): Html {
  const values = { locale: currentLanguage(), ...(state.values ?? beginning.values) }
  return page({
    title: 'Withdraw from contract',
    description: t('Withdraw from a purchase, without signing in.'),
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    oneForm: true,
    main: html`<h1>${t('Withdraw from contract')}</h1>
      ${receiptNote(receipt)}
      <p class="lede">${t('You can withdraw within {days} days after you have received the goods, without giving a reason. You see your statement again before you send it.', { days })}</p>
      ${orders}
      <div class="card">${renderForm(fillIn, { ...state, values }, visitor.csrfToken)}</div>`,
  })
}

function confirmPage(visitor: Visitor, state: FormState): Html {
  const { name = '', email = '', order = '', items } = state.values ?? {}
  return page({
    title: 'Confirm withdrawal',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    oneForm: true,
    main: html`<h1>${t('Confirm withdrawal')}</h1>
      <p class="lede">${t('I withdraw from my contract for the purchase of these goods:')}</p>
      <div class="card">${facts([
        ['Order number', order],
        ['Items', items ? html`<span class="as-written">${items}</span>` : t('All items of the order')],
        ['Name', html`<bdi>${name}</bdi>`],
        ['Email', email],
      ])}
      ${renderForm(confirm, state, visitor.csrfToken)}</div>
      <p><a href="/withdraw">${t('Change the statement')}</a></p>`,
  })
}
