/** The products of the shop: one search box, filters, and one change for many products at once. */

import type { FastifyInstance } from 'fastify'
import { readCategories } from '../../catalogue/categories/queries.ts'
import { type Category, pathText } from '../../catalogue/categories/tree.ts'
import { optionsText } from '../../catalogue/groups/options.ts'
import { parseListQuery } from '../../catalogue/list-query.ts'
import { findSimilar, listProducts } from '../../catalogue/paging/read-page.ts'
import type { Product } from '../../catalogue/product.ts'
import { listInState } from '../../catalogue/states/queries.ts'
import { AVAILABILITY_LABELS, PRODUCT_LABELS, STATES, STATUSES } from '../../catalogue/states/states.ts'
import { REASON_CHOICES } from '../../catalogue/stock/section.ts'
import type { AppContext } from '../../context.ts'
import type { Paging } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { empty, scripted, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormState } from '../../pages/form.ts'
import { count, money } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { colon, t, translated } from '../../words/words.ts'
import { type Filter, filterForm, type ListRequest, queryOneOf, queryText, select } from '../filters.ts'
import { consolePage, csvAddress, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import { availability } from './availability.ts'

const LIST = '/admin/products'

export function productListPage(app: FastifyInstance, { reader }: AppContext): void {
  formsPage(app, {
    address: LIST,
    forms: [changeMany],
    async render(visitor, { url, query }, states) {
      const request = listOf({ url, query })
      const { rows, categories } = await reader.read(async db => ({
        rows: await readRows(db, request, readPaging(request)),
        categories: await readCategories(db),
      }))
      const state = states[changeMany.id]
      return consolePage({
        title: 'Products',
        visitor,
        states,
        main: html`<div class="row apart head"><h1>${t('Products')}</h1><span class="row">
          <a class="button quiet" href="/admin/categories">${t('Categories')}</a>
            <a class="button quiet" href="/admin/product-groups">${t('Groups')}</a>
            <a class="button quiet" href="/admin/products/feeds">${t('Product feeds')}</a>
            <a class="button quiet" href="/admin/products/import">${t('Import')}</a>
            <a class="button quiet" href="${csvAddress('products.csv', request)}">${t('Export CSV')}</a>
          <a class="button" href="/admin/products/new">${t('New product')}</a></span></div>
          ${state?.answer !== undefined && outcome(state.answer as Partial<Outcome>)}
          ${filterForm(request, filters(categories))}
          ${rows.items.length > 0 && selectionBar(visitor, request, { categories, state })}
          ${renderList(request, {
            ...rows,
            nouns: ['product', 'products'],
            ...(Object.values(request.query as object).every(value => value === '') && { none: NONE }),
            show: items => productTable(items, state?.problem ? state.values : {}),
          })}`,
      })
    },
  })
}

const NONE = empty('No products yet', 'Add your first one, or import a file with all of them.', {
  href: '/admin/products/new',
  label: 'Add a product',
})

/** The list of this address, or the one that the form was sent from. */
function listOf(request: ListRequest): ListRequest {
  const [path] = request.url.split('?')
  if (path === LIST) return request
  const [, search = ''] = (queryText(request, 'next') ?? '').split('?')
  return { url: search ? `${LIST}?${search}` : LIST, query: Object.fromEntries(new URLSearchParams(search)) }
}

function filters(categories: readonly Category[]): Filter[] {
  return [
    { name: 'q', label: 'Search' },
    {
      name: 'category',
      label: 'Category',
      options: [
        ['', 'Any'],
        ...categories.map(one => [one.name, `${pathText(one)} (${count(one.products)})`] as const),
      ],
    },
    select('status', 'Status', STATUSES, AVAILABILITY_LABELS),
    { name: 'state', label: 'Shown', options: STATE_FILTER },
    { name: 'sort', label: 'Sort by', options: SORTS },
  ]
}

/** The catalogue finds every page by its number, so the paging is its own. */
async function readRows(db: Db, request: ListRequest, paging: Paging) {
  const state = queryOneOf(request, 'state', ['draft', 'archived'])
  if (state) return { ...(await listInState(db, state, paging)), paging }
  const listing = { ...parseListQuery(request.query as Record<string, string>), limit: paging.limit }
  const list = await findSimilar(db, listing, one => listProducts(db, one, 'bounded'))
  return { ...list, paging: list }
}

const STATE_FILTER = [
  ['', 'On sale'],
  ['draft', 'Drafts'],
  ['archived', 'Archived'],
] as const

const SORTS = [
  ['', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['name', 'Name'],
  ['category', 'Category'],
  ['status', 'Status'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
] as const

function productTable(products: readonly Product[], ticked: FormState['values'] = {}): Html {
  // Named after its product: a browser restores ticks by name after "Back", and the list may be another one by then.
  const pick = (id: number, name: string) =>
    html`<label class="pick"><input type="checkbox" form="${changeMany.id}" name="productIds.${id}"
      value="${id}"${ticked[`productIds.${id}`] && html` checked`} data-value="integer"
      aria-label="${t('Select {name}', { name })}"></label>`
  return table(
    'Products',
    [
      {
        label: 'Product',
        cell: ({ id, name, sku, options }) =>
          html`${pick(id, `${name}, ${sku}`)}<span><a href="/admin/products/${id}">${name}</a>${
            options.length > 0 && html`<br><span class="soft">${optionsText(options)}</span>`
          }</span>`,
      },
      { label: 'SKU', cell: ({ sku }) => html`<code>${sku}</code>` },
      { label: 'Category', cell: ({ category }) => category },
      { label: 'Status', cell: availability },
      {
        label: 'Stock',
        cell: ({ stock, stock_counted }) => (stock_counted ? count(stock) : t('Not counted')),
        number: true,
      },
      { label: 'Price', cell: priceOf, number: true },
    ],
    products,
    { look: 'rows of-products' },
  )
}

/** A sale shows the price that it lowers. One that has not begun, or has ended, changes no price of today. */
function priceOf({ price, currency, sale_price, regular_price }: Product): Html {
  const isOnSale = sale_price != null && regular_price != null && price === sale_price && price !== regular_price
  const sale = isOnSale && html`<br><span class="soft">${t('Sale')}, <s>${money(regular_price, currency)}</s></span>`
  return html`${money(price, currency)}${sale}`
}

/** The boxes are in the table, and belong to the form by their attribute `form`. */
const boxes: Field = { name: 'productIds.*', label: 'Product', type: 'checkbox', value: 'integer' }

const PRICE = { type: 'number', value: 'price', inputmode: 'text', width: 'short' } as const

const changeMany: Form = {
  id: 'change-many',
  action: '/admin/products/changes',
  operation: { method: 'POST', address: '/api/products/changes' },
  fields: [
    boxes,
    { name: 'category', label: 'Move to', type: 'text', width: 'medium' },
    { ...PRICE, name: 'price', label: 'Set the price to' },
    { ...PRICE, name: 'priceChange', label: 'Raise prices by an amount', hint: 'Half a euro less: -0.50.' },
    {
      name: 'currency',
      label: 'Currency',
      type: 'text',
      width: 'short',
      hint: 'Of the amount. Prices in another one stay.',
    },
    {
      name: 'priceBy',
      label: 'Raise prices by percent',
      type: 'number',
      value: 'integer',
      width: 'short',
      hint: 'A tenth less: -10.',
    },
    {
      name: 'stockChange',
      label: 'Add pieces',
      type: 'number',
      value: 'integer',
      width: 'short',
      hint: 'Some are gone: -3.',
    },
    {
      name: 'reason',
      label: 'Why',
      type: 'select',
      options: [{ value: '', label: 'Other' }, ...REASON_CHOICES.filter(({ value }) => value !== 'other')],
    },
    {
      name: 'status',
      label: 'Show as',
      type: 'select',
      options: [
        { value: '', label: 'As it is' },
        ...STATUSES.map(value => ({ value, label: AVAILABILITY_LABELS[value].text })),
      ],
    },
    {
      name: 'state',
      label: 'Make it',
      type: 'select',
      options: [
        { value: '', label: 'As it is' },
        ...STATES.map(value => ({ value, label: PRODUCT_LABELS[value].text })),
      ],
    },
  ],
  button: 'Change the selected products',
  once: true,
  success: { show: () => html``, page: true },
  look: 'quiet',
}

type Bar = { categories: readonly Category[]; state: FormState | undefined }

function selectionBar(visitor: Visitor, { url }: ListRequest, { categories, state }: Bar): Html {
  const { answer: _, ...rest } = state ?? {}
  const suggestions = categories.map(({ name }) => name)
  const fields = changeMany.fields
    .filter(field => field !== boxes)
    .map(field => (field.name === 'category' ? { ...field, suggestions } : field))
  const kept = rest.problem ? rest : { next: url }
  const form = formsOf(visitor, { [changeMany.id]: { ...kept, next: url } })(
    { ...changeMany, fields },
    { currency: visitor.shop?.currency },
  )
  return html`<div class="bulk" role="group" aria-label="${t('Selected products')}">
    ${scripted(html`<button type="button" class="button quiet" data-select-all="${changeMany.id}">${t('Select all')}</button>`)}
    <span class="selected" data-selected="${changeMany.id}">${t('With the selected products:')}</span>
    <details class="bulk-form"${rest.problem && html` open`}><summary>${t('Change them')}</summary>${form}</details>
    <span class="soft keys">${t('Click a row to open it. In the list, J and K move, X selects.')}</span></div>`
}

type Outcome = { changed: number[]; refused: { productId: number; sku: string | null; detail: string }[] }

/** Reports which of the selected products changed. The answer comes from the browser, so its parts are checked. */
function outcome({ changed, refused }: Partial<Outcome>): Html {
  const done = Array.isArray(changed) ? changed.length : 0
  const kept = Array.isArray(refused) ? refused : []
  return html`${
    done > 0 &&
    html`<div class="notice success" role="status" tabindex="-1" autofocus><p>${t('{total} products changed.', {
      total: count(done),
      count: done,
    })}</p></div>`
  }
    ${
      kept.length > 0 &&
      html`<div class="notice warning" role="status"
        tabindex="-1"${done === 0 && html` autofocus`}><p>${t('{total} products stayed as they were:', {
          total: count(kept.length),
          count: kept.length,
        })}</p>
      <ul>${kept.map(
        ({ productId, sku, detail }) =>
          html`<li><a href="/admin/products/${productId}">${sku ?? `#${productId}`}</a>${colon()} ${translated(detail)}</li>`,
      )}</ul></div>`
    }`
}
