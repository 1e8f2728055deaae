/** Reads documents, without the rules of how they are written. */
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { DocumentContent, DocumentKind } from './content.ts'
import './tables.ts'

export type StoredDocument = {
  id: string
  kind: DocumentKind
  label: string
  orderId: number
  refundId: string | null
  returnId: string | null
  /** Null when a database that was set back has forgotten the order. */
  ownerId: string | null
  issuedAt: Date
  content: DocumentContent
  sha256: string
  erasedAt: Date | null
}

/** Parts of a document that decide who may read it, and its name: enough for a file that was kept. */
export type DocumentHead = Pick<StoredDocument, 'label' | 'orderId' | 'ownerId'>
export const HEAD = sql`label, order_id as "orderId", o.owner_id as "ownerId"`

const DOCUMENTS = sql`
  select d.id, d.kind, label, order_id as "orderId", refund_id as "refundId", return_id as "returnId",
    o.owner_id as "ownerId", issued_at as "issuedAt", content, sha256, erased_at as "erasedAt"
  from documents d left join orders o on o.id = d.order_id
`

/** @returns undefined when there is no such document */
export async function findDocument(db: Db, id: string): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`${DOCUMENTS} where d.id = ${id}`.execute(db)
  return rows[0]
}

/** Documents of an order, oldest first. */
export async function findDocumentsOf(db: Db, orderId: number): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    ${DOCUMENTS} where d.order_id = ${orderId} order by issued_at, d.id limit 1000
  `.execute(db)
  return rows
}

/** The newest of a period. */
export async function listDocuments(
  db: Db,
  { from, before }: { from?: Date; before?: Date },
  limit: number,
): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    ${DOCUMENTS}
    where issued_at >= ${from ?? '-infinity'}::timestamptz and issued_at < ${before ?? 'infinity'}::timestamptz
    order by issued_at desc, d.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Documents of all orders of a person, newest first. */
export async function findDocumentsFor(db: Db, ownerId: string, limit: number): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    ${DOCUMENTS} where o.owner_id = ${ownerId} order by issued_at desc, d.id desc limit ${limit}
  `.execute(db)
  return rows
}
