/** Reads transfers that came in. */
import { sql } from 'kysely'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import type { TransferState } from './tables.ts'

export type IncomingRow = {
  id: string
  state: TransferState
  entryKey: string | null
  amount: number
  currency: string
  bookedOn: string | null
  payer: string | null
  payerAccount: string | null
  reference: string | null
  note: string | null
  isReturn: boolean
  parts: { orderId: number; amount: number; surplus: boolean }[]
  notedAt: Date
  notedBy: string
}

const INCOMING = sql`
  select t.id, t.state, entry_key as "entryKey", t.amount, t.currency, booked_on::text as "bookedOn", payer,
    payer_account as "payerAccount", reference, note, is_return as "isReturn", noted_at as "notedAt", noted_by as "notedBy", coalesce((
      select jsonb_agg(jsonb_build_object('orderId', p.order_id, 'amount', p.amount, 'surplus', is_surplus) order by p.order_id, is_surplus)
      from incoming_transfer_parts p join payments on payments.id = p.payment_id where p.transfer_id = t.id
    ), '[]') as parts
  from incoming_transfers t
`

export async function findIncoming(db: Db, id: string): Promise<IncomingRow | undefined> {
  const { rows } = await sql<IncomingRow>`${INCOMING} where t.id = ${id}`.execute(db)
  return rows[0]
}

/** Transfers that pay these orders, oldest first. */
export async function findIncomingOf(db: Db, orderIds: readonly number[], limit = 1000): Promise<IncomingRow[]> {
  const { rows } = await sql<IncomingRow>`
    ${INCOMING} where t.id in (select transfer_id from incoming_transfer_parts where order_id = any(${orderIds}::bigint[]))
    order by t.id limit ${limit}
  `.execute(db)
  return rows
}

/** One page of the transfers in a state, newest first. */
export async function listIncoming(db: Db, state: TransferState | undefined, paging: Paging) {
  const all = db.selectFrom('incoming_transfers')
  const matching = state === undefined ? all : all.where('state', '=', state)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => matching.where(beyond).select('id'),
      newestFirst('incoming-transfers'),
      paging,
      async (page, orderBy) => {
        const ids = await db
          .selectFrom('incoming_transfers')
          .select('id')
          .where('id', 'in', page)
          .orderBy(orderBy)
          .execute()
        return readRows(
          db,
          ids.map(({ id }) => id),
        )
      },
      ({ id }) => [id],
    ),
    countRows(db, matching),
  ])
  return { ...list, totalCount }
}

export async function countIncoming(db: Db, state: TransferState): Promise<number> {
  return countRows(db, db.selectFrom('incoming_transfers').where('state', '=', state))
}

/** Reads them in the order of their ids. */
async function readRows(db: Db, ids: readonly string[]): Promise<IncomingRow[]> {
  const { rows } = await sql<IncomingRow>`${INCOMING} where t.id = any(${ids}::uuid[])`.execute(db)
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => found.get(id) ?? [])
}
