import type { TSchema } from 'typebox'
import { wholePercents } from './discount-code.ts'
import { fourWords, threeStates } from './order-payment.ts'
import type { VersionChange } from './version-change.ts'

/** A v2 user has id, email address and name; v3 added the rest, and payments online. Requests are the same. */
export const v2: VersionChange = {
  summary:
    'A user also has a phone number, a role, second factors and more. The payment of an order can be made online, so `payment.method` can be `online`, and `payment.status` can be `pending`, `partly_paid`, `partly_refunded`, `disputed` and `charged_back`. The percent of a discount code can have decimals. A refund that goes by bank transfer is `to_transfer` until it was sent; in v2 it is `pending`.',
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
    refund: threeStates,
  },
  requests: {},
  fields: {},
}

const KNOWN = ['id', 'email', 'userName']
