/**
 * The PDF of a document is drawn when it is first asked for, in a thread, and kept: the same bytes go out for ever, by email too,
 * whatever later releases draw.
 *
 *   turn of the network → kept? → write the XML → draw → one statement keeps it, unless another process was first
 *
 * A process that dies while it draws has kept nothing, and the next request draws. Two processes may draw the same document at the same
 * moment; the primary key decides whose bytes are kept, and both send those.
 */
import { sql } from 'kysely'
import { FALLBACK } from '../../catalogue/images/encode.ts'
import { findImageFile } from '../../catalogue/images/images.ts'
import { isUnavailable } from '../../database/errors.ts'
import { currentLimits } from '../../database/limits.ts'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import { currentRequest } from '../../http/current-request.ts'
import type { Attachment } from '../../mail/message.ts'
import { Problem } from '../../problems.ts'
import { ThreadEnded, WorkThread } from '../../threads/work-thread.ts'
import { SECOND } from '../../time.ts'
import { HYBRID_PROFILE } from '../e-invoice/factur-x.ts'
import { findOrWriteXml } from '../e-invoice/kept-xml.ts'
import { type DocumentHead, findDocument, HEAD, type StoredDocument } from '../queries.ts'
import type { Drawing } from './drawing-thread.ts'

/** Hundreds of lines take a second. The first piece also begins the thread. */
const DRAWING = 15 * SECOND

const drawing = new WorkThread<Drawing, Uint8Array>(import.meta.url, 'drawing-thread', DRAWING)

/** One document at a time is read or drawn, and networks take turns. Emails have the turn of this machine. */
const turns = new FairQueue({ places: 1, waiting: 1000, within: DRAWING })
/** A network that asks in a loop has one request at work beside those of others, and rests after it. */
const networks = new FairQueue({ perKey: 1, waitingPerKey: 40, within: DRAWING })

/** Runs work that calls `pdfOf`, when it is the turn of the network of this request. */
export async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  const { network } = currentLimits()
  const isGone = currentRequest()?.isGone
  const leaveNetwork = await networks.enter(network, isGone)
  const began = performance.now()
  try {
    const leave = await turns.enter(network, isGone)
    try {
      return await work()
    } finally {
      leave()
    }
  } finally {
    // Rests as long as the work took, so that others get half of the time.
    setTimeout(leaveNetwork, performance.now() - began).unref()
  }
}

/** Has to be called within `takeTurn`. @throws Problem `pdf_not_drawn` */
export async function pdfOf(db: Db, document: StoredDocument): Promise<Buffer> {
  return (await findPdf(db, document.id)) ?? keepPdf(db, document, await draw(db, document))
}

/** Attaches the PDF to an email: the same bytes that everybody gets. */
export async function pdfFile(db: Db, document: StoredDocument): Promise<Attachment> {
  return {
    name: fileName(document.label),
    type: 'application/pdf',
    content: await takeTurn(() => pdfOf(db, document)),
  }
}

/** The prefix of a number may have slashes. */
export function fileName(label: string): string {
  return `${label.replaceAll('/', '-')}.pdf`
}

/** Draws it around its e-invoice, which is kept first, so that everybody gets the same XML. */
async function draw(db: Db, document: StoredDocument): Promise<Buffer> {
  const { content } = document
  const xml = await findOrWriteXml(db, document, HYBRID_PROFILE)
  const hash = content.seller.logo
  const logo = hash === undefined ? undefined : await findImageFile(db, hash, FALLBACK)
  try {
    const { buffer, byteOffset, byteLength } = await drawing.run({ content, enclosed: { xml, logo } })
    return Buffer.from(buffer, byteOffset, byteLength)
  } catch (cause) {
    if (cause instanceof ThreadEnded) throw new Problem('pdf_not_drawn', undefined, { cause, retryAfter: 10 })
    throw cause
  }
}

/** All that a download needs, in one statement: the PDF is null while nobody has asked for it. */
export async function findKeptPdf(db: Db, id: string): Promise<(DocumentHead & { pdf: Buffer | null }) | undefined> {
  const { rows } = await sql<DocumentHead & { pdf: Buffer | null }>`${PREPARED}
    select ${HEAD}, pdf from documents d left join orders o on o.id = d.order_id left join document_pdfs on document_id = d.id
    where d.id = ${id}
  `.execute(db)
  return rows[0]
}

async function findPdf(db: Db, id: string): Promise<Buffer | undefined> {
  const found = await db.selectFrom('document_pdfs').select('pdf').where('document_id', '=', id).executeTakeFirst()
  return found?.pdf
}

/**
 * Keeps what was drawn. A person who was taken out of the document meanwhile must not stay on its paper: the lock on the document
 * decides which of the two came first, and a trigger deletes what was kept before.
 * @returns what is kept
 */
async function keepPdf(db: Db, { id, erasedAt }: StoredDocument, pdf: Buffer): Promise<Buffer> {
  try {
    const { numAffectedRows } = await sql`
      insert into document_pdfs (document_id, pdf)
      select id, ${pdf} from documents where id = ${id} and (erased_at is null) = ${erasedAt === null} for share
      on conflict (document_id) do nothing
    `.execute(db)
    if (numAffectedRows === 1n) return pdf
  } catch (error) {
    // A database that takes no writes still lets people read their invoices.
    if (!isUnavailable(error)) throw error
    return pdf
  }
  const kept = await findPdf(db, id)
  if (kept) return kept
  const document = (await findDocument(db, id))!
  return keepPdf(db, document, await draw(db, document))
}
