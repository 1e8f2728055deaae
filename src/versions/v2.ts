import type { TSchema } from 'typebox'
import type { Change } from './version-change.ts'

/** v2 knows a user as id, e-mail address and name; v3 added the rest. Requests are the same. */
export const v2: Change = {
  summary: 'A user is shown with telephone number, role, second factors and more, not with the name alone.',
  answers: {
    user: {
      schema: schema => {
        const { properties, ...rest } = schema as unknown as { properties: Record<string, TSchema> }
        const { id, email, userName } = properties
        return { ...rest, properties: { id, email, userName }, required: KNOWN } as unknown as TSchema
      },
      value: ({ id, email, userName }) => ({ id, email, userName }),
    },
  },
  requests: {},
  fields: {},
}

const KNOWN = ['id', 'email', 'userName']
