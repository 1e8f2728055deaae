/** Orders that were to be paid online, and were not, give their stock back. */
import { sql } from 'kysely'
import { retryOnDeadlock } from '../database/errors.ts'
import { wakeWorkers } from '../database/news/wake.ts'
import type { Db, Tx } from '../database/schema.ts'
import { wantCancel } from '../payments/ledger/wishes.ts'
import { findLivePayment } from '../payments/queries.ts'
import { readPaymentSettings } from '../payments/settings.ts'
import { SECOND } from '../time.ts'
import { cancelIfUnpaid } from './transition.ts'

/** More wait for the next cleanup. */
const ORDERS_A_RUN = 1000

/**
 * The time counts from the end of the last attempt to pay, so nobody's page is closed while it takes money, and a customer whose
 * attempt failed can try again. A bank that makes a payment has days. An order with an invoice never expires here.
 *
 * A payment that is under way is only asked to stop. Its provider decides: no money came, and the order is cancelled; or it was
 * paid at the last second, and stays.
 */
export async function expireUnpaidOnline(db: Db): Promise<void> {
  const { unpaidOnlineExpire } = await readPaymentSettings(db)
  const isExpired = sql<boolean>`
    status = 'placed' and payment_status in ('open', 'pending') and payment_method = 'online' and total > 0
    and placed_at < statement_timestamp() - make_interval(secs => ${unpaidOnlineExpire / SECOND})
    and not exists (
      select from payments p where p.order_id = orders.id and not p.is_surplus and (p.state in ('processing', 'authorized')
        or coalesce(p.ended_at, p.expires_at) >= statement_timestamp() - make_interval(secs => ${unpaidOnlineExpire / SECOND}))
    )`
  const { rows } = await sql<{ id: number }>`
    select id from orders where ${isExpired} order by placed_at limit ${ORDERS_A_RUN}
  `.execute(db)
  for (const { id } of rows) {
    await retryOnDeadlock(() => db.transaction().execute(tx => expire(tx, id, isExpired)))
  }
  if (rows.length > 0) wakeWorkers(db)
}

/** The customer may have begun to pay meanwhile, so the lock comes first. */
async function expire(tx: Tx, orderId: number, isExpired: ReturnType<typeof sql<boolean>>): Promise<void> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
  const order = await tx.selectFrom('orders').select('id').where('id', '=', orderId).where(isExpired).executeTakeFirst()
  if (!order) return
  const live = await findLivePayment(tx, orderId)
  if (live) await wantCancel(tx, live.id, { endsOrder: true })
  await cancelIfUnpaid(tx, orderId)
}
