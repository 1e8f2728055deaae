/** Records what staff report about the money of an order: it came by bank transfer, did not come, or went back. */
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { ifMatch } from '../../http/representation/entity-tags.ts'
import { Day } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { invalidInput } from '../../problems.ts'
import { dayOf } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { Order } from '../order.ts'
import { recordPayment } from '../payment.ts'

const OrderId = rowIdOf('order')

const NotedTransfer = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'What came, in minor units of the currency of the order. By default all that is due.',
      }),
    ),
    receivedOn: Type.Optional(Type.String({ ...Day, description: 'The day on which the bank booked it.' })),
    payer: Type.Optional(Type.String({ maxLength: 200, [TRIM]: 'words', description: 'Who has paid.' })),
    reference: Type.Optional(Type.String({ maxLength: 500, [TRIM]: 'words', description: 'What the transfer says.' })),
  },
  { title: 'NotedTransfer' },
)

const PAYMENT_OPERATIONS = [
  ['unpaid', 'markOrderUnpaid', 'Takes back a payment that was recorded by mistake.'],
  ['refunded', 'markOrderRefunded', 'The money went back to the customer.'],
] as const

export function orderPaymentRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /orders/:id/mark-paid', {
    id: 'markOrderPaid',
    summary: 'Mark an order as paid',
    access: MONEY_MOVERS,
    stepUp: { no: 'It notes what came. What is too much goes back by a transfer that a person makes at the bank.' },
    description:
      'A bank transfer came: all that is due, or with `amount` what came. Less than is due leaves the order ' +
      '`open`: `payment.received` is what came, and `payment.due` the rest. What is more than due, or comes for ' +
      'an order that is paid, goes back by bank transfer. If the order is cancelled, all of it does. A page of ' +
      'the provider that is open is stopped. Each request notes one transfer, so repeat one only with its ' +
      '`Idempotency-Key`.',
    problems: ['wrong_payment_state', 'changed_meanwhile'],
    once: true,
    ifMatch: true,
    params: OrderId,
    body: NotedTransfer,
    answers: { 200: Order },
    handler: async (request, reply) => {
      const { receivedOn } = request.body
      const details = {
        by: actorIdOf(request),
        now: context.clock.now(),
        check: ifMatch(request, reply),
        transfer: request.body,
      }
      await refuseFuture(context, receivedOn)
      return answerOnce(context, request, reply, tx => recordPayment(tx, request.params.id, 'paid', details))
    },
  })

  for (const [record, id, description] of PAYMENT_OPERATIONS) {
    operation(api, `POST /orders/:id/mark-${record}`, {
      id,
      summary: `Mark an order as ${record}`,
      access: MONEY_MOVERS,
      stepUp: WITHOUT_STEP_UP.records,
      description,
      problems: ['wrong_payment_state', 'changed_meanwhile'],
      once: true,
      ifMatch: true,
      params: OrderId,
      answers: { 200: Order },
      handler: async (request, reply) => {
        const details = { by: actorIdOf(request), now: context.clock.now(), check: ifMatch(request, reply) }
        return answerOnce(context, request, reply, tx => recordPayment(tx, request.params.id, record, details))
      },
    })
  }
}

/** @throws Problem for a day that the shop does not have yet */
async function refuseFuture({ db, clock }: AppContext, day: string | undefined): Promise<void> {
  if (day === undefined) return
  const { timeZone } = await readShop(db)
  if (day > dayOf(clock.now(), timeZone))
    throw invalidInput({ field: 'receivedOn', reason: 'must not be in the future', code: 'in_future' })
}
