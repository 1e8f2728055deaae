/** Warns a shop that charges its own VAT abroad before its sales to other member states pass the limit. */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { money } from '../pages/format.ts'
import { startOfDay } from '../shop/days.ts'
import { readShop } from '../shop/settings.ts'
import type { Finding } from '../words/text.ts'
import { sentences, t } from '../words/words.ts'
import { SALES_ABROAD_LIMIT } from '../world/territories.ts'

/** `about`: the page of the console that shows it, too. */
export type PriceFinding = Finding & { about: 'vat' | 'delivery' }

/** From this part of the limit on, the finding warns. */
const NEAR_LIMIT = 0.8

/**
 * Sums what orders in euros cost without VAT, in this calendar year and in the one before: the limit holds for both. Refunds are not
 * taken off, so the finding comes early rather than late.
 */
export async function findSalesAbroad(db: Db, today: string): Promise<PriceFinding[]> {
  const { vatRule, timeZone } = await readShop(db)
  if (vatRule !== 'home') return []
  const year = Number(today.slice(0, 4))
  const [begins, beganBefore] = [year, year - 1].map(first => startOfDay(`${first}-01-01`, timeZone))
  const { rows } = await sql<{ now: number; before: number }>`
    select coalesce(sum(net) filter (where placed_at >= ${begins}::timestamptz), 0)::float8 as now,
      coalesce(sum(net) filter (where placed_at < ${begins}::timestamptz), 0)::float8 as before
    from orders join order_taxes on order_id = id
    where vat_rule = 'home' and currency = 'EUR' and status <> 'cancelled'
      and placed_at >= ${beganBefore}::timestamptz
  `.execute(db)
  const { now, before } = one(rows)
  const most = Math.max(now, before)
  if (most < SALES_ABROAD_LIMIT * NEAR_LIMIT) return []
  const isPast = most > SALES_ABROAD_LIMIT
  const limit = money(SALES_ABROAD_LIMIT, 'EUR')
  const sales = t('Sales to other member states without VAT: {now} in {year}, {before} in {earlier}.', {
    now: money(now, 'EUR'),
    year,
    before: money(before, 'EUR'),
    earlier: year - 1,
  })
  const meaning = isPast
    ? t(
        'This is more than the {limit} up to which your own VAT counts there. Register for the One Stop Shop, and choose the VAT of the destination.',
        { limit },
      )
    : t('This is near the {limit} up to which your own VAT counts there.', { limit })
  return [{ about: 'vat', level: isPast ? 'bad' : 'warn', text: sentences(sales, meaning) }]
}
