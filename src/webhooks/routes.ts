/** The API of webhooks. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { visitOf } from '../accounts/audit-log.ts'
import { SCOPES } from '../accounts/sessions/access.ts'
import type { Caller } from '../accounts/sessions/identify.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
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
  takeOverEndpoint,
} from './endpoints.ts'
import { type Endpoint, listEndpoints } from './queries.ts'
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

/** Shared by the operations that change a webhook. */
const asChange = { access, params: Id, once: true as const, answers: { 200: Webhook } }

export function webhookRoutes(api: App, context: AppContext): void {
  endpointRoutes(api, context)
  endpointActionRoutes(api, context)
  endpointStateRoutes(api, context)
  webhookDeliveryRoutes(api, context, access)
}

function endpointRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'GET /webhooks', {
    id: 'listWebhooks',
    summary: 'List the webhooks',
    access,
    answers: { 200: Type.Object({ items: Type.Array(Webhook) }, { title: 'WebhookList' }) },
    handler: async () => ({ items: (await listEndpoints(db)).map(showEndpoint) }),
  })

  operation(api, 'POST /webhooks', {
    id: 'createWebhook',
    summary: 'Create a webhook',
    access,
    stepUp: true,
    description:
      'Semel then sends every event from now on to the address, signed after the Standard Webhooks specification.',
    problems: ['too_many_webhooks'],
    once: true,
    body: NewWebhook,
    answers: { 201: CreatedWebhook },
    handler: async (request, reply) => {
      const made = createEndpoint(context, inputOf(request.body, request.caller), actorOf(request), work =>
        once(context, request, reply, work),
      )
      return showWithSecret(await made)
    },
  })

  operation(api, 'GET /webhooks/:id', {
    id: 'getWebhook',
    summary: 'Get a webhook',
    access,
    params: Id,
    answers: { 200: Webhook },
    handler: async request => showEndpoint(await requireEndpoint(db, request.params.id)),
  })

  operation(api, 'PATCH /webhooks/:id', {
    id: 'changeWebhook',
    summary: 'Update a webhook',
    ...asChange,
    stepUp: true,
    description: 'Deliveries that are still open go to the new address.',
    body: WebhookChange,
    handler: async (request, reply) => {
      const change = inputOf(request.body, request.caller)
      return changeOnce(context, request, reply, (inside, id, actor) => changeEndpoint(inside, id, change, actor))
    },
  })
}

function endpointActionRoutes(api: App, context: AppContext): void {
  operation(api, 'DELETE /webhooks/:id', {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    access,
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'Its deliveries and their log are deleted too.',
    params: Id,
    handler: async request => {
      await deleteEndpoint(context, request.params.id, actorOf(request))
    },
  })

  operation(api, 'POST /webhooks/:id/rotate', {
    id: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook',
    access,
    stepUp: true,
    description: 'Until the earlier secret expires, requests are signed with both.',
    params: Id,
    body: Rotation,
    answers: { 200: WebhookWithSecret },
    handler: async request => {
      const { graceHours = GRACE.default } = request.body
      return showWithSecret(await rotateSecret(context, request.params.id, graceHours, actorOf(request)))
    },
  })

  operation(api, 'POST /webhooks/:id/test', {
    id: 'testWebhook',
    summary: 'Send a test event',
    access,
    stepUp: WITHOUT_STEP_UP.sameAddress,
    description: 'An event `webhook.test`, which only this webhook gets.',
    problems: ['webhook_disabled'],
    once: true,
    params: Id,
    answers: { 202: Type.Object({ message: Type.String() }) },
    handler: async (request, reply) => {
      const { id } = request.params
      return once(context, request, reply, async db => {
        await sendTest({ ...context, db }, id)
        const body = { message: 'The test event is on its way.' }
        return { status: 202, body, location: `/api/webhooks/${id}/deliveries` }
      })
    },
  })
}

function endpointStateRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /webhooks/:id/disable', {
    id: 'disableWebhook',
    summary: 'Disable a webhook',
    ...asChange,
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'It keeps its position in the feed, so nothing is lost.',
    handler: async (request, reply) =>
      changeOnce(context, request, reply, (inside, id, actor) => disableEndpoint(inside, id, 'operator', actor)),
  })

  operation(api, 'POST /webhooks/:id/enable', {
    id: 'enableWebhook',
    summary: 'Enable a webhook',
    ...asChange,
    stepUp: WITHOUT_STEP_UP.sameAddress,
    description:
      'It continues at once where it stopped. This also ends a pause, unless its maker may no longer make one (`take-over`).',
    handler: async (request, reply) => changeOnce(context, request, reply, enableEndpoint),
  })

  operation(api, 'POST /webhooks/:id/take-over', {
    id: 'takeOverWebhook',
    summary: 'Take a webhook over',
    ...asChange,
    stepUp: true,
    description:
      'It is yours from now on, so it goes on when the admin who made it is none anymore, or the API key that ' +
      'made it no longer works. Events that happened meanwhile are sent. A snapshot shows no more than you may ' +
      'read.',
    handler: async (request, reply) => {
      const readable = readableFor(request.caller)
      return changeOnce(context, request, reply, (inside, id, actor) => takeOverEndpoint(inside, id, readable, actor))
    },
  })
}

async function changeOnce(
  context: AppContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  change: (inside: AppContext, id: string, actor: Actor) => Promise<Endpoint>,
) {
  return answerOnce(context, request, reply, async db =>
    showEndpoint(await change({ ...context, db }, request.params.id, actorOf(request))),
  )
}

/** A snapshot holds no more than the caller may read. */
function inputOf<Body extends { snapshot?: boolean }>({ snapshot, ...input }: Body, caller: Caller) {
  const readable = readableFor(caller)
  if (snapshot === undefined) return { ...input, readable }
  return { ...input, readable, snapshotScopes: snapshot ? readable : null }
}

function readableFor(caller: Caller): readonly string[] {
  return caller.kind === 'key' ? caller.scopes : SCOPES
}

function actorOf(request: FastifyRequest): Actor {
  const { caller } = request
  const by = caller.kind === 'user' ? { userId: caller.userId } : caller.kind === 'key' ? { keyId: caller.keyId } : {}
  return { visit: visitOf(request), ...by }
}
