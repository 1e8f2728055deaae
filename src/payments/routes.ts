/** The API of payments. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { audit, visitOf } from '../accounts/audit-log.ts'
import { actorIdOf, actsForShop, customerOf, signedIn } from '../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../context.ts'
import { wakeWorkers } from '../database/news/wake.ts'
import type { Db } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { rowIdOf } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Problem } from '../problems.ts'
import { disputeRoutes } from './disputes/dispute.ts'
import { endFinding, FINDING_ENDS, knowLostEvents, readToBook } from './findings/end-finding.ts'
import { settleDoubt } from './ledger/doubts.ts'
import { beginToPay, openPage, requireOffered } from './pay.ts'
import { Payment, PaymentOfOrder, Refund, showPayment, showPayments, showRefund } from './payment.ts'
import { findPayments, findRefund } from './queries.ts'
import { refundOrder } from './refund.ts'
import type { CancelIfUnpaid } from './standing.ts'
import { incomingTransferRoutes } from './transfers-in/routes.ts'
import { transferFileRoutes } from './transfers-out/file-routes.ts'
import { transferOutRoutes } from './transfers-out/routes.ts'

const OrderId = rowIdOf('order')

export function paymentRoutes(api: App, context: AppContext, cancelIfUnpaid: CancelIfUnpaid): void {
  customerRoutes(api, context, cancelIfUnpaid)
  shopRoutes(api, context, cancelIfUnpaid)
  incomingTransferRoutes(api, context)
  transferOutRoutes(api, context)
  disputeRoutes(api, context)
  transferFileRoutes(api, context)
}

function customerRoutes(api: App, context: AppContext, cancelIfUnpaid: CancelIfUnpaid): void {
  const { db } = context

  operation(api, 'POST /orders/:id/payment', {
    id: 'payOrder',
    summary: 'Pay for an order online',
    access: { role: 'user', permission: ['orders', 'money'], scope: 'orders:write', guest: true },
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Begins a payment, or goes on with the one that is under way: an order has at most one. Send the customer ' +
      'to `redirect`. The customer comes back to the page of the order, and the event `payment.received` or ' +
      '`payment.failed` follows.',
    problems: ['wrong_payment_state'],
    once: true,
    params: OrderId,
    body: Type.Object({ method: Type.Optional(Type.Enum(['online'], { default: 'online' })) }, { title: 'NewPayment' }),
    answers: { 201: Payment },
    handler: async (request, reply) => {
      const { params } = request
      const ownerId = await requireOrder(db, request, params.id)
      // Runs before the transaction: it may ask the database, and a transaction must not wait for a second connection.
      const offered = await requireOffered(context, 'method')
      const { id } = await once(context, request, reply, async tx => ({
        body: { id: await beginToPay(context, tx, { orderId: params.id, ownerId, offered, field: 'method' }) },
        location: `/api/orders/${params.id}/payment`,
      }))
      await openPage(context, id, cancelIfUnpaid)
      const payments = await findPayments(db, params.id)
      return showPayment(payments.find(payment => payment.id === id)!)
    },
  })

  operation(api, 'GET /orders/:id/payment', {
    id: 'getPayment',
    summary: 'Get the payment of an order',
    access: { role: 'user', permission: ['orders', 'money'], scope: 'orders:read', guest: true },
    description:
      'The payment that the order has or waits for, with its refunds, and `others`. If there is none anymore, ' +
      'the newest one that was not surplus.',
    params: OrderId,
    answers: { 200: PaymentOfOrder },
    handler: async request => {
      const { params } = request
      await requireOrder(db, request, params.id)
      const shown = showPayments(await findPayments(db, params.id))
      if (!shown) throw new Problem('not_found', 'Nobody has begun to pay for this order.')
      return shown
    },
  })
}

/** @returns the owner, if it is the caller, and undefined for the shop @throws Problem for an order of somebody else */
async function requireOrder(db: Db, request: FastifyRequest, id: number): Promise<string | undefined> {
  const order = await db.selectFrom('orders').select('owner_id').where('id', '=', id).executeTakeFirst()
  const ownerId = actsForShop(request) ? undefined : customerOf(request, id)
  if (!order || (ownerId !== undefined && order.owner_id !== ownerId))
    throw new Problem('not_found', 'There is no such order, or it is not yours.')
  return ownerId
}

const NewRefund = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'In minor units. By default all that is left.',
      }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 500, [TRIM]: 'words', description: 'Printed on the credit note.' })),
    byTransfer: Type.Optional(
      Type.Boolean({
        description: 'For money that the provider cannot send back: it becomes a transfer that staff make.',
      }),
    ),
  },
  { title: 'NewRefund' },
)

