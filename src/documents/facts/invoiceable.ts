/** Reads an order as its invoice needs it. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import type { DeliveryAddress } from '../../orders/delivery-address.ts'
import type { PaymentMethod } from '../../payments/states.ts'
import type { StoredDelivery } from '../../pricing/delivery/stored.ts'
import type { OrderVatRule } from '../../pricing/price-sql.ts'
import type { DocumentLine, DocumentTax } from '../content.ts'
import type { CreditCause } from '../credited.ts'
import type { Moved, Sent } from './payment.ts'

/** An order as an invoice needs it. */
export type Invoiceable = {
  id: number
  ownerId: string
  ownerName: string
  ownerEmail: string
  locale: string | null
  currency: string
  total: number
  discountTotal: number
  discountCode: string | null
  deliveryTotal: number
  delivery: StoredDelivery | null
  deliveryAddress: DeliveryAddress | null
  billingAddress: DeliveryAddress | null
  vatId: string | null
  buyerReference: string | null
  taxCountry: string | null
  vatRule: OrderVatRule | null
  termsVersion: number | null
  placedAt: Date
  paymentMethod: PaymentMethod
  /** Sum of what came, without what is on its way back. */
  kept: number
  /** Money that came, oldest first. */
  received: Moved[]
  shippedAt: Date | null
  lines: DocumentLine[]
  taxes: DocumentTax[]
}

/** Money that was paid twice or by mistake goes back, and pays nothing. */
const KEPT_MONEY = sql`coalesce((
  select sum(captured - refund_reserved - charged_back) from payments p where p.order_id = o.id and not is_surplus
), 0)::float8`

/** A transfer has the day of the bank. A provider says that it has the money, and nobody keeps when but the record of the order. */
const RECEIVED = sql`coalesce((
  select json_agg(json_build_object('at', at, 'day', day, 'amount', amount, 'provider', provider)
    order by coalesce(day, at::date::text), at)
  from (
    select coalesce(
        (select r.at from order_payments r where r.order_id = o.id and r.status = 'paid'), p.created_at
      ) as at, null as day, captured - coalesce((
        select sum(part.amount) from incoming_transfer_parts part where part.payment_id = p.id
      ), 0) as amount, provider
    from payments p where p.order_id = o.id and not is_surplus and captured > 0
    union all
    select i.noted_at, i.booked_on::text, part.amount, p.provider
    from incoming_transfer_parts part join incoming_transfers i on i.id = part.transfer_id join payments p on p.id = part.payment_id
    where part.order_id = o.id and not p.is_surplus
  ) as came where amount > 0
), '[]')`

/** @returns undefined when there is no such order */
export async function readInvoiceable(tx: Tx, orderId: number): Promise<Invoiceable | undefined> {
  const { rows } = await sql<Invoiceable>`
    select o.id, owner_id as "ownerId", user_name as "ownerName", email as "ownerEmail", coalesce(o.locale, u.locale)
    as locale, currency, total,
      discount_total as "discountTotal", discount_code as "discountCode", delivery_total as "deliveryTotal", delivery,
      delivery_address as "deliveryAddress", billing_address as "billingAddress", vat_id as "vatId",
      buyer_reference as "buyerReference", tax_country as "taxCountry", vat_rule as "vatRule",
      terms_version as "termsVersion", placed_at as "placedAt", payment_method as "paymentMethod",
      ${RECEIVED} as received, ${KEPT_MONEY} as kept,
      (select at from order_steps s where s.order_id = o.id and s.status = 'shipped') as "shippedAt",
      (
        select json_agg(json_build_object(
          'sku', sku, 'name', name, 'quantity', quantity, 'unitPrice', unit_price, 'discount', discount,
          'total', coalesce(line_total, unit_price * quantity), 'rate', tax_rate_bp
        ) order by line)
        from order_items where order_id = o.id
      ) as lines,
      coalesce((
        select json_agg(json_build_object('rate', rate_bp, 'net', net, 'tax', tax, 'gross', gross) order by rate_bp desc)
        from order_taxes where order_id = o.id
      ), '[]') as taxes
    from orders o join users u on u.id = owner_id
    where o.id = ${orderId}
  `.execute(tx)
  return rows[0]
}

/** Reads what has gone back for a credit note. What is taken off an order that nobody has paid is no money. */
export async function readSent(tx: Tx, cause: CreditCause): Promise<Sent> {
  if (!('refundId' in cause)) return { moved: [], isOwed: false }
  const { rows } = await sql<Moved & { state: string }>`
    select coalesce(r.ended_at, r.created_at)::text as at, null as day, r.amount, p.provider, r.state
    from refunds r join payments p on p.id = r.payment_id
    where r.id = ${cause.refundId} and r.state in ('done', 'to_transfer')
  `.execute(tx)
  return {
    moved: rows.filter(({ state }) => state === 'done'),
    isOwed: rows.some(({ state }) => state === 'to_transfer'),
  }
}
