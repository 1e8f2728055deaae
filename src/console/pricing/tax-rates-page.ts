/** VAT rates by country and class: those that came with Semel and wait for a check, and those of the shop. */
import type { FastifyInstance } from 'fastify'
import { CLASS_LABELS, TAX_CLASSES, type TaxClass } from '../../catalogue/tax-classes.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { isUuid } from '../../http/input/validation.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { calendarDay, percent, typedNumber } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { findPriceFindings } from '../../pricing/findings.ts'
import { OFFERED_CLASSES, type OfferedClass, offeredRates } from '../../pricing/offered-rates.ts'
import { listRates, type TaxRate } from '../../pricing/tax-rates.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { colon, currentLanguage, t } from '../../words/words.ts'
import { countryName, listCountries } from '../../world/countries.ts'
import { countriesOf, PARTS_OF_COUNTRIES } from '../../world/territories.ts'
import { consolePage, formsPage } from '../layout.ts'
import { findingNotice } from '../operations/health-page.ts'

const LIST = '/admin/tax-rates'
const API = '/api/admin/tax-rates'

export function taxRatePages(app: FastifyInstance, { db, clock }: AppContext): void {
  formsPage(app, {
    address: LIST,
    forms: [create, offer],
    async render(visitor, _, states) {
      const [rates, { country: home, countries }, findings] = await Promise.all([
        listRates(db),
        readShop(db),
        findPriceFindings(db, clock.now()),
      ])
      const isOwn = ({ country }: TaxRate) =>
        countries.length === 0 || countriesOf(country).some(named => countries.includes(named))
      const others = rates.filter(rate => !isOwn(rate))
      const show = formsOf(visitor, states)
      return consolePage({
        title: 'VAT rates',
        visitor,
        states,
        main: html`<h1>${t('VAT rates')}</h1>
          <p class="lede">${t('Prices include VAT. An order has the rate of the country it goes to, and of the class of each product. Where a product has no rate, it cannot be sold.')}</p>
          ${findings.filter(({ about }) => about === 'vat').map(findingNotice)}
          <div class="split">
            <div>
              ${section('rates', countries.length === 0 ? 'Rates' : 'Where you deliver', rateTable(rates.filter(isOwn)))}
              ${others.length > 0 && html`<details><summary>${t('Other countries')}</summary>${rateTable(others)}</details>`}
            </div>
            <div>
              ${section('new-rate', 'New rate', show(withPlaces(create), { country: home }), { look: 'card' })}
              ${section('offers', 'Rates of the European Union', offers(visitor, states, rates), { look: 'card' })}
            </div>
          </div>`,
      })
    },
  })

  formsPage(app, {
    address: `${LIST}/:id`,
    forms: [confirm, change, remove],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const [rate] = isUuid(id) ? await listRates(db, id) : []
      if (!rate) throw new Problem('not_found', "We can't find that VAT rate.")
      const show = formsOf(visitor, states, { id })
      const title = `${placeName(rate.country)}${colon()} ${t(CLASS_LABELS[rate.class as TaxClass])}`
      const values = { rate: typedNumber(rate.rate), validFrom: rate.validFrom, confirmed: String(rate.confirmed) }
      return consolePage({
        title,
        visitor,
        states,
        main: html`<p><a href="${LIST}">${t('VAT rates')}</a></p><h1>${title}</h1>
          <p class="lede">${t('Change it here if it is wrong. For a change of the law, add a new rate from its day on.')}</p>
          ${
            (!rate.confirmed || states[confirm.id]) &&
            html`<div class="card form-card"><p>
              ${t('Nobody in your shop has checked this rate.')}</p>${show(confirm, { confirmed: 'true' })}</div>`
          }
          <div class="card form-card">${show(change, values)}</div>
          <div class="card form-card">${show(remove)}</div>`,
      })
    },
  })
}

export function placeName(country: string): string {
  return country === '*' ? t('All other countries') : countryName(country, currentLanguage())
}

function rateTable(rates: readonly TaxRate[]): Html {
  const name = ({ country, class: taxClass }: TaxRate) =>
    `${placeName(country)}, ${t(CLASS_LABELS[taxClass as TaxClass])}`
  return table(
    'VAT rates',
    [
      {
        label: 'Country',
        cell: rate => html`<a href="${LIST}/${rate.id}" aria-label="${name(rate)}">${placeName(rate.country)}</a>`,
      },
      { label: 'Class', cell: rate => t(CLASS_LABELS[rate.class as TaxClass]) },
      { label: 'From', cell: ({ validFrom }) => (validFrom === ALWAYS ? t('Always') : calendarDay(validFrom)) },
      { label: 'Rate', cell: ({ rate }) => percent(rate / 100, 2), number: true },
      {
        label: 'Checked',
        cell: ({ confirmed }) => (confirmed ? badge('Checked', 'good') : badge('Not yet', 'warn')),
      },
    ],
    rates,
  )
}

