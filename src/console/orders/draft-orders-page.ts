/** Draft orders in the console: those that wait for their customers, a page to write one, and a page for each. */
import type { FastifyInstance } from 'fastify'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { addressPart } from '../../orders/components.ts'
import { VALID_DAYS } from '../../orders/drafts/commands.ts'
import { DRAFT_STATES, type DraftOrder, type DraftState } from '../../orders/drafts/draft.ts'
import { listDrafts, showDraft, showDrafts } from '../../orders/drafts/queries.ts'
import { badge, empty, facts, section, table } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { money, time } from '../../pages/format.ts'
import { formsOf, type ShowForm } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { listMethods } from '../../pricing/delivery-methods.ts'
import { Problem } from '../../problems.ts'
import { sayText } from '../../shop/in-words.ts'
import { readShop } from '../../shop/settings.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { asUuid, queryOneOf, queryText } from '../filters.ts'
import { consolePage, formsPage, linkFor } from '../layout.ts'
import { listPage } from '../list-page.ts'
import { allForms, changeForm, createForm, DRAFTS, type Method, send, valuesOfDraft, withdraw } from './draft-forms.ts'

const DRAFT_LABELS = {
  draft: ['Not sent', 'info'],
  sent: ['Waits for the customer', 'warn'],
  confirmed: ['Confirmed', 'good'],
  withdrawn: ['Withdrawn', undefined],
  expired: ['Expired', 'bad'],
} as const satisfies Record<DraftState, readonly [PlainText, string | undefined]>

export function draftOrderPages(app: FastifyInstance, context: AppContext): void {
  const [create, ...others] = allForms()
  listOfDrafts(app, context)
  newDraft(app, context, create!)
  oneDraft(app, context, others)
}

function listOfDrafts(app: FastifyInstance, context: AppContext): void {
  listPage(app, context, {
    address: DRAFTS,
    title: 'Draft orders',
    heading: () =>
      html`<div class="row apart head"><h1>${t('Draft orders')}</h1>
        <a class="button" href="${DRAFTS}/new">${t('New draft order')}</a></div>`,
    filters: () => [
      {
        name: 'state',
        label: 'Status',
        options: [['', 'All'], ...DRAFT_STATES.map(state => [state, DRAFT_LABELS[state][0]] as const)],
      },
    ],
    read: async (db, request, paging) => {
      const now = context.clock.now()
      const { items, ...list } = await listDrafts(db, queryOneOf(request, 'state', DRAFT_STATES), now, paging)
      return { ...list, items: await showDrafts(db, items, now) }
    },
    nouns: ['draft order', 'draft orders'],
    none: empty(
      'No draft orders',
      'Write down what a customer orders by telephone. The customer confirms and pays it by a link.',
    ),
    show: draftTable,
  })
}

function newDraft(app: FastifyInstance, { db }: AppContext, create: Form): void {
  formsPage(app, {
    address: `${DRAFTS}/new`,
    forms: [create],
    async render(visitor, request, states) {
      const userId = asUuid(states[create.id]?.values?.userId ?? queryText(request, 'user'))
      const user = userId ? await findUser(db, userId) : undefined
      const { currency } = await readShop(db)
      const form = createForm(await methodsOf(db), user?.id)
      const values = { currency, validDays: String(VALID_DAYS), ...(user && { userId: user.id }) }
      return consolePage({
        title: 'New draft order',
        visitor,
        states,
        main: html`<p><a href="${DRAFTS}">${t('Draft orders')}</a></p><h1>${t('New draft order')}</h1>
          <p class="soft">${t('For a customer on the telephone or in the shop. Nothing is ordered before the customer confirms it.')}</p>
          ${user && facts([['Customer', linkFor(visitor, `/admin/users/${user.id}`, user.email)]])}
          <div class="card form-card">${formsOf(visitor, states)(form, values)}</div>`,
      })
    },
  })
}

