/** The row of a statement that returns exactly one, such as a count. @throws Error if it returned none or several */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1) {
    throw new Error(`The statement must return exactly one row, but it returned ${rows.length}.`)
  }
  return row
}
