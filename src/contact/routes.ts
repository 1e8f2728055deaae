/** The API of contact messages. */
import { randomUUIDv7 } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { signedIn } from '../accounts/sessions/access.ts'
import { sessionIfAny } from '../accounts/sessions/identify.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { Email } from '../http/input/email.ts'
import { TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { consumeByClient } from '../http/rate-limits/attempts.ts'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { LANGUAGES } from '../words/languages.ts'
import { listContactMessages, markAnswered, markOpen } from './queries.ts'
import { noMessage } from './replies.ts'

const NewMessage = Type.Object(
  {
    email: Type.String({ ...Email, description: 'We reply to this address.' }),
    message: Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S', [TRIM]: true }),
    name: Type.Optional(Type.String({ maxLength: 200, examples: ['Ada Lovelace'], [TRIM]: true })),
    locale: Type.Optional(
      Type.String({ enum: [...LANGUAGES], description: 'The language of the answer, if the shop has it.' }),
    ),
  },
  { title: 'NewContactMessage' },
)

const Received = Type.Object(
  {
    id: Uuid,
    receivedAt: Time,
  },
  { title: 'ContactMessageReceived' },
)

export const Message = Type.Object(
  {
    id: Uuid,
    email: Type.String({ format: 'email' }),
    name: orNull(Type.String()),
    message: Type.String(),
    receivedAt: Time,
    answeredAt: orNull(Time),
  },
  { title: 'ContactMessage' },
)

export function contactRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /contact-messages', {
    id: 'sendContactMessage',
    summary: 'Send a contact message',
    access: 'public',
    description: 'Without a session too. With one, the message belongs to the data of the user.',
    problems: ['rate_limited'],
    once: true,
    body: NewMessage,
    answers: { 201: Received },
    handler: async (request, reply) => {
      const sender = (await sessionIfAny(request, context))?.userId
      return once(context, request, reply, async tx => {
        const now = context.clock.now()
        await consumeByClient(tx, 'contact-messages', request.ip, now)
        return { body: await sendContactMessage(tx, request.body, sender, now) }
      })
    },
  })

  operation(api, 'GET /admin/contact-messages', {
    id: 'listContactMessages',
    summary: 'List contact messages',
    access: { role: 'staff', permission: 'customers' },
    description: 'Newest first.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(Type.Enum(['open', 'answered'], { description: 'Open messages wait for an answer.' })),
    }),
    answers: { 200: Page(Message) },
    handler: async (request, reply) => {
      const { state, ...paging } = request.query
      const list = await listContactMessages(context.db, state, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showMessage) })
    },
  })

  operation(api, 'PATCH /admin/contact-messages/:id', {
    id: 'changeContactMessage',
    summary: 'Mark a contact message as answered or open',
    access: { role: 'staff', permission: 'customers' },
    stepUp: WITHOUT_STEP_UP.records,
    problems: ['not_found'],
    params: uuidOf('message'),
    once: true,
    body: Type.Object({ answered: Type.Boolean() }, { title: 'ContactMessageChange' }),
    answers: { 200: Message },
    handler: async (request, reply) => {
      const { userId } = signedIn(request)
      const { id } = request.params
      return answerOnce(context, request, reply, async tx => {
        const message = await (request.body.answered
          ? markAnswered(tx, id, userId, context.clock.now())
          : markOpen(tx, id))
        if (!message) throw noMessage()
        return showMessage(message)
      })
    },
  })
}

export function showMessage(message: Awaited<ReturnType<typeof listContactMessages>>['items'][number]) {
  const { receivedAt, answeredAt } = message
  return { ...message, receivedAt: receivedAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null }
}

/** Stores a message and announces it to the support desk, both or neither. */
async function sendContactMessage(
  tx: Tx,
  { email, message, name, locale }: Static<typeof NewMessage>,
  sender: string | undefined,
  now: Date,
) {
  const id = randomUUIDv7()
  await tx
    .insertInto('contact_messages')
    .values({
      id,
      email,
      message,
      name: name ?? null,
      received_at: now,
      user_id: sender ?? null,
      locale: locale ?? null,
    })
    .execute()
  await announce(tx, { type: 'contact.message_received', payload: { messageId: id }, to: ['support'], at: now })
  return { id, receivedAt: now.toISOString() }
}
