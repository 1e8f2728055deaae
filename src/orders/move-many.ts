/** One step for many orders at once: those of the list that may take it. */
import { sql } from 'kysely'
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
import { takeRows } from './batches/work.ts'
import { CarrierCode, TrackingNumber } from './parcels/parcel.ts'
import { MOST_MOVED } from './states.ts'

const Move = Type.Object(
  {
    step: Type.Enum(['process', 'ship', 'deliver', 'mark-paid']),
    orderIds: Type.Array(RowId, { minItems: 1, maxItems: MOST_MOVED }),
    numbers: Type.Optional(
      Type.Array(Type.Object({ orderId: RowId, trackingNumber: TrackingNumber, carrier: Type.Optional(CarrierCode) }), {
        maxItems: MOST_MOVED,
        description:
          'For `ship`: the number of the parcel of each order, as scanned or typed. One that looks wrong, or that an order of another ' +
          'customer has, keeps its order where it is, as in `POST /order-batches`.',
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
      const by = actorIdOf(request)
      return answerOnce(context, request, reply, tx =>
        moveMany(tx, step, orderIds, { by, now: context.clock.now(), hold, numbers }),
      )
    },
  })
}

type Details = { by: string; now: Date; hold: number; numbers: readonly NewNumber[] }
type NewNumber = { orderId: number; trackingNumber: string; carrier?: string | undefined }

/**
 * Takes the orders as rows of a batch, so numbers are judged alike. It runs in one transaction, so that the answer and all steps are kept
 * together. A refused step has written nothing.
 */
async function moveMany(
  tx: Tx,
  step: Static<typeof Move>['step'],
  orderIds: number[],
  { by, now, hold, numbers }: Details,
) {
  // Two requests lock the orders in the same order.
  const rows = [...new Set(orderIds)]
    .sort((a, b) => a - b)
    .map((orderId, index) => rowOf(orderId, index + 1, step === 'ship' ? numbers : []))
  const judged = await takeRows(tx, { step, by_user: by, hold, movesOnly: true }, rows, {
    now,
    twins: () => findTwinsAmong(tx, rows),
  })
  const reasons = rows.flatMap(({ orderId }, index) => {
    const { outcome, code = 'wrong_order_state', explanation: detail = '' } = judged[index]!
    return outcome === 'refused' ? [{ orderId, code, detail }] : []
  })
  const refused = reasons.map(({ orderId }) => orderId)
  const moved = rows.map(({ orderId }) => orderId).filter(id => !refused.includes(id))
  return { moved, refused, reasons }
}

function rowOf(orderId: number, row: number, numbers: readonly NewNumber[]) {
  const { trackingNumber = null, carrier = null } = numbers.findLast(one => one.orderId === orderId) ?? {}
  const nothing = { postcode: null, outcome: null, code: null, explanation: null }
  return { row, orderId, named: String(orderId), trackingNumber, carrier, ...nothing }
}

/** The rows with numbers, so that each can be compared with the others. */
async function findTwinsAmong(tx: Tx, rows: readonly ReturnType<typeof rowOf>[]) {
  const numbered = rows.flatMap(({ trackingNumber, ...row }) => (trackingNumber ? [{ ...row, trackingNumber }] : []))
  const owners = await tx
    .selectFrom('orders')
    .select(['id', 'owner_id as ownerId'])
    .where('id', '=', sql<number>`any(${numbered.map(({ orderId }) => orderId)}::bigint[])`)
    .execute()
  return numbered.map(({ row, orderId, trackingNumber }) => {
    return { row, orderId, trackingNumber, ownerId: owners.find(({ id }) => id === orderId)?.ownerId ?? null }
  })
}
