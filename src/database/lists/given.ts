import { type RawBuilder, sql } from 'kysely'

/** The condition on a value of a filter, if the value was given. Spread it into the list of conditions. */
export function given<T, C>(value: T | undefined, condition: (value: T) => C): C[] {
  return value === undefined ? [] : [condition(value)]
}

/** The same for a statement in SQL: `and …` if the value was given, otherwise nothing. */
export function andGiven<T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>): RawBuilder<unknown> {
  return value === undefined ? sql`` : sql`and ${condition(value)}`
}
