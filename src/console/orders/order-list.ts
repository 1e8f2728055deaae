/** The orders of the shop: tabs, one search box, a step for many orders at once, and a file for spreadsheets. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { tagsOfOrders } from '../../notes/tags.ts'
import { countOrders, listOrders, ORDER_SORTS, type OrderFilter, type OrderTab } from '../../orders/queries.ts'
import { findByReference } from '../../orders/references/find.ts'
import { empty } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { foldCode } from '../../pricing/discount-code.ts'
import { readShop } from '../../shop/settings.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { csvFormOf, csvNote, DECIMALS_FILTER, readCsvForm } from '../csv-form.ts'
import {
  type Chosen,
  chosenIn,
  type Filter,
  filterForm,
  type ListRequest,
  orderIdIn,
  PERIOD_FILTERS,
  queryOneOf,
  queryPeriod,
  queryText,
  queryUser,
  withQuery,
} from '../filters.ts'
import { consolePage, csvAddress, csvFile, formsPage } from '../layout.ts'
import { amount, readPaging, renderList } from '../list-page.ts'
import { findNotedBy } from '../search/noted.ts'
import { findOwnersByText } from '../search/user-search.ts'
import { TAKEN_BACK, UNDOABLE } from '../undo.ts'
import { orderFile, orderLineFile } from './order-file.ts'
import { boxes, type Order, orderTable, papersFor, selectionBar } from './order-rows.ts'
import { outcomeOf, undoMany } from './outcome.ts'
import { allBar, allForm, findAll, isAllSelected, selectAllLink } from './select-all.ts'

const ORDER_TABS: Record<OrderTab, PlainText> = {
  all: 'All',
  ready: 'Paid, to prepare',
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
    forms: [...LIST_FORMS, ...LIST_FORMS.map(allForm), undoMany],
    async render(visitor, { url, query }, states) {
      const request = listOf({ url, query })
      const paging = readPaging(request)
      const chosen = chosenIn(request, filters(request))
      const tab = tabOf(request)
      const sort = queryOneOf(request, 'sort', ORDER_SORTS) ?? DEFAULT_SORT
      const { note, orders, counts, outcome, pictures, tags, all } = await reader.read(async db => {
        const { filter, note } = await readFilter(db, request)
        const [orders, counts, outcome, all] = await Promise.all([
          note ? { items: [], totalCount: 0 } : listOrders(db, filter, { ...paging, sort }),
          note ? {} : countOrders(db, filter),
          // A link that was passed on has not moved anything.
          visitor.done === TAKEN || visitor.done === TAKEN_BACK
            ? outcomeOf(db, visitor, request, withQuery(LIST, chosen))
            : undefined,
          isAllSelected(request) && !note && BULK[tab] ? findAll(db, filter) : [],
        ])
        const more = await readMore(db, orders.items)
        return { note, orders, counts, outcome, ...more, all }
      })
      const form = BULK[tab]
      const state = form && states[form.id]
      return consolePage({
        title: 'Orders',
        visitor: { ...visitor, done: undefined },
        states,
        main: html`${head(request)}
          ${csvNote(request, csvFormOf(request, await readShop(db)))}
          ${outcome}
          ${tabs(tab, chosen, counts)}
          ${filterForm(request, filters(request))}
          ${note && html`<p class="notice warning">${note}</p>`}
          ${barOf(visitor, { form, ids: all, states, chosen }, orders)}
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
            show: items =>
              orderTable({
                orders: items,
                pictures,
                tags,
                sort,
                addressOf: sort => withQuery(LIST, { ...chosen, sort: sort === DEFAULT_SORT ? undefined : sort }),
                form,
                ticked: state?.values,
              }),
          })}`,
      })
    },
  })

  orderFiles(app, db)
}

/** Reads all that the rows show besides their orders. */
async function readMore(db: Db, orders: readonly Order[]) {
  const pictures = await findPictured(db, productsOf(orders))
  const tags = await tagsOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  return { pictures, tags }
}

function orderFiles(app: FastifyInstance, db: Db): void {
  async function* rows(request: FastifyRequest, file: typeof orderFile) {
    const { filter, note } = await readFilter(db, request)
    if (!note) yield* file(db, filter, await readCsvForm({ db }, request))
  }
  csvFile(app, 'orders.csv', request => rows(request, orderFile), '/admin/orders')
  csvFile(app, 'order-lines.csv', request => rows(request, orderLineFile), '/admin/orders')
}

function head(request: ListRequest): Html {
  return html`<div class="row apart head"><h1>${t('Orders')}</h1><span class="row">
    <a class="button quiet" href="/admin/orders/parcel-number-file">${t('Parcel numbers from a file')}</a>
    <a class="button quiet" href="${csvAddress('orders.csv', request)}">${t('Export CSV')}</a>
    <a class="button quiet" href="${csvAddress('order-lines.csv', request)}">${t('Export lines')}</a></span></div>`
}

type All = { form: Form | undefined; ids: readonly number[]; states: FormStates; chosen: Chosen }

/** The bar above the list: for all of its orders if somebody has selected them, else for those of the page. */
function barOf(visitor: Visitor, list: All, { items, totalCount: total }: Shown): Html | undefined {
  const { form, ids, states, chosen } = list
  if (form && ids.length > 0) return wholeBar(visitor, { ...list, form })
  if (items.length === 0) return undefined
  const href = withQuery(LIST, { ...chosen, all: 'yes' })
  return selectionBar(visitor, {
    form,
    orders: items,
    state: { ...(form && states[form.id]), next: withQuery(LIST, chosen) },
    all: form && selectAllLink({ total, shown: items.length, href }),
  })
}

