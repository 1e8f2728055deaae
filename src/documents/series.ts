/** The series of numbers, as an admin sees them. After a database that was set back they stop until an operator confirms. */
import { sql } from 'kysely'
import { databaseTime } from '../database/clock.ts'
import type { Db, Tx } from '../database/schema.ts'
import { invalidInput, Problem } from '../problems.ts'
import { yearOf } from '../shop/days.ts'
import { loadShop } from '../shop/settings.ts'
import { DOCUMENT_KINDS } from './content.ts'
import './tables.ts'

export type Series = { name: string; lastNumber: number; isWaiting: boolean }

/** All series that there are, and those of the present scheme that have no number yet. */
export async function listSeries(db: Db): Promise<Series[]> {
  const { numbersByYear, timeZone, firstNumber } = await loadShop(db)
  const suffix = numbersByYear ? `/${yearOf(await databaseTime(db), timeZone)}` : ''
  const { rows } = await sql<Series>`
    select name, (coalesce(next, ${firstNumber}::bigint) - 1)::float8 as "lastNumber",
      doubted.at is not null and coalesce(confirmed_at < doubted.at, true) as "isWaiting"
    from (
      select name from invoice_series union select kind || ${suffix}::text from unnest(${[...DOCUMENT_KINDS]}::text[]) as kind
    ) as named left join invoice_series using (name)
    cross join (select max(numbers_doubted_at) as at from database_history) as doubted
    order by name
  `.execute(db)
  return rows
}

/**
 * An admin says which number left the house last. The series goes on behind it.
 * @throws Problem 422 for an unknown series, 409 when it does not wait or has given out more
 */
export async function confirmSeries(tx: Tx, name: string, lastNumber: number): Promise<void> {
  const known = (await listSeries(tx)).find(series => series.name === name)
  if (!known) throw invalidInput({ field: 'series', reason: 'is not a series of this shop', code: 'unknown_series' })
  await sql`
    insert into invoice_series (name, next) values (${name}, ${known.lastNumber + 1}::bigint) on conflict do nothing
  `.execute(tx)
  const { numAffectedRows } = await sql`
    update invoice_series set next = ${lastNumber}::bigint + 1, confirmed_at = now()
    where name = ${name} and next <= ${lastNumber}::bigint + 1
      and coalesce(confirmed_at, '-infinity') < (select numbers_doubted_at from database_history)
  `.execute(tx)
  if (numAffectedRows === 1n) return
  const now = (await listSeries(tx)).find(series => series.name === name)!
  if (now.isWaiting)
    throw new Problem('number_taken', `The last number of ${name} is ${now.lastNumber} already.`, {
      members: { lastNumber: now.lastNumber },
    })
  throw new Problem('series_not_waiting', `${name} does not wait. A jump would leave a gap.`)
}
