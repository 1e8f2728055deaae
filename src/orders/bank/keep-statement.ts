/**
 * Keeps what a statement of the bank brings, each transfer once. Nothing is booked by that: a person says what each is for.
 *
 * The unique key of the entries decides when a file comes twice, or two files overlap. Uploads wait for each other,
 * because a batch can be in one file as its parts and in another one as its sum, which have different keys.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { batchKeyOf, keysOf, type Statement } from '../../payments/statements/entry.ts'
import '../../payments/transfers-in/tables.ts'

type KeptStatement = {
  id: string
  format: Statement['format']
  incoming: number
  added: number
  known: number
  leftOut: number
}

export async function keepStatement(
  tx: Tx,
  { format, entries, leftOut }: Statement,
  { by, now }: { by: string; now: Date },
): Promise<KeptStatement> {
  await sql`lock table bank_statements in share row exclusive mode`.execute(tx)
  const id = randomUUIDv7()
  await tx
    .insertInto('bank_statements')
    .values({ id, format, incoming: entries.length, added: 0, left_out: leftOut, by_user: by, uploaded_at: now })
    .execute()
  const keys = keysOf(entries)
  const rows = entries.map((entry, index) => ({
    id: randomUUIDv7(),
    key: keys[index]!,
    batch: batchKeyOf(entry),
    account: tidy(entry.account, 100),
    day: entry.bookedOn,
    amount: entry.amount,
    currency: entry.currency,
    payer: tidy(entry.payer, 200),
    payer_account: tidy(entry.payerAccount, 100),
    reference: tidy(entry.reference, 500),
    is_return: entry.isReturn,
  }))
  const columns = sql.raw(
    'id uuid, key text, batch text, account text, day date, amount bigint, currency text, payer text, ' +
      'payer_account text, reference text, is_return boolean',
  )
  const { numAffectedRows } = await sql`
    insert into incoming_transfers (id, statement_id, entry_key, batch_key, account, booked_on, amount, currency,
    payer, payer_account, reference,
      is_return, noted_by, noted_at)
    select id, ${id}::uuid, key, batch, account, day, amount, currency, payer, payer_account, reference, is_return,
    ${by}::uuid, ${now}::timestamptz
    from ${recordsetSql(rows)} as e (${columns})
    where not exists (select from incoming_transfers known where known.batch_key = e.batch)
    on conflict (entry_key) do nothing
  `.execute(tx)
  const added = Number(numAffectedRows ?? 0n)
  await tx.updateTable('bank_statements').set({ added }).where('id', '=', id).execute()
  return { id, format, incoming: entries.length, added, known: entries.length - added, leftOut }
}

/** PostgreSQL stores no U+0000, and a statement can have any length. */
function tidy(text: string | undefined, longest: number): string | null {
  return text?.replaceAll('\0', '').toWellFormed().trim().slice(0, longest) || null
}
