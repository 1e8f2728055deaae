/** The checkout page. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findUser } from '../../accounts/users/user.ts'
import { inWords } from '../../catalogue/product-texts.ts'
import { findPictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { empty, facts, section } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { localeOf } from '../../pages/language.ts'
import { page } from '../../pages/layout.ts'
import { link, rich } from '../../pages/rich.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { methodFields } from '../../payments/method-field.ts'
import { waysToPay } from '../../payments/pay.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../payments/states.ts'
import { digest } from '../../secrets/crypto.ts'
import { deliveryFact } from '../../shop/delivery-fact.ts'
import { after, MINUTE } from '../../time.ts'
import { t, translated } from '../../words/words.ts'
import { costFacts, itemLines, THANKS } from '../components.ts'
import { ADDRESS_FIELDS, withCountries } from '../delivery-address.ts'
import { findLastAddress, findNewestOrder } from '../queries.ts'
import { MAX_CART_LINES } from './cart.ts'
import { cartOf } from './owner.ts'
import { type Cart, isRemoved, viewCart } from './view.ts'

const SENT_BEFORE = 'idempotency_key_reused'

/** The form contains the lines and the total that the page showed, so a cart that changed meanwhile changes nothing. */
const placeOrder: Form = {
  id: 'order',
  action: '/checkout',
  operation: { method: 'POST', address: '/api/orders' },
  fields: [
    ...lineFields(MAX_CART_LINES),
    { name: 'expectedTotal', label: 'Total', type: 'hidden', value: 'integer' },
    { name: 'expectedCurrency', label: 'Currency', type: 'hidden' },
    ...ADDRESS_FIELDS,
    ...methodFields(PAYMENT_METHODS),
    {
      name: 'note',
      label: 'Order note',
      type: 'textarea',
      rows: 3,
      hint: 'Delivery instructions, for example.',
    },
  ],
  button: 'Order and pay',
  once: true,
  // By way of the payment page, for an order that is paid online.
  success: { go: '/orders/{id}/pay?on=yes', done: THANKS },
  outdatedBy: [
    'total_changed',
    'insufficient_stock',
    'product_unavailable',
    'unknown_product',
    'mixed_currencies',
    SENT_BEFORE,
  ],
}

export function checkoutPages(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState, request: FastifyRequest, reply: FastifyReply) => {
    const cart = await viewCart(context, await cartOf(context, request, reply, visitor.user?.id), inWords)
    const newest = visitor.user && (await findNewestOrder(context.db, visitor.user.id))
    const recent = newest && isRecent(newest, context.clock.now()) ? newest : undefined
    if (state.problem?.code === SENT_BEFORE) return sentBefore(visitor, recent)
    if (cart.items.length === 0) return emptyCheckout(visitor, state, recent)
    const buyer = visitor.user && (await readBuyer(context, visitor.user, request))
    const pictures = await findPictured(
      context.db,
      cart.items.map(({ productId }) => productId),
    )
    const key = state.key ?? keyOf(cart, newest?.id)
    const again = recent && linesOf(recent.items) === linesOf(cart.items) && orderedAgain(recent)
    const ways = await waysToPay(context)
    const main = checkout(visitor, cart, { ...state, key }, { pictures, buyer, ways })
    return checkoutPage(visitor, state, html`${again}${main}`)
  }
  app.get('/checkout', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    return sendPage(reply, await render(visitor, {}, request, reply))
  })
  formAction(app, placeOrder, render)
}

/** Two tabs with the same checkout send the same Idempotency-Key, until the next order: they place one order, not two. */
function keyOf({ items }: Cart, newestOrder = 0): string {
  return `checkout-${newestOrder}-${digest(linesOf(items)).toString('base64url')}`
}

function linesOf(items: readonly { productId: number; quantity: number }[]): string {
  return items
    .map(({ productId, quantity }) => `${productId}-${quantity}`)
    .sort()
    .join('.')
}

type Newest = NonNullable<Awaited<ReturnType<typeof findNewestOrder>>>

/** Another tab may have placed this order a moment ago, or this one, and its answer was lost. */
function isRecent({ placedAt, status }: Newest, now: Date): boolean {
  return status !== 'cancelled' && placedAt > after(now, -JUST_NOW)
}

const JUST_NOW = 30 * MINUTE

type Buyer = { email: string; address: Readonly<Record<string, string | undefined>> }

/** The address of the last order fills the form; for a first order the name, and the country that the browser hints at. */
async function readBuyer({ db }: AppContext, { id, userName }: NonNullable<Visitor['user']>, request: FastifyRequest) {
  const [last, user] = await Promise.all([findLastAddress(db, id), findUser(db, id)])
  const address = last ?? { name: userName, country: localeOf(request.headers['accept-language']).region }
  const values = Object.entries(address).map(([name, value]) => [`deliveryAddress.${name}`, value])
  return user && { email: user.email, address: Object.fromEntries(values) }
}

type Pictures = Awaited<ReturnType<typeof findPictured>>

