/** Pieces that come in and go out beside orders, and the history of a stock. */

import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { INT_MAX, type Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { NOT_COUNTED, reasonOfMove } from '../batch/stock-move.ts'
import { findEditable, findInAnyState } from '../states/queries.ts'
import type { ProductState } from '../states/states.ts'
import { changesStockBecause, GIVEN_REASONS, STOCK_REASONS } from './cause.ts'
import { listStockChanges } from './history.ts'
import { lowStockMark, setLowStockMark, USUAL_MARK } from './low.ts'

const Id = rowIdOf('product')

const StockChange = Type.Object(
  {
    id: Type.Integer(),
    productId: Type.Integer(),
    change: Type.Integer({ description: 'Pieces that came in, or went out if negative.' }),
    stock: Type.Integer({ description: 'The stock after the change.' }),
    reason: Type.Enum([...STOCK_REASONS]),
    note: orNull(Type.String()),
    orderId: orNull(Type.Integer()),
    by: orNull(Uuid, { description: 'The user or the API key. null: the command line.' }),
    at: Time,
  },
  { title: 'StockChange' },
)

const NewStockChange = Type.Object(
  {
    change: Type.Integer({
      minimum: -INT_MAX,
      maximum: INT_MAX,
      description: 'Pieces that came in, or went out if negative. Sales in between are not lost.',
      examples: [12],
    }),
    reason: Type.Enum([...GIVEN_REASONS]),
    note: Type.Optional(Type.String({ maxLength: 500, [TRIM]: true })),
  },
  { title: 'NewStockChange' },
)
type NewStockChange = Static<typeof NewStockChange>

const LowStockMark = Type.Object(
  {
    mark: orNull(Type.Integer({ minimum: 0, maximum: INT_MAX }), {
      description: `With so many pieces or fewer the product is running low. null: at ${USUAL_MARK}, if it sells.`,
    }),
  },
  { title: 'LowStockMark' },
)

export function stockRoutes(api: App, context: AppContext): void {
  lowStockRoutes(api, context)
  const { db, clock } = context

  operation(api, 'POST /products/:id/stock-changes', {
    id: 'changeStock',
    summary: 'Change the stock of a product by some pieces',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description:
      'With a reason, for the history. It needs an `Idempotency-Key`, so that a repeated request does not count twice.',
    problems: ['stock_too_low', 'stock_too_high'],
    once: true,
    params: Id,
    body: NewStockChange,
    answers: { 201: StockChange },
    handler: async (request, reply) => {
      requireKey(request.headers['idempotency-key'])
      const { id } = request.params
      return once(context, request, reply, async tx => ({
        body: await changeStock(tx, id, { ...request.body, by: actorIdOf(request), at: clock.now() }),
        location: `/api/products/${id}/stock-changes`,
      }))
    },
  })

  operation(api, 'GET /products/:id/stock-changes', {
    id: 'listStockChanges',
    summary: 'List the changes of a stock',
    access: PRODUCT_WRITERS,
    description:
      'Newest first: cancellations, returns, imports, edits and changes by hand. Orders are records themselves: ' +
      'what was ordered between two changes is the difference of their stocks.',
    params: Id,
    query: Type.Object(LIST_QUERY),
    answers: { 200: Page(StockChange) },
    handler: async (request, reply) => {
      const { id } = request.params
      if (!(await findInAnyState(db, id))) throw noSuchProduct()
      const list = await listStockChanges(db, id, request.query)
      return answerPage(request, reply, { ...list, items: list.items.map(({ byName: _, ...row }) => show(row)) })
    },
  })
}

function lowStockRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /products/:id/low-stock-mark', {
    id: 'getLowStockMark',
    summary: 'Get the number of pieces at which a product is running low',
    access: PRODUCT_WRITERS,
    params: Id,
    answers: { 200: LowStockMark },
    handler: async request => {
      const mark = await lowStockMark(context.db, request.params.id)
      if (mark === undefined) throw noSuchProduct()
      return { mark }
    },
  })

  operation(api, 'PUT /products/:id/low-stock-mark', {
    id: 'setLowStockMark',
    summary: 'Set the number of pieces at which a product is running low',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    description: 'The overview of the console shows the products that are running low.',
    once: true,
    params: Id,
    body: LowStockMark,
    answers: { 200: LowStockMark },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const { mark } = request.body
        if (!(await setLowStockMark(tx, request.params.id, mark))) throw noSuchProduct()
        return { mark }
      }),
  })
}

function requireKey(key: unknown): void {
  if (key !== undefined) return
  const reason = 'needs an Idempotency-Key, so that a repeated request does not count twice'
  throw invalidInput({ field: 'change', reason, code: 'idempotency_key_required' })
}

type Cause = { by: string; at: Date }

/** One conditional update decides, so pieces that are sold at this moment are sold once, and the stock is never below 0. */
export async function changeStock(tx: Tx, id: number, { change, reason, note, by, at }: NewStockChange & Cause) {
  await changesStockBecause(tx, { reason, note, by, at })
  const { rows } = await sql<{ sku: string; state: ProductState }>`
    update products set stock = stock + ${change}, updated_at = now()
    where id = ${id} and state <> 'archived' and stock_counted and stock::bigint + ${change} between 0 and ${INT_MAX}
    returning sku, state
  `.execute(tx)
  const [product] = rows
  if (!product) throw await refusal(tx, id, change)
  // Drafts were never announced, so there is no change to report.
  if (product.state === 'on_sale') {
    await publishToFeed(tx, at, { type: 'product.updated', data: { productId: id, sku: product.sku } })
  }
  const { items } = await listStockChanges(tx, id, { page: 1, limit: 1 })
  return show(items[0]!)
}

async function refusal(tx: Tx, id: number, change: number): Promise<Problem> {
  const product = await findEditable(tx, id)
  if (!product) return noSuchProduct()
  if (!product.stock_counted) return invalidInput({ field: 'change', ...NOT_COUNTED })
  const { reason } = reasonOfMove(product.stock, change < 0 ? 'too_small' : 'too_large')
  return new Problem(change < 0 ? 'stock_too_low' : 'stock_too_high', `change ${reason}.`, {
    members: { stock: product.stock, change },
  })
}

function show<Row extends { at: Date }>({ at, ...row }: Row) {
  return { ...row, at: at.toISOString() }
}

function noSuchProduct(): Problem {
  return new Problem('not_found', 'There is no such product.')
}
