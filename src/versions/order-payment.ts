import type { TSchema } from 'typebox'
import type { Rewrite } from './version-change.ts'

/** An older client knows one way to pay, and four words for how far that is. A payment under way is open to it. */
export const fourWords: Rewrite = {
  schema: schema =>
    ({
      ...schema,
      properties: {
        method: { const: 'invoice', type: 'string' },
        status: { enum: ['open', 'paid', 'refund_due', 'refunded'] },
      },
      required: ['method', 'status'],
    }) as unknown as TSchema,
  value: ({ status }) => ({ method: 'invoice', status: OLDER[status as string] ?? status }),
}

const OLDER: Record<string, string> = { pending: 'open', partly_refunded: 'paid' }
