/** The page behind the link of a draft order: the whole order, the terms, and the button that the law wants. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { facts, section } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money, time } from '../../pages/format.ts'
import { page } from '../../pages/layout.ts'
import { formAction, showAction } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { waysToPay } from '../../payments/pay.ts'
import { methodFields } from '../../payments/providers/method-field.ts'
import { sayNotPayable } from '../../payments/providers/payable.ts'
import { readPaymentSettings } from '../../payments/settings.ts'
import { PAYMENT_METHODS } from '../../payments/states.ts'
import { importNote } from '../../pricing/delivery/import-note.ts'
import { readSeller } from '../../pricing/seller.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { buttonText, chosenWay, type PaymentTerms } from '../cart/checkout-form.ts'
import { transferNotice, vatNote } from '../cart/checkout-notes.ts'
import { costList, itemLines, moreOfAddress, THANKS, travelFacts } from '../components.ts'
import type { DraftState } from './draft.ts'
import { DRAFT_LINK } from './link.ts'
import { type FoundDraft, findDraftByToken, stateOf } from './queries.ts'
import { type ShownDraft, showForCustomer } from './show.ts'

const SHOW = `${DRAFT_LINK}/payment`

const confirm: Form = {
  id: 'draft-order',
  action: DRAFT_LINK,
  operation: { method: 'POST', address: '/api/draft-orders/confirm' },
  fields: [
    { name: 'token', label: 'Link', type: 'hidden' },
    { name: 'version', label: 'Version', type: 'hidden', value: 'integer' },
    ...methodFields(PAYMENT_METHODS),
  ],
  button: 'Order and pay',
  once: true,
  success: { go: '/orders/{id}/pay?on=yes', done: THANKS },
  outdatedBy: [
    'draft_order_changed',
    'draft_order_closed',
    'total_changed',
    'insufficient_stock',
    'product_unavailable',
  ],
}

export function draftOrderPage(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState) => {
    const draft = await findDraftByToken(context.db, withoutMarks(state.values?.token))
    const now = context.clock.now()
    if (!draft || stateOf(draft, now) !== 'sent') return closedPage(visitor, draft, now)
    const shown = await showForCustomer(context.db, draft, { seller: await readSeller(context.db, now), now })
    return openPage(
      context,
      visitor,
      { ...state, values: { ...state.values, version: String(draft.version) } },
      { draft, shown, now },
    )
  }
  // A mail scanner that opens the link changes nothing.
  app.get(DRAFT_LINK, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    const token = tokenIn(request)
    const draft = token ? await findDraftByToken(context.db, token) : undefined
    const isOpen = draft !== undefined && stateOf(draft, context.clock.now()) === 'sent'
    return sendPage(reply, await render(visitor, { values: { token } }), isOpen ? 200 : 410)
  })
  formAction(app, confirm, render)
  showAction(app, SHOW, render)
}

function tokenIn(request: FastifyRequest): string {
  return withoutMarks((request.query as { token?: string }).token)
}

type Shown = { draft: FoundDraft; shown: ShownDraft; now: Date }

async function openPage(context: AppContext, visitor: Visitor, state: FormState, { draft, shown, now }: Shown) {
  const { costs, currency, items } = shown
  const { transfer } = await readPaymentSettings(context.db)
  const payment = { ...(await waysToPay(context, { amount: costs.total, currency })), transfer }
  const pictures = await findPictured(
    context.db,
    items.map(({ productId }) => productId),
  )
  const key = state.key ?? `draft-${draft.id}-${draft.version}`
  return draftPage(
    visitor,
    state,
    html`<p class="lede">${t('We have prepared this order for you. Nothing is ordered before you press the button.')}</p>
      ${
        shown.problem
          ? html`${notice(shown.problem.message)}${agreedUntil(draft)}${summary(visitor, { draft, shown, now }, pictures)}`
          : html`<div class="checkout">${orderForm(visitor, { ...state, key }, { draft, shown, now }, { payment, pictures })}</div>`
      }`,
  )
}

/** The reason is of the shop's side, so the customer asks the shop. */
function notice(reason: string): Html {
  return html`<div class="notice warning" role="status"><p>${t("This order can't be confirmed as it is.")} ${translated(reason)}</p>
    <p>${rich('Please <a>write to us</a>, and we change it.', { a: link('/contact') })}</p></div>`
}

