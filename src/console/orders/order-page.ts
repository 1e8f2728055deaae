/** Orders, and the steps that staff take with them. */
import type { FastifyInstance } from 'fastify'
import { findPictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { documentSection } from '../../documents/paper/section.ts'
import { findDocumentsOf, type StoredDocument } from '../../documents/queries.ts'
import { rowIdIn } from '../../http/filters.ts'
import { listDeliveries } from '../../notifications/queries.ts'
import { addressPart, METHOD_TEXT, noteFact, paymentBadge, STATUS_TEXT, statusBadge } from '../../orders/components.ts'
import { findEdits } from '../../orders/edits/queries.ts'
import { costRows, taxRows } from '../../orders/pricing/cost-rows.ts'
import { showDelivery, showTax } from '../../orders/pricing/totals.ts'
import { FORMER_OWNER, findOrder } from '../../orders/queries.ts'
import { mayTake, PAYMENT_RECORDS, type PaymentRecord, type PaymentStatus, type Step } from '../../orders/states.ts'
import { facts, table } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { money, time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import { type Html, html, type Renderable } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { moneySection, refund, refundPart, settleAgain, settleDone } from '../../payments/payment-section.ts'
import { findOpenCalls, findPayments, type OpenCall, type Payment } from '../../payments/queries.ts'
import { Problem } from '../../problems.ts'
import { askReturnByShop } from '../../returns/components.ts'
import { findReturnsOf, type ReturnRow } from '../../returns/queries.ts'
import { englishName } from '../../words/languages.ts'
import { consolePage, formsPage } from '../layout.ts'
import { deliveryTable } from '../operations/delivery-components.ts'
import { EDIT_FORMS, editSection, editText } from '../returns/order-edits.ts'
import { returnsOfOrder } from '../returns/returns-page.ts'
import { placeName } from '../settings/tax-rates-page.ts'
import { orderListPages } from './order-list.ts'
import { packingSlipPages } from './packing-slip-page.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export function orderPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  packingSlipPages(app, context)
  orderListPages(app, context)

  formsPage(app, {
    address: '/admin/orders/:id',
    forms: [
      ...FORMS.map(({ form }) => form),
      resend,
      refund,
      refundPart,
      settleDone,
      settleAgain,
      askReturnByShop,
      ...EDIT_FORMS,
    ],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const rowId = rowIdIn(id)
      const order = rowId && (await findOrder(db, rowId))
      if (!order) throw new Problem('not_found', "We can't find that order.")
      const deliveries = await listDeliveries(db, { orderId: order.id }, { page: 1, limit: 20 })
      const history = await findHistory(db, order)
      const products = await findPictured(
        db,
        order.items.map(({ productId }) => productId),
      )
      const [payments, calls] = await Promise.all([findPayments(db, order.id), findOpenCalls(db, { onlyDoubts: true })])
      const doubts = calls.filter(({ orderId }) => orderId === order.id)
      return orderPage(visitor, order, {
        products,
        emails: deliveryTable(deliveries.items),
        history,
        states,
        payments,
        doubts,
        documents: await findDocumentsOf(db, order.id),
        returns: await findReturnsOf(db, order.id),
      })
    },
  })
}

type Shown = {
  products: Awaited<ReturnType<typeof findPictured>>
  emails: Html
  history: Entry[]
  states: FormStates
  payments: Payment[]
  doubts: OpenCall[]
  documents: StoredDocument[]
  returns: ReturnRow[]
}

