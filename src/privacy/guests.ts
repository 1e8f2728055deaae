/*
 * The data of a guest: the order, its papers, its money and its emails. The holder of the link gets a copy and may delete it; when the law
 * no longer wants the bookings kept, it goes by itself. As with an account, the order stays for the books without the person.
 *
 * The row of the guest is locked (FOR UPDATE): an account that takes over the order comes before, and there is no guest any more, or
 * after, and finds none. An email in flight needs the row when its end is released (notifications/ledger.ts).
 */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { LinkHolder } from '../accounts/guests/order-links.ts'
import { emailKey } from '../accounts/users/user.ts'
import { databaseTime } from '../database/clock.ts'
import { retryOnDeadlock } from '../database/errors.ts'
import type { Db, Tx } from '../database/schema.ts'
import { Document, showDocument } from '../documents/document.ts'
import { findDocumentsFor } from '../documents/queries.ts'
import { deleteKeysOf } from '../http/idempotency/keys.ts'
import { Time } from '../http/schemas.ts'
import { notedAbout } from '../notes/move.ts'
import { Notification, showNotification } from '../notifications/notification.ts'
import { listDeliveries } from '../notifications/queries.ts'
import { forgetSuppressed } from '../notifications/suppression/suppressed.ts'
import { handOverOrders, openOrdersOf } from '../orders/former-owner.ts'
import { Order, showOrder } from '../orders/order.ts'
import { FORMER_OWNER, findOrder } from '../orders/queries.ts'
import { IncomingTransfer, showIncoming } from '../payments/transfers-in/incoming.ts'
import { findIncomingOf } from '../payments/transfers-in/queries.ts'
import { findAccountsOf, forgetAccounts } from '../payments/transfers-out/queries.ts'
import { Problem } from '../problems.ts'
import { findReturnsFrom, forgetReturns } from '../returns/queries.ts'
import { Return, showReturn } from '../returns/return.ts'
import { forgetWithdrawalsOf, withdrawalsFrom } from '../returns/withdrawals/queries.ts'
import { recordsKeptFrom } from '../shop/calendar/records.ts'
import { loadShop } from '../shop/settings.ts'
import { after, DAY } from '../time.ts'
import { NOTED, OwnWithdrawal, RefundAccount, showOwnWithdrawal, showRefundAccount } from './export.ts'

const MOST_ROWS = 1000

export const GuestExport = Type.Object(
  {
    exportedAt: Time,
    order: Order,
    transfers: Type.Array(IncomingTransfer),
    documents: Type.Array(Document),
    returns: Type.Array(Return),
    refundAccounts: Type.Array(RefundAccount),
    withdrawals: Type.Array(OwnWithdrawal),
    ...NOTED,
    emails: Type.Array(Notification),
  },
  { title: 'GuestData', description: `What Semel keeps about a guest, the newest ${MOST_ROWS} of each list.` },
)

export async function exportGuest(
  db: Db,
  { userId, orderId }: LinkHolder,
  now: Date,
): Promise<Static<typeof GuestExport>> {
  const order = await findOrder(db, orderId)
  if (!order) throw hasEnded()
  const emails = await listDeliveries(db, { userId }, { page: 1, limit: MOST_ROWS })
  return {
    exportedAt: now.toISOString(),
    order: showOrder(order),
    transfers: (await findIncomingOf(db, [orderId], MOST_ROWS)).map(showIncoming),
    documents: (await findDocumentsFor(db, userId, MOST_ROWS)).map(showDocument),
    returns: (await findReturnsFrom(db, userId, MOST_ROWS)).map(showReturn),
    refundAccounts: (await findAccountsOf(db, userId, MOST_ROWS)).map(showRefundAccount),
    withdrawals: (
      await withdrawalsFrom(db, { id: userId, email: order.owner.email, email_verified_at: null }, MOST_ROWS)
    ).map(showOwnWithdrawal),
    ...(await notedAbout(db, userId, MOST_ROWS)),
    emails: emails.items.map(showNotification),
  }
}

/** @throws Problem `open_orders` while the order is not delivered and paid; `not_found` when the link has ended meanwhile */
export async function deleteGuest(db: Db, { userId, linkId }: LinkHolder): Promise<void> {
  await retryOnDeadlock(() =>
    db.transaction().execute(async tx => {
      const link = await tx.deleteFrom('order_links').where('id', '=', linkId).returning('order_id').executeTakeFirst()
      if (!link) throw hasEnded()
      const outcome = await forgetGuest(tx, userId)
      if (outcome === 'gone') throw hasEnded()
      if (outcome === 'forgotten') return
      throw new Problem(
        'open_orders',
        'This order is open. Its data can be deleted when it is delivered and paid, or cancelled, and nothing comes back anymore.',
        { members: { orderIds: [link.order_id] } },
      )
    }),
  )
}

