/** Reads draft orders. */
import { type RawBuilder, sql } from 'kysely'
import { productsInWords } from '../../catalogue/groups/in-words.ts'
import { titleOf } from '../../catalogue/groups/options.ts'
import type { Product } from '../../catalogue/product.ts'
import { findProducts } from '../../catalogue/queries.ts'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { digest } from '../../secrets/crypto.ts'
import type { DraftOrder, DraftState } from './draft.ts'
import './tables.ts'

function drafts(db: Db) {
  return db
    .selectFrom('draft_orders as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select(['u.email', 'u.user_name as userName', 'u.is_guest as isGuest', 'u.locale'])
}
export type FoundDraft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

export async function findDraft(db: Db, id: string) {
  return drafts(db).where('d.id', '=', id).executeTakeFirst()
}

/** @returns undefined for a link that is unknown, or that another one has replaced */
export async function findDraftByToken(db: Db, token: string): Promise<FoundDraft | undefined> {
  return drafts(db).where('d.token_hash', '=', digest(token)).executeTakeFirst()
}

/** @throws Problem 404 */
export async function requireDraft(db: Db, id: string): Promise<FoundDraft> {
  const draft = await findDraft(db, id)
  if (!draft) throw new Problem('not_found', 'There is no such draft order.')
  return draft
}

/** A page of the drafts in a state, newest first. */
export async function listDrafts(db: Db, state: DraftState | undefined, now: Date, paging: Paging) {
  const fits = state ? isInState(state, now) : sql<boolean>`true`
  const all = db.selectFrom('draft_orders as d').where(fits)
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => drafts(db).where(fits).where(beyond),
      newestFirst('draft orders', ['d.id', 'uuid']),
      paging,
      async page => page.execute(),
      ({ id }) => [id],
    ),
    countRows(db, all),
  ])
  return { ...list, totalCount }
}

function isInState(state: DraftState, now: Date): RawBuilder<boolean> {
  if (state === 'sent') return sql<boolean>`(d.state = 'sent' and d.expires_at > ${now}::timestamptz)`
  if (state === 'expired') return sql<boolean>`(d.state = 'sent' and d.expires_at <= ${now}::timestamptz)`
  return sql<boolean>`d.state = ${state}`
}

export function stateOf({ state, expires_at }: Pick<FoundDraft, 'state' | 'expires_at'>, now: Date): DraftState {
  return state === 'sent' && expires_at! <= now ? 'expired' : state
}

/** The products of drafts, also of removed ones, in the words of the reader. */
export async function productsOf(db: Db, found: readonly FoundDraft[]): Promise<Map<number, Product>> {
  const ids = [...new Set(found.flatMap(({ lines }) => lines.map(({ productId }) => productId)))]
  const products = await productsInWords(db, await findProducts(db, ids))
  return new Map(products.map(product => [product.id, product]))
}

export async function showDrafts(db: Db, found: readonly FoundDraft[], now: Date): Promise<DraftOrder[]> {
  const products = await productsOf(db, found)
  return found.map(draft => ({
    id: draft.id,
    state: stateOf(draft, now),
    version: draft.version,
    customer: { id: draft.user_id, email: draft.email, userName: draft.userName },
    isGuest: draft.isGuest,
    items: linesOf(draft, products),
    discount: draft.discount,
    deliveryTotal: draft.delivery_total,
    total: draft.total,
    currency: draft.currency,
    delivery: draft.delivery,
    deliveryAddress: draft.delivery_address,
    billingAddress: draft.billing_address,
    message: draft.message,
    validDays: draft.valid_days,
    sentAt: draft.sent_at?.toISOString() ?? null,
    expiresAt: draft.expires_at?.toISOString() ?? null,
    orderId: draft.order_id,
    createdAt: draft.created_at.toISOString(),
    updatedAt: draft.updated_at.toISOString(),
  }))
}

/** A product that was removed since has no name any more. */
export function linesOf({ lines }: Pick<FoundDraft, 'lines'>, products: ReadonlyMap<number, Product>) {
  return lines.map(({ productId, quantity, unitPrice }) => {
    const product = products.get(productId)
    const named = product ? { sku: product.sku, name: titleOf(product) } : { sku: '', name: `#${productId}` }
    return { productId, ...named, quantity, unitPrice, lineTotal: unitPrice * quantity }
  })
}

export async function showDraft(db: Db, id: string, now: Date): Promise<DraftOrder> {
  return (await showDrafts(db, [await requireDraft(db, id)], now))[0]!
}
