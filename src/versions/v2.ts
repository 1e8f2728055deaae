import type { TSchema } from 'typebox'
import { wholePercents } from './discount-code.ts'
import { fourWords, threeStates, withoutProcessing } from './order-payment.ts'
import type { VersionChange } from './version-change.ts'

/** A v2 user has id, email address and name; v3 added the rest, and payments online. Requests are the same. */
export const v2: VersionChange = {
  responses: {
    user: {
      schema: schema => {
        const { properties, ...rest } = schema as unknown as { properties: Record<string, TSchema> }
        const { id, email, userName } = properties
        return { ...rest, properties: { id, email, userName }, required: KNOWN } as unknown as TSchema
      },
      value: ({ id, email, userName }) => ({ id, email, userName }),
    },
    'order-payment': fourWords,
    'discount-code': wholePercents,
    payment: withoutProcessing,
    refund: threeStates,
  },
  requests: {},
  fields: {},
}

const KNOWN = ['id', 'email', 'userName']
