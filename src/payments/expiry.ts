/** Orders that were to be paid online, and were not, give their stock back. */
import { sql } from 'kysely'
import { retryOnDeadlock } from '../database/errors.ts'
import type { Db, Tx } from '../database/schema.ts'
import { wakeWorkers } from '../events/wake.ts'
import { cancelIfUnpaid } from '../orders/transition.ts'
import { SECOND } from '../time.ts'
import { wantCancel } from './ledger/wishes.ts'
import { findLivePayment } from './queries.ts'
import { readPaymentSettings } from './settings.ts'

/** More wait for the next cleanup. */
const MOST = 1000

/**
 * A payment that is under way is only asked to stop. Its provider decides: no money came, and the order is cancelled; or it was
 * paid at the last second, and stays.
 */
export async function expireUnpaidOnline(db: Db): Promise<void> {
  const { unpaidOnlineExpire } = await readPaymentSettings(db)
  const { rows } = await sql<{ id: number }>`
    select id from orders
    where status = 'placed' and payment_status in ('open', 'pending') and payment_method = 'online' and total > 0
      and placed_at < statement_timestamp() - make_interval(secs => ${unpaidOnlineExpire / SECOND})
    order by placed_at limit ${MOST}
  `.execute(db)
  for (const { id } of rows) await retryOnDeadlock(() => db.transaction().execute(tx => expire(tx, id)))
  if (rows.length > 0) wakeWorkers(db)
}

async function expire(tx: Tx, orderId: number): Promise<void> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const live = await findLivePayment(tx, orderId)
  if (live) await wantCancel(tx, live.id, { endsOrder: true })
  await cancelIfUnpaid(tx, orderId)
}
