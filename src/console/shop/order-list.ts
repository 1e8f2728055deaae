/** The orders of the shop: tabs, one search box, a step for many orders at once, and a file for spreadsheets. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { PAYMENT_TEXT, paymentBadge, STATUS_TEXT, statusBadge } from '../../orders/components.ts'
import { foldCode } from '../../orders/pricing/discount-code.ts'
import { countOrders, listOrders, type OrderFilter, type OrderTab } from '../../orders/queries.ts'
import { MOST_MOVED } from '../../orders/states.ts'
import { empty, table } from '../../pages/components.ts'
import { type Field, withTickedBoxes } from '../../pages/field.ts'
import type { Form, FormState } from '../../pages/form.ts'
import { money, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import {
  chosenIn,
  type Filter,
  filterForm,
  type ListRequest,
  orderIdIn,
  PERIOD_FILTERS,
  queryIds,
  queryOneOf,
  queryPeriod,
  queryText,
  queryUser,
  withQuery,
} from '../filters.ts'
import { consolePage, csvAddress, csvFile, formsPage } from '../layout.ts'
import { amount, readPaging, renderList } from '../list-page.ts'
import { findUsersByText } from '../search/user-search.ts'
import { orderFile, orderLineFile } from './order-file.ts'

type Order = Awaited<ReturnType<typeof listOrders>>['items'][number]

const TABS: Record<OrderTab, string> = {
  all: 'All',
  placed: 'To prepare',
  processing: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  unpaid: 'Unpaid',
  refund_due: 'Refund due',
  cancelled: 'Cancelled',
}

export function orderListPages(app: FastifyInstance, { db, reader }: AppContext): void {
  formsPage(app, {
    address: LIST,
    forms: Object.values(BULK),
    async render(visitor, { url, query }, states) {
      const request = listOf({ url, query })
      const paging = readPaging(request)
      const chosen = chosenIn(request, filters(request))
      const tab = tabOf(request)
      const sort = queryOneOf(request, 'sort', ['id'])
      const { note, orders, counts, outcome } = await reader.read(async db => {
        const { filter, note } = await readFilter(db, request)
        const [orders, counts, outcome] = await Promise.all([
          note ? { items: [], totalCount: 0 } : listOrders(db, filter, { ...paging, sort: sort ?? '-id' }),
          countOrders(db),
          // A link that was passed on has not moved anything.
          visitor.done === TAKEN ? outcomeOf(db, request) : undefined,
        ])
        return { note, orders, counts, outcome }
      })
      const form = BULK[tab]
      return consolePage({
        title: 'Orders',
        visitor: { ...visitor, done: undefined },
        states,
        main: html`<div class="row apart head"><h1>Orders</h1><span class="row">
          <a class="button quiet" href="${csvAddress('orders.csv', request)}">Export CSV</a>
          <a class="button quiet" href="${csvAddress('order-lines.csv', request)}">Export lines</a></span></div>
          ${outcome}
          ${tabs(tab, sort, counts)}
          ${filterForm(request, filters(request))}
          ${note && html`<p class="notice warning">${note}</p>`}
          ${form && orders.items.length > 0 && bulkForm(visitor, form, orders.items, { ...states[form.id], next: withQuery(LIST, chosen) })}
          <p class="row">
            ${orders.totalCount > 1 && html`<a href="${withQuery(LIST, { ...chosen, sort: sort ? undefined : 'id' })}">${sort ? 'Newest first' : 'Oldest first'}</a>`}
            ${(tab === 'placed' || tab === 'processing') && orders.items.length > 0 && html`<a href="${slipsOf(orders.items)}">Packing slips of this page</a>`}
          </p>
          ${renderList(request, {
            ...orders,
            paging,
            nouns: ['order', 'orders'],
            none: filters(request).some(({ name, stays }) => !stays && chosen[name])
              ? undefined
              : empty(
                  'No orders here',
                  tab === 'all' || tab === 'placed' ? FIRST_ORDERS : 'There are none at the moment.',
                ),
            show: items => orderTable(items, form, form && states[form.id]?.values),
          })}`,
      })
    },
  })

  async function* rows(request: FastifyRequest, file: typeof orderFile) {
    const { filter, note } = await readFilter(db, request)
    if (!note) yield* file(db, filter)
  }
  csvFile(app, 'orders.csv', request => rows(request, orderFile), '/admin/orders')
  csvFile(app, 'order-lines.csv', request => rows(request, orderLineFile), '/admin/orders')
}

function tabOf(request: ListRequest): OrderTab {
  return queryOneOf(request, 'status', Object.keys(TABS) as OrderTab[]) ?? 'all'
}

function filters(request: ListRequest): Filter[] {
  return [
    { name: 'status', label: 'Status', type: 'hidden', stays: true },
    { name: 'sort', label: 'Sort by', type: 'hidden', stays: true },
    ...(queryText(request, 'user') ? [{ name: 'user', label: 'User (email or id)' }] : []),
    ...(queryText(request, 'code') ? [{ name: 'code', label: 'Discount code' }] : []),
    { name: 'q', label: 'Number, email or name' },
    ...PERIOD_FILTERS,
  ]
}

/** Longer lists of customers are no answer to a search. */
const CUSTOMERS = 100

