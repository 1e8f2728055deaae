/** One change for many products at once, as staff select them in a list. */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import { INT_MAX, PRICE_MAX, type Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { RowId } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull } from '../../http/schemas.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { changeProduct } from '../edit-product.ts'
import { lockGroupsOf } from '../groups/settle.ts'
import { ProductChange } from '../product.ts'
import { setState } from '../states/set-state.ts'
import { GIVEN_REASONS } from '../stock/cause.ts'
import { changeStock } from '../stock/routes.ts'
import { STATES } from '../tables.ts'

/** As many as a page of the list has. */
const MOST_PRODUCTS = 100

const Change = Type.Object(
  {
    productIds: Type.Array(RowId, { minItems: 1, maxItems: MOST_PRODUCTS }),
    category: ProductChange.properties.category,
    priceBy: Type.Optional(
      Type.Integer({
        minimum: -99,
        maximum: 1000,
        description:
          'Percent by which each price rises, or falls if negative, rounded half up. It needs an `Idempotency-Key`.',
        examples: [-10],
      }),
    ),
    stockChange: Type.Optional(
      Type.Integer({
        minimum: -INT_MAX,
        maximum: INT_MAX,
        description: 'Pieces that came in, or went out if negative. It needs an `Idempotency-Key`.',
      }),
    ),
    reason: Type.Optional(Type.Enum([...GIVEN_REASONS], { description: 'Why the stock changes. By default `other`.' })),
    status: ProductChange.properties.status,
    state: Type.Optional(Type.Enum([...STATES])),
  },
  { title: 'ProductsChange' },
)
type Change = Static<typeof Change>

const Changed = Type.Object(
  {
    changed: Type.Array(Type.Integer(), { description: 'The ids of the products that changed.' }),
    refused: Type.Array(
      Type.Object({
        productId: Type.Integer(),
        sku: orNull(Type.String()),
        code: Type.String({ examples: ['stock_too_low'] }),
        detail: Type.String(),
      }),
      { description: 'The products that stayed as they were, and why.' },
    ),
  },
  { title: 'ProductsChanged' },
)
type Changed = Static<typeof Changed>

export function changeManyRoute(api: App, context: AppContext): void {
  operation(api, 'POST /products/changes', {
    id: 'changeProducts',
    summary: 'Change many products in the same way',
    access: { role: 'staff', permission: 'products', scope: 'products:write' },
    description: 'A product changes as a whole or not at all. One that is refused does not hold up the others.',
    once: true,
    body: Change,
    answers: { 200: Changed },
    handler: async (request, reply) => {
      const { body, headers } = request
      requireSense(body, headers['idempotency-key'])
      const actor = { by: actorIdOf(request), at: context.clock.now() }
      return answerOnce(context, request, reply, tx => changeMany(tx, body, actor))
    },
  })
}

const REPEATABLE = ['category', 'status', 'state'] as const
const COUNTS_TWICE = ['priceBy', 'stockChange'] as const

/** @throws Problem 422 */
function requireSense(change: Change, key: unknown): void {
  const given = [...REPEATABLE, ...COUNTS_TWICE].filter(name => change[name] !== undefined)
  if (given.length === 0) {
    const reason = 'is required, or priceBy, stockChange, status or state'
    throw invalidInput({ field: 'category', reason, code: 'required' })
  }
  const twice = COUNTS_TWICE.find(name => change[name] !== undefined)
  if (twice === undefined || key !== undefined) return
  const reason = 'needs an Idempotency-Key, so that a repeated request does not count twice'
  throw invalidInput({ field: twice, reason, code: 'idempotency_key_required' })
}

type Actor = { by: string; at: Date }

/** In one transaction, so that the answer and all changes are kept together. Two requests lock the products in the same order. */
async function changeMany(tx: Tx, change: Change, actor: Actor): Promise<Changed> {
  const ids = [...new Set(change.productIds)].sort((a, b) => a - b)
  if (change.state) await lockGroupsOf(tx, ids)
  const outcome: Changed = { changed: [], refused: [] }
  for (const id of ids) {
    await sql`savepoint one_product`.execute(tx)
    try {
      await changeOne(tx, id, change, actor)
      outcome.changed.push(id)
      await sql`release savepoint one_product`.execute(tx)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      await sql`rollback to savepoint one_product`.execute(tx)
      const row = await tx.selectFrom('products').select('sku').where('id', '=', id).executeTakeFirst()
      outcome.refused.push({ productId: id, sku: row?.sku ?? null, code: error.code, detail: error.message })
    }
  }
  return outcome
}

/** An archived product cannot be changed: it comes back before, or goes afterwards. */
async function changeOne(tx: Tx, id: number, change: Change, { by, at }: Actor): Promise<void> {
  const { state, category, status, priceBy, stockChange, reason = 'other' } = change
  if (state && state !== 'archived') required(await setState(tx, id, state, at))
  if (stockChange !== undefined) await changeStock(tx, id, { change: stockChange, reason, by, at })
  // Behind the stock, which the status follows where none is given.
  if (category !== undefined || status !== undefined || priceBy !== undefined) {
    const price = priceBy === undefined ? undefined : await movedPrice(tx, id, priceBy)
    const edit = {
      ...(category !== undefined && { category }),
      ...(status !== undefined && { status }),
      ...(price !== undefined && { price }),
    }
    required(await changeProduct(tx, id, edit, at))
  }
  if (state === 'archived') required(await setState(tx, id, state, at))
}

function required<T>(product: T | undefined): T {
  if (product === undefined) throw new Problem('not_found', 'There is no such product, or it is archived.')
  return product
}

/** The lock keeps another change of the price away until this one is written. */
async function movedPrice(tx: Tx, id: number, percent: number): Promise<number> {
  const { rows } = await sql<{ price: number; isTooHigh: boolean }>`
    select least(moved, ${PRICE_MAX})::bigint as price, moved > ${PRICE_MAX} as "isTooHigh"
    from products, lateral (select round(price::numeric * ${100 + percent}::int / 100) as moved) as m
    where id = ${id} and state <> 'archived'
    for no key update of products
  `.execute(tx)
  const { price, isTooHigh } = required(rows[0])
  if (isTooHigh) throw invalidInput({ field: 'priceBy', reason: 'makes the price too high', code: 'too_large' })
  return price
}
