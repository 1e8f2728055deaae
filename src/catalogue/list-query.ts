/** The query of the list pages. It makes the same listing as over the API, but ignores invalid values. */

import { PRICE_MAX } from '../database/schema.ts'
import { type Html, html } from '../html/html.ts'
import { minorUnits } from '../pages/assets/form-rules.js'
import { renderReason } from '../pages/field.ts'
import { count, decimal, money } from '../pages/format.ts'
import { t } from '../words/words.ts'
import { nameInWords } from './categories/category-texts.ts'
import { type Category, pathText } from './categories/tree.ts'
import type { Listing } from './paging/listing.ts'
import { SORTS, type Sort } from './paging/sort-key.ts'
import { AVAILABILITY_LABELS, STATUSES } from './states/states.ts'

const PER_PAGE = 24

/** The currency of the price filter. Products in other currencies are found by the same number. */
const CURRENCY = 'EUR'

/**
 * The shop shows new products first; the API lists by id. Among all products, those that can be ordered come first. A search
 * begins with the best matches.
 */
function defaultOrder(status: unknown, q: unknown): string {
  if (q !== undefined) return RELEVANCE
  return status === 'all' || status === undefined ? 'status' : '-created_at'
}

/** Name in addresses. The order of the database is the other way round. */
const RELEVANCE = 'relevance'

