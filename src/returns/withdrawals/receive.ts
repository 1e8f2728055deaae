/**
 * Somebody withdraws from a contract. The law wants a receipt and no check, so every statement is accepted, and answer and receipt
 * are the same whether the order exists or not: who does not read the mailbox learns nothing.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { countReceipt } from '../../accounts/users/unverified-emails.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { rowIdIn } from '../../http/filters.ts'
import './tables.ts'

export type Statement = {
  name: string
  email: string
  /** As it was typed. */
  order: string
  /** Undefined: the whole order. */
  items: string | undefined
  locale: string | undefined
}

/** How long after the delivery, in days of the shop. */
type Period = { days: number; timeZone: string }

/**
 * Stores the statement and sends the receipt, both or neither. The unique key decides about a second one for the same order: the same
 * again changes nothing and sends nothing, and another one is added to the first.
 */
export async function receiveWithdrawal(
  tx: Tx,
  { name, email, order, items, locale }: Statement,
  { days, timeZone, now }: Period & { now: Date },
): Promise<void> {
  await countReceipt(tx, { email, now })
  const id = randomUUIDv7()
  const { rows } = await sql<{ id: string; orderId: number | null }>`
    with found as (
      select o.id, coalesce(
        (${now}::timestamptz at time zone ${timeZone})::date > (d.at at time zone ${timeZone})::date + ${days}::int, false
      ) as is_late
      from orders o join users u on u.id = o.owner_id
      left join order_steps d on d.order_id = o.id and d.status = 'delivered'
      where o.id = ${orderIdOf(order) ?? null}::bigint and lower(u.email) = lower(${email}) and u.confirmed_at is not null
    )
    insert into withdrawals as w (id, order_id, name, email, order_number, items, locale, received_at, is_late)
    select ${id}::uuid, found.id, ${name}, ${email}, ${order}, ${items ?? null}, ${locale ?? null}, ${now}::timestamptz,
      coalesce(is_late, false)
    from (select) as statement left join found on true
    on conflict (order_id) where decided_at is null do update
    set items = case when excluded.items is not null then left(w.items || E'\n' || excluded.items, 2000) end
    where w.items is not null and w.items is distinct from excluded.items
    returning id, order_id as "orderId"
  `.execute(tx)
  const [stored] = rows
  if (!stored) return
  const payload = { withdrawalId: stored.id, at: now.toISOString() }
  const to = [{ withdrawalId: stored.id }]
  await announce(tx, { type: 'withdrawal.received', payload, to, at: now })
  const { orderId } = stored
  const data = { withdrawalId: stored.id, ...(orderId !== null && { orderId }) }
  await publishToFeed(tx, now, { type: 'withdrawal.received', data })
}

/** `#1042` and `Order 1042` are the order 1042. */
export function orderIdOf(typed: string): number | undefined {
  return rowIdIn(typed.replaceAll(/[^\d]/g, '').replace(/^0+/, ''))
}
