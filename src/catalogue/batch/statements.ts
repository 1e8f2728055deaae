/** The two statements of a batch: one changes the products that exist, one adds the others. */

import { type RawBuilder, sql } from 'kysely'
import { INT_MAX, type Tx } from '../../database/schema.ts'
import { MOST_KEYS } from '../../http/schemas.ts'
import { changedSql, firstMetadata, TOO_MANY_KEYS } from '../../metadata/metadata.ts'
import type { FieldError } from '../../problems.ts'
import { ENDED_CURRENCY, listEndedCurrencies } from '../../shop/currencies.ts'
import { ENDED_CURRENCIES } from '../../world/currencies.ts'
import { withAttributes } from '../attributes/table.ts'
import { columnsOf } from '../edit-product.ts'
import { type NewProduct, type ProductChange, WRITABLE } from '../product.ts'
import { ENDS_BEFORE, endPricesAt, PRICE_COLUMNS, saleMistake, TOO_DEAR } from '../sales/sale.ts'
import { findSimilar } from '../similar-skus.ts'
import { NOT_COUNTED, reasonOfMove } from './stock-move.ts'

/** A line of a batch that fits its schema. */
export type Change = ProductChange & { sku: string; metadata?: Record<string, string | null> }

export type Refused = { sku: string; errors: FieldError[] }

type Judged = {
  sku: string
  id: number
  stock: number
  refusal:
    | 'ended_currency'
    | 'sale_too_dear'
    | 'sale_ends_before'
    | 'too_many_keys'
    | 'not_counted'
    | 'stock_changed'
    | 'too_small'
    | 'too_large'
    | null
  isChanged: boolean
}

/**
 * Changes the products of these SKUs, and leaves those alone that are as they should be. The locks are taken in the order of
 * the ids, as orders take them, so that no sale is lost between the look at a stock and its change.
 * @returns a line for each SKU that exists
 */
export async function changeKnown(tx: Tx, changes: readonly Change[], now: Date) {
  const ended = await endedIn(tx, changes)
  await endPricesAt(tx, now)
  const next = (column: string) => sql`${sql.ref(column)} = (n.next).${sql.ref(column)}`
  const { rows } = await sql<Judged>`
    -- 1. what is wanted
    with today as materialized (
      select shop_day(${now}) as day
    ), given as materialized (
      select change ->> 'sku' as sku, change from jsonb_array_elements(${JSON.stringify(changes.map(withAttributes))}::jsonb) as change
    -- 2. what there is
    ), known as materialized (
      select p.id, p.sku, p.stock, p as row from products p
      where p.sku = any(select sku from given) and p.removed_at is null order by p.id for no key update
    -- 3. whether the line may be carried out
    ), judged as materialized (
      select k.*, g.change, prices, ${wantedStock} as wanted, ${wantedMetadata} as metadata, ${refusalSql(ended)} as refusal
      from known k join given g using (sku) cross join today cross join lateral (
        select case when g.change ?| ${PRICED} then sale_values(k.row, g.change, ${now}, day) else '{}' end as prices
      ) as p
    -- 4. the products as they will be
    ), next as materialized (
      select id, row, jsonb_populate_record(row, change || jsonb_build_object('stock', wanted, 'metadata', metadata) || prices || case
        when change ? 'texts' then jsonb_build_object('texts', changed_texts((row).texts, change -> 'texts')) else '{}' end || case
        when change ? 'attributes' then jsonb_build_object('attributes', changed_attributes((row).attributes, change -> 'attributes'))
        else '{}' end) as next
      from judged where refusal is null
    ), changed as (
      update products p set ${sql.join([...new Set([...WRITABLE, ...PRICE_COLUMNS, 'metadata'])].map(next))}, updated_at = now()
      from next n where p.id = n.id and n.next is distinct from n.row
      returning p.id
    )
    select j.sku, j.id, j.stock, j.refusal, c.id is not null as "isChanged" from judged j left join changed c using (id)
  `.execute(tx)
  await keepStatuses(tx, changes)
  const bySku = new Map(changes.map(change => [change.sku, change]))
  return rows.map(({ sku, id, stock, refusal, isChanged }) =>
    refusal
      ? { sku, id, outcome: 'refused' as const, errors: [errorOf(refusal, stock, bySku.get(sku)!)] }
      : { sku, id, outcome: isChanged ? ('changed' as const) : ('unchanged' as const) },
  )
}

const PRICED = sql`${[...PRICE_COLUMNS, 'currency']}::text[]`

const isCounted = sql`coalesce((g.change ->> 'stock_counted')::boolean, (k.row).stock_counted)`

/** A stock that is not counted stays as it is held. */
const wantedStock = sql`case when ${isCounted}
  then coalesce((g.change ->> 'stock')::bigint, k.stock + (g.change ->> 'stockChange')::bigint, k.stock) else k.stock end`

const wantedMetadata = changedSql(sql`(k.row).metadata`, sql`coalesce(g.change -> 'metadata', '{}')`)

