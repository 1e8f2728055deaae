/** The pages of a customer's orders. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPictured } from '../catalogue/queries.ts'
import type { AppContext } from '../context.ts'
import { documentSection } from '../documents/paper/section.ts'
import { findDocumentsOf, type StoredDocument } from '../documents/queries.ts'
import { type Html, html } from '../html/html.ts'
import { pageNumber, rowIdIn } from '../http/filters.ts'
import { type Delivery, findConfirmation } from '../notifications/queries.ts'
import { addressBookPages } from '../orders/address-book/page.ts'
import { checkoutPages } from '../orders/cart/checkout-page.ts'
import { orderAgain } from '../orders/cart/order-again.ts'
import { cartPages } from '../orders/cart/page.ts'
import {
  costList,
  itemLines,
  METHOD_TEXT,
  moreOfAddress,
  noteFact,
  paymentBadge,
  THANKS,
  termsFact,
  trackingFacts,
  travelFacts,
} from '../orders/components.ts'
import { draftOrderPage } from '../orders/drafts/page.ts'
import { type Order, showOrder } from '../orders/order.ts'
import { pastOrderPage } from '../orders/past-orders/page.ts'
import { hasPastOrders } from '../orders/past-orders/queries.ts'
import { findOrder, listOrders } from '../orders/queries.ts'
import { labelsOf, mayTake, type OrderStatus, statusOf } from '../orders/states.ts'
import { empty, facts, pagination, section, stateBadge, table } from '../pages/components.ts'
import type { FormStates } from '../pages/form.ts'
import { step } from '../pages/form-kinds.ts'
import { date, money, time } from '../pages/format.ts'
import { formsOf } from '../pages/forms-of.ts'
import { page } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { customerOf, isCustomer, sendPage, sendToSignIn, type Visitor } from '../pages/visitor.ts'
import { readMoney } from '../payments/pay.ts'
import { isBeingTaken, isOwed, type Money, pay, paymentSection } from '../payments/payment-section.ts'
import { owedRows } from '../pricing/cost-rows.ts'
import { Problem } from '../problems.ts'
import { askReturn, returnSection } from '../returns/components.ts'
import { findReturnsOf, type ReturnRow } from '../returns/queries.ts'
import { returnAddressOf } from '../shop/seller/legal-line.ts'
import { readShop } from '../shop/settings.ts'
import type { Text } from '../words/text.ts'
import { t } from '../words/words.ts'
import { confirmAgain, confirmationPart } from './confirmation-part.ts'
import { findClaimable } from './guests/claim.ts'
import { claim, claimSection, GUEST_FORMS, guestSection } from './guests/section.ts'

const cancel = step<Text>({
  at: '/orders/:id/cancel',
  api: '/api/orders/:id/cancel',
  button: 'Cancel this order',
  confirm: "Cancel this order? This can't be undone.",
  done: 'Order cancelled.',
  outdatedBy: ['wrong_order_state'],
  look: 'danger',
})

export function orderPages(app: FastifyInstance, context: AppContext): void {
  cartPages(app, context)
  checkoutPages(app, context)
  draftOrderPage(app, context)
  addressBookPages(app, context)
  pastOrderPage(app, context)

  const list = async (
    visitor: Visitor & Required<Pick<Visitor, 'user'>>,
    states: FormStates,
    request: FastifyRequest,
  ) => {
    const number = pageNumber(request)
    const paging = { page: number, limit: 20, sort: '-id' as const }
    const { items, totalCount } = await listOrders(context.db, { ownerId: visitor.user.id }, paging)
    const pageCount = Math.ceil(totalCount / paging.limit)
    const hasPast = await hasPastOrders(context.db, visitor.user.id)
    const offer =
      number === 1 && claimSection(await findClaimable(context.db, visitor.user.id), formsOf(visitor, states))
    return listPage(visitor, items.map(showOrder), { number, pageCount, hasPast, offer })
  }
  app.get('/orders', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    const { user } = visitor
    return user ? sendPage(reply, await list({ ...visitor, user }, {}, request)) : sendToSignIn(request, reply)
  })
  formAction(app, claim, (visitor, state, request) => {
    const { user } = visitor
    if (!user) throw new Problem('unauthenticated', 'Sign in first.')
    return list({ ...visitor, user }, { [claim.id]: state }, request)
  })

  const showOne = async (visitor: Visitor, states: FormStates, request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    const rowId = rowIdIn(id)
    const order = rowId ? await findOrder(context.db, rowId) : undefined
    const readerId = order && customerOf(visitor, order.id)
    const mayRead = visitor.user?.permissions.includes('orders') || order?.owner.id === readerId
    if (!order || !mayRead || !readerId) throw new Problem('not_found', "We can't find that order.")
    const confirmation = await findConfirmation(context.db, order.id, readerId)
    const pictures = await findPictured(
      context.db,
      order.items.map(({ productId }) => productId),
    )
    return orderPage(visitor, showOrder(order), states, {
      pictures,
      confirmation,
      money: await readMoney(context, order.id),
      documents: await findDocumentsOf(context.db, order.id),
      returns: await findReturnsOf(context.db, order.id),
      returnAddress: returnAddressOf(await readShop(context.db)),
    })
  }
  app.get('/orders/:id', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!isCustomer(visitor)) return sendToSignIn(request, reply)
    return sendPage(reply, await showOne(visitor, {}, request))
  })
  for (const form of [cancel, confirmAgain, orderAgain, pay, askReturn, ...GUEST_FORMS]) {
    formAction(app, form, (visitor, state, request) => showOne(visitor, { [form.id]: state }, request))
  }
}

type Listed = { number: number; pageCount: number; hasPast: boolean; offer: Html | false }

function listPage(visitor: Visitor, orders: Order[], { number, pageCount, hasPast, offer }: Listed): Html {
  const list = () =>
    html`${table(
      'Your orders',
      [
        { label: 'Order', cell: order => html`<a href="/orders/${order.id}">#${order.id}</a>` },
        { label: 'Placed', cell: order => date(order.placedAt) },
        { label: 'Items', cell: order => summarizeItems(order) },
        { label: 'Status', cell: order => stateBadge(labelsOf(order)[order.status]) },
        { label: 'Payment', cell: order => paymentBadge(statusOf(order.payment), order) },
        { label: 'Total', cell: order => money(order.total, order.currency), number: true },
      ],
      orders,
    )}${pagination(number, pageCount, page => `/orders?page=${page}`)}`
  const nothing = () =>
    empty('No orders yet', 'Your orders and their status appear here.', { href: '/products', label: 'Browse products' })
  return page({
    title: 'Orders',
    visitor,
    main: html`<h1>${t('Your orders')}</h1>${offer}${orders.length > 0 ? list() : nothing()}
      ${hasPast && html`<p><a href="/past-orders">${t('Earlier orders')}</a></p>`}`,
  })
}

function summarizeItems({ items }: Order): string {
  const others = items.length - 1
  return others === 0 ? items[0]!.name : t('{name} and {count} more', { name: items[0]!.name, count: others })
}

type Shown = {
  pictures: Awaited<ReturnType<typeof findPictured>>
  confirmation: Delivery | undefined
  money: Money
  documents: StoredDocument[]
  returns: ReturnRow[]
  returnAddress: string
}

function orderPage(
  visitor: Visitor,
  order: Order,
  states: FormStates,
  { pictures, confirmation, money: moneyOf, documents, returns, returnAddress }: Shown,
): Html {
  const role = visitor.user?.permissions.includes('orders') ? 'staff' : 'owner'
  const show = formsOf(visitor, states, { id: String(order.id) })
  // Another tab can have cancelled the order before a form that was sent twice leads here.
  const done = order.status === 'cancelled' && visitor.done === THANKS ? undefined : visitor.done
  const isOwn = order.owner.id === customerOf(visitor, order.id)
  const payment = isOwn && paymentSection(order, moneyOf, show)
  // An online payment that is still due comes first. A bank transfer has days of time, so it comes later.
  const paysNow = isOwed(order) && order.payment.method === 'online'
  return page({
    title: t('Order #{id}', { id: order.id }),
    visitor: { ...visitor, done },
    failed: Object.values(states).some(state => state?.problem),
    main: html`<div class="row apart"><h1>${t('Order #{id}', { id: order.id })}</h1>${stateBadge(labelsOf(order)[order.status])}</div>
      ${paysNow && payment}
      <div class="split">
        <div>
          ${section(
            'items',
            'Items',
            html`${itemLines(order.items, order.currency, pictures)}${costList(order, order.currency)}`,
            { look: 'card' },
          )}
          ${orderFacts(order, moneyOf, role)}
          <p class="unprinted"><a href="/contact?order=${order.id}">${t('Need help with this order?')}</a></p>
          ${
            order.status !== 'cancelled' &&
            html`<p class="unprinted"><a href="/withdraw?order=${order.id}">${t('Withdraw from contract')}</a></p>`
          }
        </div>
        <div>
          ${section('steps', 'Order status', steps(order), { look: 'card' })}
          ${!paysNow && payment}
          ${documentSection(documents)}
          ${
            isOwn &&
            returnSection(order, returns, show, {
              isRefused: states[askReturn.id]?.problem !== undefined,
              address: returnAddress,
            })
          }
          ${isOwn && visitor.user && show(orderAgain)}
          ${
            // Hides the confirmation after delivery: a customer who has the parcel does not wait for it.
            confirmation &&
            (order.status !== 'delivered' || states[confirmAgain.id]?.problem) &&
            confirmationPart(order, confirmation, show)
          }
          ${visitor.guest?.orderId === order.id && guestSection(order, show, visitor.user !== undefined)}
          ${(mayTake('cancel', order.status, role) || states[cancel.id]?.problem) && show(cancel)}
        </div>
      </div>`,
  })
}

/** Lists how the order is delivered and paid, and to whom. */
function orderFacts(order: Order, moneyOf: Money, role: 'staff' | 'owner'): Html {
  const paid = order.payment.status === 'pending' && !isBeingTaken(moneyOf) ? 'open' : statusOf(order.payment)
  return facts([
    ...travelFacts(order),
    ['Payment', html`${t(METHOD_TEXT[order.payment.method])} ${paymentBadge(paid, order)}`],
    ...owedRows({ ...order, ...order.payment }, order.currency),
    ...moreOfAddress(order),
    ['Placed', time(order.placedAt)],
    ...(role === 'staff'
      ? [['Customer', html`<bdi>${order.owner.userName}</bdi>, ${order.owner.email}`] as const]
      : []),
    ...noteFact(order),
    ...trackingFacts(order.parcels, order.items),
    ...termsFact(order),
  ])
}

/** The steps of an order: those it has taken, and those that are still to come. */
function steps({ status, steps, delivery }: Order): Html {
  const labels = labelsOf({ delivery })
  const ahead = STEPS_AHEAD[status]
  return html`<ol class="steps">${steps.map(
    step => html`<li class="done"${step.status === status && html` aria-current="step"`}>
      <strong>${t(labels[step.status].text)}</strong> <span class="soft">${time(step.at)}</span></li>`,
  )}${ahead.map(step => html`<li><span class="soft">${t(labels[step].text)}</span></li>`)}</ol>`
}

const STEPS_AHEAD: Record<OrderStatus, OrderStatus[]> = {
  placed: ['processing', 'shipped', 'delivered'],
  processing: ['shipped', 'delivered'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}
