/** The API of drafts and archived products, for staff. */

import { Type } from 'typebox'
import { PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Product, throwNoProduct } from '../product.ts'
import { findInAnyState, listInState } from './queries.ts'
import { setState } from './set-state.ts'
import { STATES } from './states.ts'

const Id = rowIdOf('product')

export function stateRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /admin/products', {
    id: 'listProductsNotOnSale',
    summary: 'List drafts or archived products',
    access: PRODUCT_WRITERS,
    description: 'Newest first. `GET /products` has those that are on sale.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Enum(['draft', 'archived'], { default: 'draft', description: 'Which of them.' }),
    }),
    answers: { 200: Page(Product) },
    handler: async (request, reply) =>
      answerPage(request, reply, await listInState(db, request.query.state, request.query)),
  })

  operation(api, 'GET /admin/products/:id', {
    id: 'getProductInAnyState',
    summary: 'Get a product, also a draft or an archived one',
    access: PRODUCT_WRITERS,
    params: Id,
    answers: { 200: Product },
    handler: async request => (await findInAnyState(db, request.params.id)) ?? throwNoProduct(),
  })

  operation(api, 'PUT /products/:id/state', {
    id: 'setProductState',
    summary: 'Put a product on sale, make it a draft, or archive it',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'Orders still show a product that is not on sale. An archived one cannot be changed until it is back.',
    problems: ['sku_taken', 'combination_taken'],
    once: true,
    params: Id,
    body: Type.Object({ state: Type.Enum([...STATES]) }, { title: 'ProductState' }),
    answers: { 200: Product },
    handler: async (request, reply) =>
      answerOnce(
        context,
        request,
        reply,
        async tx => (await setState(tx, request.params.id, request.body.state, clock.now())) ?? throwNoProduct(),
      ),
  })
}
