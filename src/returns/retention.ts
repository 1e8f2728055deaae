/** Erases the accounts that customers named for returns when the law no longer wants the bookings kept. */
import { sql } from 'kysely'
import { databaseTime } from '../database/clock.ts'
import type { Db } from '../database/schema.ts'
import { firstIdOf } from '../payments/queries.ts'
import { recordsKeptFrom } from '../shop/calendar/records.ts'
import { loadShop } from '../shop/settings.ts'
import './tables.ts'

const RETURNS_A_BATCH = 100

/**
 * They are kept as long as those of refunds (payments/transfers-out/retention.ts), and never while money for the return is on its way. A
 * return begins with its time (UUID version 7), so an index of the accounts that are left finds the old ones.
 */
export async function forgetAccountsOfReturns(db: Db): Promise<void> {
  const { at: before } = recordsKeptFrom(await loadShop(db), await databaseTime(db))
  for (let erased = RETURNS_A_BATCH; erased === RETURNS_A_BATCH; ) {
    const { numAffectedRows } = await sql`
      update returns set refund_iban = null
      where id in (
        select id from returns
        where refund_iban is not null and id < ${firstIdOf(before)}::uuid and state in ('closed', 'declined')
          and not exists (select from return_steps s where s.return_id = returns.id and s.at >= ${before}::timestamptz)
          and not exists (
            select from refunds r where r.return_id = returns.id and (r.ended_at is null or r.ended_at >= ${before}::timestamptz)
          )
        order by id limit ${RETURNS_A_BATCH} for update skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
}
