/** Query parameters that several lists share, so that each name means the same in all of them. */
import { type TSchema, Type } from 'typebox'
import { ID_MAX } from '../database/schema.ts'
import { invalidQuery } from '../problems.ts'

/** The period of a list, including `from` and excluding `before`. Spread it into the query of the list. */
export const PERIOD_QUERY = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Start of the period, inclusive.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'End of the period, exclusive.' })),
}

/** The id of a row in a table with integer ids, such as orders and products. */
export const RowId = Type.Integer({ minimum: 1, maximum: ID_MAX })

/** The former name of a query parameter, which still works. */
export function formerly<T extends TSchema>(present: string, schema: T) {
  return Type.Optional({ ...schema, deprecated: true, description: `Use \`${present}\` instead.` } as T)
}

/** @returns the value of a parameter that has a former name. @throws Problem 400 when both are given and disagree */
export function either<T>(value: T | undefined, former: T | undefined, [name, formerName]: [string, string]) {
  if (value !== undefined && former !== undefined && comparable(value) !== comparable(former)) {
    throw invalidQuery({ field: formerName, reason: `contradicts ${name}; leave it out`, code: 'contradiction' })
  }
  return value ?? former
}

function comparable(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value
}

export function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text)
}
