/**
 * Products that the shop shows beside others by its own choice: attributes name them by their SKUs, as files do. Customers see those that
 * are on sale and in stock. One that is archived is left out, and shown again when it is brought back.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { PRODUCT_COLUMNS, type Product } from '../product.ts'
import { asProduct } from '../queries.ts'
import '../tables.ts'

export const RELATIONS = ['related', 'goes_with'] as const

/** The products of these SKUs, in their order. A group counts once. */
export async function findBySku(db: Db, skus: readonly string[], most: number): Promise<Product[]> {
  if (skus.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .where('sku', '=', sql<string>`any(${skus}::text[])`)
    .where('removed_at', 'is', null)
    .where('status', '=', 'active')
    .where('stock', '>', 0)
    .execute()
  const found = rows.map(asProduct).toSorted((a, b) => skus.indexOf(a.sku) - skus.indexOf(b.sku))
  const isFirst = ({ group }: Product, n: number) => group === null || found.findIndex(one => one.group === group) === n
  return found.filter(isFirst).slice(0, most)
}

/** Names that are looked at: a cart may have hundreds of lines of twenty names each. */
const MOST_NAMES = 100

/** Products that go with those of a cart, and are not in it, those first that the shop named first. */
export async function findGoingWith(db: Db, ids: readonly number[], most: number): Promise<Product[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ skus: string[] | null }>`
    select array_agg(other) as skus from (
      select other
      from products p, jsonb_array_elements_text(p.attributes -> 'goes_with') with ordinality as named (other, n)
      where p.id = any(${ids}::bigint[])
      group by other order by min(n), other limit ${MOST_NAMES}
    ) first
  `.execute(db)
  const found = await findBySku(db, rows[0]?.skus ?? [], most + ids.length)
  return found.filter(({ id }) => !ids.includes(id)).slice(0, most)
}

/** The product and those that name it, in the order in which orders lock products. */
export async function lockNaming(tx: Tx, id: number): Promise<void> {
  await sql`
    with renamed as (select sku from products where id = ${id} and state <> 'archived')
    select from products
    where id in (
      select ${id}::bigint
      union all
      select p.id from renamed, products p where ${isNaming(sql`p`, sql`renamed.sku`)}
    )
    order by id
    for no key update
  `.execute(tx)
}

/** Writes the new SKU of a product wherever its former one is. The rows are locked. */
export async function renameInRelations(tx: Tx, was: string, now: string, at: Date): Promise<void> {
  const renamed = (name: string) => sql`
    (select jsonb_agg(case other when ${was} then ${now} else other end order by n)
      from jsonb_array_elements_text(attributes -> ${sql.lit(name)}) with ordinality as named (other, n))`
  const { rows } = await sql<{ id: number; sku: string; state: string }>`
    update products set updated_at = now(), attributes = attributes || jsonb_strip_nulls(jsonb_build_object(
      'related', ${renamed('related')}, 'goes_with', ${renamed('goes_with')}))
    where ${isNaming(sql`products`, sql`${was}::text`)}
    returning id, sku, state
  `.execute(tx)
  for (const { id, sku, state } of rows) {
    if (state === 'on_sale') await publishToFeed(tx, at, { type: 'product.updated', data: { productId: id, sku } })
  }
}

/** Spelled so that the index of relations answers. */
function isNaming(products: ReturnType<typeof sql>, sku: ReturnType<typeof sql>) {
  const named = (name: string) =>
    sql`${products}.attributes @> jsonb_build_object(${sql.lit(name)}, jsonb_build_array(${sku}))`
  return sql`${products}.attributes ?| array['related', 'goes_with']
    and (${named('related')} or ${named('goes_with')})`
}
