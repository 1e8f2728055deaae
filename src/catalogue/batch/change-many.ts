/** One change for many products at once, as staff select them in a list. */

import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import { INT_MAX, PRICE_MAX, type Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { RowId } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { orNull } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { changeProduct } from '../edit-product.ts'
import { lockGroupsOf } from '../groups/settle.ts'
import { ProductChange } from '../product.ts'
import { setState } from '../states/set-state.ts'
import { STATES } from '../states/states.ts'
import { GIVEN_REASONS } from '../stock/cause.ts'
import { changeStock } from '../stock/routes.ts'

/** A page of the list has no more. */
const MOST_PRODUCTS = 100

const Change = Type.Object(
  {
    productIds: Type.Array(RowId, { minItems: 1, maxItems: MOST_PRODUCTS }),
    category: ProductChange.properties.category,
    price: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PRICE_MAX,
        description:
          'The new price of each product, in minor units of `currency`. It needs `currency`: a product in another one is refused.',
      }),
    ),
    priceChange: Type.Optional(
      Type.Integer({
        minimum: -PRICE_MAX,
        maximum: PRICE_MAX,
        description:
          'By how much each price rises, or falls if negative, in minor units of `currency`. It needs ' +
          '`currency`, as `price` does, and an `Idempotency-Key`.',
      }),
    ),
    currency: ProductChange.properties.currency,
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
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
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

const PRICES = ['price', 'priceChange', 'priceBy'] as const
const REPEATABLE = ['category', 'price', 'status', 'state'] as const
const COUNTS_TWICE = ['priceBy', 'priceChange', 'stockChange'] as const

/** @throws Problem 422 */
function requireSense(change: Change, key: unknown): void {
  const given = [...REPEATABLE, ...COUNTS_TWICE].filter(name => change[name] !== undefined)
  if (given.length === 0) {
    const reason = 'is required, or price, priceChange, priceBy, stockChange, status or state'
    throw invalidInput({ field: 'category', reason, code: 'required' })
  }
  const [first, second] = PRICES.filter(name => change[name] !== undefined)
  if (second) throw invalidInput({ field: second, reason: `cannot be sent with ${first}`, code: 'contradiction' })
  if (first && first !== 'priceBy' && change.currency === undefined) {
    throw invalidInput({ field: 'currency', reason: `is required with ${first}`, code: 'required' })
  }
  const twice = COUNTS_TWICE.find(name => change[name] !== undefined)
  if (twice === undefined || key !== undefined) return
  const reason = 'needs an Idempotency-Key, so that a repeated request does not count twice'
  throw invalidInput({ field: twice, reason, code: 'idempotency_key_required' })
}

type Actor = { by: string; at: Date }

/**
 * Runs in one transaction, so that the answer and all changes are kept together. Two requests lock the products in
 * the same order.
 */
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
  const { state, category, status, stockChange, reason = 'other' } = change
  if (state && state !== 'archived') required(await setState(tx, id, state, at))
  if (stockChange !== undefined) await changeStock(tx, id, { change: stockChange, reason, by, at })
  // Comes after the stock, which the status follows where none is given.
  const price = await newPrice(tx, id, change)
  if (category !== undefined || status !== undefined || price !== undefined) {
    const edit = {
      ...(category !== undefined && { category }),
      ...(status !== undefined && { status }),
      ...(price !== undefined && { regular_price: price }),
    }
    required(await changeProduct(tx, id, edit, at))
  }
  if (state === 'archived') required(await setState(tx, id, state, at))
}

function required<T>(product: T | undefined): T {
  if (product === undefined) throw new Problem('not_found', 'There is no such product, or it is archived.')
  return product
}

/** The regular price. The lock keeps another change of it away until this one is written. */
async function newPrice(tx: Tx, id: number, change: Change): Promise<number | undefined> {
  const field = PRICES.find(name => change[name] !== undefined)
  if (!field) return undefined
  const by = change[field]
  const price = {
    price: sql`${by}::numeric`,
    priceChange: sql`coalesce(regular_price, price) + ${by}::numeric`,
    priceBy: sql`round(coalesce(regular_price, price) * (100 + ${by}::numeric) / 100)`,
  }[field]
  const { rows } = await sql<{ price: number; currency: string; isTooLow: boolean; isTooHigh: boolean }>`
    select currency, wanted < 0 as "isTooLow", wanted > ${PRICE_MAX} as "isTooHigh",
      least(greatest(wanted, 0), ${PRICE_MAX})::bigint as price
    from products, lateral (select ${price} as wanted) as w
    where id = ${id} and state <> 'archived'
    for no key update of products
  `.execute(tx)
  const row = required(rows[0])
  if (field !== 'priceBy' && row.currency !== change.currency) {
    const reason = `must be ${row.currency}, the currency of this product`
    throw invalidInput({ field: 'currency', reason, code: 'wrong_currency' })
  }
  if (row.isTooLow) throw invalidInput({ field, reason: 'makes the price lower than 0', code: 'too_small' })
  if (row.isTooHigh) throw invalidInput({ field, reason: 'makes the price too high', code: 'too_large' })
  return row.price
}
