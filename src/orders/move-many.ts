import { Type } from 'typebox'
import { actorIdOf } from '../accounts/sessions/access.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { RowId } from '../http/filters.ts'
import { operation } from '../http/operation.ts'
import { Problem } from '../problems.ts'
import { recordPayment } from './payment.ts'
import { MOST_MOVED } from './states.ts'
import { applyTransition } from './transition.ts'

const Move = Type.Object(
  {
    step: Type.Enum(['process', 'ship', 'deliver', 'mark-paid']),
    orderIds: Type.Array(RowId, { minItems: 1, maxItems: MOST_MOVED }),
  },
  { title: 'OrderMove' },
)

const Moved = Type.Object(
  {
    moved: Type.Array(RowId, { description: 'The orders that took the step.' }),
    refused: Type.Array(RowId, { description: 'The orders that stayed as they were.' }),
    reasons: Type.Array(Type.Object({ orderId: RowId, code: Type.String(), detail: Type.String() }), {
      description: 'Why each of the refused orders stayed.',
    }),
  },
  { title: 'OrdersMoved' },
)

export function moveManyRoute(api: App, { db, clock }: AppContext): void {
  operation(api, 'POST /orders/steps', {
    id: 'moveOrders',
    summary: 'Take a step with many orders',
    access: 'staff',
    description:
      'Each order moves, or is marked as paid, at most once, in a transaction of its own. A request that was interrupted can be repeated: orders that have moved already are reported as refused.',
    body: Move,
    answers: { 200: Moved },
    handler: async request => {
      const { step, orderIds } = request.body
      const by = { id: actorIdOf(request), staff: true }
      const moved: number[] = []
      const reasons: { orderId: number; code: string; detail: string }[] = []
      for (const orderId of new Set(orderIds)) {
        try {
          if (step === 'mark-paid') await recordPayment(db, orderId, 'paid', { by: by.id, now: clock.now() })
          else await applyTransition(db, orderId, step, { by, now: clock.now() })
          moved.push(orderId)
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error
          reasons.push({ orderId, code: error.code, detail: error.message })
        }
      }
      return { moved, refused: reasons.map(({ orderId }) => orderId), reasons }
    },
  })
}
