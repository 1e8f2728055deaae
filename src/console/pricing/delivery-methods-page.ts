/** Delivery methods: which there are, and a page to change each. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { isUuid } from '../../http/input/validation.ts'
import { badge, empty, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { decimal, money } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { listMethods, type Method } from '../../pricing/delivery-methods.ts'
import { findPriceFindings } from '../../pricing/findings.ts'
import { Problem } from '../../problems.ts'
import { textIn } from '../../shop/in-words.ts'
import { readShop, type Shop } from '../../shop/settings.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { countryName } from '../../world/countries.ts'
import { CARRIERS } from '../../world/parcels/carriers.ts'
import { PARTS_OF_COUNTRIES } from '../../world/territories.ts'
import { consolePage, formsPage } from '../layout.ts'
import { findingNotice } from '../operations/health-page.ts'
import { withCarriers } from '../orders/parcel-forms.ts'

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
      const form = forLanguages(create, shop)
      return consolePage({
        title: 'Delivery methods',
        visitor,
        states,
        main: html`<h1>Delivery methods</h1>
          <p class="lede">The first method that goes to a country is its default. Where none goes, nobody can order.</p>
          ${findings.filter(({ text }) => text.includes('delivery method')).map(findingNotice)}
          <div class="split">
            ${section('methods', 'Methods', methodTable(methods, shop))}
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
        title: titleOf(method, shop),
        visitor,
        states,
        main: html`<p><a href="${LIST}">Delivery methods</a></p><h1>${titleOf(method, shop)}</h1>
          <div class="card form-card">${show(forLanguages(change, shop), valuesOf(method))}</div>
          <div class="card form-card">${show(remove)}</div>`,
      })
    },
  })
}

function titleOf({ names }: Method, shop: Shop): string {
  return textIn(names, 'en', shop)
}

function methodTable(methods: readonly Method[], shop: Shop): Html {
  if (methods.length === 0) return empty('No delivery method', 'Without one, nobody can order.')
  return table(
    'Delivery methods',
    [
      { label: 'Method', cell: method => html`<a href="${LIST}/${method.id}">${titleOf(method, shop)}</a>` },
      {
        label: 'Goes to',
        cell: ({ kind, countries, leavesOut }) =>
          [kind === 'collection' && 'Collection', goalOf(countries, leavesOut)].filter(Boolean).join(': '),
      },
      { label: 'Working days', cell: ({ days }) => `${days.least} to ${days.most}` },
      { label: 'Status', cell: ({ active }) => (active ? badge('Active', 'good') : badge('Off')) },
      { label: 'Price', cell: priceOf, number: true },
    ],
    methods,
  )
}

function goalOf(countries: string[] | null, leavesOut: string[]): string {
  const places = countries?.join(', ') ?? 'Everywhere'
  return leavesOut.length === 0 ? places : `${places}, but not ${leavesOut.join(', ')}`
}

function codeAndName(code: string): string {
  return `${code} (${countryName(code, 'en')})`
}

function priceOf({ price, currency, freeFrom }: Method): Html {
  if (price === 0) return html`Free`
  return html`${money(price, currency!)}${freeFrom !== null && html` <span class="soft">free from ${money(freeFrom, currency!)}</span>`}`
}

const METHOD_FIELDS: Field[] = [
  ...LANGUAGES.map(
    (language, index): Field => ({
      name: `names.${language}`,
      label: `Name (${new Intl.DisplayNames('en', { type: 'language' }).of(language)})`,
      type: 'text',
      ...(index === 0 && { hint: 'Like "Parcel" or "Express". One language is enough.' }),
    }),
  ),
  {
    name: 'kind',
    label: 'What it is',
    type: 'select',
    options: [
      { value: 'delivery', label: 'Delivery: it brings the order to the customer' },
      { value: 'collection', label: 'Collection: the customer comes for it' },
    ],
    hint: 'When a whole order comes back, the customer gets back what the least expensive delivery cost.',
  },
  {
    name: 'carrier',
    label: 'Carrier',
    type: 'select',
    empty: 'null',
    width: 'medium',
    options: [
      { value: '', label: 'Different ones' },
      ...CARRIERS.map(({ code, name }) => ({ value: code, label: name })),
    ],
    hint: 'Its customers get a link to follow the parcel. You can choose another one for each parcel.',
  },
  {
    name: 'countries',
    label: 'Countries',
    type: 'text',
    value: 'codes',
    empty: 'null',
    hint: 'Two letters each, like DE, AT. Leave it empty for all countries.',
  },
  {
    name: 'leavesOut',
    label: 'But not to',
    type: 'text',
    value: 'codes',
    hint: `Parts of these countries with a VAT of their own: ${PARTS_OF_COUNTRIES.map(codeAndName).join(', ')}, or another code, like RE.`,
  },
  {
    name: 'price',
    label: 'Price',
    type: 'number',
    value: 'price',
    inputmode: 'decimal',
    required: true,
    width: 'short',
  },
  {
    name: 'freeFrom',
    label: 'Free from',
    type: 'number',
    value: 'price',
    empty: 'null',
    inputmode: 'decimal',
    width: 'short',
    hint: 'From this value of the items on.',
  },
  {
    name: 'currency',
    label: 'Currency',
    type: 'text',
    empty: 'null',
    width: 'short',
    hint: 'A method that is always free needs none.',
  },
  {
    name: 'days.least',
    label: 'Working days, at least',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
  },
  {
    name: 'days.most',
    label: 'Working days, at most',
    type: 'number',
    value: 'integer',
    required: true,
    width: 'short',
  },
  {
    name: 'position',
    label: 'Position',
    type: 'number',
    value: 'integer',
    width: 'short',
    hint: 'Smaller numbers come first.',
  },
  { name: 'active', label: 'Customers can choose it', type: 'checkbox', value: 'boolean' },
]

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

/** Its names in the languages of the shop, and the carriers of the shop. */
function forLanguages(form: Form, { languages, carriers }: Shop): Form {
  const isSpoken = ({ name }: Field) =>
    !name.startsWith('names.') || languages.some(language => name === `names.${language}`)
  return withCarriers({ ...form, fields: form.fields.filter(isSpoken) }, carriers)
}

function valuesOf(method: Method) {
  const { names, kind, countries, leavesOut, price, freeFrom, currency, days, position, active } = method
  const amount = (value: number | null) => (value === null ? '' : decimal(value, currency ?? 'EUR'))
  return {
    ...Object.fromEntries(Object.entries(names).map(([language, name]) => [`names.${language}`, name])),
    kind,
    carrier: method.carrier ?? '',
    countries: countries?.join(', ') ?? '',
    leavesOut: leavesOut.join(', '),
    price: amount(price),
    freeFrom: amount(freeFrom),
    currency: currency ?? '',
    'days.least': String(days.least),
    'days.most': String(days.most),
    position: String(position),
    active: String(active),
  }
}
