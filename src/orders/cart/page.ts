/** The cart page. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addToCart } from '../../catalogue/add-to-cart.ts'
import { basePriceText } from '../../catalogue/attributes/base-price.ts'
import { readPlaced } from '../../catalogue/categories/queries.ts'
import { productsInWords } from '../../catalogue/groups/in-words.ts'
import { productPicture } from '../../catalogue/product-picture.ts'
import { findPictured, findProduct, type Pictured } from '../../catalogue/queries.ts'
import { shelfBeside, showShelf } from '../../catalogue/relations/shelves.ts'
import { reductionNote } from '../../catalogue/sales/reduction.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { empty, section, toast } from '../../pages/components.ts'
import type { Form, FormState, FormStates } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { money } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import { page, waitingNotice } from '../../pages/layout.ts'
import { formAction } from '../../pages/submit.ts'
import { sendPage, type Visitor } from '../../pages/visitor.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { costList } from '../components.ts'
import { cartOf } from './owner.ts'
import { type Cart, isRemoved, viewCart } from './view.ts'

const changeQuantity = edit<Text>({
  id: 'quantity',
  at: '/cart/items/:productId',
  api: '/api/cart/items/:productId',
  fields: addToCart.fields.filter(({ name }) => name === 'quantity'),
  button: 'Update',
  done: 'Cart updated.',
  go: '/cart',
  together: true,
  look: 'quiet',
})

const remove = removal<Text>({
  at: '/cart/items/:productId/remove',
  api: '/api/cart/items/:productId',
  button: 'Remove',
  done: 'Removed from your cart.',
  go: '/cart',
  look: 'text',
})

/** Puts back what was removed. */
const undo: Form<Text> = {
  ...addToCart,
  id: 'undo',
  fields: addToCart.fields.map(field => ({ ...field, type: 'hidden' })),
  button: 'Undo',
  look: 'text',
}

const reduce = step<Text>({
  id: 'reduce',
  at: '/cart/reduction',
  api: '/api/cart/reduction',
  button: 'Keep only what can be ordered',
  done: 'Your cart has only what can be ordered now.',
  look: 'primary',
})

export function cartPages(app: FastifyInstance, context: AppContext): void {
  const render = async (visitor: Visitor, request: FastifyRequest, reply: FastifyReply, states: FormStates) => {
    const cart = await viewCart(context, await cartOf(context, request, reply, visitor.user?.id), productsInWords)
    const ids = cart.items.map(({ productId }) => productId)
    const [pictures, shelf] = await Promise.all([findPictured(context.db, ids), shelfBeside(context.db, ids)])
    const placed = shelf.products.length > 0 ? await readPlaced(context.db) : []
    const beside = showShelf('Goes with', shelf, placed)
    const added = states[addToCart.id]
    const removed = await removedFrom(cart, request)
    const refused = added && { product: await productOf(added) }
    return cartPage(visitor, cart, pictures, states, { refused, removed, beside })
  }
  const removedFrom = async ({ items }: Cart, { query }: FastifyRequest) => {
    const { removed, quantity } = query as Record<string, unknown>
    const id = typeof removed === 'string' ? rowIdIn(removed) : undefined
    if (!id || items.some(({ productId }) => productId === id)) return undefined
    const isSold = (await findProduct(context.db, id)) !== undefined
    return { values: isSold && typeof quantity === 'string' && { productId: String(id), quantity } }
  }
  // A product that could not be added: its form is on another page, so its problem is shown here.
  const productOf = async ({ values }: FormState) => {
    const id = rowIdIn(values?.productId ?? '')
    return id ? await findProduct(context.db, id) : undefined
  }
  app.get('/cart', async (request, reply) =>
    sendPage(reply, await render(await app.visitorOf(request, reply), request, reply, {})),
  )
  for (const form of [addToCart, changeQuantity, remove, reduce]) {
    formAction(app, form, (visitor, state, request, reply) => render(visitor, request, reply, { [form.id]: state }))
  }
}

