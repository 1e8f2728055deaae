import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { registerCache } from '../database/caches.ts'
import type { App } from '../http/app.ts'
import { IdempotencyHeaders, onceInOneStatement } from '../http/idempotency.ts'
import { Page } from '../http/paginated-list.ts'
import { Problem } from '../problems.ts'
import { changeProduct, createProduct, removeProduct } from './edit-product.ts'
import { catalogueOf } from './paging/list-index.ts'
import { ListQuery, listingOf } from './paging/listing.ts'
import { pageLinks } from './paging/page-links.ts'
import { readPage } from './paging/read-page.ts'
import { NewProduct, Product, ProductChange } from './product.ts'
import { findProduct } from './queries.ts'
import { Answers } from './response-cache.ts'

const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

/** To a client that names in If-None-Match what it has. */
const Unchanged = Type.Null({ description: 'Unchanged since the response with this ETag.' })

export function productRoutes(api: App, context: AppContext): void {
  const catalogue = catalogueOf(context.db)
  const answers = new Answers(catalogue)
  registerCache(context.db, {
    name: 'catalogue-answers',
    entries: () => answers.entries,
    forget: () => answers.forget(),
  })

  api.get(
    '/products',
    {
      config: { access: { role: 'user', scope: 'products:read' }, early: answers.begin },
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        description: 'Ties are broken by id, so every product appears exactly once across all pages of a sort.',
        querystring: ListQuery,
        response: { 200: Page(Product), 304: Unchanged },
      },
    },
    (request, reply) =>
      answers.answer(request, reply, async () => {
        const listing = listingOf(request.query)
        const { generation, ...page } = await readPage(catalogue, listing)
        return { shown: page, link: pageLinks(request.originalUrl, listing, page), generation }
      }),
  )

  api.get(
    '/products/:id',
    {
      config: { access: { role: 'user', scope: 'products:read' }, early: answers.begin },
      schema: {
        operationId: 'getProduct',
        summary: 'Get a product',
        params: Id,
        response: { 200: Product, 304: Unchanged },
      },
    },
    (request, reply) =>
      answers.answer(request, reply, async () => {
        // Asked for first: if the product changes in between, the answer is one that is not given again.
        const generation = await catalogue.presentGeneration()
        return { shown: (await findProduct(context.db, request.params.id)) ?? unknown(), generation }
      }),
  )

  api.post(
    '/products',
    {
      config: { access: 'staff' },
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
      onceInOneStatement(context, request, reply, async db => {
        const product = await createProduct(db, request.body, context.clock.now())
        return { body: product, location: `${pathOf(request)}/${product.id}` }
      }),
  )

  api.patch(
    '/products/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'changeProduct',
        summary: 'Update a product',
        problems: ['sku_taken'],
        params: Id,
        body: ProductChange,
        response: { 200: Product },
      },
    },
    async request => (await changeProduct(context.db, request.params.id, request.body)) ?? unknown(),
  )

  api.delete(
    '/products/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'removeProduct',
        summary: 'Remove a product',
        description: 'Earlier orders still show it.',
        params: Id,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      if (!(await removeProduct(context.db, request.params.id, context.clock.now()))) unknown()
      return reply.code(204).send(null)
    },
  )
}

function unknown(): never {
  throw new Problem('not_found', 'There is no such product.')
}

/** As the client wrote it, so that who speaks an old version stays in it. */
function pathOf(request: FastifyRequest): string {
  return request.originalUrl.split('?')[0]!.replace(/\/$/, '')
}
