/** The section `webhooks` of a document: what Semel sends to the addresses of others. */
import { FEED_TYPES, webhookBody, wordsOf } from '../events/feed-data.ts'
import type { SchemaLibrary } from './schemas.ts'
import type { Document } from './types.ts'

export function describeWebhooks(library: SchemaLibrary): Document['webhooks'] {
  return Object.fromEntries(
    FEED_TYPES.map(type => {
      const body = webhookBody(type)
      const title = `${wordsOf(type)}Webhook`
      return [
        type,
        {
          post: {
            operationId: `${title[0]!.toLowerCase()}${title.slice(1)}`,
            summary: `The event ${type}`,
            description:
              'Signed after the Standard Webhooks specification. It is repeated until the answer is 2xx, for ' +
              'three days. A webhook with `snapshot` also gets what the event is about, as `GET /api/v3/events` ' +
              'shows it.',
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
