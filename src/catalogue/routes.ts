import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { Problem } from '../problems.ts'
import { changeProduct, createProduct, removeProduct } from './edit.ts'
import { ListQuery, listingOf } from './listing.ts'
import { pageLinks } from './page-links.ts'
import { listProducts } from './paging.ts'
import { NewProduct, Product, ProductChange } from './product.ts'
import { findProduct } from './queries.ts'

const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })

const Page = Type.Object({
  items: Type.Array(Product),
  totalCount: Type.Integer({ description: 'How many products the filters leave.' }),
  page: Type.Integer(),
  limit: Type.Integer(),
  pageCount: Type.Integer(),
})

export function productRoutes(api: App, ground: Ground): void {
  api.get(
    '/products',
    {
      config: { access: { role: 'user', scope: 'products:read' } },
      schema: {
        operationId: 'listProducts',
        summary: 'List products',
        description: 'Ties are broken by id, so every product appears exactly once over all pages of a sort.',
        querystring: ListQuery,
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const listing = listingOf(request.query)
      const page = await listProducts(ground.db, listing)
      addLinks(reply, pageLinks(request.originalUrl, listing, page))
      return page
    },
  )

  api.get(
    '/products/:id',
    {
      config: { access: { role: 'user', scope: 'products:read' } },
      schema: { operationId: 'getProduct', summary: 'Read a product', params: Id, response: { 200: Product } },
    },
    async request => (await findProduct(ground.db, request.params.id)) ?? unknown(),
  )

  api.post(
    '/products',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'createProduct',
        summary: 'Add a product',
        problems: ['sku_taken'],
        body: NewProduct,
        response: { 201: Product },
      },
    },
    async (request, reply) => {
      const product = await createProduct(ground.db, request.body, ground.clock.now())
      reply.code(201).header('location', `${pathOf(request)}/${product.id}`)
      return product
    },
  )

  api.patch(
    '/products/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'changeProduct',
        summary: 'Change a product',
        problems: ['sku_taken'],
        params: Id,
        body: ProductChange,
        response: { 200: Product },
      },
    },
    async request => (await changeProduct(ground.db, request.params.id, request.body)) ?? unknown(),
  )

  api.delete(
    '/products/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'removeProduct',
        summary: 'Remove a product',
        description: 'It stays readable in old orders.',
        params: Id,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      if (!(await removeProduct(ground.db, request.params.id, ground.clock.now()))) unknown()
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

/** Beside the link to the successor of an old version, which may stand there already. */
function addLinks(reply: FastifyReply, links: string): void {
  const before = reply.getHeader('link')
  reply.header('link', before ? `${before}, ${links}` : links)
}