function shopRoutes(api: App, context: AppContext, cancelIfUnpaid: CancelIfUnpaid): void {
  const { db, clock } = context

  operation(api, 'POST /orders/:id/refunds', {
    id: 'refundOrder',
    summary: 'Refund an order',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.refunds,
    description:
      'Sends money back, all that is left or a part. What came by bank transfer goes back by one, which staff ' +
      'make: until they mark it as sent, it is `to_transfer`. If an order has several payments and none has so much left, ' +
      'they give it together: the answer is the first refund, and the payment of the order lists the others with its id as `partOf`.',
    problems: ['wrong_payment_state', 'refund_too_large'],
    once: true,
    params: OrderId,
    body: NewRefund,
    answers: { 201: Refund },
    handler: async (request, reply) => {
      const { params, body } = request
      const { id } = await once(context, request, reply, async tx => ({
        body: {
          id: await refundOrder(tx, {
            orderId: params.id,
            amount: body.amount,
            reason: body.reason || undefined,
            byTransfer: body.byTransfer,
            by: actorIdOf(request),
            now: clock.now(),
          }),
        },
        location: `/api/orders/${params.id}/payment`,
      }))
      wakeWorkers(db)
      return showRefund((await findRefund(db, id))!)
    },
  })

  operation(api, 'POST /admin/payment-calls/:id/settle', {
    id: 'settlePaymentCall',
    summary: 'Settle a doubt about a payment',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'Nobody knows whether the provider has done this. Look at the provider, then say so. `done: false` has it done again, ' +
      'or lets it fail if its provider is not configured anymore.',
    problems: ['not_in_doubt'],
    once: true,
    params: Type.Object({ id: Type.String({ ...Uuid, description: 'The id of the call.' }) }),
    body: Type.Object({ done: Type.Boolean() }, { title: 'PaymentCallSettlement' }),
    answers: { 200: Type.Object({ orderId: Type.Integer() }) },
    handler: async (request, reply) => {
      const word = { isDone: request.body.done, now: clock.now() }
      return answerOnce(context, request, reply, async db => {
        const settled = await settleDoubt({ ...context, db }, request.params.id, word, cancelIfUnpaid)
        await auditMoney(context, db, request, 'payment_call_settled', {
          call: request.params.id,
          done: request.body.done,
        })
        return settled
      })
    },
  })
  findingRoutes(api, context, cancelIfUnpaid)
}

function findingRoutes(api: App, context: AppContext, cancelIfUnpaid: CancelIfUnpaid): void {
  operation(api, 'POST /admin/payments/:id/end-finding', {
    id: 'endPaymentFinding',
    summary: 'End a finding about a payment',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'Look at the payment at the provider first. `booked`: the money that came is booked as it is, whatever was ' +
      'asked. `closed`: the provider has closed the payment or does not know it, so no money comes. `known`: ' +
      'nothing is to be done, and the same finding does not come again.',
    problems: ['wrong_payment_state'],
    once: true,
    params: Type.Object({ id: Type.String({ ...Uuid, description: 'The id of the payment.' }) }),
    body: Type.Object({ as: Type.Enum([...FINDING_ENDS]) }, { title: 'PaymentFindingEnd' }),
    answers: { 200: Type.Object({ orderId: Type.Integer() }) },
    handler: async (request, reply) => {
      const { params, body } = request
      // Runs before the transaction, which must not wait for the provider.
      const standing = body.as === 'booked' ? await readToBook(context, params.id) : undefined
      const ended = await answerOnce(context, request, reply, async db => {
        const ended = await endFinding(db, params.id, { end: body.as, standing }, cancelIfUnpaid)
        await auditMoney(context, db, request, 'payment_finding_ended', { payment: params.id, as: body.as })
        return ended
      })
      wakeWorkers(context.db)
      return ended
    },
  })

  operation(api, 'POST /admin/payment-events/known', {
    id: 'knowLostPaymentEvents',
    summary: 'Say that lost events are known',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'Events about payments that this database does not know: it was set back, or another shop uses the same ' +
      'account at the provider. Those so far are no finding anymore.',
    once: true,
    answers: { 200: Type.Object({ events: Type.Integer() }) },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async db => {
        const events = await knowLostEvents(db)
        await auditMoney(context, db, request, 'payment_finding_ended', { events })
        return { events }
      }),
  })
}

type Money = 'payment_call_settled' | 'payment_finding_ended'

async function auditMoney(
  { clock }: AppContext,
  db: Db,
  request: FastifyRequest,
  action: Money,
  detail: Record<string, string | number | boolean>,
): Promise<void> {
  await audit(db, action, { at: clock.now(), userId: signedIn(request).userId, visit: visitOf(request), detail })
}
