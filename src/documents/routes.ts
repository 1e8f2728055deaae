/** The API of invoices and credit notes. */

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { audit, visitOf } from '../accounts/audit-log.ts'
import { actsForShop, customerOf, signedIn } from '../accounts/sessions/access.ts'
import { MONEY_MOVERS } from '../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../context.ts'
import type { Db, Tx } from '../database/schema.ts'
import type { App } from '../http/app.ts'
import { rowIdOf, uuidOf } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../problems.ts'
import { E_INVOICE_PROFILES } from '../shop/invoice-settings.ts'
import { readShop } from '../shop/settings.ts'
import { DOCUMENT_KINDS } from './content.ts'
import { Document, showDocument } from './document.ts'
import { findKeptXml, xmlName, xmlOf } from './e-invoice/kept-xml.ts'
import { issueCreditNote, issueInvoice, type Refusal } from './issue.ts'
import { fileName, findKeptPdf, pdfOf, takeTurn } from './paper/kept-pdf.ts'
import { findDocument, findDocumentsOf, type StoredDocument } from './queries.ts'
import { confirmSeries, listSeries } from './series.ts'

const readers = { role: 'user', permission: ['orders', 'money'], scope: 'orders:read', guest: true } as const

const Xml = Type.Unsafe<string>({ type: 'string', format: 'binary', contentMediaType: 'application/xml' })
const Pdf = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', contentMediaType: 'application/pdf' })

export function documentRoutes(api: App, context: AppContext): void {
  readingRoutes(api, context)
  eInvoiceRoute(api, context)
  issuingRoute(api, context)
  seriesRoute(api, context)
}

function readingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /orders/:id/documents', {
    id: 'listDocuments',
    summary: 'List the invoice and the credit notes of an order',
    access: readers,
    description: 'Oldest first, at most 1000. They are written by themselves after the step that the shop has chosen.',
    params: rowIdOf('order'),
    answers: { 200: Type.Object({ items: Type.Array(Document) }, { title: 'Documents' }) },
    handler: async request => {
      const { id } = request.params
      const order = await db.selectFrom('orders').select('owner_id').where('id', '=', id).executeTakeFirst()
      if (!order || !mayRead(request, { orderId: id, ownerId: order.owner_id }))
        throw new Problem('not_found', 'There is no such order, or it is not yours.')
      return { items: (await findDocumentsOf(db, id)).map(showDocument) }
    },
  })

  operation(api, 'GET /documents/:id', {
    id: 'getDocument',
    summary: 'Get an invoice or a credit note',
    access: readers,
    description: 'It never changes. Amounts are in minor units, VAT by rate.',
    params: uuidOf('document'),
    answers: { 200: Document },
    handler: async request => showDocument(await requireDocument(db, request, request.params.id)),
  })

  operation(api, 'GET /documents/:id.pdf', {
    id: 'getDocumentPdf',
    summary: 'Get an invoice or a credit note as PDF',
    access: readers,
    description:
      'In the language of the order, as PDF/A-3a. The same document has the same bytes each time: it is drawn when it is first ' +
      'asked for, and kept. It has its e-invoice inside (Factur-X, ZUGFeRD), if it says enough for one.',
    problems: ['pdf_not_drawn'],
    params: uuidOf('document'),
    answers: { 200: Pdf },
    handler: async (request, reply) => {
      const { id } = request.params
      const { label, pdf } = await takeTurn(async () => {
        const { label, pdf } = readable(request, await findKeptPdf(db, id))
        return { label, pdf: pdf ?? (await pdfOf(db, await requireDocument(db, request, id))) }
      })
      reply.type('application/pdf').header('content-disposition', `inline; filename="${fileName(label)}"`)
      return reply.send(pdf)
    },
  })
}

function eInvoiceRoute(api: App, { db }: AppContext): void {
  operation(api, 'GET /documents/:id.xml', {
    id: 'getDocumentXml',
    summary: 'Get an invoice or a credit note as an e-invoice',
    access: readers,
    description:
      'By EN 16931, a credit note as type 381. The same document has the same bytes each time. `xrechnung-ubl` and `xrechnung-cii`: ' +
      'XRechnung 3.0; `peppol`: Peppol BIS Billing 3; `factur-x`: the XML of Factur-X and ZUGFeRD in their profile EN 16931.',
    problems: ['e_invoice_incomplete'],
    params: uuidOf('document'),
    query: Type.Object({
      profile: Type.Enum([...E_INVOICE_PROFILES], {
        type: 'string',
        default: 'factur-x',
        description: 'The form of the XML.',
      }),
    }),
    answers: { 200: Xml },
    handler: async (request, reply) => {
      const { id } = request.params
      const { profile } = request.query
      const { label, xml } = readable(request, await findKeptXml(db, id, profile))
      reply.type('application/xml').header('content-disposition', `attachment; filename="${xmlName(label)}"`)
      return reply.send(xml ?? (await xmlOf(db, await requireDocument(db, request, id), profile)))
    },
  })
}

