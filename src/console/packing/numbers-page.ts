/** Parcel numbers for the selected orders: typed or scanned into a table, or from the file of a carrier's program. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { MOST_NUMBERS } from '../../orders/batches/routes.ts'
import type { FormState } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { chosenOrders, readChosen, sendToChosen } from './chosen-orders.ts'
import { formFor, NUMBERS_PAGE, numbersForm } from './numbers-form.ts'

const FILE_PAGE = '/admin/orders/parcel-number-file'

export function numbersPages(app: FastifyInstance, { db }: AppContext): void {
  sendToChosen(app, NUMBERS_PAGE)

  formsPage(app, {
    address: NUMBERS_PAGE,
    forms: [numbersForm],
    async render(visitor, request, states) {
      // A refused form brings its orders along.
      const sent = idsIn(states[numbersForm.id]?.values)
      const orders = sent.length > 0 ? await readChosen(db, sent) : await chosenOrders(db, request)
      const { form, values } = formFor(orders, { focused: true })
      return consolePage({
        title: 'Parcel numbers',
        visitor,
        states,
        main: html`<p><a href="/admin/orders?status=processing">${t('Back to the orders')}</a></p><h1>${t('Parcel numbers')}</h1>
          <p>${t('Scan or type the number of each parcel. Orders without a number stay as they are.')}
            <a href="${FILE_PAGE}">${t('Read them from a file')}</a></p>
          ${
            orders.length > MOST_NUMBERS &&
            html`<p class="notice info">${t('These are the first {most} of {total} orders.', {
              most: MOST_NUMBERS,
              total: orders.length,
            })}</p>`
          }
          <div class="form-card numbers">${formsOf(visitor, states)(form, values)}</div>`,
      })
    },
  })

  formsPage(app, {
    address: FILE_PAGE,
    forms: [upload],
    render: (visitor, _request, states) =>
      consolePage({
        title: 'Parcel numbers from a file',
        visitor,
        states,
        main: html`<p><a href="/admin/orders?status=processing">${t('Back to the orders')}</a></p>
          <h1>${t('Parcel numbers from a file')}</h1>
          <p>${t(
            'Programs of carriers write the numbers back as a CSV file. One column has the parcel number, and another one the number of the order or the reference that we gave the carrier. You see what will happen before anything is sent.',
          )}</p>
          <div class="form-card">${formsOf(visitor, states)(upload)}</div>`,
      }),
  })
}

const upload = step<Text>({
  id: 'parcel-number-file',
  at: `${FILE_PAGE}/upload`,
  api: '/api/parcel-number-files',
  fields: [
    {
      name: 'data',
      label: 'File of the carrier’s program',
      type: 'file',
      accept: '.csv,.txt,text/csv,text/plain',
      required: true,
      hint: 'CSV, up to 2,000 rows. The same file twice does no harm.',
    },
  ],
  button: 'Read the file',
  once: true,
  look: 'primary',
  success: { go: '/admin/orders/batches/{id}', done: false },
})

function idsIn(values: FormState['values'] = {}): number[] {
  return Array.from({ length: MOST_NUMBERS }, (_, index) => rowIdIn(values[`numbers.${index}.orderId`] ?? '')).flatMap(
    id => id ?? [],
  )
}
