/**
 * The e-invoice of a document is written when it is first asked for, and kept: the same bytes go out for ever, by email too, whatever later
 * releases write. A process that dies while it writes has kept nothing. Two may write at once; the primary key decides whose bytes
 * are kept, and both send those.
 */
import { sql } from 'kysely'
import { isUnavailable } from '../../database/errors.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Db } from '../../database/schema.ts'
import type { Attachment } from '../../mail/message.ts'
import { Problem } from '../../problems.ts'
import type { EInvoiceProfile } from '../../shop/invoice-settings.ts'
import { type DocumentHead, findDocument, HEAD, type StoredDocument } from '../queries.ts'
import { composeEInvoice } from './compose.ts'
import { describeLacks, type Lacking } from './lacking.ts'
import { inProfile } from './profiles.ts'
import { writeXml } from './xml.ts'

/** @throws Problem `e_invoice_incomplete` */
export async function xmlOf(db: Db, document: StoredDocument, profile: EInvoiceProfile): Promise<string> {
  const written = await readOrWrite(db, document, profile)
  if (typeof written === 'string') return written
  const { lacks } = written
  throw new Problem('e_invoice_incomplete', describeLacks(lacks), { members: { lacks } })
}

/** Attaches it to an email. @returns undefined when the document says too little for the profile */
export async function xmlFile(
  db: Db,
  document: StoredDocument,
  profile: EInvoiceProfile,
): Promise<Attachment | undefined> {
  const xml = await findOrWriteXml(db, document, profile)
  return xml === undefined
    ? undefined
    : { name: xmlName(document.label), type: 'application/xml', content: Buffer.from(xml) }
}

/** @returns undefined when the document says too little for the profile */
export async function findOrWriteXml(
  db: Db,
  document: StoredDocument,
  profile: EInvoiceProfile,
): Promise<string | undefined> {
  const written = await readOrWrite(db, document, profile)
  return typeof written === 'string' ? written : undefined
}

/** The prefix of a number may have slashes. */
export function xmlName(label: string): string {
  return `${label.replaceAll('/', '-')}.xml`
}

async function readOrWrite(db: Db, document: StoredDocument, profile: EInvoiceProfile): Promise<string | Lacking> {
  const kept = await findXml(db, document.id, profile)
  if (kept !== undefined) return kept
  const invoice = composeEInvoice(document.content)
  const written = 'lacks' in invoice ? invoice : inProfile(invoice, profile)
  return 'lacks' in written ? written : keepXml(db, document, profile, writeXml(written.root))
}

/** All that a download needs, in one statement: the XML is null while nobody has asked for it. */
export async function findKeptXml(
  db: Db,
  id: string,
  profile: EInvoiceProfile,
): Promise<(DocumentHead & { xml: string | null }) | undefined> {
  const { rows } = await sql<DocumentHead & { xml: string | null }>`${PREPARED}
    select ${HEAD}, xml from documents d left join orders o on o.id = d.order_id
      left join document_xmls on document_id = d.id and profile = ${profile}
    where d.id = ${id}
  `.execute(db)
  return rows[0]
}

async function findXml(db: Db, id: string, profile: EInvoiceProfile): Promise<string | undefined> {
  const query = db
    .selectFrom('document_xmls')
    .select('xml')
    .where('document_id', '=', id)
    .where('profile', '=', profile)
  return (await query.executeTakeFirst())?.xml
}

/**
 * Keeps what was written. A person who was taken out of the document meanwhile must not stay in it: the lock on the document decides which
 * of the two came first, and a trigger deletes what was kept before.
 */
async function keepXml(
  db: Db,
  { id, erasedAt }: StoredDocument,
  profile: EInvoiceProfile,
  xml: string,
): Promise<string | Lacking> {
  try {
    const { numAffectedRows } = await sql`
      insert into document_xmls (document_id, profile, xml)
      select id, ${profile}, ${xml} from documents where id = ${id} and (erased_at is null) = ${erasedAt === null} for share
      on conflict (document_id, profile) do nothing
    `.execute(db)
    if (numAffectedRows === 1n) return xml
  } catch (error) {
    // A database that takes no writes still lets people read their invoices.
    if (!isUnavailable(error)) throw error
    return xml
  }
  return (await findXml(db, id, profile)) ?? readOrWrite(db, (await findDocument(db, id))!, profile)
}
