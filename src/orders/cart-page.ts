import type { FastifyInstance } from 'fastify'
import type { Ground } from '../ground.ts'
import { addToCart } from '../pages/add-to-cart.ts'
import { figure } from '../pages/figure.ts'
import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { empty } from '../pages/parts.ts'
import { formAction } from '../pages/submit.ts'
import { money } from '../pages/values.ts'
import { sendPage, type Visitor } from '../pages/visitor.ts'
import { cartOf } from './cart-routes.ts'
import { type Cart, viewCart } from './cart-view.ts'

const changeQuantity: Form = {
  id: 'quantity',
  action: '/cart/items/:productId',
  operation: { method: 'PATCH', address: '/api/cart/items/:productId' },
  fields: [{ name: 'quantity', label: 'Quantity', type: 'number', required: true, value: 'integer' }],
  button: 'Change',
  success: { go: '/cart' },
  look: 'quiet',
}

const remove: Form = {
  id: 'remove',
  action: '/cart/items/:productId/remove',
  operation: { method: 'DELETE', address: '/api/cart/items/:productId' },
  fields: [],
  button: 'Remove',
  success: { go: '/cart' },
  look: 'quiet',
}

export function cartPages(app: FastifyInstance, ground: Ground): void {
  const render = async (visitor: Visitor, state: FormState, request: Parameters<typeof cartOf>[1]) => {
    const cart = await viewCart(ground.db, cartOf(ground, request), money)
    return cartPage(visitor, cart, state)
  }
  app.get('/cart', async (request, reply) =>
    sendPage(reply, await render(await app.visitorOf(request, reply), {}, request)),
  )
  for (const form of [addToCart, changeQuantity, remove]) formAction(app, form, render)
}

function cartPage(visitor: Visitor, cart: Cart, state: FormState): Html {
  return page({
    title: 'Cart',
    visitor,
    failed: state.problem !== undefined,
    main: html`<h1>Your cart</h1>
      ${
        // A product that could not be put in: its form stands on another page, and so does its refusal.
        state.problem && !state.params?.productId && renderForm(addToCart, state, visitor.csrfToken)
      }
      ${
        cart.items.length === 0
          ? empty('Nothing in it yet', 'What you put in stays here, also when you sign in or come back tomorrow.', {
              href: '/products',
              label: 'Look around',
            })
          : filledCart(visitor, cart, state)
      }`,
  })
}

function filledCart(visitor: Visitor, cart: Cart, state: FormState): Html {
  return html`<div class="split">
    <ul class="lines">${cart.items.map(item => line(visitor, item, state))}</ul>
    <section class="card" aria-labelledby="sum">
      <h2 id="sum">Total</h2>
      <p class="sum">${money(cart.total, cart.currency)}</p>
      ${!cart.orderable && html`<p class="soft">Some of this cannot be ordered as it stands here. See the notes beside it.</p>`}
      <p><a class="button" href="/checkout">${visitor.user ? 'Go to checkout' : 'Sign in and order'}</a></p>
    </section>
  </div>`
}

function line(visitor: Visitor, item: Cart['items'][number], state: FormState): Html {
  const params = { productId: String(item.productId) }
  const refused = state.params?.productId === params.productId
  const values = { quantity: String(item.quantity), ...(refused && state.values) }
  const form = (of: Form, own: FormState) =>
    renderForm({ ...of, id: `${of.id}-${item.productId}` }, { params, ...own }, visitor.csrfToken)
  return html`<li class="card line">
    ${figure(item.productId, item.category)}
    <div>
      <h2 id="line-${item.productId}"><a href="/products/${item.productId}">${item.name}</a></h2>
      <p class="soft">${money(item.unitPrice, item.currency)} each</p>
      ${item.changes.map(({ reason }) => html`<p class="notice warning">${reason}</p>`)}
      <div class="row in-row" role="group" aria-labelledby="line-${item.productId}">
        ${form(changeQuantity, refused ? { ...state, values } : { values })}
        ${form(remove, {})}
      </div>
    </div>
    <p class="price">${money(item.lineTotal, item.currency)}</p>
  </li>`
}
