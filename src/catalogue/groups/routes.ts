/** The API of product groups. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actsForShop, isPublic } from '../../accounts/sessions/access.ts'
import { PRODUCT_READERS, PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { App } from '../../http/app.ts'
import { RowId, rowIdOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { ifMatch } from '../../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { changeGroup, createGroup, deleteGroup, putMember, removeMember } from './edit-group.ts'
import { GroupMember, NewProductGroup, ProductGroup, ProductGroupChange } from './group.ts'
import { findGroup, listGroups, type Reader } from './queries.ts'

const Id = rowIdOf('group')
const Ids = Type.Object({
  ...Id.properties,
  productId: Type.Integer({ ...RowId, description: 'The id of the product.' }),
})

const SEEN = 'Customers see groups with a product on sale, and a publishable key the active ones of their products.'

export function groupRoutes(api: App, context: AppContext): void {
  groupReadingRoutes(api, context)
  groupWritingRoutes(api, context)
  memberRoutes(api, context)
}

function groupReadingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /product-groups', {
    id: 'listProductGroups',
    summary: 'List the groups of products',
    access: PRODUCT_READERS,
    description: `By name. The products of a group are variants of each other. ${SEEN}`,
    query: Type.Object(LIST_QUERY),
    answers: { 200: Page(ProductGroup) },
    handler: async (request, reply) =>
      answerPage(request, reply, await listGroups(db, request.query, readerOf(request))),
  })

  operation(api, 'GET /product-groups/:id', {
    id: 'getProductGroup',
    summary: 'Get a group of products',
    access: PRODUCT_READERS,
    description: SEEN,
    params: Id,
    answers: { 200: ProductGroup },
    handler: async request => (await findGroup(db, request.params.id, readerOf(request))) ?? throwNotFound(),
  })
}

function readerOf(request: FastifyRequest): Reader {
  if (actsForShop(request)) return 'shop'
  return isPublic(request.caller) ? 'anyone' : 'customer'
}

function groupWritingRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /product-groups', {
    id: 'createProductGroup',
    summary: 'Add a group of products',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    problems: ['group_name_taken', 'combination_taken', 'product_in_other_group', 'not_found'],
    once: true,
    body: NewProductGroup,
    answers: { 201: ProductGroup },
    handler: async (request, reply) =>
      once(context, request, reply, async tx => {
        const group = await createGroup(tx, request.body, clock.now())
        return { body: group, location: `/api/product-groups/${group.id}` }
      }),
  })

  operation(api, 'PATCH /product-groups/:id', {
    id: 'changeProductGroup',
    summary: 'Update a group of products',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'With `products`, options and values can be renamed: everything is checked as it will be.',
    problems: ['group_name_taken', 'combination_taken', 'product_in_other_group', 'changed_meanwhile'],
    once: true,
    ifMatch: true,
    params: Id,
    body: ProductGroupChange,
    answers: { 200: ProductGroup },
    handler: async (request, reply) => {
      const check = ifMatch(request, reply, ProductGroup)
      const { params, body } = request
      return answerOnce(
        context,
        request,
        reply,
        async tx => (await changeGroup(tx, params.id, body, clock.now(), check)) ?? throwNotFound(),
      )
    },
  })

  operation(api, 'DELETE /product-groups/:id', {
    id: 'deleteProductGroup',
    summary: 'Delete a group without products',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'Its drafts and archived products stay, without a group.',
    problems: ['group_has_products'],
    params: Id,
    handler: async request =>
      inTransaction(context.db, async tx => {
        if (!(await deleteGroup(tx, request.params.id))) throwNotFound()
      }),
  })
}

function memberRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'PUT /product-groups/:id/products/:productId', {
    id: 'putProductInGroup',
    summary: 'Put a product into a group',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'Or give it other values there.',
    problems: ['combination_taken', 'product_in_other_group', 'group_full'],
    once: true,
    params: Ids,
    body: GroupMember,
    answers: { 200: ProductGroup },
    handler: async (request, reply) => {
      const { params, body } = request
      return answerOnce(
        context,
        request,
        reply,
        async tx => (await putMember(tx, params.id, params.productId, body, clock.now())) ?? throwNotFound(),
      )
    },
  })

  operation(api, 'DELETE /product-groups/:id/products/:productId', {
    id: 'takeProductOutOfGroup',
    summary: 'Take a product out of a group',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'It stays on sale, by itself. If it was the listed one, the next one of the group is.',
    params: Ids,
    handler: async request =>
      inTransaction(context.db, async tx => {
        const { id, productId } = request.params
        if (!(await removeMember(tx, id, productId, clock.now()))) {
          throw new Problem('not_found', 'There is no such product in this group.')
        }
      }),
  })
}

function throwNotFound(): never {
  throw new Problem('not_found', 'There is no such group of products.')
}