const ORDERS = [
  [RELEVANCE, 'Best match first'],
  ['-created_at', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['price', 'Price, low to high'],
  ['-price', 'Price, high to low'],
  ['category', 'Category'],
  ['status', 'Availability'],
] as const

export function parseListQuery(query: unknown): Listing {
  const text = (name: string) => textOf(query, name)
  const q = text('q')
  const sort = text('sort') ?? '-created_at'
  const isByRelevance = sort === RELEVANCE && q !== undefined
  const price = (name: string) => {
    const amount = minorUnits(text(name) ?? '', CURRENCY)
    return amount !== undefined && amount >= 0 && amount <= PRICE_MAX ? amount : undefined
  }
  return {
    sort: isByRelevance ? 'relevance' : columnOf(sort.replace(/^-/, '')),
    descending: isByRelevance || sort.startsWith('-'),
    filter: {
      category: text('category'),
      status: STATUSES.find(name => name === text('status')),
      q,
      minPrice: price('min'),
      maxPrice: price('max'),
    },
    page: /^[1-9]\d{0,8}$/.test(text('page') ?? '') ? Number(text('page')) : 1,
    limit: PER_PAGE,
    after: undefined,
  }
}

/** People expect Äpfel beside apples, and Chair 2 before Chair 10. Programs get the order of code points. */
function columnOf(sort: string): Sort {
  return sort === 'name' ? 'sort_name' : (SORTS.find(name => name === sort) ?? 'id')
}

function textOf(query: unknown, name: string): string | undefined {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

type Mistake = { readonly typed: string; readonly reason: string }
export type PriceMistakes = { readonly min?: Mistake | undefined; readonly max?: Mistake | undefined }

/** A list page ignores a price that it cannot read, so its form says so. */
export function priceMistakes(query: unknown): PriceMistakes {
  const { minPrice, maxPrice } = parseListQuery(query).filter
  const typed = { min: textOf(query, 'min'), max: textOf(query, 'max') }
  const unread = (label: string, text: string | undefined, price: number | undefined) =>
    text !== undefined && price === undefined
      ? { typed: text, reason: t('{label} must be an amount like 24.50. The list goes without it.', { label }) }
      : undefined
  const crossed =
    typed.max !== undefined && minPrice !== undefined && maxPrice !== undefined && maxPrice < minPrice
      ? { typed: typed.max, reason: t('Price up to must not be less than Price from.') }
      : undefined
  return {
    min: unread(t('Price from'), typed.min, minPrice),
    max: unread(t('Price up to'), typed.max, maxPrice) ?? crossed,
  }
}

/** The shop shows what can be ordered, unless the visitor asks for another availability or for all. It shows a group once. */
export function parseShopQuery(query: Record<string, unknown>): Listing {
  const status = query.status || 'active'
  const listing = parseListQuery({ ...query, status, sort: query.sort || defaultOrder(status, textOf(query, 'q')) })
  return { ...listing, filter: { ...listing.filter, isListed: true } }
}

/** The address of the first page with another filter. An order that the visitor has not chosen changes with it. */
export function filteredPath(listing: Listing, change: Listing['filter']): string {
  const filter = { ...listing.filter, ...change }
  const isDefault = orderOf(listing) === defaultOrder(listing.filter.status, listing.filter.q)
  const { sort, descending } = isDefault ? parseShopQuery({ status: filter.status ?? 'all', q: filter.q }) : listing
  return listPath({ ...listing, sort, descending, filter, page: 1 })
}

function orderOf({ sort, descending }: Listing): string {
  if (sort === 'relevance') return RELEVANCE
  const name = sort === 'sort_name' ? 'name' : sort
  return descending ? `-${name}` : name
}

/** The address of a list page of the shop, without values that are the default. */
export function listPath(listing: Listing): string {
  const { filter, page } = listing
  const order = orderOf(listing)
  const { category, q, minPrice, maxPrice } = filter
  const given = Object.entries({
    q,
    category,
    min: minPrice === undefined ? undefined : decimal(minPrice, CURRENCY),
    max: maxPrice === undefined ? undefined : decimal(maxPrice, CURRENCY),
    status: filter.status === 'active' ? undefined : (filter.status ?? 'all'),
    sort: order === defaultOrder(filter.status, q) ? undefined : order,
    page: page > 1 ? String(page) : undefined,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '/products' : `/products?${new URLSearchParams(given)}`
}

/**
 * The one address of a list for search engines. Filters and orders show the same products in another way, so only categories and their
 * pages have an address of their own.
 */
export function canonicalPath(listing: Listing): string {
  const { category } = listing.filter
  const plain = parseShopQuery({ category })
  const own = listPath({ ...plain, page: listing.page })
  return listPath(listing) === own ? own : listPath(plain)
}

/** `isCounted`: whether the products of the categories were counted for this list. */
export function filterForm(
  listing: Listing,
  { categories, isCounted }: { categories: readonly Category[]; isCounted: boolean },
  mistakes: PriceMistakes = {},
): Html {
  const { filter } = listing
  const offered = categories
    .filter(({ name, products }) => products > 0 || name === filter.category)
    .map(
      one =>
        [
          one.name,
          isCounted ? `${pathText(one, categories)} (${count(one.products)})` : pathText(one, categories),
        ] as const,
    )
  const unknown = filter.category !== undefined && !offered.some(([name]) => name === filter.category)
  const isWrong = (mistakes.min ?? mistakes.max) !== undefined
  return html`<details class="filter-box"${isWrong && html` open`}><summary class="button quiet">${t('Filter and sort')}</summary>
  <form class="filters" action="/products" method="get" data-applies>
    ${filter.q && html`<input type="hidden" name="q" value="${filter.q}">`}
    ${choice('category', t('Category'), filter.category, [
      ['', t('All')],
      ...offered,
      ...(unknown ? [[filter.category!, `${filter.category} (0)`] as const] : []),
    ])}
    ${amount('min', t('Price from'), filter.minPrice, mistakes.min)}
    ${amount('max', t('Price up to'), filter.maxPrice, mistakes.max, mistakes.min === undefined)}
    ${choice('status', t('Availability'), filter.status ?? 'all', [
      ...STATUSES.map(name => [name, t(AVAILABILITY_LABELS[name].text)] as const),
      ['all', t('All')],
    ])}
    ${choice(
      'sort',
      t('Sort by'),
      orderOf(listing),
      ORDERS.filter(([value]) => value !== RELEVANCE || filter.q).map(([value, label]) => [value, t(label)] as const),
    )}
    <button type="submit" class="button scriptless">${t('Apply')}</button>
  </form></details>`
}

/** The filters that are on, each with a link that removes it. */
export function filterChips(listing: Listing, categories: readonly Category[] = []): Html | undefined {
  const { q, category, status, minPrice, maxPrice } = listing.filter
  const without = (change: Listing['filter']) => filteredPath(listing, change)
  const chips = [
    ...(q ? [[t('“{words}”', { words: q }), without({ q: undefined })] as const] : []),
    ...(category ? [[nameInWords(categories, category), without({ category: undefined })] as const] : []),
    ...(minPrice === undefined
      ? []
      : [[t('From {price}', { price: money(minPrice, CURRENCY) }), without({ minPrice: undefined })] as const]),
    ...(maxPrice === undefined
      ? []
      : [[t('Up to {price}', { price: money(maxPrice, CURRENCY) }), without({ maxPrice: undefined })] as const]),
    ...(status === 'active'
      ? []
      : [[status ? t(AVAILABILITY_LABELS[status].text) : t('All'), without({ status: 'active' })] as const]),
  ]
  if (chips.length === 0) return undefined
  return html`<ul class="chips" aria-label="${t('Filters')}">${chips.map(
    ([label, href]) =>
      html`<li><a href="${href}"><span class="unseen">${t('Remove filter')} </span>${label}<span aria-hidden="true"> ×</span></a></li>`,
  )}</ul>`
}

function amount(
  name: string,
  label: string,
  chosen: number | undefined,
  mistake: Mistake | undefined,
  isFirst = true,
): Html {
  const value = mistake?.typed ?? (chosen === undefined ? '' : decimal(chosen, CURRENCY))
  const invalid = mistake && html` aria-invalid="true" aria-describedby="${name}-error"`
  return html`<div class="field amount"><label for="${name}">${label} (€)</label><input id="${name}" name="${name}"
    type="text" inputmode="decimal" maxlength="14" value="${value}"${invalid}>${
      mistake && renderReason(name, mistake.reason, isFirst)
    }</div>`
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
