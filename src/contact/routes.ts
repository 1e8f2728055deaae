import { randomUUIDv7 } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events.ts'
import type { App } from '../http/app.ts'
import { IdempotencyHeaders, once } from '../http/idempotency.ts'
import { answerPage, PAGE_QUERY, Page } from '../http/paginated-list.ts'
import { consumeByClient } from '../http/rate-limits.ts'
import { listContactMessages } from './queries.ts'

const NewMessage = Type.Object(
  {
    email: Type.String({ format: 'email', description: 'We reply to this address.' }),
    message: Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }),
    name: Type.Optional(Type.String({ maxLength: 200, examples: ['Ada Lovelace'] })),
  },
  { title: 'NewContactMessage' },
)

const Received = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    receivedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ContactMessageReceived' },
)

const Message = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    email: Type.String({ format: 'email' }),
    name: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    receivedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'ContactMessage' },
)

export function contactRoutes(api: App, context: AppContext): void {
  api.post(
    '/contact-messages',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'sendContactMessage',
        summary: 'Send a contact message',
        problems: ['rate_limited'],
        headers: IdempotencyHeaders,
        body: NewMessage,
        response: { 201: Received },
      },
    },
    async (request, reply) =>
      once(context, request, reply, async tx => {
        const now = context.clock.now()
        await consumeByClient(tx, 'contact-messages', request.ip, now)
        return { body: await sendContactMessage(tx, request.body, now) }
      }),
  )

  api.get(
    '/admin/contact-messages',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listContactMessages',
        summary: 'List contact messages',
        description: 'Newest first.',
        querystring: Type.Object(PAGE_QUERY),
        response: { 200: Page(Message) },
      },
    },
    async (request, reply) => {
      const { items, totalCount } = await listContactMessages(context.db, request.query)
      const shown = items.map(item => ({ ...item, receivedAt: item.receivedAt.toISOString() }))
      return answerPage(request, reply, { items: shown, totalCount })
    },
  )
}

/** Stores a message and announces it to the support desk, both or neither. */
async function sendContactMessage(tx: Tx, { email, message, name }: Static<typeof NewMessage>, now: Date) {
  const id = randomUUIDv7()
  await tx
    .insertInto('contact_messages')
    .values({ id, email, message, name: name ?? null, received_at: now })
    .execute()
  await announce(tx, { type: 'contact.message_received', payload: { messageId: id }, to: ['support'], at: now })
  return { id, receivedAt: now.toISOString() }
}
