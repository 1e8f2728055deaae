/** Reads the transfers that the shop has to make. */
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../database/lists/count.ts'
import { type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import '../tables.ts'

/** The name on the delivery address is the likeliest one of the account, until somebody says another. */
const HOLDER: RawBuilder<string> = sql`coalesce(t.holder, orders.delivery_address ->> 'name', users.user_name)`

/** The account from which the money came last, as the bank statement says. */
const PAYER_ACCOUNT: RawBuilder<string | null> = sql`(
  select payer_account from incoming_transfers came join incoming_transfer_parts part on part.transfer_id = came.id
  where part.order_id = orders.id and payer_account is not null
  order by came.id desc limit 1
)`

export function selectTransfers(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('refund_transfers as t', 't.refund_id', 'refunds.id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('users', 'users.id', 'orders.owner_id')
    .select([
      'refunds.id',
      'payments.order_id as orderId',
      'orders.owner_id as ownerId',
      'orders.locale',
      'refunds.amount',
      'payments.currency',
      'refunds.state',
      'refunds.source',
      'refunds.reason',
      'refunds.created_at as createdAt',
      't.reference',
      't.iban',
      't.bic',
      't.account_at as accountAt',
      't.asked_at as askedAt',
      't.file_id as fileId',
      HOLDER.as('holder'),
      PAYER_ACCOUNT.as('payerAccount'),
    ])
}

/** Transfers that wait, oldest first. */
export async function listTransfers(db: Db, paging: Paging) {
  const all = db.selectFrom('refunds').where('state', '=', 'to_transfer')
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('id'),
      { name: 'refunds', columns: [['id', 'uuid']], descending: false },
      paging,
      (page, orderBy) => selectTransfers(db).where('refunds.id', 'in', page).orderBy(orderBy).execute(),
      ({ id }) => [id],
    ),
    countTransfers(db),
  ])
  return { ...list, totalCount }
}

export async function countTransfers(db: Db): Promise<number> {
  return countRows(db, db.selectFrom('refunds').where('state', '=', 'to_transfer'))
}

/** The refunds of an order for which nobody knows the account yet. */
export async function findWithoutAccount(db: Db, orderId: number): Promise<string[]> {
  const found = await selectTransfers(db)
    .where('payments.order_id', '=', orderId)
    .where('refunds.state', '=', 'to_transfer')
    .where('t.iban', 'is', null)
    .where('t.file_id', 'is', null)
    .execute()
  return found.map(({ id }) => id)
}

/** Finds it in any state. */
export async function findTransfer(db: Db, refundId: string) {
  return selectTransfers(db).where('refunds.id', '=', refundId).executeTakeFirst()
}
export type TransferOut = NonNullable<Awaited<ReturnType<typeof findTransfer>>>

/** Lists the accounts that a person named for refunds, for the copy of their data. */
export async function findAccountsOf(db: Db, ownerId: string, limit: number) {
  return selectTransfers(db)
    .where('orders.owner_id', '=', ownerId)
    .where('t.iban', 'is not', null)
    .orderBy('refunds.id', 'desc')
    .limit(limit)
    .execute()
}

/** The customer is gone, and so is the account. Called before the orders are handed over. */
export async function forgetAccounts(db: Db, ownerId: string, { nobody }: { nobody: string }): Promise<void> {
  await sql`
    update refund_transfers set iban = null, holder = null, bic = null, account_at = null, waived_because = null,
      account_by = case when account_by = ${ownerId} then ${nobody} else account_by end
    where refund_id in (
      select r.id from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id where o.owner_id = ${ownerId}
    )
  `.execute(db)
}
