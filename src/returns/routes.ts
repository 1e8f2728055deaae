/** The API of returns. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorIdOf, actsForShop, signedIn } from '../accounts/sessions/access.ts'
import { countEmail } from '../accounts/users/unverified-emails.ts'
import type { AppContext } from '../context.ts'
import { retryOnDeadlock } from '../database/errors.ts'
import type { Db, Tx } from '../database/schema.ts'
import { wakeWorkers } from '../events/wake.ts'
import type { App } from '../http/app.ts'
import { rowIdOf, uuidOf } from '../http/filters.ts'
import { once } from '../http/idempotency/once.ts'
import { CHECK, TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { Refund, showRefund } from '../payments/payment.ts'
import { findRefund } from '../payments/queries.ts'
import { invalidInput, Problem } from '../problems.ts'
import { ibanMistake, plainIban } from '../shop/setting-rules.ts'
import { readShop } from '../shop/settings.ts'
import { askForReturn } from './ask.ts'
import { findReturn, findReturnsOf, listReturns } from './queries.ts'
import { creditReturn, refundReturn } from './refund.ts'
import { Return, showReturn } from './return.ts'
import { RETURN_STATES } from './states.ts'
import { approve, decline, noSuchReturn, receive, takeStep } from './steps.ts'

const writers = { role: 'staff', permission: 'orders', scope: 'orders:write' } as const

const Line = Type.Integer({ minimum: 1, maximum: 32_767, description: 'The line of the order.' })
const Pieces = Type.Integer({ minimum: 0, maximum: 10_000 })
const Words = Type.Optional(Type.String({ maxLength: 1000, [TRIM]: true }))

export function returnRoutes(api: App, context: AppContext): void {
  askingRoutes(api, context)
  readingRoutes(api, context)
  stepRoutes(api, context)
  creditRoute(api, context)
  refundRoute(api, context)
}

function askingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  operation(api, 'POST /orders/:id/returns', {
    id: 'requestReturn',
    summary: 'Ask for a return',
    access: { role: 'user', permission: 'orders', scope: 'orders:write' },
    description:
      'Of an order that is shipped. Users ask for their own orders, the shop for all. Never more than was shipped and is not on its way back already.',
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
      const ownerId = ownerOf(request)
      const now = clock.now()
      const by = actorIdOf(request)
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
function ownerOf(request: FastifyRequest): string | undefined {
  return actsForShop(request) ? undefined : signedIn(request).userId
}

function readingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /orders/:id/returns', {
    id: 'listReturnsOfOrder',
    summary: 'List the returns of an order',
    access: { role: 'user', permission: 'orders', scope: 'orders:read' },
    description: 'All of them, oldest first.',
    params: rowIdOf('order'),
    answers: { 200: Type.Object({ items: Type.Array(Return) }, { title: 'ReturnsOfOrder' }) },
    handler: async request => {
      const { id } = request.params
      const ownerId = ownerOf(request)
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

const NOT_WEB = { reason: 'must begin with https://', code: 'invalid_format' }

function stepRoutes(api: App, context: AppContext): void {
  const { db } = context
  const common = { access: writers, problems: ['wrong_return_state' as const], params: uuidOf('return') }

  operation(api, 'POST /admin/returns/:id/approve', {
    id: 'approveReturn',
    summary: 'Approve a return',
    ...common,
    description: 'The customer gets an email that says where to send it.',
    body: Type.Object(
      {
        label: Type.Optional(
          Type.String({
            maxLength: 500,
            [CHECK]: (text: string) => (/^https:\/\/\S+$/.test(text) && URL.canParse(text) ? undefined : NOT_WEB),
            description: 'Where the customer finds the label. Required if the shop sends labels.',
          }),
        ),
        answer: Words,
      },
      { title: 'ReturnApproval' },
    ),
    answers: { 200: Return },
    handler: async request => {
      const { label = '', answer = '' } = request.body
      if (!label && (await readShop(db)).returnLabels)
        throw invalidInput({ field: 'label', reason: 'is required', code: 'required' })
      return run(request, context, tx =>
        approve(tx, { ...actionOf(request, context), label: label || null, answer: answer || null }),
      )
    },
  })

  operation(api, 'POST /admin/returns/:id/decline', {
    id: 'declineReturn',
    summary: 'Decline a return',
    ...common,
    description: 'Its pieces can be returned again. The customer gets an email with the answer.',
    body: Type.Object({ answer: Words }, { title: 'ReturnRefusal' }),
    answers: { 200: Return },
    handler: async request =>
      run(request, context, tx => decline(tx, { ...actionOf(request, context), answer: request.body.answer || null })),
  })

  operation(api, 'POST /admin/returns/:id/receive', {
    id: 'receiveReturn',
    summary: 'Receive a return',
    ...common,
    description:
      'The goods are here. What can be sold again goes back into stock, once. By default that is all; `items` says otherwise for each line.',
    body: Type.Object(
      { items: Type.Optional(Type.Array(Type.Object({ line: Line, restocked: Pieces }), { maxItems: 100 })) },
      { title: 'ReturnReceipt' },
    ),
    answers: { 200: Return },
    handler: async request =>
      run(request, context, tx => receive(tx, { ...actionOf(request, context), items: request.body.items ?? [] })),
  })

  operation(api, 'POST /admin/returns/:id/close', {
    id: 'closeReturn',
    summary: 'Close a return without a refund',
    ...common,
    description: 'For example when the goods are worth nothing any more.',
    answers: { 200: Return },
    handler: async request =>
      run(request, context, async tx => {
        await takeStep(tx, 'close', actionOf(request, context))
      }),
  })
}

/** Who does it to which return, and when. */
function actionOf(request: FastifyRequest, { clock }: AppContext) {
  const { id } = request.params as { id: string }
  return { id, by: actorIdOf(request), now: clock.now() }
}

async function run(request: FastifyRequest, { db }: AppContext, work: (tx: Tx) => Promise<void>) {
  const { id } = request.params as { id: string }
  await retryOnDeadlock(() => db.transaction().execute(work))
  wakeWorkers(db)
  return showReturn((await findReturn(db as Db, id))!)
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
    access: { ...writers, permission: 'money' },
    description:
      'For a received return of an order that nobody has paid for yet: its worth is taken off what is still due, and the return is closed. If the order has an invoice, a credit note corrects it. By default the goods at their price, and the delivery if the whole order has come back.',
    problems: ['wrong_return_state', 'wrong_payment_state', 'refund_too_large'],
    params: uuidOf('return'),
    body: Type.Object({ amount: Amount, currency: Currency }, { title: 'ReturnCredit' }),
    answers: { 200: Return },
    handler: async request => {
      const { amount, currency } = request.body
      const found = await findReturn(context.db, request.params.id)
      if (!found) throw noSuchReturn()
      requireCurrency(currency, found.currency)
      return run(request, context, tx => creditReturn(tx, { ...actionOf(request, context), amount }))
    },
  })
}

function refundRoute(api: App, context: AppContext): void {
  const { db } = context
  operation(api, 'POST /admin/returns/:id/refund', {
    id: 'refundReturn',
    summary: 'Refund a return',
    access: { ...writers, permission: 'money' },
    description:
      'Sends the money for a received return back and closes the return. By default the goods at the price that was paid, and the delivery if the whole order has come back. A return is refunded once.',
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
