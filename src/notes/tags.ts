/** Internal tags: what staff and programs sort orders and customers by. */
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../database/schema.ts'
import { invalidInput } from '../problems.ts'
import { keyOf, MOST_TAGS } from './note.ts'
import { aboutSql, lockSubject, type NotedBy, type Subject, subjectColumnsOf, tellPrograms } from './subject.ts'
import './tables.ts'

/** The tags of an order or a customer, sorted. */
export async function readTags(db: Db, subject: Subject): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`select tag from tags where ${aboutSql(subject)} order by key`.execute(db)
  return rows.map(({ tag }) => tag)
}

export type AuthoredTag = { tag: string; name: string | null; at: Date }

/** The same with who added each and when, for staff. `name` is null for somebody who is gone. */
export async function listTags(db: Db, subject: Subject): Promise<AuthoredTag[]> {
  const { rows } = await sql<AuthoredTag>`
    select t.tag, t.at, coalesce(u.user_name, k.name) as name
    from (select key, tag, at, by_user from tags where ${aboutSql(subject)}) as t
    left join users u on u.id = t.by_user left join api_keys k on k.id = t.by_user
    order by t.key
  `.execute(db)
  return rows
}

/**
 * Adds and removes single tags, so two people who tag the same order at once do not lose each other's.
 * @throws Problem 404 when there is no such subject, 422 when it would have too many tags
 */
export async function changeTags(
  tx: Tx,
  subject: Subject,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
  { by, now }: NotedBy,
): Promise<string[]> {
  await lockSubject(tx, subject)
  const removed = await sql`
    delete from tags where ${aboutSql(subject)} and key = any(${remove.map(keyOf)}::text[])
  `.execute(tx)
  const rows = add.map(tag => ({ ...subjectColumnsOf(subject), key: keyOf(tag), tag, by_user: by, at: now }))
  const added = rows.length > 0 ? await insertTags(tx, rows) : 0
  const tags = await readTags(tx, subject)
  if (tags.length > MOST_TAGS)
    throw invalidInput({ field: 'add', reason: `would make more than ${MOST_TAGS} tags`, code: 'too_many' })
  if (removed.numAffectedRows || added) await tellPrograms(tx, subject, now)
  return tags
}

async function insertTags(tx: Tx, rows: Insertable<Tables['tags']>[]): Promise<number> {
  const added = await tx
    .insertInto('tags')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .execute()
  return added.length
}

/** Tests whether a row has the tag. @param column such as `orders.id` */
export function hasTag(kind: Subject['kind'], column: string, tag: string): RawBuilder<boolean> {
  const own = sql.ref(kind === 'order' ? 'order_id' : 'user_id')
  return sql<boolean>`${sql.ref(column)} in (select ${own} from tags where key = ${keyOf(tag)} and ${own} is not null)`
}

/** The tags of the orders of a list. */
export async function tagsOfOrders(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; tags: string[] }>`
    select order_id as id, array_agg(tag order by key) as tags from tags where order_id = any(${ids}::bigint[]) group by order_id
  `.execute(db)
  return new Map(rows.map(({ id, tags }) => [id, tags]))
}
