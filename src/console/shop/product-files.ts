/** Products as files: an export for spreadsheets, and an import of the same columns. */
import type { FastifyInstance } from 'fastify'
import { exportProducts } from '../../catalogue/import/export-products.ts'
import type { AppContext } from '../../context.ts'
import { table } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { money } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { type Html, html } from '../../pages/html.ts'
import { consolePage, csvFile, formsPage } from '../layout.ts'

type Report = {
  added: number
  changed: number
  unchanged: number
  bad: number
  lostLines: number
  unreadColumns: string[]
  prices: { currency: string; lowest: number; highest: number }[]
  undone: boolean
  badRows: { line: number; reason: string }[]
}

export function productFilePages(app: FastifyInstance, { db }: AppContext): void {
  csvFile(app, 'products.csv', ({ query }) => exportProducts(db, query))

  formsPage(app, {
    address: '/admin/products/import',
    forms: [upload],
    render: (visitor, _, states) =>
      consolePage({
        title: 'Import products',
        visitor,
        states,
        main: html`<h1>Import products</h1>
          <p>The first line of the file names the columns: <code>sku</code>, <code>name</code>, <code>category</code> and
            <code>price</code> (as on a price tag, like 19.99), and if you like <code>currency</code>, <code>stock</code>,
            <code>status</code>, <code>description</code> and their texts in other languages, like <code>name_de</code> and
            <code>description_de</code>. A row changes the product with its SKU, or adds one. Products that
            you have already need only the columns that change. Of several rows with the same SKU
            the last one counts, and the others are wrong.
            <a href="/admin/products.csv">Export CSV</a> gives a file of all products to begin with. Above a filtered list of products,
            it has only the products of that list.</p>
          <p>Remove the column <code>stock</code> unless you have just counted: it sets the stock to the number in the file, also
            where pieces were sold since the export. Without the column <code>status</code>, products that are in stock again go on
            sale, and those that are not are shown as out of stock; with it, they get the status in the file.</p>
          <div class="card form-card">${formsOf(visitor, states)(upload, { allOrNothing: 'true', priceMeans: 'amount' })}</div>`,
      }),
  })
}

const upload: Form = {
  id: 'import',
  action: '/admin/products/import',
  operation: { method: 'POST', address: '/api/products/import' },
  fields: [
    {
      name: 'data',
      label: 'File',
      type: 'file',
      accept: '.csv,text/csv',
      required: true,
      hint: 'CSV, up to 8 MB, as spreadsheets and other shops save it.',
    },
    { name: 'priceMeans', label: '', type: 'hidden' },
    {
      name: 'allOrNothing',
      label: 'Import nothing if a row is wrong',
      type: 'checkbox',
      value: 'boolean',
    },
  ],
  button: 'Import',
  success: { show: showReport },
}

function showReport(report: Report): Html {
  const { added, changed, unchanged, bad, undone, badRows } = report
  const look = bad > 0 ? 'warning' : 'success'
  const rows = `${bad} ${bad === 1 ? 'row is' : 'rows are'} wrong`
  return html`<div class="notice ${look}" role="status" tabindex="-1" autofocus><h2>${
    undone
      ? `Nothing was imported: ${rows}`
      : `${added} added, ${changed} changed, ${unchanged} as before${bad > 0 ? `; ${rows}` : ''}`
  }</h2>${notesOn(report)}</div>
    ${
      bad > 0 &&
      table(
        'Wrong rows',
        [
          { label: 'Line', cell: ({ line }) => line },
          { label: 'Reason', cell: ({ reason }) => reason },
        ],
        badRows,
      )
    }
    <p class="row"><a class="button" href="/admin/products">Products</a> <a class="button quiet" href="/admin/products/import">Import another file</a></p>`
}

/** A price that is wrong by a hundred stands out at the ends of the span. */
function notesOn({ prices, lostLines, unreadColumns }: Report): Html {
  const spans = prices.map(({ currency, lowest, highest }) =>
    [...new Set([lowest, highest])].map(price => money(price, currency)).join(' to '),
  )
  const lost = lostLines === 1 ? '1 more line was not read.' : `${lostLines} more lines were not read.`
  return html`${spans.length > 0 && html`<p>Prices: ${spans.join(', ')}</p>`}${lostLines > 0 && html`<p>${lost}</p>`}${
    unreadColumns.length > 0 && html`<p>Columns that are not read: ${unreadColumns.join(', ')}</p>`
  }`
}
