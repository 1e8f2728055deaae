/** Creates, changes and removes single products. */

import { sql } from 'kysely'
import { inTransaction } from '../database/in-transaction.ts'
import { type Db, INT_MAX, type Tx } from '../database/schema.ts'
import { publishToFeed } from '../events/publish.ts'
import { invalidInput, Problem } from '../problems.ts'
import { requireCurrentCurrency } from '../shop/currencies.ts'
import { ENDED_CURRENCIES } from '../world/currencies.ts'
import { withAttributes } from './attributes/table.ts'
import { BOTH, NOT_COUNTED, reasonOfMove } from './batch/stock-move.ts'
import { lockGroupsOf } from './groups/settle.ts'
import { type NewProductOrDraft, PRODUCT_COLUMNS, type Product, type ProductChange, pickWritable } from './product.ts'
import { asProduct } from './queries.ts'
import { lockNaming, renameInRelations } from './relations/relations.ts'
import { changesPrice, priceAfter, saleMistake } from './sales/sale.ts'
import { setState } from './states/set-state.ts'
import { throwIfSkuTaken } from './states/sku-taken.ts'

export async function createProduct(db: Db, product: NewProductOrDraft, now: Date): Promise<Product> {
  const mistake = saleMistake(product)
  if (mistake) throw invalidInput(mistake)
  return inTransaction(db, async tx => {
    await requireCurrentCurrency(tx, product.currency)
    const row = await throwIfSkuTaken(product.sku, () =>
      tx
        .insertInto('products')
        .values({
          ...columnsOf(product, 'new'),
          created_at: now,
          ...(product.state === 'draft' && { is_draft: true, removed_at: now }),
        })
        .returning(PRODUCT_COLUMNS)
        .executeTakeFirstOrThrow(),
    )
    if (row.state === 'on_sale') {
      await publishToFeed(tx, now, { type: 'product.created', data: { productId: row.id, sku: row.sku } })
    }
    return asProduct(row)
  })
}

/**
 * @param check throws if the client has not seen this state of the product
 * @returns undefined when there is no such product
 */
export async function changeProduct(
  db: Db,
  id: number,
  wanted: ProductChange,
  now: Date,
  check?: Check,
): Promise<Product | undefined> {
  return inTransaction(db, async tx => {
    if (wanted.sku !== undefined) await lockNaming(tx, id)
    await lockAndCheck(tx, id, check)
    await requireCurrency(tx, id, wanted)
    const change = await withMovedStock(tx, id, wanted)
    await lockAndCheck(tx, id, stockCheck(change))
    const price = changesPrice(change) && (await lock(tx, id)) ? await priceAfter(tx, id, change, now) : {}
    const was = change.sku === undefined ? undefined : (await lock(tx, id))?.sku
    const changed = await throwIfSkuTaken(change.sku, () =>
      tx
        .updateTable('products')
        // An empty change is a statement too, because it sets the name to itself.
        .set(eb => ({
          name: eb.ref('name'),
          updated_at: sql<Date>`now()`,
          ...columnsOf(change),
          ...price,
        }))
        .where('id', '=', id)
        .where('state', '<>', 'archived')
        .returning('id')
        .executeTakeFirst(),
    )
    if (!changed) return undefined
    if (was !== undefined && change.sku !== was) await renameInRelations(tx, was, change.sku!, now)
    await keepStatus(tx, id, change)
    // Read after the triggers, which let the status follow the stock.
    const row = await tx.selectFrom('products').select(PRODUCT_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
    // Drafts were never announced, so there is no change to report.
    if (row.state === 'on_sale') {
      await publishToFeed(tx, now, { type: 'product.updated', data: { productId: id, sku: row.sku } })
    }
    return asProduct(row)
  })
}

/** A product keeps a currency that has ended, and no other one is given it. */
async function requireCurrency(tx: Tx, id: number, { currency }: ProductChange): Promise<void> {
  if (currency === undefined || !ENDED_CURRENCIES.includes(currency)) return
  const product = await lock(tx, id)
  if (product) await requireCurrentCurrency(tx, currency, product.currency)
}

/**
 * Removes a product from every list. Orders still show what was bought, and staff can bring it back.
 * @returns false when there is no such product
 */
export async function removeProduct(db: Db, id: number, now: Date, check?: Check): Promise<boolean> {
  return inTransaction(db, async tx => {
    await lockGroupsOf(tx, [id])
    const product = await lock(tx, id)
    if (!product) return false
    check?.(product)
    await setState(tx, id, 'archived', now)
    return true
  })
}

type Check = ((product: Product) => void) | undefined

/** The lock keeps other changes away between the check and the change. */
async function lockAndCheck(tx: Tx, id: number, check: Check): Promise<void> {
  if (!check) return
  const product = await lock(tx, id)
  if (product) check(product)
}

async function lock(tx: Tx, id: number): Promise<Product | undefined> {
  const row = await tx
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('id', '=', id)
    .where('state', '<>', 'archived')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && asProduct(row)
}

async function withMovedStock(tx: Tx, id: number, { stockChange, ...change }: ProductChange): Promise<ProductChange> {
  if (stockChange === undefined) return change
  if (change.stock !== undefined) throw invalidInput(BOTH)
  const product = await lock(tx, id)
  if (!product) return change
  if (!(change.stock_counted ?? product.stock_counted)) throw invalidInput({ field: 'stockChange', ...NOT_COUNTED })
  const stock = product.stock + stockChange
  if (stock >= 0 && stock <= INT_MAX) return { ...change, stock }
  const reason = reasonOfMove(product.stock, stock < 0 ? 'too_small' : 'too_large')
  throw invalidInput({ field: 'stockChange', ...reason })
}

/** Pieces that were sold since the client read the stock must not come back. */
function stockCheck({ stock, expectedStock }: ProductChange): Check {
  if (stock === undefined || expectedStock === undefined) return undefined
  return product => {
    if (product.stock === expectedStock || product.stock === stock) return
    throw new Problem(
      'stock_changed',
      `The stock has changed meanwhile: it is ${product.stock} now, and was ${expectedStock} when you read it.`,
      { members: { stock: product.stock, expectedStock } },
    )
  }
}

/** Texts and attributes are merged with those that the product has, unless it is new. */
export function columnsOf<T extends ProductChange>(change: T, product?: 'new') {
  const { texts, attributes, ...others } = withAttributes(pickWritable(change))
  const was = (column: string) => (product === 'new' ? sql`'{}'::jsonb` : sql.ref(`products.${column}`))
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`
  return {
    ...others,
    ...(texts && { texts: sql<string>`changed_texts(${was('texts')}, ${json(texts)})` }),
    ...(attributes && { attributes: sql<string>`changed_attributes(${was('attributes')}, ${json(attributes)})` }),
  }
}

/**
 * The trigger takes a status that equals the former one for none, and lets it follow the stock. The same change would
 * then have another effect when it is repeated.
 */
async function keepStatus(tx: Tx, id: number, { status, stock }: ProductChange): Promise<void> {
  if (status === undefined || stock === undefined) return
  await tx.updateTable('products').set({ status }).where('id', '=', id).where('status', '<>', status).execute()
}
