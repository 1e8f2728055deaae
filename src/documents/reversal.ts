/**
 * Takes a credit note back whose money did not go: the refund failed later, or a chargeback was won after the shop had
 * credited it. Documents never change, so another document reverses the note, with its lines and amounts below zero. So
 * papers and money agree whatever comes first, and a refund that is made again has a credit note of its own.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { dayOf } from '../shop/days.ts'
import { inLanguageFor } from '../shop/in-words.ts'
import type { Shop } from '../shop/settings.ts'
import { completeBuyer } from './compose.ts'
import type { CreditReason, DocumentContent, DocumentLine, DocumentTax } from './content.ts'
import { breakDown } from './facts/breakdown.ts'
import type { Invoiceable } from './facts/invoiceable.ts'
import { sellerOf } from './facts/parties.ts'
import type { TakenNumber } from './numbers.ts'
import './tables.ts'

/**
 * Tests whether a refund `r` lowers what the customer pays. Money that is owed by transfer does; so does what was owed when the payment
 * turned out to be a mistake, because it was taken off what is due (payments/transfers-in/take-back.ts). A cancelled order has a note of
 * its own.
 */
export const IS_CREDITED: RawBuilder<boolean> = sql`(r.state in ('done', 'to_transfer')
  or r.dropped = 'unpaid' and r.source = 'shop')`
const IS_TO_REVERSE = sql`r.state = 'failed' and ${IS_CREDITED} is not true`

/** Refunds that have failed, and whose credit note is not reversed yet. Few refunds fail, and they have an index. */
export const TO_TAKE_BACK: RawBuilder<unknown> = sql`
  select r.id::text as id, 'reversals' as "table"
  from refunds r join documents d on d.refund_id = r.id and d.kind = 'credit_note' and d.reverses is null
  where ${IS_TO_REVERSE} and not exists (select from documents x where x.reverses = d.id)
`

type TakenBack = { id: string; content: DocumentContent; orderId: number; ownerId: string; reason: CreditReason }

/** Locks the order. @returns the credit note, if it is to be taken back */
export async function findNoteToTakeBack(tx: Tx, refundId: string): Promise<TakenBack | undefined> {
  await sql`
    select from orders where id = (select order_id from payments p join refunds r on r.payment_id = p.id where r.id = ${refundId})
    for no key update
  `.execute(tx)
  const { rows } = await sql<TakenBack>`
    select d.id, d.content, o.id as "orderId", o.owner_id as "ownerId",
      case r.source when 'chargeback' then 'chargeback_won' else 'refund_failed' end as reason
    from refunds r
    join documents d on d.refund_id = r.id and d.kind = 'credit_note' and d.reverses is null
    join orders o on o.id = d.order_id
    where r.id = ${refundId} and ${IS_TO_REVERSE} and not exists (select from documents x where x.reverses = d.id)
  `.execute(tx)
  return rows[0]
}

export function composeReversal(
  { content, reason }: Pick<TakenBack, 'content' | 'reason'>,
  order: Invoiceable,
  shop: Shop,
  { label, issuedAt }: TakenNumber,
): DocumentContent {
  const { note: _, ...rest } = content
  const { delivery, discount } = rest
  const lines = rest.lines.map(reversedLine)
  const taxes = rest.taxes.map(reversedTax)
  const total = against(content.total)
  const turned = {
    ...rest,
    number: label,
    issuedOn: dayOf(issuedAt, shop.timeZone),
    lines,
    delivery: delivery && { ...delivery, total: against(delivery.total) },
    discount: discount && { ...discount, total: against(discount.total) },
    total,
    taxes,
    corrects: { number: content.number, issuedOn: content.issuedOn },
    reason,
  }
  // A credit note of form 1 has no lines to break down.
  if (lines.length === 0) return { ...turned, form: 2 }
  const means = content.payment?.means ?? (order.paymentMethod === 'online' ? 'online' : 'transfer')
  const reverse = () => ({
    ...turned,
    form: 3 as const,
    seller: content.form === 3 ? content.seller : { ...sellerOf(shop), ...content.seller },
    buyer: completeBuyer(content, order),
    ...breakDown(turned, content.taxes),
    payment: { means, account: null, reference: '', dueOn: null, paid: 0, due: total, received: [] },
  })
  return inLanguageFor(content.language, shop, reverse)
}

function reversedLine({ net: _, tax: __, ...line }: DocumentLine): DocumentLine {
  const { quantity, discount, total } = line
  return { ...line, quantity: -quantity, discount: against(discount), total: against(total) }
}

function reversedTax({ rate, net, tax, gross }: DocumentTax): DocumentTax {
  return { rate, net: against(net), tax: against(tax), gross: against(gross) }
}

/** JSON has no -0. */
function against(amount: number): number {
  return amount === 0 ? 0 : -amount
}