type Around = {
  readonly refused: { product: { id: number; name: string } | undefined } | undefined
  /** The line that was removed just now, as long as it can be put back. */
  readonly removed: { values: { productId: string; quantity: string } | false } | undefined
  /** Products that go with it. */
  readonly beside: Html | false
}

function cartPage(
  visitor: Visitor,
  cart: Cart,
  pictures: Map<number, Pictured>,
  states: FormStates,
  { refused, removed, beside }: Around,
): Html {
  return page({
    title: 'Cart',
    visitor,
    failed: Object.values(states).some(state => state?.problem),
    main: html`${
      removed &&
      toast(t('Removed from your cart.'), removed.values ? formsOf(visitor, {})(undo, removed.values) : undefined)
    }<h1>${t('Your cart')}</h1>${waitingNotice(visitor)}
      ${
        refused &&
        html`<section class="card">
          ${refused.product && html`<h2><a href="/products/${refused.product.id}">${refused.product.name}</a></h2>`}
          ${formsOf(visitor, states)(addToCart)}
        </section>`
      }
      ${
        cart.items.length === 0
          ? empty('Your cart is empty', "We'll keep what you add, even after you sign in.", {
              href: '/products',
              label: 'Browse products',
            })
          : filledCart(visitor, cart, pictures, states)
      }${beside}`,
  })
}

function filledCart(visitor: Visitor, cart: Cart, pictures: Map<number, Pictured>, states: FormStates): Html {
  const total = html`
      ${costList(cart, cart.currency)}
      ${
        cart.orderable
          ? html`<p><a class="button wide" href="/checkout" data-after-forms>${t('Go to checkout')}</a></p>`
          : html`<p class="soft">${t("Some items can't be ordered as they are. Change them, or:")}</p>
            ${formsOf(visitor, states)(reduce)}`
      }
      <p><a href="/products" data-to-list>${t('Continue shopping')}</a></p>`
  return html`<div class="split">
    <ul class="lines">${cart.items.map(item => line(visitor, item, pictures, states))}</ul>
    ${section('sum', 'Total', total, { look: 'card' })}
  </div>`
}

type Line = Cart['items'][number]

/** With JavaScript, the page that follows offers to put the line back. */
function removeFrom({ productId, quantity }: Line): Form<Text> {
  return { ...remove, success: { go: `/cart?removed=${productId}&quantity=${quantity}`, done: false } }
}

function line(visitor: Visitor, item: Line, pictures: Map<number, Pictured>, states: FormStates): Html {
  const show = rowFormsOf(visitor, states, { productId: String(item.productId) })
  const isSold = !isRemoved(item)
  const perUnit = basePriceText(item.basePrice, item.currency)
  return html`<li class="card line">
    ${productPicture(pictures.get(item.productId))}
    <div>
      <h2 id="line-${item.productId}">${isSold ? html`<a href="/products/${item.productId}">${item.name}</a>` : item.name}</h2>
      <p class="soft"><span class="sku">${item.sku}</span>${
        isSold &&
        html`<br>${t('{price} each', { price: money(item.unitPrice, item.currency) })}, ${t('incl. VAT')}${
          perUnit && ` · ${perUnit}`
        }${wrapped(item)}`
      }</p>
      ${item.changes.map(({ reason }) => html`<p class="notice warning">${translated(reason)}</p>`)}
      <div class="row in-row" role="group" aria-labelledby="line-${item.productId}">
        ${show(changeQuantity, { quantity: String(item.quantity) })}
        ${show(removeFrom(item))}
      </div>
    </div>
    ${isSold && html`<p class="price">${money(item.lineTotal, item.currency)}</p>`}
  </li>`
}

function wrapped({ unitPrice: price, lowestPrice30Days, currency }: Cart['items'][number]): Html | undefined {
  const note = reductionNote({ price, lowest_price_30_days: lowestPrice30Days, currency })
  return note && html`<br>${note}`
}