type Owned = Pick<StoredDocument, 'orderId' | 'ownerId'>

function mayRead(request: FastifyRequest, { orderId, ownerId }: Owned): boolean {
  return actsForShop(request) || ownerId === customerOf(request, orderId)
}

async function requireDocument(db: Db, request: FastifyRequest, id: string): Promise<StoredDocument> {
  return readable(request, await findDocument(db, id))
}

function readable<Found extends Owned>(request: FastifyRequest, document: Found | undefined): Found {
  if (!document || !mayRead(request, document))
    throw new Problem('not_found', 'There is no such document, or it is not yours.')
  return document
}

const NewDocument = Type.Object(
  {
    kind: Type.Enum([...DOCUMENT_KINDS]),
    refundId: Type.Optional(Type.String({ ...Uuid, description: 'For a credit note: the refund that it is about.' })),
  },
  { title: 'NewDocument' },
)

function issuingRoute(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /orders/:id/documents', {
    id: 'issueDocument',
    summary: 'Write the invoice of an order, or the credit note of a refund, now',
    access: MONEY_MOVERS,
    stepUp: WITHOUT_STEP_UP.refunds,
    description:
      'Usually this happens by itself. A document that there is already is returned, and never written twice.',
    problems: ['not_billable', 'no_invoice', 'nothing_to_credit', 'documents_wait'],
    once: true,
    params: rowIdOf('order'),
    body: NewDocument,
    answers: { 200: Document },
    handler: async (request, reply) => {
      const { params, body } = request
      const shop = await readShop(db)
      const issue = async (tx: Tx) => {
        if (body.kind === 'invoice') return issueInvoice(tx, params.id, shop, clock.now())
        if (body.refundId === undefined)
          throw invalidInput({ field: 'refundId', reason: 'is required for a credit note', code: 'required' })
        return issueCreditNote(tx, { refundId: body.refundId, orderId: params.id }, shop, clock.now())
      }
      return answerOnce(context, request, reply, async tx => {
        const issued = await issue(tx)
        if (typeof issued === 'string') throw problemOf(issued)
        return showDocument((await findDocument(tx, issued.id))!)
      })
    },
  })
}

function seriesRoute(api: App, context: AppContext): void {
  operation(api, 'POST /admin/invoice-series', {
    id: 'confirmInvoiceNumber',
    summary: 'Say which number of a series left the house last',
    access: { role: 'staff', permission: 'settings' },
    stepUp: { no: 'It says from which number on invoices count. Each keeps the number that it has.' },
    description:
      'After a database that was set back, series wait for this: it may have forgotten documents that customers ' +
      'have. They go on behind the number.',
    problems: ['number_taken', 'series_not_waiting'],
    once: true,
    body: Type.Object(
      {
        series: Type.String({ maxLength: 50, examples: ['invoice/2026'] }),
        lastNumber: Type.Integer({ minimum: 0, maximum: 999_999_999_999, description: 'Without prefix and year.' }),
      },
      { title: 'InvoiceNumberConfirmation' },
    ),
    answers: {
      200: Type.Object(
        { name: Type.String(), lastNumber: Type.Integer(), isWaiting: Type.Boolean() },
        { title: 'InvoiceSeries' },
      ),
    },
    handler: async (request, reply) => {
      const { series, lastNumber } = request.body
      return answerOnce(context, request, reply, async tx => {
        await confirmSeries(tx, series, lastNumber)
        const detail = { series, lastNumber: String(lastNumber) }
        await audit(tx, 'invoice_number_confirmed', {
          at: context.clock.now(),
          userId: signedIn(request).userId,
          visit: visitOf(request),
          detail,
        })
        return (await listSeries(tx)).find(({ name }) => name === series)!
      })
    },
  })
}

function problemOf(refusal: Refusal): Problem {
  switch (refusal) {
    case 'unknown':
      return new Problem('not_found', 'There is no such order, or no such refund of it.')
    case 'not_billable':
      return new Problem('not_billable')
    case 'no_invoice':
      return new Problem('no_invoice')
    case 'nothing_to_credit':
      return new Problem('nothing_to_credit')
    case 'no_seller':
      return new Problem('documents_wait', 'Enter who sells and from where in the settings of the shop first.')
    case 'numbers_wait':
      return new Problem('documents_wait', 'The database was set back. Say which number left the house last first.')
  }
}
