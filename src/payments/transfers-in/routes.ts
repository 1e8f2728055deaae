/** The API of transfers that came in. */
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf, uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { IncomingTransfer, showIncoming } from './incoming.ts'
import { findIncoming, findIncomingOf, listIncoming } from './queries.ts'
import { TRANSFER_STATES } from './tables.ts'
import { takeTransferBack } from './take-back.ts'

export function incomingTransferRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /incoming-transfers', {
    id: 'listIncomingTransfers',
    summary: 'List transfers that came in',
    access: MONEY_MOVERS,
    description: 'Those that somebody has noted, and those of the statements of the bank; newest first.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(Type.Enum([...TRANSFER_STATES], { description: 'Only those in this state.' })),
    }),
    answers: { 200: Page(IncomingTransfer) },
    handler: async (request, reply) => {
      const { state, ...paging } = request.query
      const list = await listIncoming(db, state, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showIncoming) })
    },
  })

  operation(api, 'GET /orders/:id/incoming-transfers', {
    id: 'listTransfersOfOrder',
    summary: 'List the transfers that pay an order',
    access: MONEY_MOVERS,
    description: 'Oldest first. A part of a transfer can be more than was due; it goes back.',
    params: rowIdOf('order'),
    answers: { 200: Type.Object({ items: Type.Array(IncomingTransfer) }, { title: 'TransfersOfOrder' }) },
    handler: async request => {
      const { id } = request.params
      const order = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
      if (!order) throw new Problem('not_found', 'There is no such order.')
      return { items: (await findIncomingOf(db, [id])).map(showIncoming) }
    },
  })

  operation(api, 'POST /incoming-transfers/:id/undo', {
    id: 'undoIncomingTransfer',
    summary: 'Take a transfer back',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.records,
    description:
      'It was noted by mistake, or for the wrong order. Its orders are due again. Possible while none of the ' +
      'money has gone back. A transfer of a statement is open again.',
    problems: ['wrong_transfer_state', 'wrong_payment_state'],
    once: true,
    params: uuidOf('transfer'),
    answers: { 200: IncomingTransfer },
    handler: async (request, reply) => {
      const { id } = request.params
      const answer = await answerOnce(context, request, reply, async tx => {
        await takeTransferBack(tx, id, { by: actorIdOf(request), now: clock.now() })
        return showIncoming((await findIncoming(tx, id))!)
      })
      wakeWorkers(db)
      return answer
    },
  })
}
