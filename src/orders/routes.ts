import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isStaff, signedIn } from '../accounts/sessions/access.ts'
import { readUserFilter, UserFilter } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'
import { wakeWorkers } from '../events.ts'
import type { App } from '../http/app.ts'
import { either, formerly, momentOf, PERIOD_QUERY, RowId } from '../http/filters.ts'
import { IdempotencyHeaders, onceInOneStatement } from '../http/idempotency.ts'
import { answerPage, PAGE_QUERY, Page } from '../http/paginated-list.ts'
import { addressBelow } from '../http/route-addresses.ts'
import { removeFromCart } from './cart/routes.ts'
import { NewOrder, Order, ProductId, Status, showOrder } from './order.ts'
import { recordPayment } from './payment.ts'
import { placeOrder } from './place.ts'
import { queueForProducts } from './product-queues.ts'
import { findOrder, listOrders, ORDER_SORTS } from './queries.ts'
import { applyTransition, noSuchOrder } from './transition.ts'

const OrderId = Type.Object({ id: RowId })

const OrderQuery = Type.Object({
  ...PAGE_QUERY,
  sort: Type.Enum([...ORDER_SORTS], { default: '-id' }),
  status: Type.Optional(Status),
  user: Type.Optional({ ...UserFilter, description: 'The id or the email address of the owner; staff only.' }),
  product: Type.Optional(ProductId),
  ...PERIOD_QUERY,
  userId: formerly('user', Type.String({ format: 'uuid' })),
  productId: formerly('product', ProductId),
  placedFrom: formerly('from', Type.String({ format: 'date-time' })),
  placedBefore: formerly('before', Type.String({ format: 'date-time' })),
})

const Shipment = Type.Object({
  trackingNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
})

const readers = { role: 'user', scope: 'orders:read' } as const

export function orderRoutes(api: App, context: AppContext): void {
  const { db, clock, config } = context

  api.post(
    '/orders',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Takes stock, copies names and prices, and sends one confirmation to the owner. Send an `Idempotency-Key`, so that a retry does not order twice.',
        problems: ['insufficient_stock', 'product_unavailable', 'total_changed', 'rate_limited'],
        headers: IdempotencyHeaders,
        body: NewOrder,
        response: { 201: Order },
      },
    },
    async (request, reply) => {
      const productIds = request.body.items.map(({ productId }) => productId)
      const order = await queueForProducts(db, productIds, () =>
        onceInOneStatement(context, request, reply, async db => {
          const buyer = { userId: signedIn(request).userId, perDay: config.ordersPerDay }
          const body = await placeOrder(db, request.body, buyer, clock.now())
          return { body, location: addressBelow(request, body.id) }
        }),
      )
      wakeWorkers(db)
      removeFromCart(context, request, reply, productIds)
      return order
    },
  )

  api.get(
    '/orders',
    {
      config: { access: readers },
      schema: {
        operationId: 'listOrders',
        summary: 'List orders',
        description: 'Users see their own orders. Staff and API keys see all.',
        querystring: OrderQuery,
        response: { 200: Page(Order) },
      },
    },
    async (request, reply) => {
      const { page, limit, sort, status, ...query } = request.query
      const owner = async () =>
        either(await readUserFilter(db, query.user), query.userId?.toLowerCase(), ['user', 'userId'])
      const filter = {
        status,
        productId: either(query.product, query.productId, ['product', 'productId']),
        ownerId: seesAll(request) ? await owner() : signedIn(request).userId,
        placedFrom: either(momentOf(query.from), momentOf(query.placedFrom), ['from', 'placedFrom']),
        placedBefore: either(momentOf(query.before), momentOf(query.placedBefore), ['before', 'placedBefore']),
      }
      const { items, totalCount } = await listOrders(db, filter, { page, limit, sort })
      return answerPage(request, reply, { items: items.map(showOrder), totalCount })
    },
  )

  api.get(
    '/orders/:id',
    {
      config: { access: readers },
      schema: { operationId: 'getOrder', summary: 'Get an order', params: OrderId, response: { 200: Order } },
    },
    async request => {
      const order = await findOrder(db, request.params.id)
      if (!order || !(seesAll(request) || order.owner.id === signedIn(request).userId)) throw noSuchOrder()
      return showOrder(order)
    },
  )

  api.post(
    '/orders/:id/cancel',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'cancelOrder',
        summary: 'Cancel an order',
        description:
          'The owner can cancel while the order is placed, staff until it is shipped. The stock returns once.',
        problems: ['wrong_order_state', 'rate_limited'],
        params: OrderId,
        response: { 200: Order },
      },
    },
    async request => {
      const { ordersPerDay } = config
      return applyTransition(db, request.params.id, 'cancel', { by: actor(request), now: clock.now(), ordersPerDay })
    },
  )

  for (const step of ['process', 'deliver'] as const) {
    api.post(
      `/orders/:id/${step}`,
      {
        config: { access: 'staff' },
        schema: {
          operationId: `${step}Order`,
          summary: step === 'process' ? 'Start processing an order' : 'Mark an order as delivered',
          problems: ['wrong_order_state'],
          params: OrderId,
          response: { 200: Order },
        },
      },
      async request => applyTransition(db, request.params.id, step, { by: actor(request), now: clock.now() }),
    )
  }

  for (const record of ['paid', 'refunded'] as const) {
    api.post(
      `/orders/:id/mark-${record}`,
      {
        config: { access: 'staff' },
        schema: {
          operationId: record === 'paid' ? 'markOrderPaid' : 'markOrderRefunded',
          summary: `Mark an order as ${record}`,
          description:
            record === 'paid'
              ? 'The invoice was paid. If the order is cancelled, a refund becomes due.'
              : 'The money went back to the customer.',
          problems: ['wrong_payment_state'],
          params: OrderId,
          response: { 200: Order },
        },
      },
      async request => recordPayment(db, request.params.id, record, { by: signedIn(request).userId, now: clock.now() }),
    )
  }

  api.post(
    '/orders/:id/ship',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'shipOrder',
        summary: 'Ship an order',
        description: 'The owner gets an email.',
        problems: ['wrong_order_state'],
        params: OrderId,
        body: Shipment,
        response: { 200: Order },
      },
    },
    async request => {
      const { trackingNumber } = request.body
      return applyTransition(db, request.params.id, 'ship', { by: actor(request), now: clock.now(), trackingNumber })
    },
  )
}

function seesAll({ caller }: FastifyRequest): boolean {
  return caller.kind === 'key' || isStaff(caller)
}

function actor(request: FastifyRequest) {
  return { userId: signedIn(request).userId, staff: isStaff(request.caller) }
}
