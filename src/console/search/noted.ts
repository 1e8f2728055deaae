/** Finds orders and customers by their internal notes and tags. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { keyOf } from '../../notes/note.ts'
import { CANDIDATES, hasAll } from './typed-parts.ts'

/** The newest orders, and customers, in whose notes the typed words are, or that have the text as a tag. */
export async function findNotedBy(
  db: Db,
  typed: string,
  limit: number,
): Promise<{ orderIds: number[]; userIds: string[] }> {
  const inText = hasAll(sql`text_of_note(text)`, typed)
  const { rows } = await sql<{ orderId: number | null; userId: string | null }>`
    with found as materialized (
      select order_id, user_id, at from tags where key = ${keyOf(typed)}
      ${inText ? sql`union all (select order_id, user_id, at from notes where ${inText} limit ${CANDIDATES})` : sql``}
    )
    (select order_id as "orderId", null::uuid as "userId" from found where order_id is not null
      group by order_id order by order_id desc limit ${limit})
    union all
    (select null, user_id from found where user_id is not null group by user_id order by max(at) desc limit ${limit})
  `.execute(db)
  return {
    orderIds: rows.flatMap(({ orderId }) => orderId ?? []),
    userIds: rows.flatMap(({ userId }) => userId ?? []),
  }
}