const refusalSql = (ended: readonly string[]): RawBuilder<unknown> => sql`case
  when g.change ->> 'currency' = any(${ended}::text[]) and g.change ->> 'currency' <> (k.row).currency then 'ended_currency'
  when (g.change ->> 'sale_price')::bigint >= (coalesce(prices ->> 'regular_price', prices ->> 'price'))::bigint then 'sale_too_dear'
  when prices ->> 'sale_from' > prices ->> 'sale_until' then 'sale_ends_before'
  when (select count(*) from jsonb_object_keys(${wantedMetadata})) > ${sql.lit(MOST_KEYS)} then 'too_many_keys'
  when g.change ? 'stockChange' and not ${isCounted} then 'not_counted'
  when g.change ?| array['stock', 'stockChange'] and (g.change ->> 'expectedStock')::bigint <> k.stock
    and (g.change ->> 'stock')::bigint is distinct from k.stock then 'stock_changed'
  when ${wantedStock} < 0 then 'too_small'
  when ${wantedStock} > ${sql.lit(INT_MAX)} then 'too_large' end`

function errorOf(refusal: NonNullable<Judged['refusal']>, stock: number, { expectedStock }: Change): FieldError {
  if (refusal === 'too_many_keys') return TOO_MANY_KEYS
  if (refusal === 'ended_currency') return ENDED_CURRENCY
  if (refusal === 'sale_too_dear') return TOO_DEAR
  if (refusal === 'sale_ends_before') return ENDS_BEFORE
  if (refusal === 'not_counted') return { field: 'stockChange', ...NOT_COUNTED }
  if (refusal !== 'stock_changed') return { field: 'stockChange', ...reasonOfMove(stock, refusal) }
  const reason = `has changed meanwhile: it is ${stock} now, and was ${expectedStock} when you read it`
  return { field: 'stock', reason, code: 'stock_changed' }
}

/** The trigger takes a status that equals the former one for none, and lets it follow the stock (edit-product.ts). */
async function keepStatuses(tx: Tx, changes: readonly Change[]): Promise<void> {
  const given = changes.filter(({ status, stock, stockChange }) => status && (stock ?? stockChange) !== undefined)
  if (given.length === 0) return
  await sql`
    update products p set status = g.change ->> 'status'
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) as g (change)
    where p.sku = g.change ->> 'sku' and p.removed_at is null and p.status <> g.change ->> 'status'
      and (g.change ->> 'stock' is null or p.stock = (g.change ->> 'stock')::bigint)
  `.execute(tx)
}

/**
 * Adds the products that do not exist. If two requests have the same new SKU, one adds it, and the other finds it in its next
 * attempt.
 */
export async function addNew(tx: Tx, changes: readonly Change[], now: Date) {
  const ended = await endedIn(tx, changes)
  const similar = await findSimilar(
    tx,
    changes.map(({ sku }) => sku),
  )
  const refused = changes.flatMap(change => refusedAsSimilar(change, similar) ?? refusedAsNew(change, ended) ?? [])
  const isRefused = new Set(refused.map(({ sku }) => sku))
  // Two requests insert in the same order, so that neither waits for the other in a circle.
  const rows = changes
    .filter(({ sku }) => !isRefused.has(sku))
    .sort((a, b) => (a.sku < b.sku ? -1 : 1))
    .map(({ stockChange, metadata = {}, ...product }) => ({
      ...columnsOf({ stock: stockChange ?? 0, ...product } as NewProduct, 'new'),
      metadata: JSON.stringify(firstMetadata(metadata)),
      created_at: now,
    }))
  if (rows.length === 0) return { added: [], refused }
  const added = await tx
    .insertInto('products')
    .values(rows)
    .onConflict(taken => taken.column('sku').where('removed_at', 'is', null).doNothing())
    .returning(['id', 'sku'])
    .execute()
  return { added, refused }
}

/** The currencies that no product may get. Only a batch that names one has to know that of the shop. */
async function endedIn(tx: Tx, changes: readonly Change[]): Promise<string[]> {
  const isNamed = changes.some(({ currency }) => currency !== undefined && ENDED_CURRENCIES.includes(currency))
  return isNamed ? listEndedCurrencies(tx) : []
}

/** A line without the values of a new product, such as a stock, was meant for the product that its SKU is like. */
function refusedAsSimilar({ sku, name }: Change, similar: ReadonlyMap<string, string>): Refused | undefined {
  const known = similar.get(sku)
  return known === undefined || name !== undefined
    ? undefined
    : {
        sku,
        errors: [
          { field: 'sku', reason: `is like ${known}, which a spreadsheet may have changed`, code: 'similar_sku' },
        ],
      }
}

function refusedAsNew(change: Change, ended: readonly string[]): Refused | undefined {
  const { sku, currency, expectedStock, stockChange = 0, metadata = {} } = change
  const missing = (['name', 'category', 'price'] as const).filter(name => change[name] === undefined)
  const errors: FieldError[] = missing.map(field => ({
    field,
    reason: 'is required, because there is no product with this SKU',
    code: 'required',
  }))
  if (currency !== undefined && ended.includes(currency)) errors.push(ENDED_CURRENCY)
  const mistake = saleMistake(change)
  if (mistake) errors.push(mistake)
  if (stockChange < 0) errors.push({ field: 'stockChange', ...reasonOfMove(0, 'too_small') })
  if (Object.keys(firstMetadata(metadata)).length > MOST_KEYS) errors.push(TOO_MANY_KEYS)
  if (expectedStock) {
    errors.push({ field: 'expectedStock', reason: 'was seen, but there is no such product now', code: 'stock_changed' })
  }
  return errors.length > 0 ? { sku, errors } : undefined
}
