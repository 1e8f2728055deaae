/** Invoices and credit notes for the accountant: sums by month and country, the newest documents, and files of both. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { suppliesCsv } from '../../documents/bookings/recapitulative.ts'
import { documentsCsv, type MonthlySum, sumByMonth, sumsCsv } from '../../documents/books.ts'
import { findDocument, listDocuments, type StoredDocument } from '../../documents/queries.ts'
import { listSeries, type Series } from '../../documents/series.ts'
import { type Html, html } from '../../html/html.ts'
import { findPapersByReference } from '../../orders/references/find.ts'
import { empty, section, table } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { money, percent } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { dayOf, firstDay, startOfDay } from '../../shop/days.ts'
import { readShop, type Shop } from '../../shop/settings.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { isInUnion } from '../../world/territories.ts'
import { csvFormOf, csvNote, DECIMALS_FILTER, readCsvForm } from '../csv-form.ts'
import { filterForm, type ListRequest, PERIOD_FILTERS, queryPeriod, queryText } from '../filters.ts'
import { consolePage, csvAddress, csvFile, formsPage } from '../layout.ts'
import { bookingFiles, bookingSection } from './booking-files.ts'

const confirmNumber = step<Text>({
  id: 'confirm-number',
  at: '/admin/documents/confirm-number',
  api: '/api/admin/invoice-series',
  fields: [
    { name: 'series', label: 'Series', type: 'text', required: true, empty: 'keep', width: 'medium' },
    {
      name: 'lastNumber',
      label: 'The last number that left the house',
      type: 'number',
      value: 'integer',
      required: true,
      width: 'short',
      hint: 'Without prefix and year: 42 for R-2026-00042. Look into your sent emails.',
    },
  ],
  button: 'Go on behind this number',
  confirm: "Is this the last one that a customer can have? You can't undo this.",
  done: 'Noted. Invoices are written again.',
  go: '/admin/documents',
  outdatedBy: ['series_not_waiting'],
})

export function documentsPage(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  formsPage(app, {
    address: '/admin/documents',
    forms: [confirmNumber],
    formNeed: () => 'settings',
    async render(visitor, request, states) {
      const period = await periodOf(context, request)
      const [sums, newest, series] = await Promise.all([
        sumByMonth(db, period),
        listDocuments(db, period, DOCUMENTS_SHOWN),
        listSeries(db),
      ])
      const shop = await readShop(db)
      const found = await findTyped(db, queryText(request, 'q'))
      return consolePage({
        title: 'Invoices',
        visitor,
        states,
        main: html`<div class="row apart head"><h1>${t('Invoices')}</h1>
            <span class="row">${filesOf(request, shop)}</span></div>
          ${csvNote(request, csvFormOf(request, shop))}
          ${waitingSection(visitor, states, series)}
          ${filterForm(request, [{ name: 'q', label: 'Number, order or amount' }, ...PERIOD_FILTERS, DECIMALS_FILTER])}
          ${found && (found.length > 0 ? section('found', 'Found', documentTable('Found', found)) : notFound())}
          ${section('sums', 'Sales and VAT by month and country', sums.length > 0 ? sumTable(sums) : none())}
          ${newest.length > 0 && section('newest', 'Newest documents', documentTable('Newest documents', newest))}
          ${await bookingSection(context, request)}`,
      })
    },
  })
  csvFile(app, 'documents.csv', request => rows(context, request, documentsCsv), '/admin/documents')
  csvFile(app, 'vat.csv', request => rows(context, request, sumsCsv))
  csvFile(app, 'documents/supplies.csv', request => rows(context, request, suppliesCsv))
  bookingFiles(app, context)
}

function filesOf(request: ListRequest, { country }: Shop): Html[] {
  const files = [
    ['documents.csv', 'All documents (CSV)'] as const,
    ['vat.csv', 'Sums (CSV)'] as const,
    ...(isInUnion(country) ? [['documents/supplies.csv', 'Sales to EU businesses (CSV)'] as const] : []),
  ]
  return files.map(
    ([name, label]) => html`<a class="button quiet" href="${csvAddress(name, request)}">${t(label)}</a> `,
  )
}

/** @returns undefined when nothing was typed */
async function findTyped(db: Db, typed: string | undefined): Promise<StoredDocument[] | undefined> {
  if (typed === undefined) return undefined
  const papers = await findPapersByReference(db, typed)
  const documents = await Promise.all(papers.map(({ id }) => findDocument(db, id)))
  return documents.filter(document => document !== undefined)
}

