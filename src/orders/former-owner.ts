import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { forgetNotesOfOrders } from '../notes/move.ts'
import { FORMER_OWNER } from './queries.ts'

/** Orders that are still to be delivered, paid or refunded, or of which something comes back, up to ten of them. */
export async function openOrdersOf(tx: Tx, ownerId: string): Promise<number[]> {
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(
      sql<boolean>`not ((status = 'cancelled' and payment_status not in ('refund_due', 'disputed')
        or status = 'delivered' and (payment_status in ('paid', 'refunded', 'partly_refunded') or total = 0)
          and not exists (select from returns r where r.order_id = orders.id and state in ('requested', 'approved', 'received')))
        and not exists (
          select from payments p join refunds t on t.payment_id = p.id where p.order_id = orders.id and t.state = 'to_transfer'
        ))`,
    )
    .orderBy('id')
    .limit(10)
    .execute()
  return orders.map(({ id }) => id)
}

/** Keeps the orders for the books, without the person, but with the country whose VAT they carry (documents/retention.ts). */
export async function handOverOrders(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await sql`
    insert into users (id, email, user_name, password_hash, created_at, disabled_at, confirmed_at)
    values (${FORMER_OWNER}, 'deleted-user@semel.invalid', 'Deleted user', '', ${now}, ${now}, ${now})
    on conflict do nothing
  `.execute(tx)
  await forgetNotesOfOrders(tx, ownerId)
  // Amount and day stay for the books.
  await sql`
    update incoming_transfers set payer = null, payer_account = null, reference = null
    where id in (
      select transfer_id from incoming_transfer_parts p join orders o on o.id = p.order_id where o.owner_id = ${ownerId}
    )
  `.execute(tx)
  await sql`
    with own as (
      update orders set owner_id = ${FORMER_OWNER}, note = null, delivery_address = null, billing_address = null,
        vat_id = null, vat_id_check = null, buyer_reference = null, network = null,
        tax_country = coalesce(tax_country, delivery_address ->> 'country')
      where owner_id = ${ownerId}
      returning id
    )
    , used as (
      update discount_uses set user_id = ${FORMER_OWNER} where user_id = ${ownerId}
    )
    update order_steps set by_user = ${FORMER_OWNER} where by_user = ${ownerId} and order_id in (select id from own)
  `.execute(tx)
}