/** @returns a note in place of orders, when the search cannot find any */
async function readFilter(db: Db, request: ListRequest): Promise<{ filter: OrderFilter; note?: string }> {
  const { from, before } = await queryPeriod(db, request)
  const code = queryText(request, 'code')
  const filter = {
    tab: tabOf(request),
    ownerId: await queryUser(db, request),
    placedFrom: from,
    placedBefore: before,
    discountCode: code && foldCode(code),
  }
  const text = queryText(request, 'q')
  if (text === undefined) return { filter }
  const id = orderIdIn(text)
  if (id !== undefined) return { filter: { ...filter, id } }
  const ownerIds = await findUsersByText(db, text, CUSTOMERS + 1)
  if (ownerIds.length > CUSTOMERS) return { filter, note: `More than ${CUSTOMERS} customers match. Type more letters.` }
  return { filter: { ...filter, ownerIds } }
}

function tabs(shown: OrderTab, sort: 'id' | undefined, counts: Partial<Record<OrderTab, number>>): Html {
  return html`<nav aria-label="Orders"><ul class="lists">${(Object.keys(TABS) as OrderTab[]).map(tab => {
    const count = counts[tab]
    const href = withQuery(LIST, { status: tab === 'all' ? undefined : tab, sort })
    return html`<li><a href="${href}"${tab === shown && html` aria-current="true"`}>${TABS[tab]}${
      count !== undefined && html` <span class="amount">${amount(count)}</span>`
    }</a></li>`
  })}</ul></nav>`
}

const LIST = '/admin/orders'

const FIRST_ORDERS = 'Orders appear as soon as customers place them.'

function slipsOf(orders: readonly Order[]): string {
  return withQuery(`${LIST}/packing-slips`, { orders: orders.map(({ id }) => id).join(',') })
}

function orderTable(orders: readonly Order[], form: Form | undefined, ticked: FormState['values'] = {}): Html {
  // Named after its order: a browser restores ticks by name after "Back", and new orders may be on top by then.
  const select = (id: number) =>
    form &&
    html`<input type="checkbox" form="${form.id}" name="orderIds.${id}" value="${id}"${ticked[`orderIds.${id}`] && html` checked`} data-value="integer" aria-label="Select order #${id}"> `
  return table(
    'Orders',
    [
      { label: 'Order', cell: ({ id }) => html`${select(id)}<a href="/admin/orders/${id}">#${id}</a>` },
      { label: 'Placed', cell: ({ placedAt }) => time(placedAt) },
      {
        label: 'Customer',
        cell: ({ owner }) => {
          const [local, domain] = owner.email.split('@')
          return html`<a href="/admin/users/${owner.id}"><bdi>${owner.userName}</bdi><span class="unseen">, ${owner.email}</span></a> <bdi class="soft">${local}<wbr>@${domain}</bdi>`
        },
      },
      { label: 'Status', cell: ({ status }) => statusBadge(status) },
      { label: 'Payment', cell: order => paymentBadge(order.paymentStatus, order) },
      {
        label: 'Items',
        cell: ({ items, note }) =>
          html`<span class="one-line">${items.reduce((sum, { quantity }) => sum + quantity, 0)}${note && html` <span class="badge" title="${note}">Note</span>`}</span>`,
      },
      { label: 'Total', cell: ({ total, currency }) => money(total, currency), number: true },
    ],
    orders,
  )
}

/** The boxes stand in the table, and belong to the form by their attribute `form`. */
const boxes: Field = { name: 'orderIds.*', label: 'Order', type: 'checkbox', value: 'integer' }

