import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { rowIdOf } from '../http/filters.ts'
import { IdempotencyHeaders, once } from '../http/idempotency/once.ts'
import { Page } from '../http/paginated-list.ts'
import { IfMatchHeaders, ifMatch, Unchanged } from '../http/representation/entity-tags.ts'
import { Problem } from '../problems.ts'
import { Batch, BatchReport, putProducts } from './batch.ts'
import { changeProduct, createProduct, removeProduct } from './edit-product.ts'
import { imageRoutes } from './images/routes.ts'
import { importRoute } from './import/route.ts'
import { ListQuery, pageLinks, parseListing } from './paging/listing.ts'
import { listProducts } from './paging/read-page.ts'
import { NewProduct, Product, ProductChange } from './product.ts'
import { findProduct } from './queries.ts'
import { openResponseCache } from './response-cache.ts'
import { stockAlertRoutes } from './stock-alerts/routes.ts'

const Id = rowIdOf('product')

const writers = { role: 'staff', scope: 'products:write' } as const

export function productRoutes(api: App, context: AppContext): void {
  importRoute(api, context)
  const cached = openResponseCache(context.reader)
  imageRoutes(api, context)
  stockAlertRoutes(api, context)

  api.get(
    '/products',
    {
      config: { access: { role: 'user', scope: 'products:read' }, staysReadable: true },
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        description: 'Ties are broken by id, so every product appears exactly once across all pages of a sort.',
        querystring: ListQuery,
        response: { 200: Page(Product), 304: Unchanged },
      },
    },
    (request, reply) =>
      cached(request, reply, async db => {
        const listing = parseListing(request.query)
        const page = await listProducts(db, listing)
        return { body: page, link: pageLinks(request.originalUrl, listing, page) }
      }),
  )

  api.get(
    '/products/:id',
    {
      config: { access: { role: 'user', scope: 'products:read' }, staysReadable: true },
      schema: {
        operationId: 'getProduct',
        summary: 'Get a product',
        params: Id,
        response: { 200: Product, 304: Unchanged },
      },
    },
    (request, reply) =>
      cached(request, reply, async db => ({
        body: (await findProduct(db, request.params.id)) ?? throwNotFound(),
      })),
  )

  api.post(
    '/products',
    {
      config: { access: writers },
      schema: {
        operationId: 'createProduct',
        summary: 'Add a product',
        problems: ['sku_taken'],
        headers: IdempotencyHeaders,
        body: NewProduct,
        response: { 201: Product },
      },
    },
    async (request, reply) =>
      once(context, request, reply, async tx => {
        const product = await createProduct(tx, request.body, context.clock.now())
        return { body: product, location: `/api/products/${product.id}` }
      }),
  )

  api.put(
    '/products/batch',
    {
      config: { access: writers },
      schema: {
        operationId: 'putProducts',
        summary: 'Add and change many products by SKU',
        description:
          'Answers with one report. A product that is refused does not hold up the others. The request can be repeated.',
        body: Batch,
        response: { 200: BatchReport },
      },
    },
    async request => putProducts(context, request.body),
  )

  api.patch(
    '/products/:id',
    {
      config: { access: writers },
      schema: {
        operationId: 'changeProduct',
        summary: 'Update a product',
        problems: ['sku_taken', 'stock_changed', 'changed_meanwhile'],
        headers: IfMatchHeaders,
        params: Id,
        body: ProductChange,
        response: { 200: Product },
      },
    },
    async (request, reply) => {
      const check = ifMatch(request, reply, Product)
      const { params, body } = request
      return (await changeProduct(context.db, params.id, body, context.clock.now(), check)) ?? throwNotFound()
    },
  )

  api.delete(
    '/products/:id',
    {
      config: { access: writers },
      schema: {
        operationId: 'removeProduct',
        summary: 'Remove a product',
        description: 'Earlier orders still show it.',
        problems: ['changed_meanwhile'],
        headers: IfMatchHeaders,
        params: Id,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const check = ifMatch(request, reply, Product)
      if (!(await removeProduct(context.db, request.params.id, context.clock.now(), check))) throwNotFound()
      return reply.code(204).send(null)
    },
  )
}

function throwNotFound(): never {
  throw new Problem('not_found', 'There is no such product.')
}
