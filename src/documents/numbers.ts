/*
 * The numbers of documents. Tax offices want them consecutive, without gaps, and ascending in time.
 *
 * 1. A series is one row. Taking a number is one UPDATE of it, in the transaction that writes the document. The row stays locked
 *    until that commits, so the next number is taken after it, and a transaction that is rolled back gives its number back.
 * 2. Who issues a document has locked the order, and has looked whether the document is there. A unique key is the net below.
 *    It raises an error, which rolls back: `on conflict do nothing` would use up the number.
 * 3. A date is never before the date of the number before, whatever the clocks of machines say.
 * 4. A database that was set back may have forgotten numbers that left the house, and the jump ahead that ids make then would be
 *    a gap here. So the series waits until workers have said what they issued (witness.ts), or an admin has.
 */
import { sql } from 'kysely'
import { isDatabaseTrusted } from '../database/history.ts'
import { one } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'
import { yearOf } from '../shop/days.ts'
import type { ShopSettings } from '../shop/settings.ts'
import type { DocumentKind } from './content.ts'
import './tables.ts'

type Scheme = Pick<
  ShopSettings,
  'timeZone' | 'invoicePrefix' | 'creditNotePrefix' | 'numbersByYear' | 'numberDigits' | 'firstNumber'
>

export type TakenNumber = { series: string; number: number; label: string; issuedAt: Date }

/** Takes the next number. @returns undefined while the series waits after a database that was set back */
export async function takeNumber(tx: Tx, kind: DocumentKind, scheme: Scheme): Promise<TakenNumber | undefined> {
  if (!(await isDatabaseTrusted(tx))) return undefined
  const { now, moment, doubtedAt } = await readClock(tx)
  const year = yearOf(moment, scheme.timeZone)
  const series = scheme.numbersByYear ? `${kind}/${year}` : kind
  await sql`
    insert into invoice_series (name, next) select ${series}, ${scheme.firstNumber}::bigint
    where not exists (select from invoice_series where name = ${series})
    on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<{ number: number; issuedAt: Date }>`
    update invoice_series
    set next = next + 1, last_issued_at = greatest(${now}::timestamptz, last_issued_at)
    where name = ${series} and (${doubtedAt}::timestamptz is null or confirmed_at >= ${doubtedAt}::timestamptz)
    returning next - 1 as number, last_issued_at as "issuedAt"
  `.execute(tx)
  const [taken] = rows
  return taken && { ...taken, series, label: labelOf(kind, taken.number, scheme, year) }
}

/** Times as text, because a `Date` has no microseconds and would be before itself. */
async function readClock(tx: Tx): Promise<{ now: string; moment: Date; doubtedAt: string | null }> {
  const { rows } = await sql<{ now: string; moment: Date; doubtedAt: string | null }>`
    select now::text, now as moment,
      (select numbers_doubted_at::text from database_history) as "doubtedAt"
    from (select clock_timestamp() as now) as clock
  `.execute(tx)
  return one(rows)
}

/** `R-2026-00042` */
function labelOf(kind: DocumentKind, number: number, scheme: Omit<Scheme, 'timeZone'>, year: number): string {
  const prefix = kind === 'invoice' ? scheme.invoicePrefix : scheme.creditNotePrefix
  const digits = String(number).padStart(scheme.numberDigits, '0')
  return `${prefix}${scheme.numbersByYear ? `${year}-` : ''}${digits}`
}
