/** The SQL of the lists: which products are on one, in which order, from where. */
import { type RawBuilder, sql } from 'kysely'
import type { Filter, Listing, Sort } from './listing.ts'
import type { Key } from './sort-key.ts'

/** Where reading begins: at an end of the list, at a key (which is read), or beyond a key (which is not). */
export type Origin = 'start' | 'end' | { at: Key } | { beyond: Key; descending: boolean }

type Run = { sort: Sort; filter: Filter; origin: Origin; skip: number; count: number; descending: boolean }

/**
 * A JSON array of products, in the order of the list. The inner query walks an index that holds all it needs, so what is
 * skipped costs no look at a row; only the products of the page are fetched.
 */
export function productsOf({ sort, filter, origin, skip, count, descending }: Run): RawBuilder<unknown> {
  if (count === 0) return sql`'[]'::json`
  const backwards = origin === 'end' || (typeof origin === 'object' && 'beyond' in origin && origin.descending)
  return sql`(
    select coalesce(json_agg(product), '[]') from (
      select ${COLUMNS} from (
        select id, ${sql.ref(sort)} as value from products
        where ${matches(filter)} ${boundary(sort, origin)}
        order by ${inOrder(sql.ref(sort), backwards)}
        offset ${skip} limit ${count}
      ) place
      join products using (id)
      order by ${inOrder(sql`place.value`, descending)}
    ) product
  )`
}

/** The columns of a product, as `asProduct` takes them. */
export const COLUMNS = sql`id, sku, name, description, category, status, price, currency, stock, created_at`

function inOrder(value: RawBuilder<unknown>, descending: boolean): RawBuilder<unknown> {
  return descending ? sql`${value} desc, id desc` : sql`${value}, id`
}

function matches({ category, status, q }: Filter): RawBuilder<unknown> {
  return sql`removed_at is null
    ${category === undefined ? sql`` : sql`and category = ${category}`}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${q === undefined ? sql`` : sql`and words @@ (websearch_to_tsquery('simple', ${q}) || websearch_to_tsquery('english', ${q}))`}`
}

function boundary(sort: Sort, origin: Origin): RawBuilder<unknown> {
  if (typeof origin === 'string') return sql``
  const compare = 'at' in origin ? sql`>=` : origin.descending ? sql`<` : sql`>`
  const [value, id] = 'at' in origin ? origin.at : origin.beyond
  if (sort === 'id') return sql`and id ${compare} ${id}`
  const typed = sort === 'created_at' ? sql`${new Date(value).toISOString()}::timestamptz` : sql`${value}`
  return sql`and (${sql.ref(sort)}, id) ${compare} (${typed}, ${id})`
}

/** A JSON array of [value, id, rank]: every so-many-th product of a list, beginning with the first. */
export function everySoMany(sort: Sort, filter: Filter, spacing: number): RawBuilder<unknown> {
  const value =
    sort === 'id'
      ? sql`0`
      : sort === 'created_at'
        ? sql`(extract(epoch from created_at) * 1000)::bigint`
        : sql.ref(sort)
  return sql`(
    select coalesce(json_agg(json_build_array(value, id, rank) order by rank), '[]') from (
      select ${value} as value, id, row_number() over (order by ${inOrder(sql.ref(sort), false)}) - 1 as rank
      from products where ${matches(filter)}
    ) place
    where rank % ${sql.lit(spacing)} = 0
  )`
}

/** A JSON array of the ids of a whole list, in its order. */
export function allIdsOf({ sort, filter, descending }: Listing): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(id order by ${inOrder(sql.ref(sort), descending)}), '[]')
    from products where ${matches(filter)}
  )`
}

export function countOf(filter: Filter): RawBuilder<unknown> {
  return sql`(select count(*)::int from products where ${matches(filter)})`
}
