/**
 * The account that a refund goes to. The customer gives it by a link in an email, or staff enter it. It can be changed until the money was
 * sent or the transfer is in a file for the bank: one conditional update decides.
 */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { findTransfer, type TransferOut } from './queries.ts'
import { lockOrderOf, notToTransfer } from './sent.ts'

type Account = { iban: string; holder: string; bic?: string | undefined }

/** @throws Problem */
export async function giveAccount(
  tx: Tx,
  id: string,
  account: Account,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await lockOrderOf(tx, id)
  const { iban, holder, bic = null } = account
  const { numAffectedRows } = await sql`
    update refund_transfers t
    set iban = ${iban}, holder = ${holder}, bic = ${bic || null}, account_by = ${by}::uuid, account_at = ${now}::timestamptz
    from refunds r
    where t.refund_id = ${id} and r.id = t.refund_id and r.state = 'to_transfer' and t.file_id is null
  `.execute(tx)
  if (numAffectedRows === 0n) throw await explain(tx, id)
}

async function explain(tx: Tx, id: string): Promise<Problem> {
  const found = await tx.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  if (found.state !== 'to_transfer') return notToTransfer(found.state)
  return new Problem(
    'transfer_in_file',
    'This transfer is in a file for the bank, so its account cannot change anymore.',
  )
}

/** Asks the customer for the account, or once more. @throws Problem */
export async function askForAccount(tx: Tx, id: string, now: Date): Promise<void> {
  const { orderId, ownerId } = await lockOrderOf(tx, id)
  const { numAffectedRows } = await sql`
    update refund_transfers t set asked_at = ${now}::timestamptz from refunds r
    where t.refund_id = ${id} and r.id = t.refund_id and r.state = 'to_transfer' and t.file_id is null
  `.execute(tx)
  if (numAffectedRows === 0n) throw await explain(tx, id)
  const payload = { orderId, refundId: id }
  await announce(tx, { type: 'refund.account_needed', payload, to: [{ userId: ownerId }], at: now })
}

/**
 * The link lets its reader name the account of this refund, and nothing else. It is made when the email is written, needs no storage, and
 * ends when the money was sent.
 */
export function accountToken(key: Buffer, refundId: string): string {
  return `${refundId}.${derive(key, 'refund-account', refundId)}`
}

/** Address at which the reader of the token names the account. */
export function accountPath(key: Buffer, refundId: string): string {
  return `/refund-account?token=${accountToken(key, refundId)}`
}

/** The refund of a link that works at this moment. Looking changes nothing. */
export async function findByToken({ db, serviceKey }: Keyed, token: string): Promise<TransferOut | undefined> {
  const [, id] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/.exec(token) ?? []
  if (id === undefined || !sameSecret(token, accountToken(serviceKey, id))) return undefined
  const found = await findTransfer(db, id)
  return found?.state === 'to_transfer' && found.fileId === null ? found : undefined
}

type Keyed = { db: Db } & Pick<AppContext, 'serviceKey'>

/**
 * Accepts an account from the holder of the link, who reads the mailbox of the customer.
 * @throws Problem when the link has ended
 */
export async function giveAccountByLink(
  tx: Tx,
  serviceKey: Buffer,
  { token, now, ...account }: Account & { token: string; now: Date },
): Promise<TransferOut> {
  const found = await findByToken({ db: tx, serviceKey }, token)
  if (!found)
    throw new Problem(
      'invalid_account_link',
      'This link has ended, or is incomplete. Reply to our email if your refund has not come.',
    )
  await giveAccount(tx, found.id, account, { by: found.ownerId, now })
  return found
}
