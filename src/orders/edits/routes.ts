/** The API of edits: what staff change in an order before it is shipped. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorIdOf, requirePermission } from '../../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { PRICE_MAX } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { RowId, rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { ifMatch } from '../../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { readSeller } from '../../pricing/seller.ts'
import { NewDeliveryAddress } from '../delivery-address.ts'
import { MAX_QUANTITY, Order } from '../order.ts'
import { changeBillingAddress } from './billing-address.ts'
import { changeAddress } from './delivery-address.ts'
import { changeItems } from './edit.ts'

const UnitPrice = Type.Integer({
  minimum: 0,
  maximum: PRICE_MAX,
  description: 'The new price of a piece, with VAT unless the buyer owes it.',
})

const Added = Type.Array(
  Type.Object({
    productId: Type.Optional(Type.Integer({ ...RowId, description: 'The product, or `sku`.' })),
    sku: Type.Optional(Type.String({ minLength: 1, maxLength: 100, [TRIM]: 'typed' })),
    quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
    unitPrice: Type.Optional({ ...UnitPrice, description: 'The price of a piece. Default: that of today.' }),
  }),
  { minItems: 1, maxItems: 100, description: 'New lines. Their stock is taken at once.' },
)

const OrderItemsChange = Type.Object(
  {
    items: Type.Optional(
      Type.Array(
        Type.Object({
          line: Type.Integer({ minimum: 1, maximum: 32_767, description: 'The line of the order.' }),
          quantity: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: MAX_QUANTITY,
              description: 'How many pieces stay. 0 takes the line out.',
            }),
          ),
          unitPrice: Type.Optional(UnitPrice),
          keepOut: Type.Optional(
            Type.Boolean({
              description: 'The pieces that go are not put back into stock: they are broken, or gone.',
            }),
          ),
        }),
        { minItems: 1, maxItems: 100, description: 'Lines that are not named stay as they are.' },
      ),
    ),
    added: Type.Optional(Added),
    discount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PRICE_MAX,
        description: 'A further discount on all goods of the order, at most what they cost.',
      }),
    ),
    currency: Type.Optional(
      Type.String({ minLength: 3, maxLength: 3, description: 'Checked against that of the order.' }),
    ),
  },
  { title: 'OrderItemsChange' },
)

export function orderEditRoutes(api: App, context: AppContext): void {
  billingRoutes(api, context)
  operation(api, 'PATCH /orders/:id/items', {
    id: 'changeOrderItems',
    summary: 'Change the lines of an order',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Before it is shipped: fewer pieces of a line, or none; another price of a line; lines that are added; a discount. Stock, ' +
      'VAT and total follow. What was paid too much goes back, and what is added is due. The delivery costs what it cost, and a ' +
      'discount code stays as it was. An order without pieces is cancelled. Once the invoice is written, an order only gets cheaper, ' +
      'with a credit note. Other prices and discounts need the permission `money` (scope `money:write`) besides. The owner gets an email.',
    problems: [
      'wrong_order_state',
      'wrong_payment_state',
      'refund_too_large',
      'changed_meanwhile',
      'invoice_written',
      'insufficient_stock',
      'product_unavailable',
      'tax_rate_missing',
    ],
    ifMatch: true,
    once: true,
    params: rowIdOf('order'),
    body: OrderItemsChange,
    answers: { 200: Order },
    handler: async (request, reply) => {
      const seller = await readSeller(context.db, context.clock.now())
      return answerOnce(context, request, reply, tx =>
        changeItems(tx, request.params.id, request.body, {
          ...actorOf(request, reply, context),
          requireMoney: () => requirePermission(request, 'money'),
          seller,
        }),
      )
    },
  })

  operation(api, 'PUT /orders/:id/delivery-address', {
    id: 'changeDeliveryAddress',
    summary: 'Change the delivery address of an order',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description: 'Before it is shipped, in the same country. The owner gets an email.',
    problems: ['wrong_order_state', 'changed_meanwhile'],
    ifMatch: true,
    once: true,
    params: rowIdOf('order'),
    body: Type.Object({ deliveryAddress: NewDeliveryAddress }, { title: 'DeliveryAddressChange' }),
    answers: { 200: Order },
    handler: async (request, reply) => {
      const { deliveryAddress } = request.body
      return answerOnce(context, request, reply, tx =>
        changeAddress(tx, request.params.id, deliveryAddress, actorOf(request, reply, context)),
      )
    },
  })
}

function billingRoutes(api: App, context: AppContext): void {
  const asBilling = {
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    problems: ['wrong_order_state', 'invoice_written', 'changed_meanwhile'],
    ifMatch: true,
    once: true,
    params: rowIdOf('order'),
    answers: { 200: Order },
  } as const

  operation(api, 'PUT /orders/:id/billing-address', {
    id: 'changeBillingAddress',
    summary: 'Change the address on the invoice of an order',
    ...asBilling,
    description: 'Until the invoice is written, to any country. The owner gets an email.',
    body: Type.Object({ billingAddress: NewDeliveryAddress }, { title: 'BillingAddressChange' }),
    handler: async (request, reply) => {
      const { billingAddress } = request.body
      return answerOnce(context, request, reply, tx =>
        changeBillingAddress(tx, request.params.id, billingAddress, actorOf(request, reply, context)),
      )
    },
  })

  operation(api, 'DELETE /orders/:id/billing-address', {
    id: 'removeBillingAddress',
    summary: 'Send the invoice of an order to the address of the delivery',
    ...asBilling,
    description: 'Until the invoice is written. The owner gets an email.',
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx =>
        changeBillingAddress(tx, request.params.id, null, actorOf(request, reply, context)),
      ),
  })
}

function actorOf(request: FastifyRequest, reply: FastifyReply, { clock }: AppContext) {
  return { by: actorIdOf(request), now: clock.now(), check: ifMatch(request, reply) }
}
