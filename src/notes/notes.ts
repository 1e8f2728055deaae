/** Internal notes: adds, removes and reads them. Each keeps who wrote it and when. */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db, Tx } from '../database/schema.ts'
import { invalidInput, Problem } from '../problems.ts'
import { MOST_NOTES, type Note } from './note.ts'
import { aboutSql, lockSubject, type NotedBy, type Subject, subjectColumnsOf, tellPrograms } from './subject.ts'
import './tables.ts'

type Row = {
  id: string
  orderId: number | null
  userId: string | null
  text: string
  by: string
  name: string | null
  at: Date
}

async function readNotes(db: Db, which: RawBuilder<boolean>, limit: number): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select n.id, n.order_id as "orderId", n.user_id as "userId", n.text, n.by_user as by, n.at,
      coalesce(u.user_name, k.name) as name
    from notes n left join users u on u.id = n.by_user left join api_keys k on k.id = n.by_user
    where n.id in (select id from notes where ${which}) order by n.id desc limit ${limit}
  `.execute(db)
  return rows.map(({ by, name, at, ...note }) => ({ ...note, author: { id: by, name }, at: at.toISOString() }))
}

/** The notes about an order or a customer, newest first. */
export async function listNotes(db: Db, subject: Subject): Promise<Note[]> {
  return readNotes(db, aboutSql(subject), MOST_NOTES)
}

/** @throws Problem 404 when there is no such subject, 422 when it has too many notes */
export async function addNote(tx: Tx, subject: Subject, text: string, { by, now }: NotedBy): Promise<Note> {
  await lockSubject(tx, subject)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notes where ${aboutSql(subject)}
  `.execute(tx)
  if (one(rows).count >= MOST_NOTES) {
    const reason = `is one too many: ${MOST_NOTES} notes are kept at most. Remove an old one first`
    throw invalidInput({ field: 'text', reason, code: 'too_many' })
  }
  const id = randomUUIDv7()
  await tx
    .insertInto('notes')
    .values({ id, ...subjectColumnsOf(subject), text, by_user: by, at: now })
    .execute()
  await tellPrograms(tx, subject, now)
  return one(await readNotes(tx, sql<boolean>`id = ${id}`, 1))
}

/** @returns the note as it was @throws Problem 404 when the subject has no such note, or somebody has just removed it */
export async function removeNote(tx: Tx, subject: Subject, id: string, now: Date): Promise<Note> {
  await lockSubject(tx, subject)
  const [note] = await readNotes(tx, sql<boolean>`id = ${id} and ${aboutSql(subject)}`, 1)
  if (!note) throw new Problem('not_found', 'There is no such note.')
  await tx.deleteFrom('notes').where('id', '=', id).execute()
  await tellPrograms(tx, subject, now)
  return note
}
