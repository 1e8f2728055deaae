/** Reads groups of products. */

import { sql } from 'kysely'
import { countRows } from '../../database/lists/count.ts'
import { type ListOrder, type Paging, readListPage } from '../../database/lists/keyset.ts'
import type { Db } from '../../database/schema.ts'
import type { Content } from '../attributes/base-price.ts'
import type { Image } from '../images/image.ts'
import type { ProductStatus } from '../states/states.ts'
import type { GroupTexts, Option, OptionValue, ProductGroup } from './group.ts'
import './tables.ts'

/** Customers see groups with a product on sale. `anyone`, a reader with a publishable key, sees only the active products of these. */
export type Reader = 'shop' | 'customer' | 'anyone'

/** @returns undefined when there is no such group */
export async function findGroup(db: Db, id: number, reader: Reader = 'shop'): Promise<ProductGroup | undefined> {
  return (await readGroups(db, [id], reader))[0]
}

const BY_NAME: ListOrder = { name: 'product groups', columns: [['name', 'text']], descending: false }

export async function listGroups(db: Db, paging: Paging, reader: Reader = 'shop') {
  const all = db.selectFrom('product_groups').$if(reader !== 'shop', groups => groups.where('listed', 'is not', null))
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('id'),
      BY_NAME,
      paging,
      async page =>
        readGroups(
          db,
          (await page.execute()).map(({ id }) => id),
          reader,
        ),
      ({ name }) => [name],
    ),
    countRows(db, all),
  ])
  return { ...list, totalCount }
}

/** Reads groups, sorted by name. A listed product that the reader does not see is replaced by the first one that they do see. */
async function readGroups(db: Db, ids: readonly number[], reader: Reader): Promise<ProductGroup[]> {
  const activeOnly = reader === 'anyone'
  const { rows } = await sql<ProductGroup & { created_at: Date; updated_at: Date }>`
    select id, name, texts, options, listed, images, created_at, updated_at, (
      select coalesce(json_agg(json_build_object('id', p.id, 'sku', p.sku, 'options', p.options) order by p.id), '[]')
      from products p
      where p."group" = g.id and p.removed_at is null and (p.status = 'active' or not ${activeOnly})
    ) as products
    from product_groups g
    where id = any(${ids}::bigint[]) and (listed is not null or ${reader === 'shop'})
    order by name
  `.execute(db)
  const isHidden = ({ products, listed }: ProductGroup) => activeOnly && !products.some(({ id }) => id === listed)
  return rows.map(({ created_at, updated_at, ...group }) => ({
    ...group,
    listed: isHidden(group as ProductGroup) ? (group.products[0]?.id ?? null) : group.listed,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at).toISOString(),
  }))
}

/** The products of a group that are on sale. */
export async function membersOf(db: Db, id: number): Promise<{ id: number; options: OptionValue[] }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'options'])
    .where('group', '=', id)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** A product of a group, as its page offers it. */
export type Variant = {
  id: number
  name: string
  options: OptionValue[]
  price: number
  currency: string
  status: ProductStatus
  stock: number
  images: Image[]
}

export type GroupWithVariants = {
  id: number
  name: string
  texts: GroupTexts
  options: Option[]
  images: Image[]
  variants: Variant[]
}

/** The group of a product, with everything that one can choose. */
export async function findVariants(db: Db, id: number): Promise<GroupWithVariants | undefined> {
  const [group, variants] = await Promise.all([
    db
      .selectFrom('product_groups')
      .select(['id', 'name', 'texts', 'options', 'images'])
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('products')
      .select(['id', 'name', 'options', 'price', 'currency', 'status', 'stock', 'images'])
      .where('group', '=', id)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute(),
  ])
  return group && { ...group, variants }
}

/** A group in a list of the shop. The prices are null if its products have several currencies. */
export type GroupSummary = {
  id: number
  name: string
  texts: GroupTexts
  products: number
  lowest: number | null
  highest: number | null
  /** Content of the product with the lowest price. */
  content: readonly [Content['content_amount'], Content['content_unit']]
  /** The group's own, for a product without one. */
  images: Image[]
}

/** Summarizes the groups that have products on sale, by id. */
export async function summarizeGroups(db: Db, ids: readonly number[]): Promise<Map<number, GroupSummary>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<GroupSummary>`
    select g.id, g.name, g.texts, g.images, count(*)::int as products,
      case when count(distinct p.currency) = 1 then min(p.price) end as lowest,
      case when count(distinct p.currency) = 1 then max(p.price) end as highest,
      (array_agg(jsonb_build_array(p.attributes -> 'content_amount', p.attributes -> 'content_unit') order by p.price, p.id))[1] as content
    from product_groups g join products p on p."group" = g.id and p.removed_at is null
    where g.id = any(${ids}::bigint[])
    group by g.id
  `.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