function checkoutPage(visitor: Visitor, { problem }: FormState, main: Html): Html {
  return page({
    title: 'Checkout',
    visitor,
    failed: problem !== undefined,
    main: html`<h1>${t('Checkout')}</h1>${main}`,
  })
}

function emptyCheckout(visitor: Visitor, state: FormState, recent?: Newest): Html {
  const products = { href: '/products', label: 'Browse products' }
  const nothing = empty('Your cart is empty', 'Add a product before you check out.', products)
  const main = recent
    ? html`${placedNotice(recent)}${nothing}`
    : html`${nothing}<p>${rich('If you have just ordered, see <a>your orders</a>.', { a: link('/orders') })}</p>`
  return checkoutPage(visitor, state, main)
}

/** The form was accepted before the visitor changed it. A button here would order twice. */
function sentBefore(visitor: Visitor, recent?: Newest): Html {
  const order = recent
    ? placedNotice(recent)
    : html`<p class="notice info">${rich('You have placed this order already. <a>See your orders</a>', { a: link('/orders') })}</p>`
  const contact = recent ? `/contact?order=${recent.id}` : '/contact'
  return checkoutPage(
    visitor,
    {},
    html`${order}
      <p>${rich('Your later changes are not part of it. To change the address or the note, cancel the order and place it again, or <a>write to us</a>.', { a: link(contact) })}</p>
      <p><a href="/cart">${t('Back to your cart')}</a></p>`,
  )
}

function placedNotice({ id }: Newest): Html {
  return html`<p class="notice info" role="status">${rich('Your order #{id} is placed. <a>See your order</a>', { id, a: link(`/orders/${id}`) })}</p>`
}

function orderedAgain({ id }: Newest): Html {
  return html`<p class="notice info" role="status">${rich('You have just ordered the same items: <a>see that order</a>. Place this order only if you want them twice.', { a: link(`/orders/${id}`) })}</p>`
}

type Shown = { pictures: Pictures; buyer: Buyer | undefined; ways: PaymentMethod[] }

function checkout(visitor: Visitor, cart: Cart, state: FormState, { pictures, buyer, ways }: Shown): Html {
  const changed = cart.items.flatMap(({ name, changes }) => changes.map(({ reason }) => ({ name, reason })))
  const values = { ...buyer?.address, ...state.values, ...prefilled(cart) }
  const summary = html`
      ${itemLines(
        // Removed products have no price, and would be shown as free.
        cart.items.filter(item => !isRemoved(item)),
        cart.currency,
        pictures,
      )}
      ${facts([
        ...deliveryFact(visitor),
        ...(ways.includes('online') ? [] : [['Payment', t('By invoice')] as const]),
        ...costFacts(cart, cart.currency),
      ])}
      ${buyer && html`<p class="soft">${t("We'll send the confirmation to {email}.", { email: buyer.email })}</p>`}
      ${visitor.devInbox && html`<p class="soft">${t('This is a demo shop: nothing is charged and nothing is shipped.')}</p>`}
      <p><a href="/cart" data-keeps="order">${t('Change your cart')}</a></p>`
  return html`${
    changed.length > 0 &&
    html`<div class="notice warning" role="status"><h2>${t('Please check these items')}</h2><ul>${changed.map(
      ({ name, reason }) => html`<li><strong>${name}</strong>: ${translated(reason)}</li>`,
    )}</ul></div>`
  }
  <div class="split checkout">
    <div class="card">${
      cart.orderable || state.problem
        ? renderForm(shown(cart, ways), { ...state, values }, visitor.csrfToken)
        : html`<p>${rich("Some items can't be ordered as they are. <a>Change your cart</a>", { a: link('/cart') })}</p>`
    }</div>
    ${section('summary', 'Your order', summary, { look: 'card' })}
  </div>`
}

/** The form with as many lines as the cart has. */
function shown(cart: Cart, ways: PaymentMethod[]): Form {
  const isChoice = methodFields(ways).length > 0
  const fields = placeOrder.fields.slice(2 * MAX_CART_LINES)
  return {
    ...placeOrder,
    fields: [
      ...lineFields(cart.items.length),
      ...fields.filter(({ name }) => isChoice || name !== 'payment.method'),
    ].map(withCountries),
    button: t('Order and pay {total}', { total: money(cart.total, cart.currency) }),
  }
}

function prefilled(cart: Cart): Record<string, string> {
  const lines = cart.items.flatMap(({ productId, quantity }, index) => [
    [`items.${index}.productId`, String(productId)],
    [`items.${index}.quantity`, String(quantity)],
  ])
  return { ...Object.fromEntries(lines), expectedTotal: String(cart.total), expectedCurrency: cart.currency }
}

function lineFields(count: number): Field[] {
  return Array.from({ length: count }, (_, index): Field[] => [
    { name: `items.${index}.productId`, label: 'Product', type: 'hidden', value: 'integer' },
    { name: `items.${index}.quantity`, label: 'Quantity', type: 'hidden', value: 'integer' },
  ]).flat()
}
