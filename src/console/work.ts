/** Counts the entries that wait for staff in the lists of the console. Every page shows them in its menu, so it stops at a hundred. */
import { type RawBuilder, sql } from 'kysely'
import { RECOVERIES_TO_DECIDE } from '../accounts/recovery/queries.ts'
import { PREPARED } from '../database/prepared.ts'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { TO_LOOK_AT } from '../payments/queries.ts'
import { OPEN_RETURNS } from '../returns/states.ts'

declare module 'fastify' {
  interface FastifyInstance {
    countWork(): Promise<Readonly<Record<string, number>>>
  }
}

export const MOST_COUNTED = 99

/**
 * Counts the waiting rows, by the address of their list. Each table has an index of exactly these rows, which the one plan for all
 * values finds because the values are literals.
 */
export async function countWork(db: Db): Promise<Readonly<Record<string, number>>> {
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (${rows} limit ${sql.lit(MOST_COUNTED + 1)}) as found)`
  const { rows } = await sql<Record<string, number>>`${PREPARED}
    select
      ${upTo(sql`select from orders where status in ('placed', 'processing')`)} as "/admin/orders",
      ${upTo(sql`(select from payments where ${TO_LOOK_AT}) union all (select from refunds
      where state = 'to_transfer')`)} as "/admin/payments",
      ${upTo(sql`select from incoming_transfers where state = 'open'`)} as "/admin/bank",
      ${upTo(sql`select from returns where state in (${sql.join(OPEN_RETURNS.map(state => sql.lit(state)))})`)} as "/admin/returns",
      ${upTo(sql`select from withdrawals where decided_at is null`)} as "/admin/withdrawals",
      ${upTo(sql`select from contact_messages where answered_at is null`)} as "/admin/contact-messages",
      ${upTo(sql`select from recovery_requests where ${RECOVERIES_TO_DECIDE}`)} as "/admin/recovery-requests"
  `.execute(db)
  return one(rows)
}
