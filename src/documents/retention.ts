/** What becomes of documents and of the countries of orders when the law no longer wants them kept. */
import { type RawBuilder, sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { FORMER_OWNER } from '../orders/queries.ts'
import { firstIdOf } from '../payments/queries.ts'
import { loadShop } from '../shop/settings.ts'

const BATCH = 100

/**
 * Takes the person out of documents whose retention has ended, and the country out of such orders, where the account was deleted.
 * Numbers and amounts stay. So do refunds, without the account that they went to. The trigger on documents decides again whether the time has come.
 */
export async function eraseOldDocuments(db: Db): Promise<void> {
  const { documentYears } = await loadShop(db)
  const before = sql<Date>`date_trunc('year', now()) - make_interval(years => ${documentYears})`
  for (let erased = BATCH; erased === BATCH; ) {
    const { numAffectedRows } = await sql`
      update documents set content = content || '{"buyer": null}', erased_at = now()
      where id in (
        select d.id from documents d left join orders o on o.id = d.order_id
        where erased_at is null and issued_at < ${before} and (o.id is null or o.owner_id = ${FORMER_OWNER})
        order by issued_at limit ${BATCH} for update of d skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
  for (let erased = BATCH; erased === BATCH; ) {
    const { numAffectedRows } = await sql`
      update orders set tax_country = null
      where id in (
        select id from orders where placed_at < ${before} and owner_id = ${FORMER_OWNER} and tax_country is not null
        order by placed_at limit ${BATCH} for update skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
  await forgetOldAccounts(db, before)
}

/**
 * The accounts that refunds went to are a part of the bookings: they are kept as long as the documents, and no longer. A refund begins with
 * its time (UUID version 7), so an index of the accounts that are left finds the old ones.
 */
async function forgetOldAccounts(db: Db, before: RawBuilder<Date>): Promise<void> {
  const { rows } = await sql<{ before: Date }>`select ${before} as before`.execute(db)
  const oldest = firstIdOf(one(rows).before)
  for (let erased = BATCH; erased === BATCH; ) {
    const { numAffectedRows } = await sql`
      update refund_transfers set iban = null, holder = null, bic = null, waived_because = null
      where refund_id in (
        select refund_id from refund_transfers t join refunds r on r.id = refund_id
        where refund_id < ${oldest}::uuid and (iban is not null or holder is not null or waived_because is not null) and ended_at < ${before}
        order by refund_id limit ${BATCH} for update of t skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
}
