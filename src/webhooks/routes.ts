import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { visitOf } from '../accounts/audit-log.ts'
import { requireStepUpOf } from '../accounts/second-factors/step-up.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { IdempotencyHeaders, onceFor } from '../http/idempotency/once.ts'
import { webhookDeliveryRoutes } from './delivery-routes.ts'
import {
  type Actor,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  requireEndpoint,
  rotateSecret,
  sendTest,
} from './endpoints.ts'
import { listEndpoints } from './queries.ts'
import {
  CreatedWebhook,
  Id,
  NewWebhook,
  Rotation,
  showEndpoint,
  showWithSecret,
  Webhook,
  WebhookChange,
  WebhookWithSecret,
} from './resource.ts'
import { GRACE } from './secrets.ts'

const access = { role: 'admin', scope: 'webhooks:manage' } as const

export function webhookRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  /** A secret or an address of an endpoint lets somebody outside follow the shop, so a stolen session is not enough. */
  function sensitive(request: FastifyRequest): Actor {
    requireStepUpOf(request, clock.now())
    return actorOf(request)
  }

  api.get(
    '/webhooks',
    {
      config: { access },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List the webhooks',
        response: { 200: Type.Object({ items: Type.Array(Webhook) }, { title: 'WebhookList' }) },
      },
    },
    async () => ({ items: (await listEndpoints(db)).map(showEndpoint) }),
  )

  api.post(
    '/webhooks',
    {
      config: { access },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Semel then sends every event from now on to the address, signed after the Standard Webhooks specification.',
        problems: ['reauthentication_required', 'too_many_webhooks'],
        headers: IdempotencyHeaders,
        body: NewWebhook,
        response: { 201: CreatedWebhook },
      },
    },
    async (request, reply) => {
      const made = createEndpoint(context, request.body, sensitive(request), onceFor(context, request, reply))
      return showWithSecret(await made)
    },
  )

  api.get(
    '/webhooks/:id',
    {
      config: { access },
      schema: { operationId: 'getWebhook', summary: 'Get a webhook', params: Id, response: { 200: Webhook } },
    },
    async request => showEndpoint(await requireEndpoint(db, request.params.id)),
  )

  api.patch(
    '/webhooks/:id',
    {
      config: { access },
      schema: {
        operationId: 'changeWebhook',
        summary: 'Update a webhook',
        description: 'Deliveries that are still open go to the new address.',
        problems: ['reauthentication_required'],
        params: Id,
        body: WebhookChange,
        response: { 200: Webhook },
      },
    },
    async request => showEndpoint(await changeEndpoint(context, request.params.id, request.body, sensitive(request))),
  )

  api.delete(
    '/webhooks/:id',
    {
      config: { access },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Its deliveries and their log are deleted too.',
        params: Id,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteEndpoint(context, request.params.id, actorOf(request))
      return reply.code(204).send(null)
    },
  )

  api.post(
    '/webhooks/:id/rotate',
    {
      config: { access },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description: 'Until the earlier secret expires, requests are signed with both.',
        problems: ['reauthentication_required'],
        params: Id,
        body: Rotation,
        response: { 200: WebhookWithSecret },
      },
    },
    async request => {
      const { graceHours = GRACE.default } = request.body
      return showWithSecret(await rotateSecret(context, request.params.id, graceHours, sensitive(request)))
    },
  )

  api.post(
    '/webhooks/:id/disable',
    {
      config: { access },
      schema: {
        operationId: 'disableWebhook',
        summary: 'Disable a webhook',
        description: 'It keeps its position in the feed, so nothing is lost.',
        params: Id,
        response: { 200: Webhook },
      },
    },
    async request => showEndpoint(await disableEndpoint(context, request.params.id, 'operator', actorOf(request))),
  )

  api.post(
    '/webhooks/:id/enable',
    {
      config: { access },
      schema: {
        operationId: 'enableWebhook',
        summary: 'Enable a webhook',
        description: 'It continues at once where it stopped. This also ends a pause.',
        params: Id,
        response: { 200: Webhook },
      },
    },
    async request => showEndpoint(await enableEndpoint(context, request.params.id, actorOf(request))),
  )

  api.post(
    '/webhooks/:id/test',
    {
      config: { access },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description: 'An event `webhook.test`, which only this webhook gets.',
        problems: ['webhook_disabled'],
        params: Id,
        response: { 202: Type.Object({ message: Type.String() }) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await sendTest(context, id)
      return reply
        .code(202)
        .header('location', `/api/webhooks/${id}/deliveries`)
        .send({ message: 'The test event is on its way.' })
    },
  )

  webhookDeliveryRoutes(api, context, access)
}

function actorOf(request: FastifyRequest): Actor {
  const { caller } = request
  return { visit: visitOf(request), ...(caller.kind === 'user' && { userId: caller.userId }) }
}
