/** Composes what an invoice or a credit note says, from the order and the shop as they are at this moment. */
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { addressLines, type DeliveryAddress } from '../orders/delivery-address.ts'
import type { StoredDelivery } from '../pricing/price-sql.ts'
import { nameOf } from '../pricing/totals.ts'
import { dayOf } from '../shop/days.ts'
import { languageOf } from '../shop/in-words.ts'
import type { Shop } from '../shop/settings.ts'
import { inLanguage, t } from '../words/words.ts'
import type { CreditReason, DocumentContent, DocumentLine, DocumentTax } from './content.ts'
import { type Basis, credit, type Paper } from './credit.ts'
import type { TakenNumber } from './numbers.ts'

/** An order as an invoice needs it. */
type Invoiceable = {
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
  taxCountry: string | null
  vatRule: 'none' | 'home' | null
  termsVersion: number | null
  placedAt: Date
  shippedAt: Date | null
  lines: Omit<DocumentLine, 'total'>[]
  taxes: DocumentTax[]
}

/** @returns undefined when there is no such order */
export async function readInvoiceable(tx: Tx, orderId: number): Promise<Invoiceable | undefined> {
  const { rows } = await sql<Invoiceable>`
    select o.id, owner_id as "ownerId", user_name as "ownerName", email as "ownerEmail", coalesce(o.locale, u.locale)
    as locale, currency, total,
      discount_total as "discountTotal", discount_code as "discountCode", delivery_total as "deliveryTotal", delivery,
      delivery_address as "deliveryAddress", billing_address as "billingAddress", tax_country as "taxCountry", vat_rule as "vatRule",
      terms_version as "termsVersion", placed_at as "placedAt",
      (select at from order_steps s where s.order_id = o.id and s.status = 'shipped') as "shippedAt",
      (
        select json_agg(json_build_object(
          'sku', sku, 'name', name, 'quantity', quantity, 'unitPrice', unit_price, 'discount', discount, 'rate', tax_rate_bp
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

export function composeInvoice(order: Invoiceable, shop: Shop, { label, issuedAt }: TakenNumber): DocumentContent {
  const language = languageOf(order.locale, shop)
  const day = (at: Date) => dayOf(at, shop.timeZone)
  return inLanguage(language, () => ({
    form: 1,
    kind: 'invoice',
    number: label,
    issuedOn: day(issuedAt),
    language,
    currency: order.currency,
    seller: sellerOf(shop),
    buyer: buyerOf(order),
    order: {
      id: order.id,
      placedOn: day(order.placedAt),
      shippedOn: order.shippedAt && day(order.shippedAt),
      termsVersion: order.termsVersion,
    },
    lines: order.lines.map(line => ({ ...line, total: line.unitPrice * line.quantity })),
    delivery: order.delivery && { name: nameOf(order.delivery.names), total: order.deliveryTotal },
    discount: order.discountTotal > 0 ? { code: order.discountCode, total: order.discountTotal } : null,
    total: order.total,
    taxes: order.taxes,
    taxCountry: order.taxCountry,
    ...(order.vatRule && { vatRule: order.vatRule }),
    corrects: null,
  }))
}

/** A credit note to compose: how much, of what, and why. */
export type Credit = { amount: number; basis: Basis; reason: CreditReason; note?: string }

type Papers = { invoice: DocumentContent; earlier: readonly Paper[] }

/** @returns undefined when nothing of the invoice is left to credit */
export function composeCreditNote(
  { invoice, earlier }: Papers,
  { amount, basis, reason, note }: Credit,
  shop: Shop,
  { label, issuedAt }: TakenNumber,
): DocumentContent | undefined {
  const words = inLanguage(invoice.language, () => ({
    more: t('Price reduction'),
    less: reason === 'cancelled' || reason === 'withdrawn' ? t('Credited before') : t('Deduction'),
  }))
  const credited = credit({ invoice, earlier }, amount, basis, words)
  if (!credited) return undefined
  const { lines, delivery, total, taxes } = credited
  const discount = lines.reduce((sum, line) => sum + line.discount, 0)
  return {
    ...invoice,
    form: 2,
    kind: 'credit_note',
    number: label,
    issuedOn: dayOf(issuedAt, shop.timeZone),
    seller: sellerOf(shop),
    lines,
    delivery: delivery > 0 ? { name: invoice.delivery?.name ?? '', total: delivery } : null,
    discount: discount > 0 ? { code: invoice.discount?.code ?? null, total: discount } : null,
    total,
    taxes,
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
    reason,
    ...(note && { note }),
  }
}

function sellerOf({ legalName, seat, vatId, country }: Shop): DocumentContent['seller'] {
  return { name: legalName, address: seat.split('\n').map(line => line.trim()), vatId, country }
}

function buyerOf(order: Invoiceable): DocumentContent['buyer'] {
  const { ownerName, ownerEmail } = order
  const to = order.billingAddress ?? order.deliveryAddress
  if (!to) return { name: ownerName, address: [], email: ownerEmail, country: order.taxCountry }
  const name = to.company ?? to.name
  const lines = addressLines(to)
  return { name, address: lines.toSpliced(lines.indexOf(name), 1), email: ownerEmail, country: to.country }
}
