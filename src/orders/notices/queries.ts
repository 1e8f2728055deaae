import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import '../tables.ts'

/** Number of orders that the email about a day names. It counts all. */
const MOST_NAMED = 100

/** The orders of a day that had no email of their own, as the email about the day shows them. */
export async function findOrdersOfDay(db: Db, day: string) {
  const { rows } = await sql<{ id: number; customer: string; total: number; currency: string; count: number }>`
    select o.id, u.user_name as customer, o.total, o.currency, count(*) over ()::int as count
    from order_notices n join orders o on o.id = n.order_id join users u on u.id = o.owner_id
    where n.day = ${day}::date
    order by o.id
    limit ${MOST_NAMED}
  `.execute(db)
  return rows
}
