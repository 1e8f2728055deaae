/** How the list is asked for on pages: the same listing as over the API, but a wrong wish is passed over, not refused. */
import { type Html, html } from '../pages/html.ts'
import { STATUS_WORDS } from './components.ts'
import { type Listing, SORTS } from './paging/listing.ts'
import { STATUSES } from './tables.ts'

export type Browsing = Listing

const PER_PAGE = 24

/** A shop shows first what is new; the API lists by id unless it is asked for another order. */
export const USUAL_ORDER = '-created_at'

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

export function browsed(query: unknown): Browsing {
  const text = (name: string) => {
    const value = (query as Record<string, unknown>)[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
  }
  const sort = text('sort') ?? USUAL_ORDER
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

/** The address of a list page; what is usual is left out of it. */
export function browsePath({ sort, descending, filter, page }: Browsing): string {
  const order = descending ? `-${sort}` : sort
  const said = Object.entries({
    ...filter,
    sort: order === USUAL_ORDER ? undefined : order,
    page: page > 1 ? String(page) : undefined,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return said.length === 0 ? '/products' : `/products?${new URLSearchParams(said)}`
}

export function filterForm({ sort, descending, filter }: Browsing, categories: readonly string[]): Html {
  const order = descending ? `-${sort}` : sort
  return html`<form class="filters" action="/products" method="get" role="search">
    <div class="field wide"><label for="q">Search</label><input id="q" name="q" type="search" value="${filter.q}" maxlength="200"></div>
    ${choice('category', 'Category', filter.category, [['', 'All'], ...categories.map(name => [name, name] as const)])}
    ${choice('status', 'Availability', filter.status, [['', 'All'], ...STATUSES.map(name => [name, STATUS_WORDS[name]] as const)])}
    ${choice('sort', 'Sort by', order === USUAL_ORDER ? '' : order, ORDERS)}
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
    ([value, words]) => html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${words}</option>`,
  )}</select></div>`
}