function orderPage(visitor: Visitor, order: Order, shown: Shown): Html {
  const { products, emails, history, states } = shown
  const { owner, currency } = order
  const params = { id: String(order.id) }
  return consolePage({
    title: `Order #${order.id}`,
    visitor,
    states,
    main: html`<div class="row apart head"><h1>Order #${order.id}</h1>${statusBadge(order.status)}</div>
      <div class="split">
        <div>
          ${table(
            'Items ordered',
            [
              {
                label: 'Product',
                cell: ({ productId, name }) =>
                  products.get(productId)?.isSold ? html`<a href="/admin/products/${productId}">${name}</a>` : name,
              },
              { label: 'SKU', cell: item => html`<code>${item.sku}</code>` },
              { label: 'Price', cell: item => money(item.unitPrice, currency), number: true },
              { label: 'Quantity', cell: item => item.quantity, number: true },
              { label: 'Subtotal', cell: item => money(item.unitPrice * item.quantity, currency), number: true },
            ],
            order.items,
          )}
          ${facts([
            ...costsOf(order),
            ...(order.taxCountry ? [['VAT of', placeName(order.taxCountry)] as const] : []),
            ...(order.discountCode ? [['Discount code', html`<code>${order.discountCode}</code>`] as const] : []),
            ['Payment', html`${METHOD_TEXT[order.paymentMethod]} ${paymentBadge(order.paymentStatus, order)}`],
            ['Customer', html`<a href="/admin/users/${owner.id}"><bdi>${owner.userName}</bdi>, ${owner.email}</a>`],
            ...(order.deliveryAddress ? [['Deliver to', addressPart(order.deliveryAddress)] as const] : []),
            ...noteFact(order),
            ...(order.locale ? [['Language', englishName(order.locale)] as const] : []),
            ...(order.trackingNumber ? [['Tracking number', html`<code>${order.trackingNumber}</code>`] as const] : []),
          ])}
          ${order.status !== 'cancelled' && html`<p><a href="/admin/orders/${order.id}/packing-slip">Packing slip</a></p>`}
          <h2>Emails</h2>
          ${emails}
          ${owner.id !== FORMER_OWNER && order.status !== 'cancelled' && formsOf(visitor, states, params)(resend, { orderId: params.id, resend: 'true' })}
        </div>
        <div>${nextSteps(visitor, order, states)}${editSection(order, states, formsOf(visitor, states, params))}${moneyPart(visitor, params.id, shown)}${documentSection(shown.documents)}${returnsOfOrder(order, shown.returns, states, formsOf(visitor, states, params))}<div class="card"><h2>History</h2>${historyList(history)}</div></div>
      </div>`,
  })
}

function costsOf({ delivery, ...order }: Order) {
  const costs = { ...order, delivery: delivery && showDelivery(delivery), taxes: order.taxes.map(showTax) }
  return [
    ...costRows(costs, order.currency),
    ['Total', html`<strong class="price">${money(order.total, order.currency)}</strong>`] as const,
    ...taxRows(costs, order.currency),
  ]
}

function moneyPart(visitor: Visitor, id: string, { payments, doubts, states }: Shown): Html | undefined {
  const settle = (call: OpenCall) => {
    const show = rowFormsOf(visitor, states, { id, call: call.id })
    return html`${show(settleDone, { done: 'true' })}${show(settleAgain, { done: 'false' })}`
  }
  return moneySection(payments, doubts, formsOf(visitor, states, { id }), settle)
}

function nextSteps(visitor: Visitor, order: Order, states: FormStates): Html | false {
  // A refused form stays on the page even when its step is no longer possible.
  const forms = FORMS.filter(({ form, isPossible }) => isPossible(order) || states[form.id]?.problem)
  if (forms.length === 0) return false
  const show = formsOf(visitor, states, { id: String(order.id) })
  const values = { trackingNumber: order.trackingNumber ?? '' }
  return html`<div class="card actions"><h2>Next step</h2>${forms.map(({ form }) => show(form, values))}</div>`
}

/** A step, a payment or a new tracking number of an order, and who made it. */
type Entry = { text: string; at: Date; by: Renderable }

const RECORD_TEXT: Record<PaymentRecord | 'pending' | 'partly_refunded', string> = {
  paid: 'Paid',
  pending: 'Payment online begun or ended',
  partly_refunded: 'Partly refunded',
  unpaid: 'Payment taken back',
  refunded: 'Refunded',
}

/** Everything that happened to an order, from the first to the last. */
async function findHistory(db: Db, { id, steps, owner, currency }: Order): Promise<Entry[]> {
  const recordsOf = (table: 'order_payments' | 'order_tracking_numbers') =>
    db.selectFrom(table).where('order_id', '=', id).select(['at', 'by_user as by'])
  const [edits, payments, numbers] = await Promise.all([
    findEdits(db, id),
    recordsOf('order_payments').select('status').execute(),
    recordsOf('order_tracking_numbers').select('tracking_number').orderBy('id').execute(),
  ])
  const entries = [
    ...steps.map(({ status, at, by }) => ({ text: STATUS_TEXT[status], at: new Date(at), by })),
    ...edits.map(edit => ({ text: editText(edit, currency), at: edit.at, by: edit.by_user })),
    ...payments.map(({ status, at, by }) => ({ text: RECORD_TEXT[status], at, by })),
    ...numbers.map(({ tracking_number, at, by }) => ({ text: `Tracking number ${tracking_number}`, at, by })),
  ]
  const actors = await findActors(
    db,
    entries.map(({ by }) => by),
  )
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(entry => ({ ...entry, by: entry.by === owner.id ? 'the customer' : (actors.get(entry.by) ?? 'Semel') }))
}

