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

/** An older client knows no bank that takes days: it still waits for the payment. */
export const withoutProcessing: Rewrite = {
  schema: schema => withoutState(schema, 'processing'),
  value: payment => ({ ...payment, state: payment.state === 'processing' ? 'pending' : payment.state }),
}

/** An older client knows no refund that waits for a person. */
export const threeStates: Rewrite = {
  schema: schema => withoutState(schema, 'to_transfer'),
  value: refund => ({ ...refund, state: refund.state === 'to_transfer' ? 'pending' : refund.state }),
}

function withoutState(schema: TSchema, newer: string): TSchema {
  const { properties } = schema as unknown as { properties: { state: { enum: string[] } } }
  const state = { ...properties.state, enum: properties.state.enum.filter(name => name !== newer) }
  return { ...schema, properties: { ...properties, state } } as unknown as TSchema
}

const OLDER: Record<string, string> = {
  pending: 'open',
  partly_refunded: 'paid',
  disputed: 'paid',
  charged_back: 'open',
}
