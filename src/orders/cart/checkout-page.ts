import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { empty, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { MAX_CART_LINES } from './cart.ts'
import { cartOf } from './routes.ts'
import { type Cart, viewCart } from './view.ts'

/** The form contains the lines and the total that the page showed, so a cart that changed meanwhile changes nothing. */
const placeOrder: Form = {
  id: 'order',
  action: '/checkout',
  operation: { method: 'POST', address: '/api/orders' },
  fields: [
    ...lineFields(MAX_CART_LINES),
    { name: 'expectedTotal', label: 'Total', type: 'hidden', value: 'integer' },
    {
      name: 'note',
      label: 'Order note',
      type: 'textarea',
      rows: 3,
      hint: 'Delivery instructions, for example.',
    },
  ],
  button: 'Place order',
  once: true,
  success: { go: '/orders/{id}', done: 'Thank you. Your order is placed.' },
  outdatedBy: ['total_changed', 'insufficient_stock', 'product_unavailable', 'invalid_input'],
}

export function checkoutPages(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, state: FormState, request: FastifyRequest) =>
    checkoutPage(visitor, await viewCart(context.db, cartOf(context, request)), state)
  app.get('/checkout', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    return sendPage(reply, await render(visitor, {}, request))
  })
  formAction(app, placeOrder, render)
}

function checkoutPage(visitor: Visitor, cart: Cart, state: FormState): Html {
  const main =
    cart.items.length === 0
      ? empty('Your cart is empty', 'Add a product before you check out.', {
          href: '/products',
          label: 'Browse products',
        })
      : summary(visitor, cart, state)
  return page({ title: 'Checkout', visitor, failed: state.problem !== undefined, main: html`<h1>Checkout</h1>${main}` })
}

function summary(visitor: Visitor, cart: Cart, state: FormState): Html {
  const changed = cart.items.flatMap(({ name, changes }) => changes.map(({ reason }) => ({ name, reason })))
  return html`${
    changed.length > 0 &&
    html`<div class="notice warning" role="status"><h2>Changes since you added these items</h2><ul>${changed.map(
      ({ name, reason }) => html`<li><strong>${name}</strong>: ${reason}</li>`,
    )}</ul></div>`
  }
  <div class="split">
    <div>
      ${table(
        'Items to order',
        [
          { label: 'Product', cell: item => item.name },
          { label: 'Price', cell: item => money(item.unitPrice, item.currency), number: true },
          { label: 'Quantity', cell: item => item.quantity, number: true },
          { label: 'Subtotal', cell: item => money(item.lineTotal, item.currency), number: true },
        ],
        cart.items,
      )}
      <p><a href="/cart">Change the cart</a></p>
    </div>
    <section class="card" aria-labelledby="total">
      <h2 id="total">Total</h2>
      <p class="sum">${money(cart.total, cart.currency)}</p>
      <p class="soft">We'll send a confirmation to the email address in your account.</p>
      ${renderForm(shown(cart), { ...state, values: { note: state.values?.note, ...prefilled(cart) } }, visitor.csrfToken)}
    </section>
  </div>`
}

/** The form with as many lines as the cart has. */
function shown(cart: Cart): Form {
  return { ...placeOrder, fields: [...lineFields(cart.items.length), ...placeOrder.fields.slice(2 * MAX_CART_LINES)] }
}

function prefilled(cart: Cart): Record<string, string> {
  const lines = cart.items.flatMap(({ productId, quantity }, index) => [
    [`items.${index}.productId`, String(productId)],
    [`items.${index}.quantity`, String(quantity)],
  ])
  return { ...Object.fromEntries(lines), expectedTotal: String(cart.total) }
}

function lineFields(count: number): Field[] {
  return Array.from({ length: count }, (_, index): Field[] => [
    { name: `items.${index}.productId`, label: 'Product', type: 'hidden', value: 'integer' },
    { name: `items.${index}.quantity`, label: 'Quantity', type: 'hidden', value: 'integer' },
  ]).flat()
}
