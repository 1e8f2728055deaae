import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { empty, facts, pagination } from '../pages/components.ts'
import { renderForm } from '../pages/form.ts'
import { date, money } from '../pages/format.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { sendPage, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { addToCart } from './add-to-cart.ts'
import { productCards, statusBadge } from './components.ts'
import { homePage } from './home-page.ts'
import { serveImages } from './images/routes.ts'
import { filterForm, listPath, parseListQuery } from './list-query.ts'
import type { Listing, ProductPage } from './paging/listing.ts'
import { listProducts } from './paging/read-page.ts'
import type { Product } from './product.ts'
import { photograph, productPicture } from './product-art.ts'
import { findProduct, listCategories } from './queries.ts'

export function productPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  serveImages(app, context)
  const respond = async (request: FastifyRequest, reply: FastifyReply, render: (visitor: Visitor) => Html) =>
    sendPage(reply, render(await app.visitorOf(request, reply)))

  app.get('/', async (request, reply) => {
    const newest = await listProducts(db, { ...parseListQuery({ sort: '-created_at', status: 'active' }), limit: 8 })
    const categories = await listCategories(db)
    return respond(request, reply, visitor => homePage(visitor, newest, categories))
  })

  app.get('/products', async (request, reply) => {
    const listing = parseListQuery(request.query)
    const list = await listProducts(db, listing)
    const categories = await listCategories(db)
    return respond(request, reply, visitor => listPage(visitor, listing, list, categories))
  })

  app.get('/products/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const product = /^[1-9]\d{0,8}$/.test(id) ? await findProduct(db, Number(id)) : undefined
    if (!product) throw new Problem('not_found', "We can't find that product. It may have been removed.")
    const { items } = await listProducts(db, {
      ...parseListQuery({ category: product.category, status: 'active' }),
      limit: 5,
    })
    const others = items.filter(other => other.id !== product.id).slice(0, 4)
    return respond(request, reply, visitor => productPage(visitor, product, others))
  })
}

function gallery(product: Product): Html {
  const [, ...others] = product.images
  return html`${productPicture(product, '(min-width: 56rem) 34rem, 100vw')}${
    others.length > 0 &&
    html`<ul class="images">${others.map(image => html`<li>${photograph(image, '10rem')}</li>`)}</ul>`
  }`
}

function listPage(visitor: Visitor, listing: Listing, list: ProductPage, categories: readonly string[]): Html {
  const { q, category } = listing.filter
  const title = q ? `Search: ${q}` : (category ?? 'Products')
  return page({
    title: listing.page > 1 ? `${title}, page ${listing.page}` : title,
    description: 'Everything that the shop sells.',
    visitor,
    main: html`<h1>${title}</h1>
      ${filterForm(listing, categories)}
      <p class="soft" role="status">${rangeText(list)}</p>
      ${
        list.items.length > 0
          ? productCards(list.items)
          : empty(q ? `No products match "${q}"` : 'No products match', 'Check the spelling or clear the filters.', {
              href: '/products',
              label: 'Clear filters',
            })
      }
      ${pagination(list.page, list.pageCount, number => listPath({ ...listing, page: number }))}`,
  })
}

function rangeText({ totalCount, page, limit, items }: ProductPage): string {
  const total = totalCount.toLocaleString('en')
  if (totalCount === 1) return '1 product'
  if (items.length === totalCount || items.length === 0) return `${total} products`
  const first = (page - 1) * limit + 1
  return `${first.toLocaleString('en')} to ${(first + items.length - 1).toLocaleString('en')} of ${total} products`
}

function productPage(visitor: Visitor, product: Product, others: readonly Product[]): Html {
  return page({
    title: product.name,
    description: product.description || product.name,
    visitor,
    main: html`<p><a href="${listPath(parseListQuery({ category: product.category }))}">${product.category}</a></p>
      <div class="split showcase">
        <div class="card">${gallery(product)}</div>
        <div>
          <h1>${product.name}</h1>
          <p class="row"><span class="price large">${money(product.price, product.currency)}</span> ${statusBadge(product)}</p>
          <p class="lede">${product.description}</p>
          ${buy(visitor, product)}
          ${facts([
            ['SKU', product.sku],
            ['Added', date(product.created_at)],
          ])}
        </div>
      </div>
      ${others.length > 0 && html`<h2>More from ${product.category}</h2>${productCards(others, 'h3')}`}`,
  })
}

function buy(visitor: Visitor, { id, status, stock }: Product): Html {
  if (status === 'coming_soon') return html`<p class="notice info">Coming soon.</p>`
  if (status === 'discontinued') return html`<p class="notice info">This product has been discontinued.</p>`
  if (status !== 'active' || stock === 0) return html`<p class="notice info">Out of stock.</p>`
  const values = { productId: String(id), quantity: '1' }
  return html`<div class="buy in-row">${renderForm(addToCart, { values }, visitor.csrfToken)}</div>`
}
