/** A dispute as the API shows it, and the decision about it. */
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { decideDispute } from './decide.ts'
import type { Dispute as DisputeRow } from './queries.ts'
import { DECISIONS, DISPUTE_STATES } from './states.ts'

export const Dispute = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    orderId: Type.Integer(),
    amount: Type.Integer({ description: 'In minor units.' }),
    currency: Type.String(),
    reason: orNull(Type.String(), { description: 'The word of the provider.' }),
    state: Type.Enum([...DISPUTE_STATES], {
      description:
        '`inquiry`: the bank only asks. `prevented`: settled before it began. `closed`: an inquiry that ended. ' +
        '`unknown`: see `providerState`.',
    }),
    providerState: Type.String({ description: 'The word of the provider for the state.' }),
    takesMoney: Type.Boolean({
      description: 'The provider has taken the money from the shop, and has not given it back.',
    }),
    respondBy: orNull(Time, { description: 'Until when the shop can answer. null: no answer is wanted, or taken.' }),
    openedAt: Time,
    closedAt: orNull(Time),
    decision: orNull(Type.Enum([...DECISIONS]), {
      description:
        'Of money that is gone: `credited`, a credit note corrects the invoice; `claimed`, the customer still ' +
        'owes it. null: nobody has decided.',
    }),
  },
  { title: 'Dispute' },
)

export function showDispute({
  paymentId: _,
  respondBy,
  openedAt,
  closedAt,
  ...dispute
}: DisputeRow): Static<typeof Dispute> {
  return {
    ...dispute,
    respondBy: respondBy?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

export function disputeRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /admin/disputes/:id/decision', {
    id: 'decideDispute',
    summary: 'Decide about money that a bank has taken back',
    access: { role: 'staff', permission: 'money' },
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'A lost chargeback writes no credit note by itself. `credited` writes one, and counts as a refund; it ' +
      'cannot be taken back. `claimed`: the customer still owes the money, and can pay again.',
    problems: ['wrong_payment_state'],
    once: true,
    params: Type.Object({ id: Type.String({ ...Uuid, description: 'The id of the dispute.' }) }),
    body: Type.Object({ decision: Type.Enum([...DECISIONS]) }, { title: 'DisputeDecision' }),
    answers: { 200: Type.Object({ orderId: Type.Integer() }) },
    handler: async (request, reply) => {
      const details = { decision: request.body.decision, by: actorIdOf(request), now: context.clock.now() }
      return answerOnce(context, request, reply, async tx => ({
        orderId: await decideDispute(tx, request.params.id, details),
      }))
    },
  })
}
