import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { cookieNames } from '../../accounts/sessions/cookies.ts'
import { findProduct } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { DAY, SECOND } from '../../time.ts'
import { MAX_QUANTITY, ProductId } from '../order.ts'
import { explainUnavailable } from '../order-problems.ts'
import { type CartLine, MAX_CART_LINES, parseCart, withLine, withoutProducts, writeCart } from './cart.ts'
import { Cart, orderablePart, viewCart } from './view.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })
const OfProduct = Type.Object({ productId: Type.Integer({ ...ProductId, description: 'The id of the product.' }) })

/** The cart belongs to the browser that sends it, so these routes need no guard. */
export function cartRoutes(api: App, context: AppContext): void {
  const show = (lines: CartLine[]) => viewCart(context.db, lines)

  api.get(
    '/cart',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getCart',
        summary: 'Get the cart',
        description: 'The browser keeps the cart in a cookie.',
        response: { 200: Cart },
      },
    },
    async request => show(cartOf(context, request)),
  )

  api.post(
    '/cart/items',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'addToCart',
        summary: 'Add a product to the cart',
        problems: ['product_unavailable', 'insufficient_stock'],
        body: Type.Object({ productId: ProductId, quantity: Quantity }),
        response: { 200: Cart },
      },
    },
    async (request, reply) => {
      const { productId, quantity } = request.body
      const lines = cartOf(context, request)
      const before = lines.find(line => line.productId === productId)?.quantity ?? 0
      if (before === 0 && lines.length >= MAX_CART_LINES) {
        throw invalidInput({
          field: 'productId',
          reason: `does not fit: a cart holds ${MAX_CART_LINES} products`,
          code: 'too_many',
        })
      }
      const line = await orderable(context, productId, before + quantity)
      return show(keepCart(context, reply, withLine(lines, line)))
    },
  )

  api.patch(
    '/cart/items/:productId',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'changeCartItem',
        summary: 'Change the quantity of a cart item',
        problems: ['product_unavailable', 'insufficient_stock'],
        params: OfProduct,
        body: Type.Object({
          quantity: Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description: '0 removes the product.' }),
        }),
        response: { 200: Cart },
      },
    },
    async (request, reply) => {
      const { productId } = request.params
      const lines = cartOf(context, request)
      if (!lines.some(line => line.productId === productId)) throw notInCart()
      const { quantity } = request.body
      if (quantity === 0) return show(keepCart(context, reply, withoutProducts(lines, [productId])))
      return show(keepCart(context, reply, withLine(lines, await orderable(context, productId, quantity))))
    },
  )

  api.post(
    '/cart/reduction',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'reduceCart',
        summary: 'Reduce the cart to what can be ordered',
        description: 'Removes what is not for sale, and lowers quantities to the stock.',
        response: { 200: Cart },
      },
    },
    async (request, reply) => {
      const lines = cartOf(context, request)
      return show(keepCart(context, reply, await orderablePart(context.db, lines)))
    },
  )

  api.delete(
    '/cart/items/:productId',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'removeCartItem',
        summary: 'Remove a product from the cart',
        params: OfProduct,
        response: { 200: Cart },
      },
    },
    async (request, reply) =>
      show(keepCart(context, reply, withoutProducts(cartOf(context, request), [request.params.productId]))),
  )
}

export function cartOf(context: AppContext, request: FastifyRequest): CartLine[] {
  return parseCart(request.cookies[cookieName(context)])
}

/** Removes ordered products from the cart of the browser. API clients have no cart. */
export function removeFromCart(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  productIds: number[],
): void {
  const lines = cartOf(context, request)
  if (lines.length > 0) keepCart(context, reply, withoutProducts(lines, productIds))
}

export function keepCart(context: AppContext, reply: FastifyReply, lines: CartLine[]): CartLine[] {
  const name = cookieName(context)
  reply.setCookie(name, writeCart(lines), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: name.startsWith('__Host-'),
    maxAge: lines.length === 0 ? 0 : (30 * DAY) / SECOND,
  })
  return lines
}

function cookieName(context: AppContext): string {
  return cookieNames(context).cart
}

/** An early check, so that people see a problem before the checkout. Only placing the order decides. */
async function orderable({ db }: AppContext, productId: number, quantity: number): Promise<CartLine> {
  const product = await findProduct(db, productId)
  if (!product) throw invalidInput({ field: 'productId', reason: 'names no product', code: 'unknown_product' })
  if (quantity > MAX_QUANTITY) {
    throw invalidInput({ field: 'quantity', reason: `must be at most ${MAX_QUANTITY} in all`, code: 'too_large' })
  }
  const unavailable = explainUnavailable([{ ...product, asked: quantity }])
  if (unavailable) throw unavailable
  return { productId, quantity, priceSeen: product.price }
}

function notInCart(): Problem {
  return new Problem('not_found', 'This product is not in your cart.')
}