type Shown = { items: readonly Order[]; totalCount: number }

function wholeBar(visitor: Visitor, { form, ids, states, chosen }: All & { form: Form }): Html {
  const whole = allForm(form)
  return allBar(visitor, {
    form: whole,
    ids,
    state: states[whole.id],
    here: withQuery(LIST, { ...chosen, all: 'yes' }),
    back: withQuery(LIST, chosen),
    papers: papersFor(whole.id, ids),
  })
}

function tabOf(request: ListRequest): OrderTab {
  // Programs and bookmarks say it as the API does.
  const isUnpaid = queryText(request, 'payment') === 'open'
  return queryOneOf(request, 'status', Object.keys(ORDER_TABS) as OrderTab[]) ?? (isUnpaid ? 'unpaid' : 'all')
}

function filters(request: ListRequest): Filter[] {
  return [
    { name: 'status', label: 'Status', type: 'hidden', stays: true },
    { name: 'sort', label: 'Sort by', type: 'hidden', stays: true },
    DECIMALS_FILTER,
    ...(queryText(request, 'user') ? [{ name: 'user', label: 'User (email or id)' }] : []),
    ...(queryText(request, 'code') ? [{ name: 'code', label: 'Discount code' }] : []),
    { name: 'q', label: 'Number, amount, email or name' },
    { name: 'tag', label: 'Tag' },
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
    tag: queryText(request, 'tag'),
  }
  const text = queryText(request, 'q')
  if (text === undefined) return { filter }
  const id = orderIdIn(text)
  if (id !== undefined) return { filter: { ...filter, id } }
  const { orderIds } = await findByReference(db, text)
  if (orderIds.length > 0) return { filter: { ...filter, ids: orderIds } }
  const ownerIds = await findOwnersByText(db, text, CUSTOMERS + 1)
  if (ownerIds.length > CUSTOMERS)
    return { filter, note: t('More than {total} customers match. Type more letters.', { total: CUSTOMERS }) }
  const { orderIds: orIds } = await findNotedBy(db, text, CUSTOMERS)
  return { filter: { ...filter, ownerIds, orIds } }
}

/** The tabs keep the filters, and count what fits them. */
function tabs(
  shown: OrderTab,
  chosen: Readonly<Record<string, string | undefined>>,
  counts: Partial<Record<OrderTab, number>>,
): Html {
  return html`<nav aria-label="${t('Orders')}"><ul class="lists">${(Object.keys(ORDER_TABS) as OrderTab[]).map(tab => {
    const count = counts[tab]
    const href = withQuery(LIST, { ...chosen, status: tab === 'all' ? undefined : tab })
    return html`<li><a href="${href}"${tab === shown && html` aria-current="true"`}>${t(ORDER_TABS[tab])}${
      count !== undefined && html` <span class="amount">${amount(count)}</span>`
    }</a></li>`
  })}</ul></nav>`
}

const LIST = '/admin/orders'

const FIRST_ORDERS = 'Orders appear as soon as customers place them.'

const DEFAULT_SORT = '-id'

/** The products whose pictures the list shows. */
function productsOf(orders: readonly Order[]): number[] {
  return [...new Set(orders.flatMap(({ items }) => items.map(({ productId }) => productId)))]
}

/** The list shows in place of it which orders moved. It reads them again, and only once: see done.ts. */
export const TAKEN = 'The step was taken.'

/** Two tabs have this step. */
const PREPARE = bulk('prepare-many', 'process', 'Start preparing')
const BULK: Partial<Record<OrderTab, ReturnType<typeof bulk> & Pick<Form<Text>, 'confirm'>>> = {
  ready: PREPARE,
  placed: PREPARE,
  processing: bulk('ship-many', 'ship', 'Mark as shipped'),
  shipped: bulk('deliver-many', 'deliver', 'Mark as delivered'),
  unpaid: {
    ...bulk('mark-many-paid', 'mark-paid', 'Mark as paid', 'paid={moved}&not_paid={refused}'),
    confirm: 'Mark the selected orders as paid?',
  },
}

const LIST_FORMS: readonly Form[] = [...new Set(Object.values(BULK))]

/** The list of this address. A refused form is on the page of the list that it was sent from. */
function listOf(request: ListRequest): ListRequest {
  const path = request.url.split('?')[0]!
  if (path === LIST) return request
  const [tab] = Object.entries(BULK).findLast(([, { action }]) => action === path.replace(/-all$/, '')) ?? []
  const [, search = ''] = (queryText(request, 'next') ?? withQuery(LIST, { status: tab })).split('?')
  return { url: `${LIST}?${search}`, query: Object.fromEntries(new URLSearchParams(search)) }
}

function bulk(id: string, step: string, button: PlainText, outcome = 'moved={moved}&refused={refused}') {
  return {
    id,
    action: `/admin/orders/${step}`,
    operation: { method: 'POST', address: '/api/orders/steps' },
    fields: [{ name: 'step', label: 'Step', type: 'hidden' }, UNDOABLE, boxes],
    button,
    // `?next=` names the list that the form was sent from.
    success: { go: `${LIST}?${outcome}`, done: TAKEN, next: 'follow' },
  } as const satisfies Form<Text>
}
