/** Notes and tags follow the person: into another account, into the copy of all data, and out of the database. */
import { sql } from 'kysely'
import type { Db, Tx } from '../database/schema.ts'
import './tables.ts'

/** An account takes over what was noted about guests. What it has too many of then is kept all the same. */
export async function moveNotesOfGuests(tx: Tx, guests: readonly string[], userId: string): Promise<void> {
  await sql`update notes set user_id = ${userId} where user_id = any(${guests}::uuid[])`.execute(tx)
  await sql`
    insert into tags (user_id, key, tag, by_user, at)
    select ${userId}::uuid, key, tag, by_user, at from tags where user_id = any(${guests}::uuid[])
    on conflict do nothing
  `.execute(tx)
  await sql`delete from tags where user_id = any(${guests}::uuid[])`.execute(tx)
}

/** Orders stay for the books without the person, so what was noted about their customer goes. */
export async function forgetNotesOfOrders(tx: Tx, ownerId: string): Promise<void> {
  await sql`delete from notes where order_id in (select id from orders where owner_id = ${ownerId})`.execute(tx)
  await sql`delete from tags where order_id in (select id from orders where owner_id = ${ownerId})`.execute(tx)
}

type NotedAbout = { orderId: number | null; text: string; writtenAt: string }

/**
 * The notes and tags about a person and their orders, for the copy of all data: internal notes about a person are personal data
 * (Regulation (EU) 2016/679, Article 4(1)), of which Article 15(3) grants a copy. Who wrote them is left out (Article 15(4)).
 */
export async function notedAbout(db: Db, userId: string, most: number) {
  const isTheirs = sql`(user_id = ${userId} or order_id in (select id from orders where owner_id = ${userId}))`
  const notes = await sql<{ orderId: number | null; text: string; at: Date }>`
    select order_id as "orderId", text, at from notes where ${isTheirs} order by id desc limit ${most}
  `.execute(db)
  const tags = await sql<{ orderId: number | null; tag: string }>`
    select order_id as "orderId", tag from tags where ${isTheirs} order by key, order_id limit ${most}
  `.execute(db)
  return {
    notes: notes.rows.map(({ orderId, text, at }): NotedAbout => ({ orderId, text, writtenAt: at.toISOString() })),
    tags: tags.rows,
  }
}
