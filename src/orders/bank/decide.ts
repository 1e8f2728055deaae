/** A person says what a transfer of a statement is for. One conditional update decides when two of the staff say so at once. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { bookPart } from '../../payments/transfers-in/book.ts'
import { explainState } from '../../payments/transfers-in/take-back.ts'
import { invalidInput, Problem } from '../../problems.ts'

type Details = { by: string; now: Date }
type Wanted = { orderId: number; amount?: number | undefined }

/** Books all of a transfer to one order, or a part of it to each. @throws Problem */
export async function bookTransfer(tx: Tx, id: string, wanted: readonly Wanted[], { by, now }: Details): Promise<void> {
  const orderIds = [...new Set(wanted.map(({ orderId }) => orderId))].sort((a, b) => a - b)
  // The orders first, the smaller number first, as everywhere.
  const { rows: orders } = await sql<{ id: number }>`
    select id from orders where id = any(${orderIds}::bigint[]) order by id for no key update
  `.execute(tx)
  const missing = wanted.findIndex(({ orderId }) => !orders.some(order => order.id === orderId))
  if (missing >= 0)
    throw invalidInput({ field: `parts.${missing}.orderId`, reason: 'names no order', code: 'unknown_order' })
  const { rows } = await sql<{ amount: number; currency: string }>`
    update incoming_transfers set state = 'booked', decided_by = ${by}::uuid, decided_at = ${now}::timestamptz
    where id = ${id} and state = 'open' returning amount, currency
  `.execute(tx)
  const [transfer] = rows
  if (!transfer) throw await explainState(tx, id, 'booked')
  const parts = partsOf(wanted, transfer.amount)
  for (const orderId of orderIds) {
    const amount = parts.reduce((sum, part) => sum + (part.orderId === orderId ? part.amount : 0), 0)
    await bookPart(tx, { transferId: id, orderId, amount, currency: transfer.currency, by, now })
  }
}

/** Every cent of a transfer is for something. @throws Problem */
function partsOf(wanted: readonly Wanted[], amount: number): { orderId: number; amount: number }[] {
  const [only] = wanted
  if (wanted.length === 1 && only!.amount === undefined) return [{ orderId: only!.orderId, amount }]
  const unsaid = wanted.findIndex(part => part.amount === undefined)
  if (unsaid >= 0) throw invalidInput({ field: `parts.${unsaid}.amount`, reason: 'is required', code: 'required' })
  const parts = wanted.map(part => ({ orderId: part.orderId, amount: part.amount! }))
  if (parts.reduce((sum, part) => sum + part.amount, 0) !== amount)
    throw invalidInput({
      field: 'parts',
      reason: `must add up to ${amount}, the amount of the transfer in minor units`,
      code: 'wrong_sum',
    })
  return parts
}

/** It pays no order: rent, a returned transfer, interest. @throws Problem */
export async function setTransferAside(
  tx: Tx,
  id: string,
  note: string | undefined,
  { by, now }: Details,
): Promise<void> {
  const { rows } = await sql`
    update incoming_transfers
    set state = 'set_aside', note = ${note ?? null}, decided_by = ${by}::uuid, decided_at = ${now}::timestamptz
    where id = ${id} and state = 'open' returning id
  `.execute(tx)
  if (rows.length === 0) throw await explainState(tx, id, 'set_aside')
}

/** Reopens a transfer that was set aside, or marked as known. @throws Problem */
export async function reopenTransfer(tx: Tx, id: string, { by, now }: Details): Promise<void> {
  const { rows } = await sql`
    update incoming_transfers
    set state = 'open', note = null, same_as = null, decided_by = ${by}::uuid, decided_at = ${now}::timestamptz
    where id = ${id} and state in ('set_aside', 'known') returning id
  `.execute(tx)
  if (rows.length === 0) throw await explainState(tx, id, 'open')
}

/** A person had noted it before the statement came. The unique key lets one entry be the note. @throws Problem */
export async function markKnown(tx: Tx, id: string, sameAs: string, { by, now }: Details): Promise<void> {
  const { rows } = await sql`
    update incoming_transfers t
    set state = 'known', same_as = noted.id, decided_by = ${by}::uuid, decided_at = ${now}::timestamptz
    from incoming_transfers noted
    where t.id = ${id} and t.state = 'open' and noted.id = ${sameAs} and noted.entry_key is null and noted.state = 'booked'
      and noted.amount = t.amount and noted.currency = t.currency
      and not exists (select from incoming_transfers other where other.same_as = noted.id)
    returning t.id
  `.execute(tx)
  if (rows.length > 0) return
  const found = await tx.selectFrom('incoming_transfers').select('state').where('id', '=', id).executeTakeFirst()
  if (found?.state !== 'open') throw await explainState(tx, id, 'known')
  throw new Problem(
    'wrong_transfer_state',
    'The other transfer is not one that somebody has noted, of the same amount, or it is another entry’s.',
    {
      members: { from: 'open', to: 'known' },
    },
  )
}