type Pictures = Awaited<ReturnType<typeof findPictured>>
type Offer = { payment: PaymentTerms; pictures: Pictures }

function orderForm(visitor: Visitor, state: FormState, shown: Shown, { payment, pictures }: Offer): Html {
  const { costs, currency } = shown.shown
  const values = state.values ?? {}
  const way = chosenWay(values, payment)
  const form: Form = {
    ...confirm,
    fields: [
      ...confirm.fields.filter(({ type }) => type === 'hidden'),
      ...methodFields(payment.ways).map(field => ({ ...field, shows: { action: SHOW, button: 'Use this payment' } })),
    ],
    button: buttonText(money(costs.total, currency), way, payment, shown.now),
  }
  const terms = visitor.shop?.pages.includes('terms')
  return renderForm(form, { ...state, values: { ...values, 'payment.method': way } }, visitor.csrfToken, {
    top: agreedUntil(shown.draft),
    above: summary(visitor, shown, pictures),
    below: html`<div class="small-print">
      ${payment.notOnline && html`<p class="soft">${sayNotPayable(payment.notOnline)}</p>`}
      ${transferNotice(values, { payment, now: shown.now })}
      ${terms && html`<p class="soft">${rich('By ordering you accept our <a>terms</a>.', { a: link('/terms') })}</p>`}
      <p class="soft">${t("We'll send the confirmation to {email}.", { email: shown.draft.email })}</p>
      ${visitor.devInbox && html`<p class="soft">${t('This is a demo shop: nothing is charged and nothing is shipped.')}</p>`}
    </div>`,
  })
}

function agreedUntil({ message, expires_at }: FoundDraft): Html {
  return html`<p>${rich('You can confirm it until {until}.', { until: time(expires_at!) })}</p>
    ${message && section('message', 'A note for you', html`<p class="as-written">${message}</p>`)}`
}

function summary({ shop }: Visitor, { draft, shown, now }: Shown, pictures: Pictures): Html {
  const { costs, currency, items } = shown
  const { delivery_address: deliveryAddress, billing_address: billingAddress } = draft
  const duty =
    shop && deliveryAddress && costs.delivery?.kind !== 'collection'
      ? importNote({
          from: shop.country,
          to: deliveryAddress,
          goods: costs.itemsTotal - costs.discountTotal,
          currency,
          isTaxed: costs.taxes.some(({ tax }) => tax > 0),
          at: now,
        })
      : undefined
  return section(
    'summary',
    t('Your order'),
    html`${itemLines(items, currency, pictures)}
      ${facts([
        ...travelFacts({ delivery: costs.delivery, deliveryAddress }),
        ...moreOfAddress({ billingAddress, deliveryAddress, vatId: null, buyerReference: null }),
      ])}
      ${vatNote({ quote: { reverseCharge: costs.reverseCharge, taxNote: shown.taxNote } })}
      ${duty && html`<p class="soft">${duty}</p>`}
      ${costList(costs, currency)}`,
  )
}

const WHY_CLOSED = {
  confirmed: 'You have confirmed this order already. We have sent you an email about it.',
  withdrawn: 'The shop has withdrawn this order. Nothing was ordered.',
  expired: 'The time to confirm this order is over. Nothing was ordered. Ask us, and we send it again.',
  draft: 'There is a newer link in a later email, or this order is being changed.',
} as const satisfies Record<Exclude<DraftState, 'sent'>, Text>

function closedPage(visitor: Visitor, draft: FoundDraft | undefined, now: Date): Html {
  const state = draft ? stateOf(draft, now) : 'draft'
  const orderId = draft?.order_id
  return draftPage(
    visitor,
    {},
    html`<p class="notice info" role="status">${t(WHY_CLOSED[state === 'sent' ? 'draft' : state])}</p>
      ${orderId && html`<p><a class="button" href="/orders/${orderId}">${t('See your order')}</a></p>`}
      <p>${rich('Please <a>write to us</a> if you have a question.', { a: link('/contact') })}</p>`,
  )
}

function draftPage(visitor: Visitor, { problem }: FormState, main: Html): Html {
  return page({
    title: 'Your order to confirm',
    visitor,
    failed: problem !== undefined,
    main: html`<h1>${t('Your order to confirm')}</h1>${main}`,
  })
}
