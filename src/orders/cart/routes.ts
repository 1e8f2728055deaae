/** The API of the cart. */
import { Type } from 'typebox'
import { findProduct } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Db, PRICE_MAX } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { MAX_QUANTITY, ProductId } from '../order.ts'
import { explainUnavailable } from '../order-problems.ts'
import { type CartLine, MAX_CART_LINES, withLine, withoutProducts } from './cart.ts'
import { callerOf, cartOf, changeCartOf } from './owner.ts'
import { Cart, orderablePart, viewCart } from './view.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })
const OfProduct = Type.Object({ productId: Type.Integer({ ...ProductId, description: 'The id of the product.' }) })

/** A cart belongs to the signed-in user, or else to the browser, so anybody may use these routes. */
export function cartRoutes(api: App, context: AppContext): void {
  cartItemRoutes(api, context)
  cartRemovalRoutes(api, context)
}

function cartItemRoutes(api: App, context: AppContext): void {
  const show = (lines: CartLine[]) => viewCart(context, lines)

  operation(api, 'GET /cart', {
    id: 'getCart',
    summary: 'Get the cart',
    access: 'visitor',
    description:
      'A signed-in user has one cart on every device. A visitor has one in this browser: a cookie has its token. ' +
      'It joins the cart of the user who signs in there.',
    answers: { 200: Cart },
    handler: async (request, reply) => show(await cartOf(context, request, reply, callerOf(request))),
  })

  operation(api, 'POST /cart/items', {
    id: 'addToCart',
    summary: 'Add a product to the cart',
    access: 'visitor',
    problems: ['product_unavailable', 'insufficient_stock', 'rate_limited', 'forbidden'],
    description: 'Twice is more of it. A signed-in user repeats the request with the same `Idempotency-Key`.',
    once: true,
    body: Type.Object({ productId: ProductId, quantity: Quantity }),
    answers: { 200: Cart },
    handler: async (request, reply) => {
      const { productId, quantity } = request.body
      const add = async (context: AppContext) => {
        const lines = await changeCartOf(context, request, reply, async (lines, tx) => {
          const before = lines.find(line => line.productId === productId)?.quantity ?? 0
          if (before === 0 && lines.length >= MAX_CART_LINES) throw isFull()
          return withLine(lines, await orderable(tx, productId, before + quantity))
        })
        return viewCart(context, lines)
      }
      // A visitor finds the cart by a cookie, which an answer that is kept cannot bring again.
      return callerOf(request) ? answerOnce(context, request, reply, db => add({ ...context, db })) : add(context)
    },
  })

  operation(api, 'PATCH /cart/items/:productId', {
    id: 'changeCartItem',
    summary: 'Change the quantity of a cart item',
    access: 'visitor',
    problems: ['product_unavailable', 'insufficient_stock', 'forbidden'],
    params: OfProduct,
    body: Type.Object({
      quantity: Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description: '0 removes the product.' }),
    }),
    answers: { 200: Cart },
    handler: async (request, reply) => {
      const { productId } = request.params
      const { quantity } = request.body
      const lines = await changeCartOf(context, request, reply, async (lines, tx) => {
        if (!lines.some(line => line.productId === productId)) throw notInCart()
        if (quantity === 0) return withoutProducts(lines, [productId])
        return withLine(lines, await orderable(tx, productId, quantity))
      })
      return show(lines)
    },
  })
}

function cartRemovalRoutes(api: App, context: AppContext): void {
  const show = (lines: CartLine[]) => viewCart(context, lines)

  operation(api, 'POST /cart/reduction', {
    id: 'reduceCart',
    summary: 'Reduce the cart to what can be ordered',
    access: 'visitor',
    problems: ['forbidden'],
    description: 'Removes what is not for sale, and lowers quantities to the stock.',
    answers: { 200: Cart },
    handler: async (request, reply) => {
      const lines = await changeCartOf(context, request, reply, (lines, tx) => orderablePart(tx, lines))
      return show(lines)
    },
  })

  operation(api, 'DELETE /cart/items/:productId', {
    id: 'removeCartItem',
    summary: 'Remove a product from the cart',
    access: 'visitor',
    problems: ['forbidden'],
    params: OfProduct,
    answers: { 200: Cart },
    handler: async (request, reply) => {
      const { productId } = request.params
      return show(await changeCartOf(context, request, reply, lines => withoutProducts(lines, [productId])))
    },
  })
}

/** An early check, so that people see a problem before the checkout. Only placing the order decides. */
async function orderable(db: Db, productId: number, quantity: number): Promise<CartLine> {
  const product = await findProduct(db, productId)
  if (!product) throw invalidInput({ field: 'productId', reason: 'names no product', code: 'unknown_product' })
  if (quantity > MAX_QUANTITY) {
    throw invalidInput({ field: 'quantity', reason: `must be at most ${MAX_QUANTITY} in all`, code: 'too_large' })
  }
  if (product.price * quantity > PRICE_MAX) {
    const reason = `must be at most ${Math.floor(PRICE_MAX / product.price)} at this price`
    throw invalidInput({ field: 'quantity', reason, code: 'too_large' })
  }
  const unavailable = explainUnavailable([{ ...product, asked: quantity }])
  if (unavailable) throw unavailable
  return { productId, quantity, priceSeen: product.price }
}

function isFull(): Problem {
  const reason = `does not fit: a cart holds ${MAX_CART_LINES} products`
  return invalidInput({ field: 'productId', reason, code: 'too_many' })
}

function notInCart(): Problem {
  return new Problem('not_found', 'This product is not in your cart.')
}
