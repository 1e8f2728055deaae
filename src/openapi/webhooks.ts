/** The section `webhooks` of a document: what Semel sends to the addresses of others. */
import { FEED_TYPES, webhookBody } from '../events/feed-data.ts'
import type { SchemaLibrary } from './schemas.ts'
import type { Document } from './types.ts'

export function describeWebhooks(library: SchemaLibrary): Document['webhooks'] {
  return Object.fromEntries(
    FEED_TYPES.map(type => {
      const body = webhookBody(type)
      return [
        type,
        {
          post: {
            operationId: `${body.title![0]!.toLowerCase()}${body.title!.slice(1)}`,
            summary: `The event ${type}`,
            description:
              'Signed after the Standard Webhooks specification. It is repeated until the answer is 2xx, for three days.',
            tags: ['Webhooks'],
            security: [],
            requestBody: { required: true, content: { 'application/json': { schema: library.refer(body) } } },
            responses: { 204: { description: 'Received.' } },
          },
        },
      ]
    }),
  )
}
