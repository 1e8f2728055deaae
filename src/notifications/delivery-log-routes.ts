/** The API of the delivery log, and of the commands for single deliveries. */
import { Type } from 'typebox'
import { signedIn } from '../accounts/sessions/access.ts'
import { readUserFilter, UserFilter, UserReference } from '../accounts/users/user.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { momentOf, PERIOD_QUERY, RowId, uuidOf } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { beginningOf } from '../mail/message-id.ts'
import { Problem } from '../problems.ts'
import { DeliveryStatus, Notification, showNotification } from './notification.ts'
import { resolveDelivery, sendAgain } from './operator-commands.ts'
import { type Delivery, type DeliveryFilter, findDelivery, listAttempts, listDeliveries } from './queries.ts'
import { EVENT_TYPES } from './tables.ts'

const LoggedDelivery = Type.Object(
  {
    ...Notification.properties,
    eventId: Uuid,
    recipient: orNull(UserReference, {
      description:
        'null for the support desk, for the writer of a contact message, and for a user who no longer exists.',
    }),
    userId: orNull(Uuid),
    attempts: Type.Integer({ description: 'The number of attempts.' }),
    nextAttemptAt: orNull(Time),
    messageId: orNull(
      Type.String({
        description:
          'How its Message-ID begins: search for it in the log of the relay. The rest is known to its recipient and the relays alone.',
      }),
    ),
    reply: orNull(Type.String({ description: 'The last reply of the relay, or the reason why it was not asked.' })),
    releasedAt: orNull(Time),
    endedAt: orNull(Time),
    replyAwaitedUntil: orNull(Time, {
      description:
        'Until then a delivery in doubt cannot be sent again, because the relay may still reply to its worker.',
    }),
    late: Type.Boolean({ description: 'Whether it took more than 30 seconds.' }),
  },
  { title: 'Delivery' },
)

const Attempt = Type.Object(
  {
    number: Type.Integer(),
    worker: orNull(Type.Integer()),
    startedAt: orNull(Time),
    releasedAt: orNull(Time),
    endedAt: Time,
    address: orNull(Type.String()),
    outcome: Type.String(),
    reply: orNull(Type.String()),
  },
  { title: 'DeliveryAttempt' },
)

const WithAttempts = Type.Object(
  { ...LoggedDelivery.properties, history: Type.Array(Attempt) },
  { title: 'DeliveryWithAttempts' },
)

const DeliveryQuery = Type.Object({
  ...LIST_QUERY,
  event: Type.Optional(Type.String({ ...Uuid, description: 'The id of the event.' })),
  kind: Type.Optional(Type.Enum(EVENT_TYPES, { description: 'The kind of event.' })),
  user: Type.Optional(UserFilter),
  order: Type.Optional(Type.Integer({ ...RowId, description: 'Only emails about this order.' })),
  state: Type.Optional(DeliveryStatus),
  ...PERIOD_QUERY,
})

const Id = uuidOf('delivery')

/** "Did customer X get the mail for order N, where did it go, and when?" */
export function deliveryLogRoutes(api: App, context: AppContext): void {
  const { db } = context
  operation(api, 'GET /admin/deliveries', {
    id: 'listDeliveries',
    summary: 'Search the delivery log',
    access: { role: 'staff', permission: 'customers' },
    description: 'Newest first; of an event or a kind of event, those of the newest event first.',
    query: DeliveryQuery,
    answers: { 200: Page(LoggedDelivery) },
    handler: async (request, reply) => {
      const { page, limit, after, ...query } = request.query
      const filter: DeliveryFilter = {
        eventId: query.event,
        type: query.kind,
        userId: await readUserFilter(db, query.user),
        orderId: query.order,
        state: query.state,
        from: momentOf(query.from),
        before: momentOf(query.before),
      }
      const list = await listDeliveries(db, filter, { page, limit, after })
      return answerPage(request, reply, { ...list, items: list.items.map(showDelivery) })
    },
  })

  operation(api, 'GET /admin/deliveries/:id', {
    id: 'getDelivery',
    summary: 'Get a delivery with its attempts',
    access: { role: 'staff', permission: 'customers' },
    params: Id,
    answers: { 200: WithAttempts },
    handler: async request => showWithAttempts(db, request.params.id),
  })

  for (const [answer, arrived] of [
    ['arrived', true],
    ['send-again', false],
  ] as const) {
    operation(api, `POST /admin/deliveries/:id/${answer}`, {
      id: arrived ? 'settleAsArrived' : 'settleBySendingAgain',
      summary: arrived ? 'Mark a delivery as arrived' : 'Send a delivery again',
      access: { role: 'staff', permission: 'customers' },
      stepUp: WITHOUT_STEP_UP.oneEmail,
      description:
        'For a delivery in doubt: the relay got the whole message and never replied, so only a person can find out whether it arrived.' +
        (arrived ? '' : ' A delivery that failed or was skipped can be sent again too.'),
      problems: arrived ? ['not_in_doubt'] : ['not_in_doubt', 'reply_outstanding'],
      once: true,
      params: Id,
      answers: { 200: WithAttempts },
      handler: async (request, reply) => {
        const { id } = request.params
        const operator = signedIn(request).userId
        return answerOnce(context, request, reply, async tx => {
          await (arrived ? resolveDelivery(tx, id, { outcome: 'arrived', operator }) : sendAgain(tx, id, operator))
          return showWithAttempts(tx, id)
        })
      },
    })
  }

  async function showWithAttempts(db: Db, id: string) {
    const [delivery, attempts] = await Promise.all([findDelivery(db, id), listAttempts(db, id)])
    if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
    return { ...showDelivery(delivery), history: attempts.map(showAttempt) }
  }
}

function showDelivery(delivery: Delivery) {
  const { eventId, userId, email, userName, isPending, state, attempts, dueAt, messageId, reply, releasedAt, endedAt } =
    delivery
  const { late, isReplyAwaited, replyAwaitedUntil } = delivery
  return {
    ...showNotification(delivery),
    eventId,
    userId,
    recipient: userId !== null && email !== null && !isPending ? { id: userId, email, userName: userName! } : null,
    attempts,
    nextAttemptAt: state === 'pending' ? dueAt.toISOString() : null,
    messageId: messageId && beginningOf(messageId),
    reply,
    releasedAt: releasedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    replyAwaitedUntil: isReplyAwaited ? replyAwaitedUntil!.toISOString() : null,
    late,
  }
}

function showAttempt({ startedAt, releasedAt, endedAt, ...attempt }: Awaited<ReturnType<typeof listAttempts>>[number]) {
  return {
    ...attempt,
    startedAt: startedAt?.toISOString() ?? null,
    releasedAt: releasedAt?.toISOString() ?? null,
    endedAt: endedAt.toISOString(),
  }
}
