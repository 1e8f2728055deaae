/** Products as files: an export for spreadsheets, and an import that shows what it would change before a button makes it. */
import type { FastifyInstance } from 'fastify'
import { exportProducts } from '../../catalogue/import/export-products.ts'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import type { Form } from '../../pages/form.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { t } from '../../words/words.ts'
import { readCsvForm } from '../csv-form.ts'
import { consolePage, csvFile, formsPage } from '../layout.ts'
import { importPage } from './product-import-page.ts'

export function productFilePages(app: FastifyInstance, context: AppContext): void {
  csvFile(app, 'products.csv', async function* (request) {
    yield* exportProducts(context, request.query, await readCsvForm(context, request))
  })

  formsPage(app, {
    address: '/admin/products/import',
    forms: [upload],
    render: (visitor, _, states) =>
      consolePage({
        title: 'Import products',
        visitor,
        states,
        main: html`<h1>${t('Import products')}</h1>
          <p>Choose a CSV file from a spreadsheet or from another shop: Shopify, WooCommerce, Magento or PrestaShop.
            The next page shows what it would add and change. Nothing happens before you press the button there, and
            you can take an import back for 30 days.</p>
          <p>${t('The first line names the columns:')} <code>sku</code>, <code>name</code>, <code>category</code> and
            <code>price</code> (as on a price tag, like 19.99), and if you like <code>currency</code>, <code>stock</code>,
            <code>status</code>, <code>description</code> and their texts in other languages, like <code>name_de</code> and
            <code>description_de</code>, also <code>category_de</code> for the name of the category, and <code>pictures</code>
            with the addresses of pictures. A row changes the product with
            its SKU, or adds one. Products that you have already need only the columns that change. If a SKU is there twice, the
            last row counts, and the next page lists the others.
            <a href="/admin/products.csv">${t('Export CSV')}</a> gives a file of all products to begin with, also
            <a href="/admin/products.csv?decimals=comma">with semicolons and decimal commas</a> or
            <a href="/admin/products.csv?decimals=point">with commas and decimal points</a>.</p>
          <p>${t('Remove the column')} <code>stock</code> unless you have just counted: it sets the stock to the number in the file, also
            where pieces were sold since the export. Without the column <code>status</code>, products that are in stock again go on
            sale, and those that are not are shown as out of stock; with it, they get the status in the file.</p>
          <div class="card form-card">${formsOf(visitor, states)(upload)}</div>`,
      }),
  })

  importPage(app, context)
}

const upload: Form = {
  id: 'import',
  action: '/admin/products/import',
  operation: { method: 'POST', address: '/api/product-imports' },
  fields: [
    {
      name: 'data',
      label: 'File',
      type: 'file',
      accept: '.csv,.txt,.tsv,text/csv',
      required: true,
      hint: 'CSV, up to 8 MB, as spreadsheets and other shops save it.',
    },
  ],
  button: 'Show changes',
  once: true,
  success: { go: '/admin/products/imports/{id}', done: false },
}
