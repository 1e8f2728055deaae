import { Type } from 'typebox'
import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { IdempotencyHeaders, once } from '../idempotency.ts'
import { sendContactMessage } from './send.ts'

const NewMessage = Type.Object(
  {
    email: Type.String({ format: 'email', description: 'Where to answer.' }),
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

export function contactRoutes(api: App, ground: Ground): void {
  api.post(
    '/contact-messages',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'sendContactMessage',
        summary: 'Write to the people behind the shop',
        problems: ['rate_limited'],
        headers: IdempotencyHeaders,
        body: NewMessage,
        response: { 201: Received },
      },
    },
    async (request, reply) =>
      once(ground, request, reply, async tx => ({
        body: await sendContactMessage(tx, request.body, ground.clock.now()),
      })),
  )
}
