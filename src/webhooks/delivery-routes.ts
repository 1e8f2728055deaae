/** The API of webhook deliveries: the log of what was sent, and sending again. */

import { Type } from 'typebox'
import type { Access } from '../accounts/sessions/access.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Problem } from '../problems.ts'
import { requireEndpoint, sendWebhookAgain } from './endpoints.ts'
import { findWebhookDelivery, listWebhookAttempts, listWebhookDeliveries } from './queries.ts'
import { Delivery, DeliveryWithAttempts, Id, IdAndPosition, showDelivery } from './resource.ts'
import { WEBHOOK_STATES } from './states.ts'

/** The log of what was sent, and sending again. */
export function webhookDeliveryRoutes(api: App, context: AppContext, access: Access): void {
  const { db } = context

  operation(api, 'GET /webhooks/:id/deliveries', {
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    access,
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(Type.Enum([...WEBHOOK_STATES], { description: 'Only deliveries in this state.' })),
    }),
    params: Id,
    answers: { 200: Page(Delivery) },
    handler: async (request, reply) => {
      const { id: endpointId } = await requireEndpoint(db, request.params.id)
      const { state, ...paging } = request.query
      const list = await listWebhookDeliveries(db, { endpointId, state }, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showDelivery) })
    },
  })

  operation(api, 'GET /webhooks/:id/deliveries/:position', {
    id: 'getWebhookDelivery',
    summary: 'Get a delivery of a webhook with its attempts',
    access,
    params: IdAndPosition,
    answers: { 200: DeliveryWithAttempts },
    handler: async request => showWithAttempts(db, request.params.id, request.params.position),
  })

  operation(api, 'POST /webhooks/:id/deliveries/:position/send-again', {
    id: 'sendWebhookAgain',
    summary: 'Send an event again',
    access,
    stepUp: WITHOUT_STEP_UP.sameAddress,
    description: 'With the same `webhook-id`, so a receiver that has it already drops it.',
    problems: ['webhook_disabled', 'webhook_in_flight'],
    once: true,
    params: IdAndPosition,
    answers: { 200: DeliveryWithAttempts },
    handler: async (request, reply) => {
      const { id, position } = request.params
      return answerOnce(context, request, reply, async tx => {
        await sendWebhookAgain({ ...context, db: tx }, id, position)
        return showWithAttempts(tx, id, position)
      })
    },
  })

  operation(api, 'POST /webhooks/:id/send-failed-again', {
    id: 'sendFailedWebhooksAgain',
    summary: 'Send everything again that has failed',
    access,
    stepUp: WITHOUT_STEP_UP.sameAddress,
    problems: ['webhook_disabled'],
    once: true,
    params: Id,
    answers: { 200: Type.Object({ count: Type.Integer() }) },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async db => ({
        count: await sendWebhookAgain({ ...context, db }, request.params.id),
      })),
  })
}

async function showWithAttempts(db: Db, id: string, position: number) {
  const delivery = await findWebhookDelivery(db, id, position)
  if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
  const attempts = await listWebhookAttempts(db, id, position)
  const history = attempts.map(attempt => ({ ...attempt, startedAt: attempt.startedAt.toISOString() }))
  return { ...showDelivery(delivery), data: delivery.data, history }
}
