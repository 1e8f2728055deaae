/** The words that several lists are asked with, so that one word means the same in each. */
import { type TSchema, Type } from 'typebox'
import { INT_MAX } from '../database/schema.ts'
import { invalidQuery } from '../problems.ts'

/** The period of a list: `from` belongs to it, `before` does not. Spread it into the list's query. */
export const PERIOD_QUERY = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this time on.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time.' })),
}

/** The id of a row in a table with integer ids, such as orders and products. */
export const RowId = Type.Integer({ minimum: 1, maximum: INT_MAX })

/** An earlier name of a query parameter, which still works. */
export function formerly<T extends TSchema>(present: string, schema: T) {
  return Type.Optional({ ...schema, deprecated: true, description: `Use \`${present}\`.` } as T)
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
