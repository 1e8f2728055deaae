/** The state of everything that a product feed shows, as a tag: a program that has the file of this state need not load it again. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { limitStatements } from '../../database/limits.ts'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { SECOND } from '../../time.ts'

const LOOK_TIME = 10 * SECOND

/** Changes when the files are written in another way, so that nobody keeps an old one. */
const FORM = 1

/**
 * Sums the transactions that wrote the rows. Each change of a row has another one, and a removed row is missing in the count. Reading all
 * products costs a hundredth of writing the file.
 * @param others what else decides about the file
 */
export async function feedTag(db: Db, others: readonly unknown[]): Promise<string> {
  const { rows } = await limitStatements(LOOK_TIME, () =>
    sql<{ state: string }>`
      select concat_ws(' ',
        (select concat(count(*), ' ', sum(xmin::text::bigint), ' ', max(updated_at)) from products where removed_at is null),
        (select concat(count(*), ' ', sum(xmin::text::bigint)) from product_groups),
        (select concat(count(*), ' ', sum(xmin::text::bigint)) from categories),
        (select concat(count(*), ' ', sum(xmin::text::bigint)) from delivery_methods),
        (select version from shop_settings)
      ) as state
    `.execute(db),
  )
  const hash = createHash('sha256').update(JSON.stringify([FORM, one(rows).state, ...others]))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}
