/**
 * Files of transfers for the bank. A transfer is in at most one file, by one conditional update, so two files never pay it twice. Making a
 * file sends nothing: somebody uploads it at the bank, and then says that it was sent.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { transferOf } from '../../shop/bank-transfer.ts'
import { dayOf } from '../../shop/days.ts'
import { plainIban } from '../../shop/setting-rules.ts'
import { readShop } from '../../shop/settings.ts'
import { writePain001 } from './pain001.ts'
import { selectTransfers } from './queries.ts'
import { keepSent } from './sent.ts'
import { isInSepa } from './transfer.ts'

/** Number of transfers that a file can have. */
export const MOST_FILED = 500

type NewFile = { refundIds: readonly string[] | undefined; by: string; now: Date }

/** Files these transfers, or all that are ready. @returns its id @throws Problem */
export async function makeFile(tx: Tx, { refundIds, by, now }: NewFile): Promise<string> {
  const shop = await readShop(tx)
  const transfer = transferOf(shop)
  if (!transfer) throw new Problem('no_bank_account', 'Enter the IBAN of your shop in its settings first.')
  const ready = await findReady(tx)
  const chosen = refundIds === undefined ? ready : ready.filter(({ id }) => refundIds.includes(id))
  if (chosen.length === 0 || (refundIds && chosen.length < refundIds.length))
    throw new Problem(
      'not_for_a_file',
      'Only transfers in EUR to a known account of the SEPA area that are in no file yet can be put into one.',
    )
  const id = randomUUIDv7()
  const { holder, iban, bic } = transfer
  await tx
    .insertInto('transfer_files')
    .values({ id, created_by: by, created_at: now, holder, iban: plainIban(iban), bic })
    .execute()
  const { numAffectedRows } = await sql`
    update refund_transfers t set file_id = ${id}::uuid from refunds r
    where t.refund_id = any(${chosen.map(one => one.id)}::uuid[]) and r.id = t.refund_id and r.state = 'to_transfer'
      and t.file_id is null and t.iban is not null
  `.execute(tx)
  if (numAffectedRows !== BigInt(chosen.length))
    throw new Problem(
      'not_for_a_file',
      'One of these transfers was sent or put into a file meanwhile. Look at them again.',
    )
  return id
}

/** Oldest first. Locked, so that their accounts stay what they are until the file is kept. */
async function findReady(tx: Tx) {
  const found = await selectTransfers(tx)
    .where('refunds.state', '=', 'to_transfer')
    .where('payments.currency', '=', 'EUR')
    .where('t.iban', 'is not', null)
    .where('t.file_id', 'is', null)
    .orderBy('refunds.id')
    .limit(MOST_FILED)
    .forNoKeyUpdate('t')
    .execute()
  return found.filter(({ iban }) => isInSepa(iban!))
}

/** Files of which something was not sent yet, newest first. */
export async function listOpenFiles(db: Db) {
  const { rows } = await sql<{ id: string; createdAt: Date; transfers: number; amount: number }>`
    select f.id, f.created_at as "createdAt", count(*)::int as transfers, sum(r.amount)::float8 as amount
    from transfer_files f join refund_transfers t on t.file_id = f.id join refunds r on r.id = t.refund_id
    where r.state = 'to_transfer' group by f.id order by f.id desc limit 100
  `.execute(db)
  return rows
}
export type OpenFile = Awaited<ReturnType<typeof listOpenFiles>>[number]

/** The same bytes each time. @throws Problem */
export async function readFile(db: Db, id: string): Promise<string> {
  const file = await db.selectFrom('transfer_files').selectAll().where('id', '=', id).executeTakeFirst()
  const transfers = await selectTransfers(db)
    .where('t.file_id', '=', id)
    .where('t.iban', 'is not', null)
    .orderBy('refunds.id')
    .execute()
  if (!file || transfers.length === 0) throw noSuchFile()
  const { timeZone } = await readShop(db)
  return writePain001({
    id,
    createdAt: file.created_at,
    debtor: { name: file.holder, iban: file.iban, bic: file.bic },
    day: dayOf(file.created_at, timeZone),
    transfers: transfers.map(one => ({ ...one, iban: one.iban! })),
  })
}

/** The bank has refused it. What was not sent can be put into another one. @throws Problem */
export async function discardFile(tx: Tx, id: string): Promise<void> {
  // One after the other with "sent": what was sent stays in its file.
  await sql`select from refund_transfers where file_id = ${id} order by refund_id for no key update`.execute(tx)
  const { numAffectedRows } = await sql`
    update refund_transfers t set file_id = null from refunds r
    where t.file_id = ${id} and r.id = t.refund_id and r.state = 'to_transfer'
  `.execute(tx)
  if (numAffectedRows === 0n) throw noSuchFile()
}

/** All that is in it. @returns how many @throws Problem */
export async function keepFileSent(tx: Tx, id: string, sender: { by: string; now: Date }): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refund_transfers t join refunds r on r.id = t.refund_id join payments p on p.id = r.payment_id
    where t.file_id = ${id} and r.state = 'to_transfer' order by p.order_id, r.id
  `.execute(tx)
  if (rows.length === 0) throw noSuchFile()
  for (const { id: refundId } of rows) await keepSent(tx, { id: refundId, ...sender, fileId: id })
  return rows.length
}

function noSuchFile(): Problem {
  return new Problem('not_found', 'There is no such file, or all that it has was sent already.')
}