const notFound = () =>
  empty('No document was found', 'Type a number like R-2026-00001, an order like #42, or a total like 169.42.')
const DOCUMENTS_SHOWN = 50
const none = () => empty('No invoices in this period', 'They appear here as soon as orders are paid or shipped.')

/** Default: this month and the eleven before. */
async function periodOf({ db, clock }: AppContext, request: ListRequest) {
  const chosen = await queryPeriod(db, request)
  if (chosen.from || chosen.before) return chosen
  const { timeZone } = await readShop(db)
  return { from: startOfDay(firstDay(dayOf(clock.now(), timeZone), 'month', -11), timeZone) }
}

async function* rows(context: AppContext, request: FastifyRequest, csv: typeof documentsCsv): AsyncGenerator<string> {
  yield* csv(context.db, await periodOf(context, request), await readCsvForm(context, request))
}

function waitingSection(visitor: Visitor, states: FormStates, series: readonly Series[]): Html | false {
  const waiting = series.filter(({ isWaiting }) => isWaiting)
  if (waiting.length === 0 && !states[confirmNumber.id]?.problem) return false
  const body = html`<p>${t(
    'The database was set back, and may have forgotten invoices that customers have. New ones wait until you say which number was the last.',
  )}</p>
    ${table(
      'Series that wait',
      [
        { label: 'Series', cell: ({ name }) => html`<code>${name}</code>` },
        { label: 'Last number that the database knows', cell: ({ lastNumber }) => lastNumber, number: true },
      ],
      waiting,
    )}
    ${formsOf(visitor, states)(confirmNumber, { series: waiting[0]?.name ?? '' })}`
  return section('waiting', 'The numbers wait', body, { look: 'card form-card' })
}

function sumTable(sums: readonly MonthlySum[]): Html {
  return table(
    'Sales and VAT by month and country',
    [
      { label: 'Month', cell: ({ month }) => month },
      { label: 'Country', cell: ({ country }) => country || t('unknown') },
      { label: 'VAT rate', cell: ({ rate }) => (rate === null ? '–' : percent(rate / 10_000, 2)), number: true },
      { label: 'Documents', cell: ({ documents }) => documents, number: true },
      { label: 'Without VAT', cell: ({ net, currency }) => money(net, currency), number: true },
      { label: 'VAT', cell: ({ tax, currency }) => money(tax, currency), number: true },
      { label: 'With VAT', cell: ({ gross, currency }) => money(gross, currency), number: true },
    ],
    sums,
  )
}

function documentTable(caption: string, documents: readonly StoredDocument[]): Html {
  return table(
    caption,
    [
      { label: 'Number', cell: ({ id, label }) => html`<a href="/documents/${id}">${label}</a>` },
      { label: 'Kind', cell: ({ kind }) => (kind === 'invoice' ? t('Invoice') : t('Credit note')) },
      { label: 'Date', cell: ({ content }) => content.issuedOn },
      { label: 'Order', cell: ({ orderId }) => html`<a href="/admin/orders/${orderId}">#${orderId}</a>` },
      {
        label: 'Total',
        cell: ({ kind, content }) => money(kind === 'invoice' ? content.total : -content.total, content.currency),
        number: true,
      },
    ],
    documents,
  )
}
