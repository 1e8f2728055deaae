/**
 * Receives a withdrawal from a contract. The law wants a receipt and no check, so every statement is accepted, and answer and receipt
 * are the same whether the order exists or not: who does not read the mailbox learns nothing.
 *
 * Anybody can type the address and the number of somebody else. So each statement is a row of its own, a limit stops receipts and never
 * a statement, and what a stranger sends takes nothing from the customer who is signed in.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { mayHaveEmail } from '../../accounts/users/unverified-emails.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { rowIdIn } from '../../http/filters.ts'
import { tryToConsume, tryToConsumeByClient } from '../../http/rate-limits/attempts.ts'
import { coarseNetwork } from '../../http/rate-limits/clients.ts'
import { digest } from '../../secrets/crypto.ts'
import './tables.ts'

type Statement = {
  name: string
  email: string
  /** The number as typed. */
  order: string
  /** Undefined: the whole order. */
  items: string | undefined
  locale: string | undefined
}

/** The sender: the client, and the account of its session. */
type Sender = { ip: string; userId: string | undefined }

/** The earliest delivery whose period has not ended yet. */
type Period = { deliveredFrom: Date }

/**
 * Stores the statement, and sends the receipt unless too many were asked for. The unique key decides about the same statement again,
 * which changes nothing and sends nothing; it does not depend on whether there is such an order.
 * @returns whether a receipt is sent, or was
 */
export async function receiveWithdrawal(
  tx: Tx,
  { name, email, order, items, locale }: Statement,
  { ip, userId, deliveredFrom, now }: Sender & Period & { now: Date },
): Promise<{ isReceiptSent: boolean }> {
  const id = randomUUIDv7()
  const orderId = orderIdOf(order)
  const typed = digest(JSON.stringify([email.toLowerCase(), orderId ?? order.toLowerCase(), name, items ?? null]))
  const found = sql`
      select o.id, o.owner_id = ${userId ?? null}::uuid as is_signed_in, coalesce(d.at < ${deliveredFrom}::timestamptz, false) as is_late
      from orders o join users u on u.id = o.owner_id
      left join order_steps d on d.order_id = o.id and d.status = 'delivered'
      where o.id = ${orderId ?? null}::bigint and lower(u.email) = lower(${email}) and (u.confirmed_at is not null or u.is_guest)`
  const key = sql`sha256(${typed}::bytea || convert_to(coalesce(is_signed_in, false)::text, 'UTF8'))`
  const { rows } = await sql<{ orderId: number | null; isSignedIn: boolean }>`
    with found as (${found})
    insert into withdrawals (id, order_id, name, email, order_number, items, locale, received_at, is_late, is_signed_in, network,
      statement_key)
    select ${id}::uuid, found.id, ${name}, ${email}, ${order}, ${items ?? null}, ${locale ?? null}, ${now}::timestamptz,
      coalesce(is_late, false), coalesce(is_signed_in, false), ${coarseNetwork(ip)},
      ${key}
    from (select) as statement left join found on true
    on conflict (statement_key) where decided_at is null do nothing
    returning order_id as "orderId", is_signed_in as "isSignedIn"
  `.execute(tx)
  const [stored] = rows
  if (!stored) {
    const { rows: same } = await sql<{ isReceiptSent: boolean }>`
      with found as (${found})
      select has_receipt as "isReceiptSent" from (select ${key} as key from (select) as statement left join found on true) as typed
      join withdrawals on statement_key = key and decided_at is null
    `.execute(tx)
    return { isReceiptSent: same[0]?.isReceiptSent ?? false }
  }
  const data = { withdrawalId: id, ...(stored.orderId !== null && { orderId: stored.orderId }) }
  await publishToFeed(tx, now, { type: 'withdrawal.received', data })
  const isReceiptSent = stored.isSignedIn
    ? await tryToConsume(tx, { kind: 'own-withdrawals', subject: userId! }, now)
    : (await tryToConsumeByClient(tx, 'withdrawal-receipts', ip, now)) &&
      (await mayHaveEmail(tx, { email, about: 'withdrawals', now }))
  if (!isReceiptSent) {
    await tx.updateTable('withdrawals').set({ has_receipt: false }).where('id', '=', id).execute()
    return { isReceiptSent }
  }
  const payload = { withdrawalId: id, at: now.toISOString() }
  await announce(tx, { type: 'withdrawal.received', payload, to: [{ withdrawalId: id }], at: now })
  return { isReceiptSent }
}

/** `#1042` and `Order 1042` are the order 1042. */
function orderIdOf(typed: string): number | undefined {
  return rowIdIn(typed.replaceAll(/[^\d]/g, '').replace(/^0+/, ''))
}
