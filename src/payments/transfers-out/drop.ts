/** A refund that somebody has to transfer is not owed anymore, so nobody sends it: the customer waives it, or nobody had paid. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { countRefunds } from '../ledger/refunds.ts'
import { settleOrder } from '../order-status.ts'
import { lockOrderOf, notToTransfer } from './sent.ts'

type Waived = { id: string; by: string; because: string; now: Date }

/**
 * The customer does not want the money. It stays with the shop, and a credit note that was written for it is taken back
 * (documents/reversal.ts). One conditional update decides the race with "sent" and with a file.
 * @throws Problem
 */
export async function waiveTransfer(tx: Tx, { id, by, because, now }: Waived): Promise<void> {
  const { orderId } = await lockOrderOf(tx, id)
  const { rows } = await sql<{ paymentId: string }>`
    with waived as (
      update refunds r set state = 'failed', dropped = 'waived', is_known = true, ended_at = now() from refund_transfers t
      where r.id = ${id} and t.refund_id = r.id and r.state = 'to_transfer' and t.file_id is null
      returning r.id, r.payment_id
    ), named as (
      update refund_transfers t set waived_by = ${by}::uuid, waived_because = ${because} from waived where t.refund_id = waived.id
    )
    select payment_id as "paymentId" from waived
  `.execute(tx)
  const [waived] = rows
  if (!waived) throw await explain(tx, id)
  await countRefunds(tx, waived.paymentId)
  await settleOrder(tx, orderId, now)
  await publishToFeed(tx, now, { type: 'refund.waived', data: { orderId, refundId: id } })
}

async function explain(tx: Tx, id: string): Promise<Problem> {
  const { state } = await tx.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  return state === 'to_transfer' ? inFile() : notToTransfer(state)
}

/** A bank may make what is in a file. Locks the transfers of the order, so that no file takes one meanwhile. @throws Problem */
export async function requireNoneInFile(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ inFile: boolean }>`
    select t.file_id is not null as "inFile"
    from refund_transfers t join refunds r on r.id = t.refund_id join payments p on p.id = r.payment_id
    where p.order_id = ${orderId} and r.state = 'to_transfer'
    order by r.id for no key update of t
  `.execute(tx)
  if (rows.some(({ inFile }) => inFile)) throw inFile()
}

/** The transfers of what goes back of a payment, so that no file takes one until the commit. */
export async function lockTransfersOf(tx: Tx, paymentId: string): Promise<void> {
  await sql`
    select from refund_transfers where refund_id in (select id from refunds where payment_id = ${paymentId}) order by refund_id
    for no key update
  `.execute(tx)
}

function inFile(): Problem {
  return new Problem(
    'transfer_in_file',
    'A transfer of this order is in a file for the bank. Mark the file as sent, or discard it first.',
  )
}
