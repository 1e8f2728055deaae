/** The product list as a page, with search and filters. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { COUNT_LIMIT } from '../database/lists/count.ts'
import type { Db } from '../database/schema.ts'
import { type Html, html } from '../html/html.ts'
import { empty, pagination } from '../pages/components.ts'
import { count } from '../pages/format.ts'
import { page } from '../pages/layout.ts'
import { STAYS_READABLE, sendPublicPage, sendToPresent, type Visitor } from '../pages/visitor.ts'
import { t } from '../words/words.ts'
import { nameInWords } from './categories/category-texts.ts'
import { findPresentName } from './categories/former-names.ts'
import { readPlaced } from './categories/queries.ts'
import { arrange, type Category } from './categories/tree.ts'
import { categoryTiles, productCards } from './components.ts'
import { type GroupSummary, summarizeGroups } from './groups/queries.ts'
import { serveImages } from './images/routes.ts'
import { serveStrips } from './images/strip.ts'
import {
  canonicalPath,
  filterChips,
  filteredPath,
  filterForm,
  listPath,
  type PriceMistakes,
  parseShopQuery,
  priceMistakes,
} from './list-query.ts'
import type { Listing, ProductPage } from './paging/listing.ts'
import { findSimilar, listWithCategories } from './paging/read-page.ts'
import type { Product } from './product.ts'
import { productPage, type ShippingOf } from './product-page.ts'
import { suggestProducts } from './search/suggestions.ts'

export function productPages(app: FastifyInstance, context: AppContext, shippingOf: ShippingOf): void {
  const { reader } = context
  serveImages(app, context)
  serveStrips(app, context)
  const respond = async (
    request: FastifyRequest,
    reply: FastifyReply,
    render: (visitor: Visitor) => Html | Promise<Html>,
  ) => {
    const visitor = await app.visitorOf(request, reply)
    return sendPublicPage(reply, visitor, await render(visitor))
  }

  app.get('/products', STAYS_READABLE, async (request, reply) => {
    const listing = parseShopQuery(request.query as Record<string, unknown>)
    const { list, groups } = await reader.read(async db => {
      const { categories, ...list } = await findSimilar(db, listing, one => listWithCategories(db, one))
      const [placed, groups] = await Promise.all([readPlaced(db), groupsOf(db, list.items)])
      return { list: { ...list, categories: arrange(placed, categories) }, groups }
    })
    const { category } = listing.filter
    const present = category && list.items.length === 0 && (await reader.read(db => findPresentName(db, category)))
    if (present) return sendToPresent(reply, listPath({ ...listing, filter: { ...listing.filter, category: present } }))
    const mistakes = priceMistakes(request.query)
    return respond(request, reply, visitor => listPage(visitor, listing, list, { mistakes, groups }))
  })

  app.get('/products/suggestions', async (request, reply) => {
    const { q } = request.query as { q?: unknown }
    const text = typeof q === 'string' ? q.slice(0, 200) : ''
    const { products } = await reader.read(db => suggestProducts(db, text, 30))
    const names = [...new Set(products.map(({ name }) => name))].slice(0, 8)
    return reply.header('cache-control', 'no-store').send(names)
  })

  productPage(app, context, shippingOf)
}

/** The groups of the products, as lists show them. */
export function groupsOf(db: Db, products: readonly Product[]) {
  return summarizeGroups(
    db,
    products.flatMap(({ group }) => group ?? []),
  )
}

type List = ProductPage & { categories: readonly Category[]; isCounted: boolean; isSimilar: boolean }
type Around = { mistakes: PriceMistakes; groups: ReadonlyMap<number, GroupSummary> }

function listPage(visitor: Visitor, listing: Listing, list: List, { mistakes, groups }: Around): Html {
  const { q, category } = listing.filter
  const title = q
    ? t('Search: {words}', { words: q })
    : category === undefined
      ? t('Products')
      : nameInWords(list.categories, category)
  const below = category === undefined || !list.isCounted ? undefined : categoryTiles(list.categories, category)
  return page({
    title: listing.page > 1 ? t('{title}, page {page}', { title, page: listing.page }) : title,
    description: t('Everything that the shop sells.'),
    visitor,
    searched: q,
    ...(q === undefined && { preview: { path: canonicalPath(listing) } }),
    failed: (mistakes.min ?? mistakes.max) !== undefined,
    main: html`<h1>${title}</h1>
      ${filterForm(listing, list, mistakes)}
      ${filterChips(listing, list.categories)}
      ${list.isSimilar && html`<p>${t('Nothing matches "{words}" as it is written. These products are similar.', { words: q ?? '' })}</p>`}
      <p class="soft"><span role="status">${rangeText(list, listing.filter.status === 'active')}</span>${
        listing.filter.status === 'active' &&
        html` <a href="${filteredPath(listing, { status: undefined })}">${t('Include sold-out products')}</a>`
      }</p>
      ${below}
      ${
        list.items.length > 0
          ? productCards(list.items, {
              csrfToken: visitor.csrfToken,
              here: listPath(listing),
              groups,
              categories: list.categories,
            })
          : !below && noProducts(listing, list)
      }
      ${pagination(list.page, list.pageCount, number => listPath({ ...listing, page: number }))}`,
  })
}

function noProducts(listing: Listing, { pageCount }: ProductPage): Html {
  const { q } = listing.filter
  if (pageCount > 0) {
    const last = { href: listPath({ ...listing, page: pageCount }), label: 'Go to the last page' }
    return empty(
      t('There is no page {page}', { page: listing.page }),
      t('This list has {count} pages.', { count: pageCount }),
      last,
    )
  }
  // A shop that has nothing to sell yet.
  const { category, minPrice, maxPrice, status = 'active' } = listing.filter
  const isFiltered = q ?? category ?? minPrice ?? maxPrice ?? (status === 'active' ? undefined : status)
  if (isFiltered === undefined) return empty('Nothing here yet', 'Products appear here as soon as they can be ordered.')
  const clear = { href: '/products', label: 'Clear filters' }
  return empty(
    q ? t('No products match "{words}"', { words: q }) : 'No products match',
    'Check the spelling or clear the filters.',
    clear,
  )
}

function rangeText({ totalCount, page, limit, items, isCounted }: List, inStock: boolean): string {
  const total = isCounted || totalCount <= COUNT_LIMIT ? count(totalCount) : `${count(COUNT_LIMIT)}+`
  if (items.length === totalCount || items.length === 0 || totalCount === 1) {
    return inStock
      ? t('{total} products in stock.', { total, count: totalCount })
      : t('{total} products', { total, count: totalCount })
  }
  const first = (page - 1) * limit + 1
  const range = { first: count(first), last: count(first + items.length - 1), total }
  return inStock
    ? t('{first} to {last} of {total} products in stock.', range)
    : t('{first} to {last} of {total} products', range)
}
