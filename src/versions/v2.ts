import { Type } from 'typebox'
import type { Change } from './change.ts'

/** v2 knows a user as id, e-mail address and name; v3 added the rest. Requests are the same. */
export const v2: Change = {
  answers: {
    user: {
      schema: () =>
        Type.Object(
          {
            id: Type.String({ format: 'uuid' }),
            email: Type.String({ format: 'email' }),
            userName: Type.String(),
          },
          { 'x-resource': 'user' },
        ),
      value: ({ id, email, userName }) => ({ id, email, userName }),
    },
  },
  requests: {},
  fields: {},
}