/** Staff and API keys by their ids. */
async function findActors(db: Db, ids: string[]): Promise<Map<string, Html>> {
  const [users, keys] = await Promise.all([
    db.selectFrom('users').select(['id', 'user_name']).where('id', 'in', ids).execute(),
    db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute(),
  ])
  return new Map([
    ...users.map(({ id, user_name }) => [id, html`<a href="/admin/users/${id}"><bdi>${user_name}</bdi></a>`] as const),
    ...keys.map(({ id, name }) => [id, html`the API key ${name}`] as const),
  ])
}

function historyList(entries: Entry[]): Html {
  return html`<ol class="steps">${entries.map(
    ({ text, at, by }) =>
      html`<li class="done"><strong>${text}</strong> <span class="soft">${time(at)}, by ${by}</span></li>`,
  )}</ol>`
}

const resend = step({
  id: 'resend',
  at: '/admin/orders/:id/confirmation',
  api: '/api/notifications/order-confirmation',
  fields: [
    { name: 'orderId', label: 'Order', type: 'hidden', value: 'integer' },
    { name: 'resend', label: 'Again', type: 'hidden', value: 'boolean' },
  ],
  button: 'Send the confirmation again',
  once: true,
  done: 'The confirmation is on its way again.',
  go: '/admin/orders/{orderId}',
})

type OrderForm = { form: Form; isPossible: (order: Order) => boolean }

const TRACKING_NUMBER = { name: 'trackingNumber', label: 'Tracking number', type: 'text' } as const

/** Someone else was faster: the reloaded page shows what they did. */
const outdatedBy = ['wrong_order_state', 'wrong_payment_state']

const saveTrackingNumber = edit({
  at: '/admin/orders/:id/tracking-number',
  method: 'PUT',
  api: '/api/orders/:id/tracking-number',
  fields: [{ ...TRACKING_NUMBER, required: true }],
  button: 'Save tracking number',
  done: 'Tracking number saved. We email the customer if it has changed.',
  outdatedBy,
  look: 'quiet',
})

const FORMS: OrderForm[] = [
  stepForm('process', {
    button: 'Start preparing',
    done: 'The customer sees that you are preparing this order.',
  }),
  stepForm('ship', {
    fields: [TRACKING_NUMBER],
    button: 'Mark as shipped',
    done: 'Marked as shipped. We email the customer.',
  }),
  stepForm('deliver', { button: 'Mark as delivered', done: 'Marked as delivered.' }),
  { form: saveTrackingNumber, isPossible: ({ status }) => status === 'shipped' },
  ...(Object.keys(PAYMENT_RECORDS) as PaymentRecord[]).map(paymentForm),
  stepForm('cancel', {
    button: 'Cancel this order',
    confirm: 'Cancel this order? The items go back into stock, and we email the customer.',
    done: 'Order cancelled. We email the customer.',
    look: 'danger',
  }),
]

type OrderStep = { button: string; done: string } & Partial<Pick<Form, 'fields' | 'confirm' | 'look'>>

function stepForm(name: Step, form: OrderStep): OrderForm {
  return {
    form: orderForm(name, { look: 'primary', ...form }),
    isPossible: ({ status }) => mayTake(name, status, 'staff'),
  }
}

function paymentForm(record: PaymentRecord): OrderForm {
  const from: readonly PaymentStatus[] = PAYMENT_RECORDS[record].from
  const button = `Mark as ${record}`
  const confirm = record === 'refunded' ? `${button}? You can't undo this.` : `${button}?`
  return {
    form: orderForm(`mark-${record}`, { button, confirm, done: `Marked as ${record}.` }),
    isPossible: ({ paymentStatus, total }) => from.includes(paymentStatus) && total > 0,
  }
}

function orderForm(name: string, form: OrderStep): Form {
  return step({ at: `/admin/orders/:id/${name}`, api: `/api/orders/:id/${name}`, outdatedBy, ...form })
}
