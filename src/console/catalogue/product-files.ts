/** Products as files: an export for spreadsheets, and an import that shows what it would change before a button makes it. */
import type { FastifyInstance } from 'fastify'
import { exportProducts } from '../../catalogue/import/export-products.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
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
          <p>${t('Choose a CSV file from a spreadsheet or from another shop: WooCommerce, Shopify, PrestaShop, Magento, Shopware, Squarespace, Wix, Etsy, BigCommerce, Ecwid, Lightspeed, JTL or Square. The next page shows what it would add and change. Nothing happens before you press the button there, and you can take an import back for 30 days.')}</p>
          <p>${rich('The first line names the columns: <c>sku</c>, <c>name</c>, <c>category</c> and <c>price</c> (as on a price tag, like 19.99), and if you like <c>currency</c>, <c>stock</c>, <c>status</c>, <c>description</c> and their texts in other languages, like <c>name_de</c> and <c>description_de</c>, also <c>category_de</c> for the name of the category, and <c>pictures</c> with the addresses of pictures.', { c: code })}
            ${t('A row changes the product with its SKU, or adds one. Products that you have already need only the columns that change. If a SKU is there twice, the last row counts, and the next page lists the others.')}
            ${rich(
              '<a>Export CSV</a> gives a file of all products to begin with, also <b>with semicolons and decimal commas</b> or <c>with commas and decimal points</c>.',
              {
                a: link('/admin/products.csv'),
                b: link('/admin/products.csv?decimals=comma'),
                c: link('/admin/products.csv?decimals=point'),
              },
            )}</p>
          <p>${rich('Remove the column <c>stock</c> unless you have just counted: it sets the stock to the number in the file, also where pieces were sold since the export.', { c: code })}
            ${rich('Without the column <c>status</c>, products that are in stock again go on sale, and those that are not are shown as out of stock; with it, they get the status in the file.', { c: code })}</p>
          <div class="card form-card">${formsOf(visitor, states)(upload)}</div>`,
      }),
  })

  importPage(app, context)
}

/** Names of columns are the same in each language. */
function code(words: Renderable): Html {
  return html`<code>${words}</code>`
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
