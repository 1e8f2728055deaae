/** Erases documents and the countries of orders when the law no longer wants them kept. */
import { sql } from 'kysely'
import { databaseTime } from '../database/clock.ts'
import type { Db } from '../database/schema.ts'
import { FORMER_OWNER } from '../orders/queries.ts'
import { recordsKeptFrom } from '../shop/calendar/records.ts'
import { addDays, startOfDay } from '../shop/days.ts'
import { loadShop } from '../shop/settings.ts'

const EXPIRED_A_BATCH = 100

/**
 * Takes the person out of documents whose retention has ended, and the country out of such orders, where the account was deleted.
 * Numbers and amounts stay. A document goes by the day that it carries, and its trigger decides again whether the time has come.
 */
export async function eraseOldDocuments(db: Db): Promise<void> {
  const shop = await loadShop(db)
  const { day, at } = recordsKeptFrom(shop, await databaseTime(db))
  // The zone of the shop may have been another one when they were issued, so the index finds some too many.
  const nearby = startOfDay(addDays(day, 2), shop.timeZone)
  for (let erased = EXPIRED_A_BATCH; erased === EXPIRED_A_BATCH; ) {
    const { numAffectedRows } = await sql`
      update documents set content = content - 'note' || '{"buyer": null}', erased_at = now()
      where id in (
        select d.id from documents d left join orders o on o.id = d.order_id
        where erased_at is null and issued_at < ${nearby}::timestamptz and content ->> 'issuedOn' < ${day}
          and (o.id is null or o.owner_id = ${FORMER_OWNER})
        order by issued_at limit ${EXPIRED_A_BATCH} for update of d skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
  for (let erased = EXPIRED_A_BATCH; erased === EXPIRED_A_BATCH; ) {
    const { numAffectedRows } = await sql`
      update orders set tax_country = null
      where id in (
        select id from orders where placed_at < ${at}::timestamptz and owner_id = ${FORMER_OWNER} and tax_country is not null
        order by placed_at limit ${EXPIRED_A_BATCH} for update skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
}
