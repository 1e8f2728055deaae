/** The copy of what Semel keeps about a user. */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { newsSince, wantsAnnouncements } from '../accounts/email-preferences.ts'
import { recoveriesOf } from '../accounts/recovery/queries.ts'
import { listFactors } from '../accounts/second-factors/factors.ts'
import { listSessions } from '../accounts/sessions/sessions.ts'
import { accounts, findMe, Me } from '../accounts/users/user.ts'
import { listAlerts } from '../catalogue/stock-alerts/alerts.ts'
import { messagesFrom, repliesTo } from '../contact/queries.ts'
import type { Db } from '../database/schema.ts'
import { Document, showDocument } from '../documents/document.ts'
import { findDocumentsFor } from '../documents/queries.ts'
import { Metadata, orNull, Time } from '../http/schemas.ts'
import { readMetadata } from '../metadata/metadata.ts'
import { notedAbout } from '../notes/move.ts'
import { Notification, showNotification } from '../notifications/notification.ts'
import { listDeliveries } from '../notifications/queries.ts'
import { findSuppression } from '../notifications/suppression/suppressed.ts'
import { listBook } from '../orders/address-book/book.ts'
import { KeptAddress } from '../orders/address-book/kept-address.ts'
import { readCart } from '../orders/cart/store.ts'
import { Order, showOrder } from '../orders/order.ts'
import { PastOrder, showPastOrder } from '../orders/past-orders/past-order.ts'
import { listPastOrders } from '../orders/past-orders/queries.ts'
import { listOrders } from '../orders/queries.ts'
import { IncomingTransfer, showIncoming } from '../payments/transfers-in/incoming.ts'
import { findIncomingOf } from '../payments/transfers-in/queries.ts'
import { findAccountsOf } from '../payments/transfers-out/queries.ts'
import { findReturnsFrom } from '../returns/queries.ts'
import { Return, showReturn } from '../returns/return.ts'
import { withdrawalsFrom } from '../returns/withdrawals/queries.ts'

/** The newest of each list. A list that is longer can be read page by page. */
const MAX_ROWS = 1000

const Text = Type.String()

export const RefundAccount = Type.Object({
  orderId: Type.Integer(),
  iban: Text,
  holder: Text,
  bic: orNull(Text),
  givenAt: orNull(Time),
})

export const OwnWithdrawal = Type.Object({
  order: Text,
  items: orNull(Text),
  name: Text,
  email: Type.String({ format: 'email' }),
  receivedAt: Time,
})

export function showOwnWithdrawal({
  orderNumber,
  items,
  name,
  email,
  receivedAt,
}: Awaited<ReturnType<typeof withdrawalsFrom>>[number]): Static<typeof OwnWithdrawal> {
  return { order: orderNumber, items, name, email, receivedAt: receivedAt.toISOString() }
}

export function showRefundAccount({
  orderId,
  iban,
  holder,
  bic,
  accountAt,
}: Awaited<ReturnType<typeof findAccountsOf>>[number]): Static<typeof RefundAccount> {
  return { orderId, iban: iban!, holder: holder!, bic, givenAt: accountAt?.toISOString() ?? null }
}

/** Notes and tags by staff, without their authors. */
export const NOTED = {
  notes: Type.Array(Type.Object({ orderId: orNull(Type.Integer()), text: Text, writtenAt: Time }), {
    description: 'Internal notes of the shop; `orderId` is null for those about the person.',
  }),
  tags: Type.Array(Type.Object({ orderId: orNull(Type.Integer()), tag: Text }), {
    description: 'Internal tags of the shop.',
  }),
}

export const Export = Type.Object(
  {
    exportedAt: Time,
    user: Me,
    announcements: Type.Boolean({ description: 'Whether the user gets announcements.' }),
    suppressed: orNull(
      Type.Object(
        { reason: Text, since: Time },
        { description: 'Why no emails are sent to the address; null when they are.' },
      ),
    ),
    newsSince: orNull(Time, { description: 'When the user asked for news; null without.' }),
    secondFactors: Type.Array(Type.Object({ kind: Text, name: Text, createdAt: Time })),
    recoveryRequests: Type.Array(Type.Object({ askedAt: Time, endedAt: orNull(Time), outcome: orNull(Text) }), {
      description: 'Requests for a new second factor after all were lost.',
    }),
    sessions: Type.Array(Type.Object({ createdAt: Time, lastUsedAt: Time, ip: orNull(Text), userAgent: orNull(Text) })),
    metadata: Type.Object(
      { user: Metadata, orders: Type.Array(Type.Object({ orderId: Type.Integer(), metadata: Metadata })) },
      { description: 'What programs of the shop have noted about the account and its orders.' },
    ),
    ...NOTED,
    addresses: Type.Array(KeptAddress, { description: 'The address book.' }),
    orders: Type.Array(Order),
    pastOrders: Type.Array(PastOrder, { description: 'Those of a former shop.' }),
    transfers: Type.Array(IncomingTransfer, { description: 'Bank transfers that came for the orders.' }),
    documents: Type.Array(Document, { description: 'Invoices and credit notes.' }),
    returns: Type.Array(Return),
    refundAccounts: Type.Array(RefundAccount, { description: 'Where refunds by bank transfer went, or will go.' }),
    withdrawals: Type.Array(OwnWithdrawal),
    emails: Type.Array(Notification),
    contactMessages: Type.Array(
      Type.Object({
        message: Text,
        name: orNull(Text),
        receivedAt: Time,
        replies: Type.Array(Type.Object({ message: Text, writtenAt: Time })),
      }),
    ),
    stockAlerts: Type.Array(Type.Object({ productId: Type.Integer(), askedAt: Time, toldAt: orNull(Text) })),
    cart: Type.Array(Type.Object({ productId: Type.Integer(), quantity: Type.Integer() })),
    activity: Type.Array(Type.Object({ at: Time, action: Text, ip: orNull(Text), userAgent: orNull(Text) }), {
      description: 'From the audit log.',
    }),
  },
  {
    title: 'PersonalData',
    description:
      `What Semel keeps about a user, the newest ${MAX_ROWS} of each list. Secrets such as passwords are left ` +
      'out, and so are counters that protect the shop.',
  },
)

