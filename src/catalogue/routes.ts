/** The API of products. */

import { Type } from 'typebox'
import { actorIdOf, actsForShop, isPublic } from '../accounts/sessions/access.ts'
import type { Caller } from '../accounts/sessions/identify.ts'
import { PRODUCT_READERS, PRODUCT_WRITERS } from '../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { rowIdOf } from '../http/filters.ts'
import { once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { Page } from '../http/paginated-list.ts'
import { ifMatch, Unchanged } from '../http/representation/entity-tags.ts'
import { Metadata } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { changeMetadata, metadataFilterOf } from '../metadata/metadata.ts'
import { Problem } from '../problems.ts'
import { Batch, BatchReport, putProducts } from './batch/batch.ts'
import { changeManyRoute } from './batch/change-many.ts'
import { requireKey } from './batch/stock-move.ts'
import { categoryRoutes } from './categories/routes.ts'
import { changeProduct, createProduct, removeProduct } from './edit-product.ts'
import { groupRoutes } from './groups/routes.ts'
import { imageRoutes } from './images/routes.ts'
import { previewRoutes } from './import/preview-routes.ts'
import { importRoute } from './import/route.ts'
import { type Listing, ListQuery, pageLinks, parseListing } from './paging/listing.ts'
import { findSimilar, listProducts } from './paging/read-page.ts'
import { NewProductOrDraft, Product, ProductChange, throwNoProduct } from './product.ts'
import { findProduct } from './queries.ts'
import { openResponseCache } from './response-cache.ts'
import { stateRoutes } from './states/routes.ts'
import type { ProductStatus } from './states/states.ts'
import { changesStockBecause } from './stock/cause.ts'
import { stockRoutes } from './stock/routes.ts'
import { stockAlertRoutes } from './stock-alerts/routes.ts'

const Id = rowIdOf('product')

const NewProductWithMetadata = Type.Object(
  { ...NewProductOrDraft.properties, metadata: Type.Optional(Metadata) },
  { title: 'NewProduct' },
)

export function productRoutes(api: App, context: AppContext): void {
  importRoute(api, context)
  previewRoutes(api, context)
  imageRoutes(api, context)
  stockAlertRoutes(api, context)
  groupRoutes(api, context)
  categoryRoutes(api, context)
  stateRoutes(api, context)
  stockRoutes(api, context)
  productReadingRoutes(api, context)
  productWritingRoutes(api, context)
  batchRoute(api, context)
  changeManyRoute(api, context)
}

function productReadingRoutes(api: App, context: AppContext): void {
  const cached = openResponseCache(context.reader)

  operation(api, 'GET /products', {
    id: 'listProducts',
    summary: 'List products',
    access: PRODUCT_READERS,
    config: { staysReadable: true, ignoresUnknownQuery: true },
    description:
      'Ties are broken by id, so every product appears exactly once across all pages of a sort. A publishable ' +
      'key sees active products only.',
    query: ListQuery,
    answers: { 200: Page(Product), 304: Unchanged },
    handler: (request, reply) => {
      const metadata = metadataFilterOf(request.query.metadata, actsForShop(request))
      return cached(request, reply, async db => {
        const listing = parseListing(isPublic(request.caller) ? activeOnly(request.query) : request.query, metadata)
        const read = (listing: Listing) => listProducts(db, listing)
        const page = await (request.query.similar ? findSimilar(db, listing, read) : read(listing))
        const { link, next } = pageLinks(request.originalUrl, listing, page)
        return { body: { ...page, next }, link }
      })
    },
  })

  operation(api, 'GET /products/:id', {
    id: 'getProduct',
    summary: 'Get a product',
    access: PRODUCT_READERS,
    config: { staysReadable: true },
    description: 'A publishable key sees active products only.',
    params: Id,
    answers: { 200: Product, 304: Unchanged },
    handler: (request, reply) =>
      cached(request, reply, async db => ({
        body: visibleTo(request.caller, await findProduct(db, request.params.id)) ?? throwNoProduct(),
      })),
  })
}

/** @throws Problem `forbidden` for a filter that names other products */
function activeOnly<Q extends { status?: ProductStatus }>(query: Q): Q {
  if (query.status && query.status !== 'active') {
    throw new Problem('forbidden', 'A publishable key sees active products only. Leave out `status`.')
  }
  return { ...query, status: 'active' }
}

function visibleTo(caller: Caller, product: Product | undefined): Product | undefined {
  return isPublic(caller) && product?.status !== 'active' ? undefined : product
}

function productWritingRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /products', {
    id: 'createProduct',
    summary: 'Add a product',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    problems: ['sku_taken'],
    once: true,
    body: NewProductWithMetadata,
    answers: { 201: Product },
    handler: async (request, reply) =>
      once(context, request, reply, async tx => {
        const { metadata, ...wanted } = request.body
        const product = await createProduct(tx, wanted, context.clock.now())
        if (metadata) await changeMetadata(tx, 'product', product.id, metadata)
        return { body: product, location: `/api/products/${product.id}` }
      }),
  })

  operation(api, 'PATCH /products/:id', {
    id: 'changeProduct',
    summary: 'Update a product',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    problems: ['sku_taken', 'stock_changed', 'changed_meanwhile'],
    once: true,
    ifMatch: true,
    params: Id,
    body: ProductChange,
    answers: { 200: Product },
    handler: async (request, reply) => {
      const check = ifMatch(request, reply, Product)
      const { params, body } = request
      requireKey(body, request.headers['idempotency-key'])
      return once(context, request, reply, async tx => {
        const now = context.clock.now()
        await changesStockBecause(tx, { reason: 'edited', by: actorIdOf(request), at: now })
        return { status: 200, body: (await changeProduct(tx, params.id, body, now, check)) ?? throwNoProduct() }
      })
    },
  })

  operation(api, 'DELETE /products/:id', {
    id: 'removeProduct',
    summary: 'Remove a product',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description:
      'It is archived: earlier orders still show it, and staff can bring it back. If it was the listed one of ' +
      'its group, the next one of the group is.',
    problems: ['changed_meanwhile'],
    ifMatch: true,
    params: Id,
    handler: async (request, reply) => {
      const check = ifMatch(request, reply, Product)
      if (!(await removeProduct(context.db, request.params.id, context.clock.now(), check))) throwNoProduct()
    },
  })
}

function batchRoute(api: App, context: AppContext): void {
  operation(api, 'PUT /products/batch', {
    id: 'putProducts',
    summary: 'Add and change many products by SKU',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description:
      'Answers with one report. A product that is refused does not hold up the others. The request can be repeated.',
    once: true,
    config: { mostValues: 50_000 },
    bodyLimit: 4 * 1024 * 1024,
    body: Batch,
    answers: { 200: BatchReport },
    handler: async (request, reply) => {
      requireKey(request.body, request.headers['idempotency-key'])
      return once(context, request, reply, async tx => {
        await changesStockBecause(tx, { reason: 'edited', by: actorIdOf(request), at: context.clock.now() })
        return { status: 200, body: await putProducts(tx, request.body, context.clock.now()) }
      })
    },
  })
}
