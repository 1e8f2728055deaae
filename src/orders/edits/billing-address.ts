/**
 * Staff change the address on the invoice of an order, until the invoice is written. The row of the order is locked first, as the writer
 * of the invoice does it (documents/issue.ts): an invoice has the address before or after the change, and never another than its order.
 */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { type NewDeliveryAddress, tidyAddress } from '../delivery-address.ts'
import { type Order, showOrder } from '../order.ts'
import { FORMER_OWNER, findOrder } from '../queries.ts'
import { type Actor, findInvoice, lockOrder } from './locked.ts'
import { recordEdit } from './record.ts'

/** @param address null: that of the delivery. @throws Problem */
export async function changeBillingAddress(
  tx: Tx,
  orderId: number,
  address: NewDeliveryAddress | null,
  actor: Actor,
): Promise<Order> {
  const { status, total, owner } = await lockOrder(tx, orderId, actor)
  if (status === 'cancelled' || owner.id === FORMER_OWNER) {
    const detail =
      status === 'cancelled'
        ? 'The order is cancelled.'
        : 'The customer has deleted the account, and with it the addresses.'
    throw new Problem('wrong_order_state', detail, { members: { from: status, to: 'changed' } })
  }
  await refuseWithInvoice(tx, orderId)
  const tidy = address && JSON.stringify(tidyAddress(address))
  const { numAffectedRows } = await sql`
    update orders set billing_address = ${tidy}::jsonb where id = ${orderId} and billing_address is distinct from ${tidy}::jsonb
  `.execute(tx)
  const same = { total, after: total, items: null, takenOut: null, refundId: null }
  if (numAffectedRows) await recordEdit(tx, { orderId, owner: owner.id, kind: 'billing_address', ...same, ...actor })
  return showOrder((await findOrder(tx, orderId))!)
}

async function refuseWithInvoice(tx: Tx, orderId: number): Promise<void> {
  const invoice = await findInvoice(tx, orderId)
  if (invoice !== undefined) throw new Problem('invoice_written', sayWritten(invoice), { members: { invoice } })
}

/**
 * Says what to do. Article 219 of Directive 2006/112/EC: a message that amends an invoice, and refers to it specifically and unambiguously,
 * is treated as an invoice.
 */
export function sayWritten(invoice: string): string {
  return (
    `Invoice ${invoice} is written, and an invoice never changes. Send the customer a message that names this number and the right ` +
    'address: in the European Union it counts as an invoice too (Directive 2006/112/EC, Article 219).'
  )
}
