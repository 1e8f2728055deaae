/** The API of batches: a step for many orders, the numbers of their parcels, and taking a batch back. */
import { type Static, Type } from 'typebox'
import { actorIdOf, requirePermission } from '../../accounts/sessions/access.ts'
import { ORDER_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import { MAX_FILE_BYTES, TOO_LARGE } from '../../catalogue/import/route.ts'
import type { AppContext } from '../../context.ts'
import { holdOf, Undoable } from '../../events/hold.ts'
import type { App } from '../../http/app.ts'
import { RowId, uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { invalidInput } from '../../problems.ts'
import { CarrierCode, TrackingNumber } from '../parcels/parcel.ts'
import { keepBatch, MOST_IN_BATCH, type NewRow } from './keep.ts'
import { readNumberFile } from './number-file.ts'
import { OrderBatch, showBatch } from './show.ts'
import { applyBatch, undoBatch } from './steps.ts'
import { beginBatch } from './worker.ts'

/** Number of fields of one table. */
export const MOST_NUMBERS = 100

const NewBatch = Type.Object(
  {
    step: Type.Enum(['process', 'ship', 'deliver', 'mark-paid']),
    orderIds: Type.Optional(
      Type.Array(RowId, {
        maxItems: MOST_IN_BATCH,
        description: 'The orders that take the step, as they were chosen.',
      }),
    ),
    numbers: Type.Optional(
      Type.Array(
        Type.Object({
          orderId: RowId,
          trackingNumber: Type.Optional(TrackingNumber),
          carrier: Type.Optional(CarrierCode),
        }),
        {
          maxItems: MOST_NUMBERS,
          description:
            'In place of `orderIds`, for `ship`: the number of the parcel of each order, as scanned or typed. An order ' +
            'without one stays as it is. A number that looks wrong is refused, which `/orders/{id}/ship` does not do.',
        },
      ),
    ),
    carrier: Type.Optional(CarrierCode),
    undoable: Type.Optional(Undoable),
  },
  { title: 'NewOrderBatch' },
)

const BatchId = uuidOf('batch')

export function batchRoutes(api: App, context: AppContext): void {
  creatingRoutes(api, context)
  const { db, clock } = context

  operation(api, 'GET /order-batches/:id', {
    id: 'getOrderBatch',
    summary: 'Show what became of many orders',
    access: ORDER_WRITERS,
    description: 'Kept for 30 days.',
    params: BatchId,
    answers: { 200: OrderBatch },
    handler: async request => showBatch(db, request.params.id),
  })

  operation(api, 'POST /order-batches/:id/apply', {
    id: 'applyOrderBatch',
    summary: 'Ship the orders of a file of parcel numbers',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Once: a repeated request answers what the first one did. What is refused does not hold up the others.',
    once: true,
    params: BatchId,
    body: Type.Object({ undoable: Type.Optional(Undoable) }, { title: 'OrderBatchApply' }),
    answers: { 200: OrderBatch },
    handler: async (request, reply) => {
      const hold = await holdOf(db, request.body.undoable)
      const details = { by: actorIdOf(request), hold }
      const answer = await answerOnce(context, request, reply, tx => applyBatch(tx, request.params.id, details))
      await beginBatch(context, answer.id)
      return answer
    },
  })

  operation(api, 'POST /order-batches/:id/undo', {
    id: 'undoOrderBatch',
    summary: 'Take back what a batch did',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'For the steps `ship` and `deliver`, as a batch of its own: each order that moved goes back, and its email is stopped if ' +
      'it has not been sent. A repeated request answers with the same batch.',
    problems: ['wrong_order_state'],
    once: true,
    params: BatchId,
    answers: { 200: OrderBatch },
    handler: async (request, reply) => {
      const details = { by: actorIdOf(request), now: clock.now() }
      const answer = await answerOnce(context, request, reply, tx => undoBatch(tx, request.params.id, details))
      await beginBatch(context, answer.id)
      return answer
    },
  })
}

function creatingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /order-batches', {
    id: 'createOrderBatch',
    summary: 'Take a step with all orders of a list',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      `Up to ${MOST_IN_BATCH} orders, a few at a time. The answer is the batch at its beginning: \`GET /order-batches/{id}\` says how ` +
      'far it is, and what became of each order.',
    once: true,
    body: NewBatch,
    answers: { 201: OrderBatch },
    handler: async (request, reply) => {
      const { step, undoable } = request.body
      if (step === 'mark-paid') requirePermission(request, 'money')
      const rows = rowsOf(request.body)
      const details = { step, rows, by: actorIdOf(request), hold: await holdOf(db, undoable), now: clock.now() }
      const answer = await once(context, request, reply, async tx => {
        const id = await keepBatch(tx, { ...details, state: 'running' })
        return { body: await showBatch(tx, id), location: `/api/order-batches/${id}` }
      })
      await beginBatch(context, answer.id)
      return answer
    },
  })

  operation(api, 'POST /parcel-number-files', {
    id: 'uploadParcelNumbers',
    summary: 'Upload the parcel numbers of a carrier’s program',
    access: ORDER_WRITERS,
    stepUp: WITHOUT_STEP_UP.orders,
    config: { takesFile: true, tooLarge: TOO_LARGE },
    description:
      'A CSV file with a column of parcel numbers and one of order numbers, or of references with them, as programs of carriers ' +
      'write it. Nothing is changed before `apply`. The same file twice changes nothing.',
    once: true,
    body: Type.Object(
      {
        data: Type.String({
          minLength: 1,
          contentEncoding: 'base64',
          description: 'A CSV file of at most 8 MB, in base64.',
        }),
      },
      { title: 'NewParcelNumbers' },
    ),
    bodyLimit: 1.5 * MAX_FILE_BYTES,
    answers: { 201: OrderBatch },
    handler: async (request, reply) => {
      const rows = await readNumberFile(db, request.body.data)
      const details = { step: 'ship', state: 'open', rows, by: actorIdOf(request), hold: 0, now: clock.now() } as const
      return once(context, request, reply, async tx => {
        const id = await keepBatch(tx, details)
        return { body: await showBatch(tx, id), location: `/api/order-batches/${id}` }
      })
    },
  })
}

/** @throws Problem for a batch without orders */
function rowsOf({ step, orderIds = [], numbers = [], carrier }: Static<typeof NewBatch>): NewRow[] {
  if (numbers.length === 0) {
    if (orderIds.length === 0) throw invalidInput({ field: 'orderIds', reason: 'is required', code: 'required' })
    return [...new Set(orderIds)].map((orderId, index) => ({ row: index + 1, orderId, named: String(orderId) }))
  }
  if (step !== 'ship' || orderIds.length > 0) {
    const reason = 'are for the step ship, in place of orderIds'
    throw invalidInput({ field: 'numbers', reason, code: 'not_allowed' })
  }
  const rows = numbers.flatMap((one, index): NewRow[] =>
    one.trackingNumber === undefined
      ? []
      : [{ row: index + 1, named: String(one.orderId), carrier, ...one, trackingNumber: one.trackingNumber }],
  )
  if (rows.length > 0) return rows
  throw invalidInput({ field: 'numbers.0.trackingNumber', reason: 'is required, or another one', code: 'required' })
}
