import { type RawBuilder, sql } from 'kysely'

/** The row of a statement that returns exactly one, such as a count. @throws Error if it returned none or several */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) {
    throw new Error(`The statement must return exactly one row, but it returned ${rows.length}.`)
  }
  return row
}

/** Rows of values as a table expression, whose columns the statement names: `${recordsetSql(rows)} as r (id uuid)`. */
export function recordsetSql(rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)})`
}
