import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { visitOf } from '../accounts/audit-log.ts'
import { requireStepUp } from '../accounts/second-factors/step-up.ts'
import type { AppContext } from '../context.ts'
import { FEED_TYPES } from '../feed/types.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { IdempotencyHeaders, onceFor } from '../http/idempotency.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { Problem } from '../problems.ts'
import {
  type Actor,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  sendTest,
  sendWebhookAgain,
} from './endpoints.ts'
import {
  ENDPOINT_STATES,
  type Endpoint,
  findEndpoint,
  findWebhookDelivery,
  listEndpoints,
  listWebhookAttempts,
  listWebhookDeliveries,
  type WebhookDelivery,
} from './queries.ts'
import { GRACE } from './secrets.ts'
import { WEBHOOK_STATES } from './tables.ts'

const Uuid = Type.String({ format: 'uuid' })
const Time = Type.String({ format: 'date-time' })
const TimeOrNull = Type.Union([Time, Type.Null()])
const TextOrNull = Type.Union([Type.String(), Type.Null()])
const IntegerOrNull = Type.Union([Type.Integer(), Type.Null()])
const Position = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The position of the event in the feed.',
})
const Id = uuidOf('webhook')
const IdAndPosition = Type.Object({ ...Id.properties, position: Position })
const EventType = Type.Enum([...FEED_TYPES])

const input = {
  url: Type.String({
    maxLength: 2000,
    description: 'A public https address.',
    examples: ['https://example.com/webhooks'],
  }),
  types: Type.Array(EventType, { maxItems: 100, description: 'The events to send. Empty: all.' }),
  description: Type.String({ maxLength: 200 }),
}
const NewWebhook = Type.Object(
  { url: input.url, types: Type.Optional(input.types), description: Type.Optional(input.description) },
  { title: 'NewWebhook' },
)
const WebhookChange = Type.Partial(Type.Object(input), { title: 'WebhookChange' })
const Rotation = Type.Object(
  {
    graceHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRACE.maximum,
        default: GRACE.default,
        description: 'For so long the earlier secret signs as well. 0 if it has leaked.',
      }),
    ),
  },
  { title: 'SecretRotation' },
)

