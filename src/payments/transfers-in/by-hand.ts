/** Money that moves outside of any provider: the shop sees a bank transfer, or makes one, and says so. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { TRANSFER, wantRefund } from '../ledger/wishes.ts'
import { FIRST_OF } from '../refund-parts.ts'
import { adoptTransfersOf } from '../transfers-out/adopt.ts'
import { requireNoneInFile } from '../transfers-out/drop.ts'
import { keepSent } from '../transfers-out/sent.ts'
import { takePaymentBack } from './take-back.ts'

type ByHand = { by: string; now: Date }

/**
 * It was a mistake: nobody has paid. What was owed for returns and as goodwill is taken off what is due now, and an edit has done so.
 * @throws Problem when a provider has the money, or a part of it has gone back
 */
export async function dropTransfer(tx: Tx, orderId: number, details: ByHand): Promise<void> {
  await requireNone(tx, orderId, 'A provider has received this payment, so it cannot be taken back. Refund it instead.')
  await requireNoneSent(tx, orderId)
  await requireNoneInFile(tx, orderId)
  await takePaymentBack(tx, orderId, details)
  // A process of the release before may have recorded it meanwhile, without the transfer.
  await sql`
    with dropped as (
      update payments set state = 'cancelled', captured = 0, refund_reserved = 0
      where order_id = ${orderId} and provider = ${TRANSFER} and state = 'captured' and refunded = 0 and not is_surplus
      returning id
    ), owed as (
      update refunds r set state = 'failed', dropped = 'unpaid', is_known = true, ended_at = now() from dropped
      where r.payment_id = dropped.id and r.state in ('pending', 'to_transfer')
      returning ${FIRST_OF(sql`r`)} as first, source, amount, taken_off
    )
    update orders set credited = credited + (
      select coalesce(sum(amount), 0) from owed where source = 'shop' and not taken_off and first not in (
        select refund_id from order_edits where order_id = ${orderId} and refund_id is not null
      )
    )
    where id = ${orderId} and status <> 'cancelled'
  `.execute(tx)
}

/** Refuses when a part was sent back, because that money had come. */
async function requireNoneSent(tx: Tx, orderId: number): Promise<void> {
  const sentBack = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('provider', '=', TRANSFER)
    .where('state', '=', 'captured')
    .where('refunded', '>', 0)
    .executeTakeFirst()
  if (sentBack)
    throw new Problem(
      'wrong_payment_state',
      'A part of this payment was sent back already, so it cannot be taken back as a mistake. Refund the rest instead.',
    )
}

async function requireNone(tx: Tx, orderId: number, detail: string): Promise<void> {
  const atProvider = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('provider', '<>', TRANSFER)
    .where('state', '=', 'captured')
    .where('is_surplus', '=', false)
    .where('had_chargeback', '=', false)
    .executeTakeFirst()
  if (atProvider) throw new Problem('wrong_payment_state', detail)
}

/**
 * The shop has paid all that was due by bank transfer. @throws Problem while a provider or a file may still pay it: it would go back twice
 */
export async function keepPaidBack(tx: Tx, orderId: number, { by, now }: ByHand): Promise<void> {
  const { rows } = await sql`
    select from payment_calls c join payments p on p.id = c.payment_id
    where p.order_id = ${orderId} and c.kind = 'refund' and c.state in ('pending', 'sending', 'in_doubt')
    union all
    select from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${orderId} and p.provider <> ${TRANSFER} and r.state = 'pending'
  `.execute(tx)
  if (rows.length > 0)
    throw new Problem('wrong_payment_state', 'The provider is paying this refund. Wait until it says how that ended.')
  await requireNoneInFile(tx, orderId)
  await adoptTransfersOf(tx, orderId, now)
  const { rows: payments } = await sql<{ id: string }>`
    select id from payments where order_id = ${orderId} and state = 'captured' and not is_surplus and refunded < captured
  `.execute(tx)
  for (const { id: paymentId } of payments) {
    await wantRefund(tx, { paymentId, source: 'shop', by, now, byTransfer: 'sent' })
    const refunds = await tx
      .selectFrom('refunds')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where('state', '=', 'to_transfer')
      .orderBy('id')
      .execute()
    for (const { id } of refunds) await keepSent(tx, { id, by, now })
  }
}
