/** The query of the list pages. It makes the same listing as over the API, but ignores invalid values. */
import { type Html, html } from '../pages/html.ts'
import { STATUS_LABELS } from './components.ts'
import type { Listing } from './paging/listing.ts'
import { SORTS } from './paging/sort-key.ts'
import { STATUSES } from './tables.ts'

const PER_PAGE = 24

/** The shop shows new products first; the API lists by id. */
const DEFAULT_ORDER = '-created_at'

const ORDERS = [
  ['', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['category', 'Category'],
  ['status', 'Availability'],
] as const

export function parseListQuery(query: unknown): Listing {
  const text = (name: string) => {
    const value = (query as Record<string, unknown>)[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
  }
  const sort = text('sort') ?? DEFAULT_ORDER
  return {
    sort: SORTS.find(name => name === sort.replace(/^-/, '')) ?? 'id',
    descending: sort.startsWith('-'),
    filter: {
      category: text('category'),
      status: STATUSES.find(name => name === text('status')),
      q: text('q'),
    },
    page: /^[1-9]\d{0,8}$/.test(text('page') ?? '') ? Number(text('page')) : 1,
    limit: PER_PAGE,
    after: undefined,
  }
}

/** The address of a list page, without values that are the default. */
export function listPath({ sort, descending, filter, page }: Listing): string {
  const order = descending ? `-${sort}` : sort
  const given = Object.entries({
    ...filter,
    sort: order === DEFAULT_ORDER ? undefined : order,
    page: page > 1 ? String(page) : undefined,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '/products' : `/products?${new URLSearchParams(given)}`
}

export function filterForm({ sort, descending, filter }: Listing, categories: readonly string[]): Html {
  const order = descending ? `-${sort}` : sort
  return html`<form class="filters" action="/products" method="get" role="search">
    <div class="field wide"><label for="q">Search</label><input id="q" name="q" type="search" value="${filter.q}" maxlength="200"></div>
    ${choice('category', 'Category', filter.category, [['', 'All'], ...categories.map(name => [name, name] as const)])}
    ${choice('status', 'Availability', filter.status, [['', 'All'], ...STATUSES.map(name => [name, STATUS_LABELS[name]] as const)])}
    ${choice('sort', 'Sort by', order === DEFAULT_ORDER ? '' : order, ORDERS)}
    <button type="submit" class="button">Apply</button>
  </form>`
}

function choice(
  name: string,
  label: string,
  chosen: string | undefined,
  options: readonly (readonly [value: string, label: string])[],
): Html {
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${text}</option>`,
  )}</select></div>`
}
