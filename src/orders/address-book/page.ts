/** The pages of a customer's address book: one lists the addresses and adds one, the other changes one. Both work without scripts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'

import { badge, section } from '../../pages/components.ts'
import { type Form, type FormState, type FormStates, renderForm } from '../../pages/form.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import { localeOf } from '../../pages/language.ts'
import { page } from '../../pages/layout.ts'
import { formAction, showAction, stateOf } from '../../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import type { Text } from '../../words/text.ts'
import { colon, t } from '../../words/words.ts'
import { COUNTRIES } from '../../world/countries.ts'
import { addressValues, typedAddress } from '../cart/address-fields.ts'
import { addressPart, phoneFact } from '../components.ts'
import { findInBook, listBook } from './book.ts'
import { add, BOOK, BOOK_FORM, change, deliverHere, formIn, invoiceHere, remove, SHOW } from './forms.ts'
import { type KeptAddress, MOST_ADDRESSES } from './kept-address.ts'

const IS_UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function addressBookPages(app: FastifyInstance, context: AppContext): void {
  const list = async (visitor: Visitor, states: FormStates, request: FastifyRequest) => {
    const kept = visitor.user ? await listBook(context.db, visitor.user.id) : []
    return bookPage(visitor, kept, states, countryOf(request, visitor))
  }
  const one = async (visitor: Visitor, state: FormState, request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    const kept = visitor.user && IS_UUID.test(id) ? await findInBook(context.db, visitor.user.id, id) : undefined
    if (!kept) throw new Problem('not_found', "We can't find that address.")
    return changePage(visitor, kept, state)
  }
  const get = (address: string, render: (visitor: Visitor, request: FastifyRequest) => Promise<Html>) =>
    app.get(address, async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = await app.visitorOf(request, reply)
      return visitor.user ? sendPage(reply, await render(visitor, request)) : sendToSignIn(request, reply)
    })

  get(BOOK, (visitor, request) => list(visitor, {}, request))
  get(`${BOOK}/:id`, (visitor, request) => one(visitor, stateOf(request), request))
  showAction(app, `${BOOK}${SHOW}`, (visitor, state, request) => list(visitor, { [add.id]: state }, request))
  showAction(app, `${BOOK}/:id${SHOW}`, one)
  for (const form of [add, remove, deliverHere, invoiceHere])
    formAction(app, form, (visitor, state, request) => list(visitor, { [form.id]: state }, request))
  formAction(app, change, one)
}

/** The country that the browser hints at, or else that of the shop. */
function countryOf({ headers }: FastifyRequest, { shop }: Visitor): string {
  const { region = '' } = localeOf(headers['accept-language'])
  return COUNTRIES.some(code => code === region) ? region : (shop?.country ?? '')
}

function bookPage(visitor: Visitor, kept: KeptAddress[], states: FormStates, country: string): Html {
  const isFull = kept.length >= MOST_ADDRESSES
  const failed = Object.values(states).some(state => state?.problem)
  return page({
    title: 'Your addresses',
    visitor,
    failed,
    main: html`${crumb('/account', t('Your account'))}
      <h1>${t('Your addresses')}</h1>
      <p class="lede">${t('The checkout offers them. Orders that you have placed stay as they are.')}</p>
      ${kept.length > 0 && html`<div class="split">${kept.map(one => entry(visitor, one, states))}</div>`}
      ${
        isFull && !states[add.id]?.problem
          ? html`<p class="notice info">${t(FULL, { count: MOST_ADDRESSES })}</p>`
          : section('add', t('Add an address'), addForm(visitor, kept, states[add.id], country), { look: 'card' })
      }`,
  })
}

const FULL = 'Your address book has {count} addresses. Remove one to add another.' satisfies Text

function crumb(href: string, label: string): Html {
  return html`<p class="crumb"><a href="${href}">${label}</a></p>`
}

function entry(visitor: Visitor, kept: KeptAddress, states: FormStates): Html {
  const { id, label, address, isDeliveryDefault, isBillingDefault } = kept
  const show = rowFormsOf(visitor, states, { id })
  const name = label ?? address.company ?? address.name
  const phone = phoneFact(address)[0]
  return html`<section class="card" aria-labelledby="address-${id}"><h2 id="address-${id}"><bdi>${name}</bdi></h2>
    ${
      (isDeliveryDefault || isBillingDefault) &&
      html`<p>${isDeliveryDefault && badge('For deliveries', 'good')}
      ${isBillingDefault && badge('For invoices', 'good')}</p>`
    }
    ${addressPart(address)}
    ${phone && html`<p class="soft">${phone[0]}${colon()} ${phone[1]}</p>`}
    <div class="row"><a class="button quiet" href="${BOOK}/${id}">${t('Change')}<span class="unseen"> ${name}</span></a>
    ${!isDeliveryDefault && show(deliverHere, { isDeliveryDefault: 'true' }, name)}
    ${!isBillingDefault && show(invoiceHere, { isBillingDefault: 'true' }, name)}
    ${show(remove, undefined, name)}</div></section>`
}

/** The first address is the default for deliveries, unless the box is emptied. */
function addForm(visitor: Visitor, kept: readonly KeptAddress[], state: FormState = {}, country: string): Html {
  const first = { 'address.name': visitor.user?.userName, isDeliveryDefault: String(kept.length === 0) }
  return addressForm(
    add,
    visitor,
    { ...state, values: state.values ?? { ...first, 'address.country': country } },
    `${BOOK}${SHOW}`,
  )
}

function changePage(visitor: Visitor, { id, address, ...kept }: KeptAddress, state: FormState): Html {
  const stored = {
    ...typedAddress(address, BOOK_FORM),
    label: kept.label ?? '',
    isDeliveryDefault: String(kept.isDeliveryDefault),
    isBillingDefault: String(kept.isBillingDefault),
  }
  const form = addressForm(
    change,
    visitor,
    { ...state, params: { id }, values: state.values ?? stored },
    `${BOOK}/${id}${SHOW}`,
  )
  return page({
    title: 'Change the address',
    visitor,
    failed: state.problem !== undefined,
    width: 'narrow',
    main: html`${crumb(BOOK, t('Your addresses'))}<h1>${t('Change the address')}</h1><div class="card">${form}</div>`,
  })
}

/** @param show the address of the page for another country */
function addressForm(form: Form<Text>, visitor: Visitor, state: FormState, show: string): Html {
  const { values = {}, problem } = state
  const country = values['address.country'] ?? ''
  const shown = { ...values, ...addressValues(country, values, problem, BOOK_FORM) }
  return renderForm(formIn(form, country, show), { ...state, values: shown }, visitor.csrfToken, { above: html`` })
}
