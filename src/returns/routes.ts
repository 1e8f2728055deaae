/** The API of returns. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorIdOf, actsForShop, customerOf } from '../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../accounts/sessions/shop-callers.ts'
import { countEmail } from '../accounts/users/unverified-emails.ts'
import type { AppContext } from '../context.ts'
import { wakeWorkers } from '../database/news/wake.ts'
import type { App } from '../http/app.ts'
import { rowIdOf, uuidOf } from '../http/filters.ts'
import { once } from '../http/idempotency/once.ts'
import { CHECK, TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Refund, showRefund } from '../payments/payment.ts'
import { findRefund } from '../payments/queries.ts'
import { invalidInput, Problem } from '../problems.ts'
import { ibanMistake, plainIban } from '../shop/setting-rules.ts'
import { askForReturn } from './ask.ts'
import { findReturn, findReturnsOf, listReturns } from './queries.ts'
import { creditReturn, refundReturn } from './refund.ts'
import { Return, showReturn } from './return.ts'
import { RETURN_STATES } from './states.ts'
import { actionOf, Line, Pieces, returnStepRoutes, takeOnce, Words } from './step-routes.ts'
import { noSuchReturn } from './steps.ts'

export function returnRoutes(api: App, context: AppContext): void {
  askingRoutes(api, context)
  readingRoutes(api, context)
  returnStepRoutes(api, context)
  creditRoute(api, context)
  refundRoute(api, context)
}

function askingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  operation(api, 'POST /orders/:id/returns', {
    id: 'requestReturn',
    summary: 'Ask for a return',
    access: { role: 'user', permission: 'orders', scope: 'orders:write', guest: true },
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Of an order that is shipped. Users ask for their own orders, the shop for all. Never more than was ' +
      'shipped and is not on its way back already.',
    problems: ['wrong_order_state', 'too_many_returned', 'rate_limited'],
    once: true,
    params: rowIdOf('order'),
    body: Type.Object(
      {
        items: Type.Array(
          Type.Object({ line: Line, quantity: Type.Integer({ ...Pieces, description: '0 leaves the line out.' }) }),
          { minItems: 1, maxItems: 100 },
        ),
        reason: Words,
        refundIban: Type.Optional(
          Type.String({
            maxLength: 42,
            [CHECK]: (text: string) => (text.trim() ? ibanMistake(text) : undefined),
            description: 'The account for the refund. It is not used for orders that were paid online.',
          }),
        ),
      },
      { title: 'NewReturn' },
    ),
    answers: { 201: Return },
    handler: async (request, reply) => {
      const { params, body } = request
      const ownerId = ownerOf(request, params.id)
      const now = clock.now()
      const by = ownerId ?? actorIdOf(request)
      const { id } = await once(context, request, reply, async tx => {
        if (ownerId !== undefined) await countEmail(tx, { userId: ownerId, about: 'orders', now })
        const { items, reason, refundIban = '' } = body
        const account = { refundIban: plainIban(refundIban) || null }
        const wish = { orderId: params.id, ownerId, items, reason: reason || null, ...account, by, now }
        return { body: { id: await askForReturn(tx, wish) }, location: `/api/orders/${params.id}/returns` }
      })
      wakeWorkers(db)
      return showReturn((await findReturn(db, id))!)
    },
  })
}

/** Undefined for the shop. */
function ownerOf(request: FastifyRequest, orderId: number): string | undefined {
  return actsForShop(request) ? undefined : customerOf(request, orderId)
}

function readingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /orders/:id/returns', {
    id: 'listReturnsOfOrder',
    summary: 'List the returns of an order',
    access: { role: 'user', permission: 'orders', scope: 'orders:read', guest: true },
    description: 'All of them, oldest first.',
    params: rowIdOf('order'),
    answers: { 200: Type.Object({ items: Type.Array(Return) }, { title: 'ReturnsOfOrder' }) },
    handler: async request => {
      const { id } = request.params
      const ownerId = ownerOf(request, id)
      const order = await db.selectFrom('orders').select('owner_id').where('id', '=', id).executeTakeFirst()
      if (!order || (ownerId !== undefined && order.owner_id !== ownerId))
        throw new Problem('not_found', 'There is no such order, or it is not yours.')
      return { items: (await findReturnsOf(db, id)).map(showReturn) }
    },
  })

  operation(api, 'GET /admin/returns', {
    id: 'listReturns',
    summary: 'List returns',
    access: { role: 'staff', permission: 'orders', scope: 'orders:read' },
    description: 'Newest first.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(Type.Enum([...RETURN_STATES], { description: 'Only returns in this state.' })),
    }),
    answers: { 200: Page(Return) },
    handler: async (request, reply) => {
      const { state, ...paging } = request.query
      const list = await listReturns(db, state && [state], paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showReturn) })
    },
  })

  operation(api, 'GET /admin/returns/:id', {
    id: 'getReturn',
    summary: 'Get a return',
    access: { role: 'staff', permission: 'orders', scope: 'orders:read' },
    params: uuidOf('return'),
    answers: { 200: Return },
    handler: async request => {
      const found = await findReturn(db, request.params.id)
      if (!found) throw noSuchReturn()
      return showReturn(found)
    },
  })
}

const Amount = Type.Optional(
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'In minor units.' }),
)
const Currency = Type.Optional(Type.String({ maxLength: 3, description: 'If given, it has to be that of the order.' }))

function requireCurrency(currency: string | undefined, known: string): void {
  if (currency !== undefined && currency !== known)
    throw invalidInput({ field: 'currency', reason: `must be ${known}`, code: 'invalid' })
}

function creditRoute(api: App, context: AppContext): void {
  operation(api, 'POST /admin/returns/:id/credit', {
    id: 'creditReturn',
    summary: 'Take a return off what is due',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.refunds,
    description:
      'For a received return of an order that nobody has paid for yet: its worth is taken off what is still due, ' +
      'and the return is closed. If the order has an invoice, a credit note corrects it. By default the goods at ' +
      'their price, and the delivery if the whole order has come back.',
    problems: ['wrong_return_state', 'wrong_payment_state', 'refund_too_large'],
    once: true,
    params: uuidOf('return'),
    body: Type.Object({ amount: Amount, currency: Currency }, { title: 'ReturnCredit' }),
    answers: { 200: Return },
    handler: async (request, reply) => {
      const { amount, currency } = request.body
      const found = await findReturn(context.db, request.params.id)
      if (!found) throw noSuchReturn()
      requireCurrency(currency, found.currency)
      return takeOnce(request, reply, context, tx => creditReturn(tx, { ...actionOf(request, context), amount }))
    },
  })
}

function refundRoute(api: App, context: AppContext): void {
  const { db } = context
  operation(api, 'POST /admin/returns/:id/refund', {
    id: 'refundReturn',
    summary: 'Refund a return',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.refunds,
    description:
      'Sends the money for a received return back and closes the return. By default the goods at the price that ' +
      'was paid, and the delivery if the whole order has come back. A return is refunded once.',
    problems: ['wrong_return_state', 'wrong_payment_state', 'refund_too_large'],
    once: true,
    params: uuidOf('return'),
    body: Type.Object(
      {
        amount: Amount,
        currency: Currency,
        reason: Type.Optional(Type.String({ maxLength: 500, [TRIM]: 'words' })),
      },
      { title: 'ReturnRefund' },
    ),
    answers: { 201: Refund },
    handler: async (request, reply) => {
      const { amount, currency, reason } = request.body
      const found = await findReturn(db, request.params.id)
      if (!found) throw noSuchReturn()
      requireCurrency(currency, found.currency)
      const { id } = await once(context, request, reply, async tx => ({
        body: {
          id: await refundReturn(tx, { ...actionOf(request, context), amount, reason: reason || undefined }),
        },
        location: `/api/orders/${found.orderId}/payment`,
      }))
      wakeWorkers(db)
      return showRefund((await findRefund(db, id))!)
    },
  })
}
