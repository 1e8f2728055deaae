/** One step for many orders at once: those of the list that may take it. */
import { type Static, Type } from 'typebox'
import { actorIdOf, requirePermission } from '../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/schema.ts'
import { holdOf, Undoable } from '../events/hold.ts'
import type { App } from '../http/app.ts'
import { RowId } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Problem } from '../problems.ts'
import { CarrierCode, TrackingNumber } from './parcels/parcel.ts'
import { recordPayment } from './payment.ts'
import { MOST_MOVED } from './states.ts'
import { applyTransition } from './transition.ts'

const Move = Type.Object(
  {
    step: Type.Enum(['process', 'ship', 'deliver', 'mark-paid']),
    orderIds: Type.Array(RowId, { minItems: 1, maxItems: MOST_MOVED }),
    numbers: Type.Optional(
      Type.Array(Type.Object({ orderId: RowId, trackingNumber: TrackingNumber, carrier: Type.Optional(CarrierCode) }), {
        maxItems: MOST_MOVED,
        description: 'For `ship`: the number of the parcel of each order, as scanned or typed.',
      }),
    ),
    undoable: Type.Optional(Undoable),
  },
  { title: 'OrderMove' },
)

const Moved = Type.Object(
  {
    moved: Type.Array(RowId, { description: 'The orders that took the step.' }),
    refused: Type.Array(RowId, { description: 'The orders that stayed as they were.' }),
    reasons: Type.Array(
      Type.Object({ orderId: RowId, code: Type.String({ examples: ['wrong_order_state'] }), detail: Type.String() }),
      {
        description: 'Why each of the refused orders stayed.',
      },
    ),
  },
  { title: 'OrdersMoved' },
)

export function moveManyRoute(api: App, context: AppContext): void {
  operation(api, 'POST /orders/steps', {
    id: 'moveOrders',
    summary: 'Take a step with many orders',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Each order moves, or is marked as paid, at most once. A request with an `Idempotency-Key` can be repeated ' +
      'and gets the first answer; without one, orders that have moved already are reported as refused.',
    once: true,
    body: Move,
    answers: { 200: Moved },
    handler: async (request, reply) => {
      const { step, orderIds, numbers = [], undoable } = request.body
      const hold = await holdOf(context.db, undoable)
      if (step === 'mark-paid') requirePermission(request, 'money')
      const by = { id: actorIdOf(request), staff: true }
      return answerOnce(context, request, reply, tx =>
        moveMany(tx, step, orderIds, { by, now: context.clock.now(), hold, numbers }),
      )
    },
  })
}

type Details = { by: { id: string; staff: boolean }; now: Date; hold: number; numbers: readonly NewNumber[] }
type NewNumber = { orderId: number; trackingNumber: string; carrier?: string | undefined }

/** Runs in one transaction, so that the answer and all steps are kept together. A refused step has written nothing. */
async function moveMany(
  tx: Tx,
  step: Static<typeof Move>['step'],
  orderIds: number[],
  { numbers, ...details }: Details,
) {
  const moved: number[] = []
  const reasons: { orderId: number; code: string; detail: string }[] = []
  // Two requests lock the orders in the same order.
  for (const orderId of [...new Set(orderIds)].sort((a, b) => a - b)) {
    try {
      if (step === 'mark-paid') await recordPayment(tx, orderId, 'paid', { by: details.by.id, now: details.now })
      else await applyTransition(tx, orderId, step, { ...details, ...(step === 'ship' && numberOf(orderId, numbers)) })
      moved.push(orderId)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      reasons.push({ orderId, code: error.code, detail: error.message })
    }
  }
  return { moved, refused: reasons.map(({ orderId }) => orderId), reasons }
}

function numberOf(orderId: number, numbers: readonly NewNumber[]): Omit<NewNumber, 'orderId'> | undefined {
  const found = numbers.findLast(one => one.orderId === orderId)
  return found && { trackingNumber: found.trackingNumber, carrier: found.carrier }
}
