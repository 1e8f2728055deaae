import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { listDeliveries } from '../../notifications/queries.ts'
import { STATUS_TEXT, statusBadge } from '../../orders/components.ts'
import { findOrder, listOrders } from '../../orders/queries.ts'
import { mayTake, ORDER_STATUSES, type Step } from '../../orders/states.ts'
import { empty, facts, table } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money, time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { consolePage, staffAction, staffPage } from '../layout.ts'
import { asked, askedPeriod, askedUser, filters, listed, pagingOf, periodChoices } from '../list-page.ts'
import { deliveryTable } from '../operations/delivery-components.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Orders, and the steps that staff lead them through. */
export function orderPages(app: FastifyInstance, { db }: AppContext): void {
  staffPage(app, '/admin/orders', async (visitor, request) => {
    const { from, before } = askedPeriod(request)
    const filter = {
      ownerId: await askedUser(db, request),
      status: ORDER_STATUSES.find(status => status === asked(request, 'status')),
      placedFrom: from,
      placedBefore: before,
    }
    const paging = pagingOf(request)
    const orders = await listOrders(db, filter, { ...paging, sort: '-id' })
    return consolePage({
      title: 'Orders',
      visitor,
      main: html`<h1>Orders</h1>
        ${filters(request, [
          { name: 'user', label: 'Customer (email or id)' },
          {
            name: 'status',
            label: 'Status',
            options: [['', 'Any'], ...ORDER_STATUSES.map(status => [status, STATUS_TEXT[status]] as const)],
          },
          ...periodChoices(request),
        ])}
        ${listed(request, {
          ...orders,
          paging,
          words: {
            one: 'order',
            many: 'orders',
            none: empty('No orders match', 'Change or clear the filters.'),
          },
          show: orderTable,
        })}`,
    })
  })

  const showOne = async (
    visitor: Visitor,
    request: FastifyRequest,
    states: Partial<Record<string, FormState>> = {},
  ) => {
    const { id } = request.params as { id: string }
    const order = /^[1-9]\d{0,8}$/.test(id) ? await findOrder(db, Number(id)) : undefined
    if (!order) throw new Problem('not_found', "We can't find that order.")
    const deliveries = await listDeliveries(db, { orderId: order.id }, { page: 1, limit: 20 })
    return orderPage(visitor, order, deliveryTable(deliveries.items), states)
  }
  staffPage(app, '/admin/orders/:id', (visitor, request) => showOne(visitor, request))
  for (const { form } of STEP_FORMS) {
    staffAction(app, form, (visitor, state, request) => showOne(visitor, request, { [form.id]: state }))
  }
}

function orderTable(orders: readonly Order[]): Html {
  return table(
    'Orders',
    [
      { label: 'Order', cell: order => html`<a href="/admin/orders/${order.id}">#${order.id}</a>` },
      { label: 'Placed', cell: order => time(order.placedAt) },
      { label: 'Customer', cell: ({ owner }) => html`<a href="/admin/users/${owner.id}">${owner.email}</a>` },
      { label: 'Status', cell: order => statusBadge(order.status) },
      { label: 'Total', cell: order => money(order.total, order.currency), number: true },
    ],
    orders,
  )
}

function orderPage(visitor: Visitor, order: Order, mails: Html, states: Partial<Record<string, FormState>>): Html {
  const { owner, currency } = order
  return consolePage({
    title: `Order #${order.id}`,
    visitor,
    failed: Object.values(states).some(state => state?.problem),
    main: html`<div class="row apart head"><h1>Order #${order.id}</h1>${statusBadge(order.status)}</div>
      <div class="split">
        <div>
          ${table(
            'Items ordered',
            [
              { label: 'Product', cell: item => html`<a href="/admin/products/${item.productId}">${item.name}</a>` },
              { label: 'SKU', cell: item => html`<code>${item.sku}</code>` },
              { label: 'Price', cell: item => money(item.unitPrice, currency), number: true },
              { label: 'Quantity', cell: item => item.quantity, number: true },
              { label: 'Subtotal', cell: item => money(item.unitPrice * item.quantity, currency), number: true },
            ],
            order.items,
          )}
          ${facts([
            ['Total', html`<strong class="price">${money(order.total, currency)}</strong>`],
            ['Customer', html`<a href="/admin/users/${owner.id}">${owner.userName}, ${owner.email}</a>`],
            ...(order.note ? [['Note', order.note] as const] : []),
            ...(order.trackingNumber ? [['Tracking number', html`<code>${order.trackingNumber}</code>`] as const] : []),
          ])}
          <h2>Emails</h2>
          ${mails}
        </div>
        <div>${nextSteps(visitor, order, states)}<div class="card"><h2>Steps</h2>${past(order)}</div></div>
      </div>`,
  })
}

function nextSteps(visitor: Visitor, { id, status }: Order, states: Partial<Record<string, FormState>>): Html | false {
  // A form that was refused is shown with its refusal, also when its step is no longer possible.
  const forms = STEP_FORMS.filter(({ step, form }) => mayTake(step, status, 'staff') || states[form.id]?.problem)
  return (
    forms.length > 0 &&
    html`<div class="card actions"><h2>Next step</h2>${forms.map(({ form }) =>
      renderForm(form, { params: { id: String(id) }, ...states[form.id] }, visitor.csrfToken),
    )}</div>`
  )
}

function past({ steps, owner }: Order): Html {
  return html`<ol class="steps">${steps.map(
    ({ status, at, by }) =>
      html`<li class="done"><strong>${STATUS_TEXT[status]}</strong> <span class="soft">${time(at)}, by ${
        by === owner.id ? 'the customer' : html`<a href="/admin/users/${by}">staff</a>`
      }</span></li>`,
  )}</ol>`
}

const STEP_FORMS: { step: Step; form: Form }[] = [
  { step: 'process', form: stepForm('process', { button: 'Start preparing' }) },
  {
    step: 'ship',
    form: stepForm('ship', {
      button: 'Mark as shipped',
      fields: [{ name: 'trackingNumber', label: 'Tracking number', type: 'text' }],
    }),
  },
  { step: 'deliver', form: stepForm('deliver', { button: 'Mark as delivered' }) },
  {
    step: 'cancel',
    form: stepForm('cancel', {
      button: 'Cancel this order',
      confirm: 'Cancel this order? The items go back into stock, and we email the customer.',
      look: 'danger',
    }),
  },
]

function stepForm(step: Step, form: Pick<Form, 'button'> & Partial<Form>): Form {
  return {
    id: step,
    action: `/admin/orders/:id/${step}`,
    operation: { method: 'POST', address: `/api/orders/:id/${step}` },
    fields: [],
    success: { go: '/admin/orders/{id}' },
    // Somebody else was quicker: the page then shows what they did.
    outdatedBy: ['wrong_order_state'],
    ...form,
  }
}
