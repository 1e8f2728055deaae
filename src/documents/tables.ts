/** The tables of invoices and credit notes, as Kysely sees them. */
import type { ColumnType } from 'kysely'
import type { DocumentContent, DocumentKind } from './content.ts'

declare module '../database/schema.ts' {
  interface Tables {
    invoice_series: { name: string; next: number; last_issued_at: Date | null; confirmed_at: Date | null }
    documents: {
      id: string
      kind: DocumentKind
      series: string
      number: number
      label: string
      order_id: number
      refund_id: string | null
      return_id: string | null
      /** The credit note that it takes back. */
      reverses: string | null
      issued_at: Date
      /** JSON; written as text. */
      content: ColumnType<DocumentContent, string, never>
      sha256: string
      erased_at: Date | null
    }
    document_xmls: { document_id: string; profile: string; xml: string; written_at: ColumnType<Date, never, never> }
    document_pdfs: { document_id: string; pdf: Buffer; drawn_at: ColumnType<Date, never, never> }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'document.issued': { orderId: number; documentId: string }
  }
}

declare module '../events/publish.ts' {
  interface FeedData {
    'document.issued': { orderId: number; documentId: string }
  }
}
