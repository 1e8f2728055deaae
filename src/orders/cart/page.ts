/** The cart page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addToCart } from '../../catalogue/add-to-cart.ts'
import { productPicture } from '../../catalogue/product-picture.ts'
import { findPictured, findProduct, type Pictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { rowIdIn } from '../../http/filters.ts'
import { empty } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import { cartOf } from './owner.ts'
import { type Cart, isRemoved, viewCart } from './view.ts'

const changeQuantity: Form = {
  id: 'quantity',
  action: '/cart/items/:productId',
  operation: { method: 'PATCH', address: '/api/cart/items/:productId' },
  fields: [{ name: 'quantity', label: 'Quantity', type: 'number', required: true, value: 'integer' }],
  button: 'Update',
  success: { go: '/cart', done: 'Cart updated.' },
  together: true,
  look: 'quiet',
}

const remove: Form = {
  id: 'remove',
  action: '/cart/items/:productId/remove',
  operation: { method: 'DELETE', address: '/api/cart/items/:productId' },
  fields: [],
  button: 'Remove',
  success: { go: '/cart', done: 'Removed from your cart.' },
  look: 'text',
}

const reduce: Form = {
  id: 'reduce',
  action: '/cart/reduction',
  operation: { method: 'POST', address: '/api/cart/reduction' },
  fields: [],
  button: 'Keep only what can be ordered',
  success: { go: '/cart', done: 'Your cart has only what can be ordered now.' },
}

export function cartPages(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, request: FastifyRequest, reply: FastifyReply, sent?: Sent) => {
    const cart = await viewCart(context.db, await cartOf(context, request, reply, visitor.user?.id))
    const pictures = await findPictured(
      context.db,
      cart.items.map(({ productId }) => productId),
    )
    return cartPage(visitor, cart, pictures, sent, sent?.form === addToCart && (await refused(sent.state)))
  }
  // A product that could not be added: its form is on another page, so its problem is shown here.
  const refused = async (state: FormState) => {
    const id = rowIdIn(state.values?.productId ?? '')
    return { product: id ? await findProduct(context.db, id) : undefined, state }
  }
  app.get('/cart', async (request, reply) =>
    sendPage(reply, await render(await app.visitorOf(request, reply), request, reply)),
  )
  for (const form of [addToCart, changeQuantity, remove, reduce]) {
    formAction(app, form, (visitor, state, request, reply) => render(visitor, request, reply, { form, state }))
  }
}

/** The form that was submitted, and its result. */
type Sent = { form: Form; state: FormState }

type Refused = { product: { id: number; name: string } | undefined; state: FormState }

function cartPage(
  visitor: Visitor,
  cart: Cart,
  pictures: Map<number, Pictured>,
  sent: Sent | undefined,
  refused: Refused | false,
): Html {
  return page({
    title: 'Cart',
    visitor,
    failed: sent?.state.problem !== undefined,
    main: html`<h1>Your cart</h1>
      ${
        refused &&
        html`<section class="card">
          ${refused.product && html`<h2><a href="/products/${refused.product.id}">${refused.product.name}</a></h2>`}
          ${renderForm(addToCart, refused.state, visitor.csrfToken)}
        </section>`
      }
      ${
        cart.items.length === 0
          ? empty('Your cart is empty', "We'll keep what you add, even after you sign in.", {
              href: '/products',
              label: 'Browse products',
            })
          : filledCart(visitor, cart, pictures, sent)
      }`,
  })
}

function filledCart(visitor: Visitor, cart: Cart, pictures: Map<number, Pictured>, sent?: Sent): Html {
  return html`<div class="split">
    <ul class="lines">${cart.items.map(item => line(visitor, item, pictures, sent))}</ul>
    <section class="card" aria-labelledby="sum">
      <h2 id="sum">Total</h2>
      <p class="sum">${money(cart.total, cart.currency)}</p>
      ${
        cart.orderable
          ? html`<p><a class="button wide" href="/checkout" data-after-forms>Go to checkout</a></p>`
          : html`<p class="soft">Some items can't be ordered as they are. Change them, or:</p>
            ${renderForm(reduce, sent?.form === reduce ? sent.state : {}, visitor.csrfToken)}`
      }
      <p><a href="/products">Continue shopping</a></p>
    </section>
  </div>`
}

function line(visitor: Visitor, item: Cart['items'][number], pictures: Map<number, Pictured>, sent?: Sent): Html {
  const params = { productId: String(item.productId) }
  const form = (of: Form, values: FormState['values'] = {}) => {
    const own = sent?.form === of && sent.state.params?.productId === params.productId ? sent.state : {}
    const state = { params, ...own, values: { ...values, ...own.values } }
    return renderForm({ ...of, id: `${of.id}-${item.productId}` }, state, visitor.csrfToken)
  }
  const isSold = !isRemoved(item)
  return html`<li class="card line">
    ${productPicture(pictures.get(item.productId))}
    <div>
      <h2 id="line-${item.productId}">${isSold ? html`<a href="/products/${item.productId}">${item.name}</a>` : item.name}</h2>
      <p class="soft"><span class="sku">${item.sku}</span>${isSold && html`<br>${money(item.unitPrice, item.currency)} each`}</p>
      ${item.changes.map(({ reason }) => html`<p class="notice warning">${reason}</p>`)}
      <div class="row in-row" role="group" aria-labelledby="line-${item.productId}">
        ${form(changeQuantity, { quantity: String(item.quantity) })}
        ${form(remove)}
      </div>
    </div>
    ${isSold && html`<p class="price">${money(item.lineTotal, item.currency)}</p>`}
  </li>`
}
