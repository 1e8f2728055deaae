/** The API of orders, except for placing one. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorIdOf, actsForShop, customerOf, signedIn } from '../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../accounts/sessions/shop-callers.ts'
import { readUserFilter, UserFilter } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { idsIn, momentOf, PERIOD_QUERY, RowId, rowIdOf, SYNC_QUERY } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { CHECK } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { answerTagged, ifMatch, Unchanged } from '../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { METADATA_QUERY, metadataFilterOf } from '../metadata/metadata.ts'
import { TAG_QUERY, tagFilterOf } from '../notes/note.ts'
import { deliveryMethodRoutes } from '../pricing/delivery-methods.ts'
import { discountCodeRoutes } from '../pricing/discount-codes.ts'
import { offeredRateRoutes } from '../pricing/offered-rates.ts'
import { taxRateRoutes } from '../pricing/tax-rates.ts'
import { addressBookRoutes } from './address-book/routes.ts'
import { orderPaymentRoutes } from './bank/payment-routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { batchRoutes } from './batches/routes.ts'
import { draftOrderRoutes } from './drafts/routes.ts'
import { orderEditRoutes } from './edits/routes.ts'
import { moveManyRoute } from './move-many.ts'
import { movingRoutes } from './moving/routes.ts'
import { Order, showOrder } from './order.ts'
import { EvenIfRefunded, parcelRoutes } from './parcels/routes.ts'
import { pastOrderRoutes } from './past-orders/routes.ts'
import { placeGuestOrderRoute } from './placing/guest-route.ts'
import { placeOrderRoute } from './placing/route.ts'
import { findOrder, listOrders, ORDER_SORTS } from './queries.ts'
import { quoteRoute } from './quote.ts'
import { ORDER_STATUSES, type OrderStatus } from './states.ts'
import { applyTransition, noSuchOrder } from './transition.ts'
import { undoRoutes } from './undo/routes.ts'

const OrderId = rowIdOf('order')

/** An empty one is none: a form sends it for "any". */
function checkStatuses(text: string) {
  const known: readonly string[] = ORDER_STATUSES
  if (text.split(',').every(status => known.includes(status))) return undefined
  const reason = `must be one of ${known.join(', ')}, or several of them with commas between`
  return { reason, code: 'not_allowed' }
}

const OrderQuery = Type.Object({
  ...LIST_QUERY,
  sort: Type.Enum([...ORDER_SORTS], {
    default: '-id',
    description:
      'By id, which is by age, or by total. Orders of a period are sorted by time in place of their id. A minus sign means descending.',
  }),
  status: Type.Optional(
    Type.String({
      [CHECK]: checkStatuses,
      description: `Only orders in this state, or in one of several: \`placed,processing\`. One of ${ORDER_STATUSES.join(', ')}.`,
      examples: ['placed,processing'],
    }),
  ),
  user: Type.Optional({ ...UserFilter, description: 'The id or the email address of the owner; staff only.' }),
  product: Type.Optional(Type.Integer({ ...RowId, description: 'Only orders with this product.' })),
  ...PERIOD_QUERY,
  ...SYNC_QUERY,
  ...METADATA_QUERY,
  ...TAG_QUERY,
})

const readers = { role: 'user', permission: 'orders', scope: 'orders:read' } as const
const writers = { role: 'user', permission: 'orders', scope: 'orders:write' } as const

export function orderRoutes(api: App, context: AppContext): void {
  moveManyRoute(api, context)
  undoRoutes(api, context)
  batchRoutes(api, context)
  quoteRoute(api, context)
  placeOrderRoute(api, context)
  placeGuestOrderRoute(api, context)
  draftOrderRoutes(api, context)
  movingRoutes(api, context)
  pastOrderRoutes(api, context)
  orderReadingRoutes(api, context)
  orderStepRoutes(api, context)
  orderPaymentRoutes(api, context)
  parcelRoutes(api, context)
  orderEditRoutes(api, context)
  deliveryMethodRoutes(api, context)
  taxRateRoutes(api, context)
  offeredRateRoutes(api, context)
  discountCodeRoutes(api, context)
  bankRoutes(api, context)
  addressBookRoutes(api, context)
}

function orderReadingRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'GET /orders', {
    id: 'listOrders',
    summary: 'List orders',
    access: readers,
    description: 'Users see their own orders. Staff and API keys see all.',
    query: OrderQuery,
    answers: { 200: Page(Order) },
    handler: async (request, reply) => {
      const { page, limit, after, sort, status, ...query } = request.query
      const filter = {
        status: status ? (status.split(',') as OrderStatus[]) : undefined,
        productId: query.product,
        ownerId: actsForShop(request) ? await readUserFilter(db, query.user) : signedIn(request).userId,
        placedFrom: momentOf(query.from),
        placedBefore: momentOf(query.before),
        ids: idsIn(query.ids),
        updatedSince: momentOf(query.updated_since),
        metadata: metadataFilterOf(query.metadata, actsForShop(request)),
        tag: tagFilterOf(query.tag, actsForShop(request)),
      }
      const list = await listOrders(db, filter, { page, limit, after, sort })
      return answerPage(request, reply, { ...list, items: list.items.map(showOrder) })
    },
  })

  operation(api, 'GET /orders/:id', {
    id: 'getOrder',
    summary: 'Get an order',
    access: { ...readers, guest: true },
    params: OrderId,
    answers: { 200: Order, 304: Unchanged },
    handler: async (request, reply) => {
      const order = await findOrder(db, request.params.id)
      if (!order || !(actsForShop(request) || order.owner.id === customerOf(request, order.id))) throw noSuchOrder()
      return answerTagged(request, reply, showOrder(order))
    },
  })
}

const Cancellation = Type.Object(
  {
    items: Type.Optional(
      Type.Array(
        Type.Object({
          line: Type.Integer({ minimum: 1, maximum: 32_767, description: 'The line of the order.' }),
          keepOut: Type.Optional(
            Type.Boolean({
              description: 'Its pieces are not put back into stock: they are broken, or gone. Only staff can say so.',
            }),
          ),
        }),
        { maxItems: 100, description: 'Of lines that are not named, all pieces are in stock again.' },
      ),
    ),
  },
  { title: 'Cancellation' },
)

const asStep = {
  access: ORDER_WRITERS,
  stepUp: WITHOUT_STEP_UP.orders,
  once: true as const,
  ifMatch: true as const,
  params: OrderId,
  answers: { 200: Order },
}

function orderStepRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /orders/:id/cancel', {
    id: 'cancelOrder',
    summary: 'Cancel an order',
    ...asStep,
    access: { ...writers, guest: true },
    description: 'The owner can cancel while the order is placed, staff until it is shipped. The stock returns once.',
    problems: ['wrong_order_state', 'changed_meanwhile', 'rate_limited'],
    body: Cancellation,
    handler: async (request, reply) => {
      const { items = [] } = request.body ?? {}
      const details = {
        ...detailsOf(request, reply, context),
        by: { id: ownActorOf(request, request.params.id), staff: actsForShop(request) },
        ordersPerDay: context.config.ordersPerDay,
        // Only the shop knows what is on its shelves.
        keepOut: actsForShop(request) ? items.flatMap(item => (item.keepOut ? [item.line] : [])) : [],
      }
      return answerOnce(context, request, reply, tx => applyTransition(tx, request.params.id, 'cancel', details))
    },
  })

  operation(api, 'POST /orders/:id/process', {
    id: 'processOrder',
    summary: 'Start processing an order',
    ...asStep,
    problems: ['wrong_order_state', 'order_refunded', 'changed_meanwhile'],
    body: Type.Object({ evenIfRefunded: Type.Optional(EvenIfRefunded) }, { title: 'Processing' }),
    handler: async (request, reply) => {
      const details = { ...detailsOf(request, reply, context), evenIfRefunded: request.body.evenIfRefunded }
      return answerOnce(context, request, reply, tx => applyTransition(tx, request.params.id, 'process', details))
    },
  })

  operation(api, 'POST /orders/:id/deliver', {
    id: 'deliverOrder',
    summary: 'Mark an order as delivered',
    ...asStep,
    problems: ['wrong_order_state', 'changed_meanwhile'],
    handler: async (request, reply) => {
      const details = detailsOf(request, reply, context)
      return answerOnce(context, request, reply, tx => applyTransition(tx, request.params.id, 'deliver', details))
    },
  })
}

/** The customer whose order it is, or the user or API key that acts for the shop. */
function ownActorOf(request: FastifyRequest, orderId: number): string {
  return actsForShop(request) ? actorIdOf(request) : customerOf(request, orderId)
}

/** Collects who moves the order and when, and the condition that the client set. */
function detailsOf(request: FastifyRequest, reply: FastifyReply, { clock }: AppContext) {
  return {
    by: { id: actorIdOf(request), staff: actsForShop(request) },
    now: clock.now(),
    check: ifMatch(request, reply),
  }
}