const GUESTS_A_BATCH = 100

/** Deletes the guests whose orders the law no longer wants kept, but those that are still open. Called by the cleanup job. */
export async function deleteOldGuests(db: Db): Promise<void> {
  const { at } = recordsKeptFrom(await loadShop(db), await databaseTime(db))
  for (let forgotten = GUESTS_A_BATCH; forgotten === GUESTS_A_BATCH; ) {
    const { rows } = await sql<{ id: string }>`
      select id from users where is_guest and claimed_at is null and created_at < ${at}::timestamptz
      order by created_at limit ${GUESTS_A_BATCH}
    `.execute(db)
    const outcomes = await Promise.all(rows.map(({ id }) => db.transaction().execute(tx => forgetGuest(tx, id))))
    forgotten = outcomes.filter(outcome => outcome === 'forgotten').length
  }
}

const DRAFTS_KEPT = 90 * DAY
const DRAFTS_A_BATCH = 100

/**
 * Deletes draft orders that have ended, and in the same transaction the guests of whom nothing else is known: nothing would find them
 * later. What was confirmed is in its order. Called by the cleanup job.
 */
export async function deleteOldDrafts(db: Db): Promise<void> {
  const until = after(await databaseTime(db), -DRAFTS_KEPT)
  for (let deleted = DRAFTS_A_BATCH; deleted === DRAFTS_A_BATCH; ) {
    deleted = await retryOnDeadlock(() => db.transaction().execute(tx => deleteSomeDrafts(tx, until)))
  }
}

async function deleteSomeDrafts(tx: Tx, until: Date): Promise<number> {
  const { rows } = await sql<{ customerId: string }>`
    delete from draft_orders where id in (
      select id from draft_orders
      where updated_at < ${until}::timestamptz and (state <> 'sent' or expires_at < ${until}::timestamptz)
      limit ${DRAFTS_A_BATCH} for update skip locked
    )
    returning user_id as "customerId"
  `.execute(tx)
  const customers = [...new Set(rows.map(({ customerId }) => customerId))]
  const { rows: guests } = await sql<{ id: string }>`
    select u.id from users u
    where u.id = any(${customers}::uuid[]) and u.is_guest and u.claimed_at is null
      and not exists (select from orders o where o.owner_id = u.id)
      and not exists (select from past_orders p where p.owner_id = u.id)
      and not exists (select from draft_orders d where d.user_id = u.id)
    order by u.id
  `.execute(tx)
  for (const { id } of guests) await forgetGuest(tx, id)
  return rows.length
}

/** Hands the order over to nobody, and deletes the guest. */
async function forgetGuest(tx: Tx, userId: string): Promise<'forgotten' | 'open' | 'gone'> {
  const guest = await tx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .where('is_guest', '=', true)
    .where('claimed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!guest) return 'gone'
  if ((await openOrdersOf(tx, userId)).length > 0) return 'open'
  await forgetWithdrawalsOf(tx, guest)
  await forgetReturns(tx, userId, { nobody: FORMER_OWNER })
  await forgetAccounts(tx, userId, { nobody: FORMER_OWNER })
  await handOverOrders(tx, userId, await databaseTime(tx))
  await deleteKeysOf(tx, userId)
  await forgetAddresses(tx, userId)
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  const key = await emailKey(tx, guest.email)
  const other = await tx.selectFrom('users').select('id').where('email_key', '=', key).limit(1).executeTakeFirst()
  // Suppression is about the mailbox, so it stays while somebody else has the address.
  if (!other) await forgetSuppressed(tx, guest.email)
  return 'forgotten'
}

/** Takes the address out of the ledger. What has not left is not sent any more, because its reader is gone. */
async function forgetAddresses(tx: Tx, userId: string): Promise<void> {
  await sql`
    with emails as (
      update deliveries set address = 'deleted-user@semel.invalid', reply = null where user_id = ${userId} returning id
    ), attempts as (
      update delivery_attempts set address = 'deleted-user@semel.invalid', reply = null where delivery_id in (select id from emails)
    )
    delete from mail_reports where delivery_id in (select id from emails)
  `.execute(tx)
}

function hasEnded(): Problem {
  return new Problem('not_found', 'There is no such order, or its link has ended.')
}
