/** The API of the transfers that the shop has to make. */
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../events/wake.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { plainIban } from '../../shop/setting-rules.ts'
import { Refund, showRefund } from '../payment.ts'
import { findRefund } from '../queries.ts'
import { keepSent } from './sent.ts'

const shop = { role: 'staff', permission: 'money', scope: 'money:write' } as const

const RefundId = uuidOf('refund')

export function transferOutRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /admin/refund-transfers/:id/sent', {
    id: 'markRefundSent',
    summary: 'Mark a transfer as sent',
    access: shop,
    description:
      'Somebody has made the bank transfer of this refund. Only now the refund is `done`, the customer gets the email, and the event `refund.sent` follows.',
    problems: ['wrong_refund_state', 'refund_account_changed'],
    once: true,
    params: RefundId,
    body: Type.Object(
      {
        iban: Type.Optional(
          Type.String({
            maxLength: 60,
            description: 'Where it was sent. The request is refused when the refund goes elsewhere by now.',
          }),
        ),
      },
      { title: 'SentTransfer' },
    ),
    answers: { 200: Refund },
    handler: async (request, reply) => {
      const { params, body } = request
      const sent = { id: params.id, by: actorIdOf(request), now: clock.now(), iban: body.iban && plainIban(body.iban) }
      const answer = await answerOnce(context, request, reply, async tx => {
        await keepSent(tx, sent)
        return showRefund((await findRefund(tx, params.id))!)
      })
      wakeWorkers(db)
      return answer
    },
  })
}