function oneDraft(app: FastifyInstance, { db, clock }: AppContext, forms: readonly Form[]): void {
  formsPage(app, {
    address: `${DRAFTS}/:id`,
    forms: [...forms],
    async render(visitor, request, states) {
      const id = asUuid((request.params as { id: string }).id)
      if (!id) throw new Problem('not_found', "We can't find that draft order.")
      const draft = await showDraft(db, id, clock.now())
      return consolePage({
        title: 'Draft order',
        visitor,
        states,
        main: html`<p><a href="${DRAFTS}">${t('Draft orders')}</a></p>
          <div class="row apart head"><h1>${t('Draft order')}</h1>${stateOfDraft(draft)}</div>
          ${section('facts', 'Details', factsOf(draft, visitor), { look: 'card' })}
          ${section('lines', 'Lines', linesOf(draft), { look: 'card' })}
          ${formsFor(draft, states, formsOf(visitor, states, { id }), await methodsOf(db))}`,
      })
    },
  })
}

function factsOf(
  { customer, sentAt, expiresAt, orderId, deliveryAddress, message }: DraftOrder,
  visitor: Visitor,
): Html {
  return facts([
    ['Customer', linkFor(visitor, `/admin/users/${customer.id}`, customer.email)],
    ...(sentAt ? [['Sent', time(new Date(sentAt))] as const] : []),
    ...(expiresAt ? [['The link works until', time(new Date(expiresAt))] as const] : []),
    ...(orderId ? [['Order', html`<a href="/admin/orders/${orderId}">#${orderId}</a>`] as const] : []),
    ...(deliveryAddress ? [['Deliver to', addressPart(deliveryAddress)] as const] : []),
    ...(message ? [['Note to the customer', html`<span class="as-written">${message}</span>`] as const] : []),
  ])
}

/** A draft that has ended shows a form only when that was just refused. */
function formsFor(draft: DraftOrder, states: FormStates, show: ShowForm, methods: readonly Method[]): Html {
  const isOpen = draft.state !== 'confirmed' && draft.state !== 'withdrawn'
  const change = changeForm(draft, methods)
  const isShown = ({ id }: Form) => isOpen || states[id] !== undefined
  return html`${isShown(send) && html`<div class="card form-card">${show(send)}</div>`}
    ${
      isShown(change) &&
      html`<details class="card"${states[change.id] && html` open`}><summary>${t('Change this draft')}</summary>
        ${show(change, valuesOfDraft(draft))}</details>`
    }
    ${isShown(withdraw) && html`<div class="card form-card">${show(withdraw)}</div>`}`
}

async function methodsOf(db: Db): Promise<Method[]> {
  const methods = await listMethods(db)
  return methods.filter(({ active }) => active).map(({ id, names }) => ({ id, name: sayText(names) }))
}

function stateOfDraft({ state }: DraftOrder): Html {
  const [label, look] = DRAFT_LABELS[state]
  return badge(label, look)
}

function draftTable(drafts: readonly DraftOrder[]): Html {
  return table(
    'Draft orders',
    [
      {
        label: 'Customer',
        // A customer may have several of one amount, so a number from its id tells them apart.
        cell: ({ id, customer: { userName, email } }) =>
          html`<a href="${DRAFTS}/${id}">${userName || email}<span class="unseen"> ${Number.parseInt(id.slice(-5), 16)}</span></a>`,
      },
      { label: 'Status', cell: stateOfDraft },
      { label: 'Total', cell: ({ total, currency }) => money(total, currency), number: true },
      { label: 'The link works until', cell: ({ expiresAt }) => (expiresAt ? time(new Date(expiresAt)) : '') },
      { label: 'Changed', cell: ({ updatedAt }) => time(new Date(updatedAt)) },
    ],
    drafts,
  )
}

function linesOf({ items, currency, discount, deliveryTotal, total }: DraftOrder): Html {
  return html`${table(
    'Lines',
    [
      {
        label: 'Product',
        cell: ({ productId, name, sku }) =>
          html`<a href="/admin/products/${productId}">${name}</a> <span class="soft">${sku}</span>`,
      },
      { label: 'Pieces', cell: ({ quantity }) => String(quantity), number: true },
      { label: 'Price', cell: ({ unitPrice }) => money(unitPrice, currency), number: true },
      { label: 'Total', cell: ({ lineTotal }) => money(lineTotal, currency), number: true },
    ],
    items,
  )}${facts([
    ...(discount > 0 ? [['Discount', money(-discount, currency)] as const] : []),
    ['Delivery', deliveryTotal === 0 ? t('free') : money(deliveryTotal, currency)],
    ['Total', money(total, currency)],
  ])}`
}
