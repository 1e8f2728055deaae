import { Type } from 'typebox'
import { FEED_TYPES } from '../events/feed-data.ts'
import { FEED_FAMILIES } from '../events/feed-families.ts'
import { uuidOf } from '../http/filters.ts'
import { TRIM } from '../http/input/keywords.ts'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import { type Endpoint, PAUSED_BECAUSE, type WebhookDelivery } from './queries.ts'
import { GRACE } from './secrets.ts'
import { ENDPOINT_STATES, WEBHOOK_STATES } from './states.ts'

/* The webhook and its deliveries as the API shows them. */

const TimeOrNull = orNull(Time)
const TextOrNull = orNull(Type.String())
const IntegerOrNull = orNull(Type.Integer())
const Position = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The position of the event in the feed.',
})
export const Id = uuidOf('webhook')
export const IdAndPosition = Type.Object({ ...Id.properties, position: Position })
const EventType = Type.Enum([...FEED_TYPES])
const EventChoice = Type.Enum([...FEED_TYPES, ...FEED_FAMILIES])

const input = {
  url: Type.String({
    maxLength: 2000,
    [TRIM]: 'unseen',
    description: 'A public https address.',
    examples: ['https://example.com/webhooks'],
  }),
  types: Type.Array(EventChoice, {
    maxItems: 100,
    description: 'The events to send. `order.*` means all that begin with `order.` Empty: all.',
  }),
  description: Type.String({ maxLength: 200 }),
  snapshot: Type.Boolean({
    description:
      'Each event comes with its order, user, product or email, in the shape of v3 and as it is when it is sent, ' +
      'as far as your key may read it. Default: ids and states only.',
  }),
  handshake: Type.Boolean({
    description:
      'Asks the address with `OPTIONS` whether it wants the events, after CloudEvents (HTTP 1.1 Web Hooks 1.0.2, section 4), ' +
      'and sends nothing before it agrees. Default: no.',
  }),
}
export const NewWebhook = Type.Object(
  {
    url: input.url,
    types: Type.Optional(input.types),
    description: Type.Optional(input.description),
    snapshot: Type.Optional(input.snapshot),
    handshake: Type.Optional(input.handshake),
  },
  { title: 'NewWebhook' },
)
export const WebhookChange = Type.Partial(Type.Object(input), { title: 'WebhookChange' })
export const Rotation = Type.Object(
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

export const Webhook = Type.Object(
  {
    id: Uuid,
    url: Type.String(),
    types: Type.Array(EventChoice),
    description: Type.String(),
    snapshot: Type.Boolean(),
    handshake: Type.Boolean({ description: 'Whether the address has to agree before it gets anything.' }),
    agreedAt: orNull(Time, {
      description: 'When the address agreed. Until then the webhook is paused; `enable` asks again.',
    }),
    handshakeFailure: orNull(Type.String(), { description: 'Why its last answer was no consent.' }),
    state: Type.Enum([...ENDPOINT_STATES], {
      description:
        'failing: its last attempts failed. paused: so many that only one delivery at a time tries it, or its ' +
        'maker may no longer make one, or its address has not agreed.',
    }),
    pausedBecause: orNull(Type.Enum([...PAUSED_BECAUSE]), {
      description:
        'failing: so many attempts failed. maker: the admin who made it is disabled or none anymore, or the API ' +
        'key that made it no longer works. Its events wait until the maker may again, or until `take-over`. ',
    }),
    createdBy: orNull(Uuid, { description: 'The admin who has decided last where it sends what.' }),
    createdByKey: orNull(Uuid, { description: 'The API key, if a key has decided it.' }),
    disabledBecause: orNull(Type.Enum(['operator', 'gone', 'failing']), {
      description: 'gone: it answered 410. failing: it failed for three days.',
    }),
    failingSince: TimeOrNull,
    pausedUntil: orNull(Time, {
      description: 'When one delivery tries a paused webhook again. `enable` ends the pause at once.',
    }),
    position: Type.Integer({ description: 'How far it has come in the event feed.' }),
    open: Type.Integer({ description: 'Deliveries that are not finished, counted up to 1000.' }),
    createdAt: Time,
  },
  { title: 'Webhook' },
)
const secret = Type.String({ description: 'Shown only once.' })
export const WebhookWithSecret = Type.Object({ ...Webhook.properties, secret }, { title: 'WebhookWithSecret' })
export const CreatedWebhook = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.Optional(
      Type.String({
        description: 'Shown only once; a repeat with the same Idempotency-Key has it for 10 minutes.',
      }),
    ),
  },
  { title: 'CreatedWebhook' },
)
export const Delivery = Type.Object(
  {
    position: Type.Integer({ description: 'Of the event in the feed.' }),
    eventId: Type.String({ ...Uuid, description: 'Sent as `webhook-id`.' }),
    type: EventType,
    state: Type.Enum([...WEBHOOK_STATES]),
    attempts: Type.Integer(),
    last: orNull(Type.String(), { description: 'The last status, or why there was no response.' }),
    nextAttemptAt: TimeOrNull,
    createdAt: Time,
    endedAt: TimeOrNull,
  },
  { title: 'WebhookDelivery' },
)
export const DeliveryWithAttempts = Type.Object(
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

export function showEndpoint({
  createdAt,
  failingSince,
  agreedAt,
  pausedUntil,
  disabledAt,
  pausedBecause,
  ...endpoint
}: Endpoint) {
  return {
    ...endpoint,
    pausedBecause: pausedBecause === 'handshake' ? null : pausedBecause,
    failingSince: failingSince?.toISOString() ?? null,
    agreedAt: agreedAt?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** An answer that is replayed for an Idempotency-Key has its times as text already. */
export function showWithSecret<T extends Endpoint & { secret: string }>({ secret, ...endpoint }: T) {
  const date = (value: Date | null) => value && new Date(value)
  const { createdAt, failingSince, pausedUntil, disabledAt, agreedAt } = endpoint
  return {
    ...showEndpoint({
      ...endpoint,
      createdAt: new Date(createdAt),
      failingSince: date(failingSince),
      pausedUntil: date(pausedUntil),
      disabledAt: date(disabledAt),
      agreedAt: date(agreedAt),
    }),
    secret,
  }
}

export function showDelivery({ state, createdAt, endedAt, dueAt, at, data, ...delivery }: WebhookDelivery) {
  return {
    ...delivery,
    state,
    nextAttemptAt: state === 'pending' ? dueAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