/** The list shows in place of it which orders moved. It reads them again, and only once: see done.ts. */
export const TAKEN = 'The step was taken.'

const BULK: Partial<Record<OrderTab, ReturnType<typeof bulk> & Pick<Form, 'confirm'>>> = {
  placed: bulk('prepare-many', 'process', 'Start preparing the selected orders'),
  processing: bulk('ship-many', 'ship', 'Mark the selected orders as shipped'),
  shipped: bulk('deliver-many', 'deliver', 'Mark the selected orders as delivered'),
  unpaid: {
    ...bulk('mark-many-paid', 'mark-paid', 'Mark the selected orders as paid', 'paid={moved}&not_paid={refused}'),
    confirm: 'Mark the selected orders as paid?',
  },
}

/** The list of this address. A refused form is on the page of the list that it was sent from. */
function listOf(request: ListRequest): ListRequest {
  const [tab] = Object.entries(BULK).find(([, { action }]) => action === request.url.split('?')[0]) ?? []
  if (!tab) return request
  const [, search = ''] = (queryText(request, 'next') ?? withQuery(LIST, { status: tab })).split('?')
  return { url: `${LIST}?${search}`, query: Object.fromEntries(new URLSearchParams(search)) }
}

function bulk(id: string, step: string, button: string, outcome = 'moved={moved}&refused={refused}') {
  return {
    id,
    action: `/admin/orders/${step}`,
    operation: { method: 'POST', address: '/api/orders/steps' },
    fields: [{ name: 'step', label: 'Step', type: 'hidden' }, boxes],
    button,
    // `?next=` names the list that the form was sent from.
    success: { go: `${LIST}?${outcome}`, done: TAKEN, next: 'follow' },
  } as const satisfies Form
}

function bulkForm(visitor: Visitor, form: Form, orders: readonly Order[], { values, ...state }: FormState): Html {
  const [stepField, ...rest] = form.fields
  // The page that asks is the first of the list as it is now. Orders that were selected elsewhere have no box there.
  const isElsewhere = ({ name }: Field) => !orders.some(({ id }) => name === `orderIds.${id}`)
  const selected = state.asks ? withTickedBoxes(rest, values) : []
  const elsewhere = selected.filter(isElsewhere).map(field => ({ ...field, type: 'hidden' as const }))
  const names = selected.map(({ name }) => name.replace('orderIds.', '#')).join(', ')
  const confirm = names ? `${form.confirm} ${names}` : form.confirm
  const shown: Form = { ...form, ...(confirm && { confirm }), fields: [stepField!, ...elsewhere] }
  const step = form.action.split('/').at(-1)
  return html`<div class="row bulk">${formsOf(visitor, { [form.id]: { ...state, values: { ...values, step } } })(shown)}
    <button type="button" class="button quiet" data-select-all="${form.id}" hidden>Select all on this page</button></div>`
}

/** The outcome for the orders that were just selected. */
async function outcomeOf(db: Db, request: ListRequest): Promise<Html | undefined> {
  const idsOf = (name: string) => queryIds(request, name)
  const [moved, refused, paid, notPaid] = [idsOf('moved'), idsOf('refused'), idsOf('paid'), idsOf('not_paid')]
  const ids = [...moved, ...refused, ...paid, ...notPaid]
  if (ids.length === 0) return undefined
  const paging = { page: 1, limit: MOST_MOVED, sort: 'id' as const }
  const { items } = await listOrders(db, { ids }, paging)
  const status = (order: Order) => STATUS_TEXT[order.status]
  const payment = (order: Order) => PAYMENT_TEXT[order.paymentStatus]
  const part = (ids: readonly number[], look: string, text: string, now: (order: Order) => string) => {
    const own = items.filter(({ id }) => ids.includes(id))
    return (
      own.length > 0 &&
      html`<div class="notice ${look}" role="status" tabindex="-1" autofocus><p>${own.length} ${own.length === 1 ? 'order' : 'orders'} ${text}: ${own.map(order => html`<a href="/admin/orders/${order.id}">#${order.id}</a> (${now(order)}) `)}</p></div>`
    )
  }
  return html`${part(moved, 'success', 'moved on', status)}${part(refused, 'warning', 'could not move', status)}
    ${part(paid, 'success', 'marked as paid', payment)}${part(notPaid, 'warning', 'could not be marked as paid', payment)}`
}
