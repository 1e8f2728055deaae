/**
 * Rows of a file that name a group and values: `Shirt` and `Colour: red; Size: M`. A group that does not exist is made, and a
 * value that is new is added behind the others. The options of a group that exists stay.
 *
 * The groups are locked before the products, as the commands on groups do.
 */
import type pg from 'pg'
import { readSql } from '../../database/sql-file.ts'
import { MOST_PRODUCTS, MOST_VALUES } from '../groups/group.ts'
import { type BadRow, ROWS_AT_ONCE } from './stage.ts'

const BAD = readSql('sql/bad-groups.sql', import.meta.url)

/** Finds the rows that do not fit their group or each other, and leaves them out. */
export async function* badGroupedRows(client: pg.Client): AsyncGenerator<BadRow> {
  await client.query(BAD, [MOST_PRODUCTS, MOST_VALUES])
  for (let last = 0; ; ) {
    const { rows } = await client.query<BadRow>(
      `select line, reason from bad_grouped where line > $1 order by line limit ${ROWS_AT_ONCE}`,
      [last],
    )
    yield* rows
    if (rows.length < ROWS_AT_ONCE) break
    last = rows.at(-1)!.line
  }
  await client.query('delete from incoming i using bad_grouped b where i.sku = b.sku; truncate bad_grouped')
}
