/** Erases the accounts that refunds went to when the law no longer wants the bookings kept. */
import { sql } from 'kysely'
import { databaseTime } from '../../database/clock.ts'
import type { Db } from '../../database/schema.ts'
import { recordsKeptFrom } from '../../shop/calendar/records.ts'
import { loadShop } from '../../shop/settings.ts'
import { firstIdOf } from '../queries.ts'

const ACCOUNTS_A_BATCH = 100

/**
 * An account is a part of the booking: it is kept as long as the documents (documents/retention.ts), and no longer. A
 * refund begins with its time (UUID version 7), so an index of the accounts that are left finds the old ones.
 */
export async function forgetOldAccounts(db: Db): Promise<void> {
  const { at: before } = recordsKeptFrom(await loadShop(db), await databaseTime(db))
  for (let erased = ACCOUNTS_A_BATCH; erased === ACCOUNTS_A_BATCH; ) {
    const { numAffectedRows } = await sql`
      update refund_transfers set iban = null, holder = null, bic = null, waived_because = null
      where refund_id in (
        select refund_id from refund_transfers t join refunds r on r.id = refund_id
        where refund_id < ${firstIdOf(before)}::uuid and (iban is not null or holder is not null or waived_because is not null)
          and ended_at < ${before}::timestamptz
        order by refund_id limit ${ACCOUNTS_A_BATCH} for update of t skip locked
      )
    `.execute(db)
    erased = Number(numAffectedRows)
  }
}