/** The rates that came with Semel begin on this day. */
const ALWAYS = '2000-01-01'

/** Offers the rates that come with Semel and that the shop has not taken over yet, by class. */
function offers(visitor: Visitor, states: FormStates, rates: readonly TaxRate[]): Html {
  const isThere = (country: string, taxClass: OfferedClass) =>
    rates.some(rate => rate.country === country && rate.class === taxClass)
  return html`<p class="soft">${t('As they were on 1 January 2026, after the European Commission. What is reduced differs from country to country: check each rate for your products.')}</p>
    ${OFFERED_CLASSES.map(taxClass => {
      const missing = offeredRates(taxClass).filter(({ country }) => !isThere(country, taxClass))
      if (missing.length === 0) return undefined
      const list = missing.map(({ country, rate }) => `${country} ${percent(rate / 100, 2)}`).join(', ')
      return html`<details><summary>${t(CLASS_LABELS[taxClass])}${colon()} ${missing.length}</summary><p class="soft">${list}</p></details>
        ${rowFormsOf(visitor, states, { class: taxClass })(offer, { class: taxClass }, `${colon()} ${t(CLASS_LABELS[taxClass])}`)}`
    })}`
}

const RATE: Field = {
  name: 'rate',
  label: 'Rate in percent',
  type: 'number',
  value: 'decimal',
  inputmode: 'decimal',
  required: true,
  width: 'short',
  hint: 'Like 19 or 5.5.',
}
const VALID_FROM: Field = {
  name: 'validFrom',
  label: 'From',
  type: 'date',
  required: true,
  width: 'medium',
  hint: 'From the beginning of this day on.',
}

const create: Form = {
  id: 'create',
  action: LIST,
  operation: { method: 'POST', address: API },
  fields: [
    {
      name: 'country',
      label: 'Country',
      type: 'select',
      required: true,
      width: 'medium',
    },
    {
      name: 'class',
      label: 'Class',
      type: 'select',
      required: true,
      width: 'medium',
      options: TAX_CLASSES.map(value => ({ value, label: CLASS_LABELS[value] })),
    },
    RATE,
    VALID_FROM,
  ],
  button: 'Add rate',
  once: true,
  success: { go: LIST, done: 'Rate added.' },
}

/** Countries, then their parts with a VAT of their own, by their names in the language of the reader. */
function withPlaces(form: Form): Form {
  const language = currentLanguage()
  const options = [
    ...listCountries(language).map(({ code, name }) => ({ value: code, label: name })),
    ...PARTS_OF_COUNTRIES.map(code => ({ value: code, label: `${countryName(code, language)} (${code})` })),
    { value: '*', label: 'All other countries' },
  ]
  return { ...form, fields: form.fields.map(field => (field.name === 'country' ? { ...field, options } : field)) }
}

const confirm = edit({
  id: 'confirm',
  at: `${LIST}/:id/confirm`,
  api: `${API}/:id`,
  fields: [{ name: 'confirmed', label: 'Checked', type: 'hidden', value: 'boolean' }],
  button: 'Confirm',
  done: 'Confirmed.',
  go: LIST,
  look: 'quiet',
})

const offer = step({
  id: 'offer',
  at: `${LIST}/offers/:class`,
  api: `${API}/offers`,
  fields: [{ name: 'class', label: 'Class', type: 'hidden' }],
  button: 'Add these rates',
  done: 'Rates added. Check them before you confirm them.',
  go: LIST,
})

const change = edit({
  id: 'change',
  at: `${LIST}/:id/change`,
  api: `${API}/:id`,
  fields: [RATE, VALID_FROM, { name: 'confirmed', label: 'I have checked it', type: 'checkbox', value: 'boolean' }],
  button: 'Save',
  done: 'Saved. Orders keep the rates that they were placed with.',
  go: LIST,
})

const remove = removal({
  at: `${LIST}/:id/remove`,
  api: `${API}/:id`,
  button: 'Delete rate',
  confirm: 'Delete this rate? Without an older one, products of its class cannot be sold there anymore.',
  done: 'Rate deleted.',
})
