import type { FastifyInstance, FastifyRequest } from 'fastify'
import { STATUS_LABELS, statusBadge } from '../../catalogue/components.ts'
import { parseListQuery } from '../../catalogue/list-query.ts'
import { listProducts } from '../../catalogue/paging/read-page.ts'
import { findProduct, listCategories } from '../../catalogue/queries.ts'
import { STATUSES } from '../../catalogue/tables.ts'
import type { AppContext } from '../../context.ts'
import { empty, facts, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { money, time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { consolePage, staffAction, staffPage } from '../layout.ts'
import { filters, listed } from '../list-page.ts'

const PER_PAGE = 25

type Product = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** Products: list, create, change, remove. */
export function productPages(app: FastifyInstance, { db }: AppContext): void {
  staffPage(app, '/admin/products', async (visitor, request) => {
    const list = await listProducts(db, { ...parseListQuery(request.query), limit: PER_PAGE })
    const categories = await listCategories(db)
    return consolePage({
      title: 'Products',
      visitor,
      main: html`<div class="row apart head"><h1>Products</h1><a class="button" href="/admin/products/new">New product</a></div>
        ${filters(request, [
          { name: 'q', label: 'Search' },
          {
            name: 'category',
            label: 'Category',
            options: [['', 'Any'], ...categories.map(name => [name, name] as const)],
          },
          {
            name: 'status',
            label: 'Status',
            options: [['', 'Any'], ...STATUSES.map(status => [status, STATUS_LABELS[status]] as const)],
          },
          { name: 'sort', label: 'Sort by', options: SORTS },
        ])}
        ${listed(request, {
          ...list,
          paging: list,
          words: {
            one: 'product',
            many: 'products',
            none: empty('No products match', 'Change or clear the filters.'),
          },
          show: productTable,
        })}`,
    })
  })

  const showNew = (visitor: Visitor, state: FormState) =>
    consolePage({
      title: 'New product',
      visitor,
      failed: state.problem !== undefined,
      main: html`<h1>New product</h1>
        <div class="card form-card">${renderForm(create, { values: { currency: 'EUR', stock: '0' }, ...state }, visitor.csrfToken)}</div>`,
    })
  staffPage(app, '/admin/products/new', visitor => showNew(visitor, {}))
  staffAction(app, create, showNew)

  const showOne = async (
    visitor: Visitor,
    request: FastifyRequest,
    states: Partial<Record<string, FormState>> = {},
  ) => {
    const { id } = request.params as { id: string }
    const product = /^[1-9]\d{0,8}$/.test(id) ? await findProduct(db, Number(id)) : undefined
    if (!product) throw new Problem('not_found', "We can't find that product. It may have been removed.")
    return productPage(visitor, product, states)
  }
  staffPage(app, '/admin/products/:id', (visitor, request) => showOne(visitor, request))
  for (const form of [change, restock, remove]) {
    staffAction(app, form, (visitor, state, request) => showOne(visitor, request, { [form.id]: state }))
  }
}

const SORTS = [
  ['', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['name', 'Name'],
  ['category', 'Category'],
  ['status', 'Status'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
] as const

function productTable(products: readonly Product[]): Html {
  return table(
    'Products',
    [
      { label: 'Product', cell: ({ id, name }) => html`<a href="/admin/products/${id}">${name}</a>` },
      { label: 'SKU', cell: ({ sku }) => html`<code>${sku}</code>` },
      { label: 'Category', cell: ({ category }) => category },
      { label: 'Status', cell: statusBadge },
      { label: 'Stock', cell: ({ stock }) => stock.toLocaleString('en'), number: true },
      { label: 'Price', cell: ({ price, currency }) => money(price, currency), number: true },
    ],
    products,
  )
}

function productPage(visitor: Visitor, product: Product, states: Partial<Record<string, FormState>>): Html {
  const { id, name, price, stock, currency } = product
  const values = { ...product, price: String(price), stock: String(stock), id: String(id) }
  const form = (form: Form) =>
    renderForm(form, { params: { id: String(id) }, values, ...states[form.id] }, visitor.csrfToken)
  return consolePage({
    title: name,
    visitor,
    failed: Object.values(states).some(state => state?.problem),
    main: html`<div class="row apart head"><h1>${name}</h1>${statusBadge(product)}</div>
      <div class="split">
        <div class="card"><h2>Details</h2>${form(change)}</div>
        <div>
          <div class="card"><h2>Availability</h2>${form(restock)}</div>
          <div class="card">
            ${facts([
              ['Number', id],
              ['Page', html`<a href="/products/${id}">View in shop</a>`],
              ['Price', money(price, currency)],
              ['Added', time(product.created_at)],
            ])}
            ${form(remove)}
          </div>
        </div>
      </div>`,
  })
}

const DESCRIBED: Field[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'sku', label: 'SKU', type: 'text', required: true, hint: 'Must be unique.' },
  { name: 'category', label: 'Category', type: 'text', required: true },
  { name: 'description', label: 'Description', type: 'textarea', rows: 5, empty: 'keep' },
  {
    name: 'price',
    label: 'Price',
    type: 'number',
    required: true,
    value: 'integer',
    hint: 'In the smallest unit of the currency: 1999 is €19.99.',
  },
  { name: 'currency', label: 'Currency', type: 'text', required: true, hint: 'Three letters, like EUR.' },
]

const HAD: Field[] = [
  {
    name: 'status',
    label: 'Status',
    type: 'select',
    required: true,
    options: STATUSES.map(value => ({ value, label: STATUS_LABELS[value] })),
  },
  { name: 'stock', label: 'Stock', type: 'number', required: true, value: 'integer', hint: 'Units in stock.' },
]

const create: Form = {
  id: 'create',
  action: '/admin/products/new',
  operation: { method: 'POST', address: '/api/products' },
  fields: [...DESCRIBED, ...HAD],
  button: 'Create product',
  once: true,
  success: { go: '/admin/products/{id}' },
}

const change: Form = {
  id: 'change',
  action: '/admin/products/:id',
  operation: { method: 'PATCH', address: '/api/products/:id' },
  fields: DESCRIBED,
  button: 'Save',
  success: { go: '/admin/products/{id}' },
}

/** Apart from the description, so that whoever corrects a word does not set the stock back to what it was before a sale. */
const restock: Form = {
  id: 'restock',
  action: '/admin/products/:id/stock',
  operation: { method: 'PATCH', address: '/api/products/:id' },
  fields: HAD,
  button: 'Save availability',
  success: { go: '/admin/products/{id}' },
}

const remove: Form = {
  id: 'remove',
  action: '/admin/products/:id/remove',
  operation: { method: 'DELETE', address: '/api/products/:id' },
  fields: [],
  button: 'Remove from the shop',
  confirm: 'Remove this product from the shop? Existing orders still show it.',
  success: { go: '/admin/products' },
  look: 'danger',
}