/** @returns undefined when the user is gone */
export async function exportUser(db: Db, userId: string, now: Date): Promise<Static<typeof Export> | undefined> {
  const all = { page: 1, limit: MAX_ROWS }
  const user = await findMe(db, userId)
  if (!user) return undefined
  const orders = await listOrders(db, { ownerId: userId }, { ...all, sort: '-id' })
  const deliveries = await listDeliveries(db, { userId }, all)
  const sessions = await listSessions(db, userId, now, all)
  const factors = await listFactors(db, userId)
  const sender = await accounts(db)
    .select(['id', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const messages = sender ? await messagesFrom(db, sender, MAX_ROWS) : []
  const replies = await repliesTo(db, messages)
  return {
    exportedAt: now.toISOString(),
    user,
    announcements: await wantsAnnouncements(db, userId),
    suppressed: await suppressionOf(db, user.email),
    newsSince: (await newsSince(db, userId))?.toISOString() ?? null,
    secondFactors: factors.map(({ kind, name, created_at }) => ({ kind, name, createdAt: created_at.toISOString() })),
    recoveryRequests: await recoveriesFor(db, userId),
    sessions: sessions.items.map(({ created_at, last_seen_at, ip, user_agent }) => ({
      createdAt: created_at.toISOString(),
      lastUsedAt: last_seen_at.toISOString(),
      ip,
      userAgent: user_agent,
    })),
    metadata: await metadataOf(db, userId),
    ...(await notedAbout(db, userId, MAX_ROWS)),
    addresses: await listBook(db, userId),
    orders: orders.items.map(showOrder),
    pastOrders: (await listPastOrders(db, userId, all)).items.map(showPastOrder),
    transfers: await transfersOf(db, orders.items),
    documents: (await findDocumentsFor(db, userId, MAX_ROWS)).map(showDocument),
    withdrawals: (sender ? await withdrawalsFrom(db, sender, MAX_ROWS) : []).map(showOwnWithdrawal),
    returns: (await findReturnsFrom(db, userId, MAX_ROWS)).map(showReturn),
    refundAccounts: (await findAccountsOf(db, userId, MAX_ROWS)).map(showRefundAccount),
    emails: deliveries.items.map(showNotification),
    contactMessages: messages.map(({ id, message, name, received_at }) => ({
      message,
      name,
      receivedAt: received_at.toISOString(),
      replies: replies
        .filter(({ message_id }) => message_id === id)
        .map(({ text, written_at }) => ({ message: text, writtenAt: written_at.toISOString() })),
    })),
    stockAlerts: (await listAlerts(db, userId, MAX_ROWS)).map(({ productId, asked_at, told_at }) => ({
      productId,
      askedAt: asked_at.toISOString(),
      toldAt: told_at?.toISOString() ?? null,
    })),
    cart: (await readCart(db, [{ userId }])).map(({ productId, quantity }) => ({ productId, quantity })),
    activity: await activityOf(db, userId),
  }
}

async function recoveriesFor(db: Db, userId: string) {
  return (await recoveriesOf(db, userId, MAX_ROWS)).map(({ askedAt, endedAt, outcome }) => ({
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    outcome,
  }))
}

async function transfersOf(db: Db, orders: readonly { id: number }[]) {
  const ids = orders.map(({ id }) => id)
  return (await findIncomingOf(db, ids, MAX_ROWS)).map(showIncoming)
}

async function metadataOf(db: Db, userId: string) {
  const orders = await db
    .selectFrom('orders')
    .select(['id as orderId', 'metadata'])
    .where('owner_id', '=', userId)
    .where('metadata', '<>', sql<Record<string, string>>`'{}'::jsonb`)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return { user: await readMetadata(db, 'user', userId), orders }
}

async function suppressionOf(db: Db, email: string) {
  const found = await findSuppression(db, email)
  return found ? { reason: found.reason, since: found.since.toISOString() } : null
}

async function activityOf(db: Db, userId: string) {
  const entries = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return entries.map(({ at, user_agent, ...entry }) => ({ at: at.toISOString(), ...entry, userAgent: user_agent }))
}
