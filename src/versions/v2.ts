import type { TSchema } from 'typebox'
import type { VersionChange } from './version-change.ts'

/** A v2 user has id, email address and name; v3 added the rest. Requests are the same. */
export const v2: VersionChange = {
  summary: 'A user also has a phone number, a role, second factors and more.',
  responses: {
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
