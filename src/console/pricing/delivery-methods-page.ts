/** Delivery methods: which there are, and a page to change each. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { isUuid } from '../../http/input/validation.ts'
import { badge, empty, section, table } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { money } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { listMethods, type Method } from '../../pricing/delivery-methods.ts'
import { findPriceFindings } from '../../pricing/findings.ts'
import { Problem } from '../../problems.ts'
import { sayText } from '../../shop/in-words.ts'
import { readShop } from '../../shop/settings.ts'
import { t } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { findingNotice } from '../operations/health-page.ts'
import { METHOD_FIELDS, shownFor, valuesOf } from './delivery-fields.ts'

const LIST = '/admin/delivery-methods'
const API = '/api/admin/delivery-methods'

export function deliveryMethodPages(app: FastifyInstance, { db, clock }: AppContext): void {
  formsPage(app, {
    address: LIST,
    forms: [create],
    async render(visitor, _, states) {
      const [methods, shop, findings] = await Promise.all([
        listMethods(db),
        readShop(db),
        findPriceFindings(db, clock.now()),
      ])
      const { currency } = shop
      const form = shownFor(create, shop)
      return consolePage({
        title: 'Delivery methods',
        visitor,
        states,
        main: html`<h1>${t('Delivery methods')}</h1>
          <p class="lede">
            ${t('The first delivery that goes to a country is its default. Where none goes, nobody can order but to collect.')}</p>
          ${findings.filter(({ about }) => about === 'delivery').map(findingNotice)}
          <div class="split">
            ${section('methods', 'Methods', methodTable(methods))}
            ${section(
              'new-method',
              'New method',
              formsOf(visitor, states)(form, { currency, kind: 'delivery', active: 'true' }),
              { look: 'card' },
            )}
          </div>`,
      })
    },
  })

  formsPage(app, {
    address: `${LIST}/:id`,
    forms: [change, remove],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const [method] = isUuid(id) ? await listMethods(db, id) : []
      if (!method) throw new Problem('not_found', "We can't find that delivery method.")
      const shop = await readShop(db)
      const show = formsOf(visitor, states, { id })
      return consolePage({
        title: titleOf(method),
        visitor,
        states,
        main: html`<p><a href="${LIST}">${t('Delivery methods')}</a></p><h1>${titleOf(method)}</h1>
          <div class="card form-card">${show(shownFor(change, shop, method.bands.length), valuesOf(method))}</div>
          <div class="card form-card">${show(remove)}</div>`,
      })
    },
  })
}

function titleOf({ names }: Method): string {
  return sayText(names)
}

function methodTable(methods: readonly Method[]): Html {
  if (methods.length === 0) return empty('No delivery method', 'Without one, nobody can order.')
  return table(
    'Delivery methods',
    [
      { label: 'Method', cell: method => html`<a href="${LIST}/${method.id}">${titleOf(method)}</a>` },
      {
        label: 'Goes to',
        cell: ({ kind, countries, leavesOut }) =>
          kind === 'collection' ? t('Collection in the shop') : goalOf(countries, leavesOut),
      },
      {
        label: 'Working days',
        cell: ({ kind, days }) =>
          kind === 'collection' ? '' : t('{first} to {last}', { first: days.least, last: days.most }),
      },
      { label: 'Status', cell: ({ active }) => (active ? badge('Active', 'good') : badge('Off')) },
      { label: 'Price', cell: priceOf, number: true },
    ],
    methods,
  )
}

function goalOf(countries: string[] | null, leavesOut: string[]): string {
  const places = countries?.join(', ') ?? t('Everywhere')
  return leavesOut.length === 0 ? places : t('{places}, but not {others}', { places, others: leavesOut.join(', ') })
}

function priceOf({ price, bands, currency, freeFrom }: Method): Html {
  const prices = [price, ...bands.map(band => band.price!)]
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  if (most === 0) return html`${t('Free')}`
  const range =
    least === most
      ? money(most, currency!)
      : t('{first} to {last}', { first: money(least, currency!), last: money(most, currency!) })
  if (freeFrom === null) return html`${range}`
  return html`${range} <span class="soft">${t('free from {amount}', { amount: money(freeFrom, currency!) })}</span>`
}

const create: Form = {
  id: 'create',
  action: LIST,
  operation: { method: 'POST', address: API },
  fields: METHOD_FIELDS,
  button: 'Add method',
  once: true,
  success: { go: LIST, done: 'Method added.' },
}

/** Changes it as a whole: its names, and its price with its currency, belong together. */
const change = edit({
  id: 'change',
  at: `${LIST}/:id/change`,
  api: `${API}/:id`,
  fields: METHOD_FIELDS,
  button: 'Save',
  done: 'Saved. Orders keep the method that they were placed with.',
  go: LIST,
})

const remove = removal({
  at: `${LIST}/:id/remove`,
  api: `${API}/:id`,
  button: 'Delete method',
  confirm: 'Delete this delivery method? Orders keep it.',
  done: 'Method deleted.',
})