const Webhook = Type.Object(
  {
    id: Uuid,
    url: Type.String(),
    types: Type.Array(EventType),
    description: Type.String(),
    state: Type.Enum([...ENDPOINT_STATES], {
      description: 'failing: its last attempts failed. paused: so many that only one delivery at a time tries it.',
    }),
    disabledBecause: Type.Union([Type.Enum(['operator', 'gone', 'failing']), Type.Null()], {
      description: 'gone: it answered 410. failing: it failed for three days.',
    }),
    failingSince: TimeOrNull,
    position: Type.Integer({ description: 'How far it has come in the event feed.' }),
    open: Type.Integer({ description: 'Deliveries that are not finished, counted up to 1000.' }),
    createdAt: Time,
  },
  { title: 'Webhook' },
)
const WebhookWithSecret = Type.Object(
  { ...Webhook.properties, secret: Type.String({ description: 'Shown only once.' }) },
  { title: 'WebhookWithSecret' },
)
const Delivery = Type.Object(
  {
    position: Type.Integer({ description: 'Of the event in the feed.' }),
    eventId: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`.' }),
    type: EventType,
    state: Type.Enum([...WEBHOOK_STATES]),
    attempts: Type.Integer(),
    last: Type.Union([Type.String(), Type.Null()], { description: 'The last status, or why there was no response.' }),
    nextAttemptAt: TimeOrNull,
    createdAt: Time,
    endedAt: TimeOrNull,
  },
  { title: 'WebhookDelivery' },
)
const DeliveryWithAttempts = Type.Object(
  {
    ...Delivery.properties,
    data: Type.Record(Type.String(), Type.Unknown()),
    history: Type.Array(
      Type.Object({
        number: Type.Integer(),
        startedAt: Time,
        milliseconds: Type.Integer(),
        status: IntegerOrNull,
        reason: TextOrNull,
        response: TextOrNull,
      }),
    ),
  },
  { title: 'WebhookDeliveryWithAttempts' },
)

const access = { role: 'admin', scope: 'webhooks:manage' } as const

export function webhookRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  /** A secret or an address of an endpoint lets somebody outside follow the shop, so a stolen session is not enough. */
  function sensitive(request: FastifyRequest): Actor {
    if (request.caller.kind === 'user') requireStepUp(request.caller, clock.now())
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
        response: { 201: WebhookWithSecret },
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
    async request => showEndpoint((await findEndpoint(db, request.params.id)) ?? throwNotFound()),
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
        description: 'It continues where it stopped.',
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

  api.get(
    '/webhooks/:id/deliveries',
    {
      config: { access },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        querystring: Type.Object({
          ...LIST_QUERY,
          state: Type.Optional(Type.Enum([...WEBHOOK_STATES], { description: 'Only deliveries in this state.' })),
        }),
        params: Id,
        response: { 200: Page(Delivery) },
      },
    },
    async (request, reply) => {
      const { id: endpointId } = (await findEndpoint(db, request.params.id)) ?? throwNotFound()
      const { state, ...paging } = request.query
      const list = await listWebhookDeliveries(db, { endpointId, state }, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showDelivery) })
    },
  )

  api.get(
    '/webhooks/:id/deliveries/:position',
    {
      config: { access },
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'Get a delivery of a webhook with its attempts',
        params: IdAndPosition,
        response: { 200: DeliveryWithAttempts },
      },
    },
    async request => showWithAttempts(request.params.id, request.params.position),
  )

  api.post(
    '/webhooks/:id/deliveries/:position/send-again',
    {
      config: { access },
      schema: {
        operationId: 'sendWebhookAgain',
        summary: 'Send an event again',
        description: 'With the same `webhook-id`, so a receiver that has it already drops it.',
        problems: ['webhook_disabled', 'webhook_in_flight'],
        params: IdAndPosition,
        response: { 200: DeliveryWithAttempts },
      },
    },
    async request => {
      const { id, position } = request.params
      await sendWebhookAgain(context, id, position)
      return showWithAttempts(id, position)
    },
  )

  api.post(
    '/webhooks/:id/send-failed-again',
    {
      config: { access },
      schema: {
        operationId: 'sendFailedWebhooksAgain',
        summary: 'Send everything again that has failed',
        problems: ['webhook_disabled'],
        params: Id,
        response: { 200: Type.Object({ count: Type.Integer() }) },
      },
    },
    async request => ({ count: await sendWebhookAgain(context, request.params.id) }),
  )

  async function showWithAttempts(id: string, position: number) {
    const [delivery, attempts] = await Promise.all([
      findWebhookDelivery(db, id, position),
      listWebhookAttempts(db, id, position),
    ])
    if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
    const history = attempts.map(attempt => ({ ...attempt, startedAt: attempt.startedAt.toISOString() }))
    return { ...showDelivery(delivery), data: delivery.data, history }
  }
}

function actorOf(request: FastifyRequest): Actor {
  const { caller } = request
  return { visit: visitOf(request), ...(caller.kind === 'user' && { userId: caller.userId }) }
}

function showEndpoint({ createdAt, failingSince, disabledAt, ...endpoint }: Endpoint) {
  return {
    ...endpoint,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** An answer that is replayed for an Idempotency-Key has its times as text already. */
function showWithSecret<T extends Endpoint & { secret: string }>({ secret, ...endpoint }: T) {
  const date = (value: Date | null) => value && new Date(value)
  const { createdAt, failingSince, disabledAt } = endpoint
  return {
    ...showEndpoint({
      ...endpoint,
      createdAt: new Date(createdAt),
      failingSince: date(failingSince),
      disabledAt: date(disabledAt),
    }),
    secret,
  }
}

function showDelivery({ state, createdAt, endedAt, dueAt, at, data, ...delivery }: WebhookDelivery) {
  return {
    ...delivery,
    state,
    nextAttemptAt: state === 'pending' ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

function throwNotFound(): never {
  throw new Problem('not_found', 'There is no such webhook.')
}
