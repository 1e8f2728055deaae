/** The API that takes steps of orders back. */
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { RowId, rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { MOST_MOVED, UNDONE_STEPS } from '../states.ts'
import { type Undone, undoStep } from './undo.ts'

const step = Type.Enum([...UNDONE_STEPS], {
  description: 'The step to take back: a shipped order is prepared again, a delivered one is on its way again.',
})

const EmailOutcome = Type.Enum(['stopped', 'sent', 'none'], {
  description: 'The email of the step was stopped, has been sent already, or never was to be.',
})

const OrderUndone = Type.Object(
  { orderId: RowId, status: Type.Enum(['processing', 'shipped']), emailOutcome: EmailOutcome },
  { title: 'OrderUndone' },
)

const OrdersUndone = Type.Object(
  {
    undone: Type.Array(RowId, { description: 'The orders that went back.' }),
    told: Type.Array(RowId, { description: 'Those of them whose customers had got the email already.' }),
    refused: Type.Array(RowId, { description: 'The orders that stayed as they were.' }),
    reasons: Type.Array(
      Type.Object({ orderId: RowId, code: Type.String({ examples: ['wrong_order_state'] }), detail: Type.String() }),
      {
        description: 'Why each of the refused orders stayed.',
      },
    ),
  },
  { title: 'OrdersUndone' },
)

const description =
  'Its email is stopped if it has not been sent. A step with `undoable` leaves time for that. An order of which ' +
  'something comes back stays as it is.'

export function undoRoutes(api: App, context: AppContext): void {
  const detailsOf = (request: Parameters<typeof actorIdOf>[0]) => ({ by: actorIdOf(request), now: context.clock.now() })

  operation(api, 'POST /orders/:id/undo', {
    id: 'undoOrderStep',
    summary: 'Take the last step of an order back',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description,
    problems: ['not_found', 'wrong_order_state'],
    once: true,
    params: rowIdOf('order'),
    body: Type.Object({ step }, { title: 'OrderUndo' }),
    answers: { 200: OrderUndone },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx => undoStep(tx, request.params.id, request.body.step, detailsOf(request))),
  })

  operation(api, 'POST /orders/steps/undo', {
    id: 'undoOrderSteps',
    summary: 'Take the last step of many orders back',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description,
    once: true,
    body: Type.Object(
      { step, orderIds: Type.Array(RowId, { minItems: 1, maxItems: MOST_MOVED }) },
      { title: 'OrdersUndo' },
    ),
    answers: { 200: OrdersUndone },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx => undoMany(tx, request.body, detailsOf(request))),
  })
}

type Asked = { step: (typeof UNDONE_STEPS)[number]; orderIds: number[] }

/**
 * Runs in one transaction, so that the answer and all that went back are kept together. A refused order has written
 * nothing.
 */
async function undoMany(
  tx: Tx,
  { step, orderIds }: Asked,
  details: { by: string; now: Date },
): Promise<Static<typeof OrdersUndone>> {
  const undone: Undone[] = []
  const reasons: { orderId: number; code: string; detail: string }[] = []
  // Two requests lock the orders in the same order.
  for (const orderId of [...new Set(orderIds)].sort((a, b) => a - b)) {
    try {
      undone.push(await undoStep(tx, orderId, step, details))
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      reasons.push({ orderId, code: error.code, detail: error.message })
    }
  }
  const idsOf = (orders: readonly { orderId: number }[]) => orders.map(({ orderId }) => orderId)
  return {
    undone: idsOf(undone),
    told: idsOf(undone.filter(({ emailOutcome }) => emailOutcome === 'sent')),
    refused: idsOf(reasons),
    reasons,
  }
}
