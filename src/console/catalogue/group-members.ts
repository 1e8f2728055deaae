/** The products of a group, and those that could be added: each row has a form with its values. */
import type { FastifyRequest } from 'fastify'
import type { ProductGroup } from '../../catalogue/groups/group.ts'
import { parseListQuery } from '../../catalogue/list-query.ts'
import { listProducts } from '../../catalogue/paging/read-page.ts'
import type { Product } from '../../catalogue/product.ts'
import { findProducts } from '../../catalogue/queries.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { FormStates } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { count, money } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { queryText } from '../filters.ts'

const GROUP_PAGE = '/admin/product-groups/:id'
const API = '/api/product-groups/:id/products/:productId'

const OTHERS_SHOWN = 20

/** The products of the group, and the first that match the search and are in no group. */
export async function findCandidates(db: Db, group: ProductGroup, request: FastifyRequest) {
  const q = queryText(request, 'q') ?? group.name
  const members = await findProducts(
    db,
    group.products.map(({ id }) => id),
  )
  const { items } = await listProducts(db, { ...parseListQuery({ q, sort: 'name' }), limit: 100 }, 'bounded')
  return {
    q,
    members: members.toSorted((a, b) => a.id - b.id),
    others: items.filter(product => product.group === null).slice(0, OTHERS_SHOWN),
  }
}

export function memberSections(
  visitor: Visitor,
  request: FastifyRequest,
  group: ProductGroup,
  { q, members, others }: Awaited<ReturnType<typeof findCandidates>>,
  states: FormStates,
): Html {
  const formsFor = ({ id }: Product) => rowFormsOf(visitor, states, { id: String(group.id), productId: String(id) })
  const [path] = request.url.split('?')
  return html`${section(
    'products',
    'Products',
    members.length === 0
      ? html`<p>${t('The group has no products yet. Add them below.')}</p>`
      : productTable('Products of the group', members, product => {
          const show = formsFor(product)
          const values = Object.fromEntries(
            product.options.map(({ name, value }) => [
              `options.${group.options.findIndex(option => option.name === name)}.value`,
              value,
            ]),
          )
          return html`${show(forGroup(put, group), { ...namesOf(group), ...values }, product.sku)}${show(takeOut, {}, product.sku)}`
        }),
    { look: 'card' },
  )}
  ${section(
    'add',
    'Add products',
    html`${
      members[0] &&
      html`<p>${rich('<a>Create another one like {product}</a>, and add it here.', {
        a: link(`/admin/products/new?like=${members[0].id}`),
        product: members[0].name,
      })}</p>`
    }<form class="filters" action="${path}"
      method="get"><div class="field"><label for="q">${t('Search')}</label><input type="search" id="q" name="q" value="${q}"></div>
      <button type="submit" class="button quiet">${t('Find products')}</button></form>
      ${
        others.length === 0
          ? html`<p>${t('No products without a group match.')}</p>`
          : productTable('Products without a group', others, product =>
              formsFor(product)(
                forGroup(add, group),
                { ...namesOf(group), ...guessedValues(group, product) },
                product.sku,
              ),
            )
      }`,
    { look: 'card' },
  )}`
}

function productTable(caption: string, products: readonly Product[], forms: (product: Product) => Html): Html {
  return table(
    caption,
    [
      {
        label: 'Product',
        cell: ({ id, name, sku, status }) =>
          html`<a href="/admin/products/${id}">${name}</a><br><code>${sku}</code>${status !== 'active' && html` ${badge('Not in stock')}`}`,
      },
      { label: 'Stock', cell: ({ stock }) => count(stock), number: true },
      { label: 'Price', cell: ({ price, currency }) => money(price, currency), number: true },
      { label: 'Values', cell: forms },
    ],
    products,
  )
}

const VALUES = [0, 1, 2].flatMap((n): Field[] => [
  { name: `options.${n}.name`, label: `Option ${n + 1}`, type: 'hidden' },
  { name: `options.${n}.value`, label: `Value ${n + 1}`, type: 'select', required: true, width: 'short' },
])

const put = edit({
  id: 'put',
  at: `${GROUP_PAGE}/products/:productId`,
  api: API,
  method: 'PUT',
  fields: VALUES,
  button: 'Save values',
  done: 'Saved.',
  go: '/admin/product-groups/{id}',
  look: 'quiet',
})

const add = edit({
  id: 'add',
  at: `${GROUP_PAGE}/products/:productId/add`,
  api: API,
  method: 'PUT',
  fields: VALUES,
  button: 'Add to the group',
  done: 'Added to the group.',
  go: '/admin/product-groups/{id}',
  look: 'quiet',
})

const takeOut = removal({
  id: 'take-out',
  at: `${GROUP_PAGE}/products/:productId/remove`,
  api: API,
  button: 'Take out',
  done: 'Taken out of the group. It is sold by itself.',
  go: GROUP_PAGE,
  look: 'text',
})

export const MEMBER_FORMS = [put, add, takeOut]

/** The form with a select for each option of the group. */
function forGroup(form: typeof put, { options }: ProductGroup): typeof put {
  const fields = options.flatMap(({ name, values }, n) => [
    VALUES[n * 2]!,
    {
      ...VALUES[n * 2 + 1]!,
      label: name,
      options: [{ value: '', label: '' }, ...values.map(value => ({ value, label: value }))],
    },
  ])
  return { ...form, fields }
}

function namesOf({ options }: ProductGroup): Record<string, string> {
  return Object.fromEntries(options.map(({ name }, n) => [`options.${n}.name`, name]))
}

/** Guesses the value of each option: the longest one that occurs in the product's name. */
function guessedValues({ options }: ProductGroup, { name }: Product): Record<string, string> {
  const words = ` ${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return Object.fromEntries(
    options.flatMap(({ values }, n) => {
      const found = values
        .filter(value => words.includes(` ${value.toLowerCase()} `))
        .toSorted((a, b) => b.length - a.length)[0]
      return found === undefined ? [] : [[`options.${n}.value`, found]]
    }),
  )
}
