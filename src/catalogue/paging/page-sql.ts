/** The SQL of the lists: which products are on a list, in which order, and from where on. */
import { type RawBuilder, sql } from 'kysely'
import { COUNT_LIMIT } from '../../database/lists/count.ts'
import { andGiven } from '../../database/lists/given.ts'
import { PREPARED } from '../../database/prepared.ts'
import { PRODUCT_COLUMNS } from '../product.ts'
import type { ProductFilter } from './listing.ts'
import { given, matches, waysToMatch } from './matches-sql.ts'
import type { Sort, SortKey, SortOrder } from './sort-key.ts'

/** Start of a read: at an end of the list, at a key (which is read), or beyond a key (which is not). */
export type Origin = 'start' | 'end' | { at: SortKey } | { beyond: SortKey }

/** The products of a page: `count` of a list, after `skip` of them from `origin` on. */
export type PageRange = SortOrder & { filter: ProductFilter; origin: Origin; skip: number; count: number }

/**
 * A JSON array of products, in the order of the list. The inner query needs nothing but an index, so skipped products
 * are not fetched; only those of the page are.
 */
export function productsOf(range: PageRange, list = sql`(${keysOf(range)})`): RawBuilder<unknown> {
  const { skip, count, descending } = range
  if (count === 0) return sql`'[]'::json`
  const backwards = isBackwards(range)
  return sql`(
    select coalesce(json_agg(product), '[]') from (
      select ${columns} from (
        select id, value from ${list} list
        ${boundarySql(range)}
        order by ${inOrder(sql`value`, { descending: backwards })}
        offset ${skip} limit ${count}
      ) keys
      join products using (id)
      order by ${inOrder(sql`keys.value`, { descending })}
    ) product
  )`
}

/** Tests whether the list is read from its end towards its start. */
export function isBackwards({ origin, descending }: Pick<PageRange, 'origin' | 'descending'>): boolean {
  return origin === 'end' || (typeof origin === 'object' && 'beyond' in origin && descending)
}

/** Pages of one shape differ in nothing but key, category, and the number of products to skip and to take. */
export function shapeOf({ sort, descending, origin, filter }: PageRange): string {
  const from = typeof origin === 'string' ? origin : 'at' in origin ? 'at' : descending ? 'before' : 'behind'
  return [sort, from, filter.category !== undefined, filter.status, filter.isListed].join(' ')
}

/** This many pages of 100 products are a megabyte of JSON, which keeps the event loop busy for some milliseconds. */
export const MAX_PAGES = 16

/** Pages skip and take no more products than this together, so that even a plan for any values reads a sorted index. */
export const MAX_IN_BATCH = 400

/**
 * A JSON array with the products of each range, all of one shape, in the order in which the list is read: backwards where
 * `isBackwards`. The values are JSON, because the planner does not look into it. So each number of ranges gets the same
 * plan, and PostgreSQL keeps the prepared one. The status is part of the shape.
 */
export function pagesOf(ranges: readonly PageRange[], { isPrepared }: { isPrepared: boolean }): RawBuilder<unknown> {
  const [{ sort, origin, filter, descending }] = ranges as [PageRange]
  const backwards = isBackwards({ origin, descending })
  const wanted = ranges.map(({ origin, skip, count, filter: { category } }, n) => {
    const [value, id] = typeof origin === 'string' ? [] : 'at' in origin ? origin.at : origin.beyond
    return { n, value: value === undefined ? value : valueIn(sort, value), id, skip, count, category }
  })
  return sql`${isPrepared ? PREPARED : sql``} (
    select json_agg(items order by n)
    from (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (
        n integer, value ${sql.raw(TYPES[sort])}, id bigint, skip integer, count integer, category text
      ) limit ${sql.lit(MAX_PAGES)}
    ) wanted
    cross join lateral (
      select coalesce(json_agg(product
      order by ${inOrder(sql`keys.value`, { descending: backwards, id: sql`keys.id` })}), '[]') as items from (
        select id, value from (
          select id, ${sql.ref(sort)} as value from products
          where removed_at is null
            ${andGiven(filter.category, () => sql`products.category = wanted.category`)}
            ${andGiven(filter.status, status => sql`status = ${sql.lit(status)}`)}
            ${andGiven(filter.isListed, () => sql`is_listed`)}
            ${
              typeof origin === 'string'
                ? sql``
                : sql`and ${keyOf(sort, 'products')} ${comparisonOf({
                    origin,
                    descending,
                  })} ${keyOf(sort, 'wanted')}`
            }
          order by ${inOrder(sql`value`, { descending: backwards })}
          limit ${sql.lit(MAX_IN_BATCH)}
        ) list
        offset wanted.skip limit wanted.count
      ) keys
      -- With "offset 0", each product is looked up. A join might read the whole table.
      cross join lateral (select ${columns} from products where products.id = keys.id offset 0) product
    ) page
  )`
}

const TYPES: Record<Sort, string> = {
  id: 'bigint',
  name: 'text',
  category: 'text',
  status: 'text',
  price: 'bigint',
  created_at: 'timestamptz',
  sort_name: 'text',
  relevance: 'int',
}

/**
 * The count beside a page: the total, the total up to COUNT_LIMIT + 1, or the total of each category, whatever the list's own, if a
 * search finds no more than COUNT_LIMIT. With `few`, the page has the best of some matches, and nothing else is counted.
 */
export type Counted = 'total' | 'bounded' | 'categories' | 'few'

function mostFound(counted: Counted): number {
  return counted === 'few' ? 1000 : COUNT_LIMIT
}

/**
 * A JSON object of a page of a search, with what is counted. The matches are found once for both. Without
 * `materialized`, PostgreSQL would walk the sorted index and test each product, which takes ten times as long. Only for
 * words with more matches than are counted, that is quicker; they come without categories.
 */
export function searchOf(range: PageRange, counted: Counted): RawBuilder<unknown> {
  const { category } = range.filter
  const isPart = counted === 'categories' && category !== undefined
  const items = productsOf(range, sql`(select * from found ${isPart ? sql`where category = ${category}` : sql``})`)
  const page = sql`json_build_object('items', ${items}, ${countOf(sql`found`, counted)})`
  const total = isPart
    ? sql`(select count(*) from (${foundSql(range, 'bounded')}) as listed)`
    : sql.lit(COUNT_LIMIT + 1)
  const common = sql`when (select count(*) from found) > ${sql.lit(COUNT_LIMIT)}
    then json_build_object('items', ${productsOf(range)}, 'total', ${total})`
  return sql`(
    with ${foundSteps(range, counted)}
    select ${counted === 'total' || counted === 'few' ? page : sql`case ${common} else ${page} end`}
  )`
}

/**
 * The table expression `found`, and the one before it. Where words alone find more than is counted, the other ways are not read: a common
 * word costs half.
 */
function foundSteps(range: PageRange, counted: Counted): RawBuilder<unknown> {
  const { filter, foundBy } = waysOf(range, counted)
  const [first, ...others] = waysToMatch(filter)
  if (counted === 'total' || !first || others.length === 0)
    return sql`found as materialized (${foundSql(range, counted)})`
  const isRare = sql`(select count(*) from by_words) <= ${sql.lit(mostFound(counted))}`
  const ways = [sql`select * from by_words`, ...others.map((way, n) => foundBy(sql`${isRare} and ${way}`, 1 - n))]
  return sql`by_words as materialized (${foundBy(first, 2)}), found as materialized (${joined(range, counted, ways)})`
}

/**
 * The keys of what a search finds. Each way to match reads an index of its own: with `or`, PostgreSQL would look again at
 * each product. The relevance of a product is 3 if its words and parts of its names match, 2 for words and 1 for parts.
 */
function foundSql(range: PageRange, counted: Counted): RawBuilder<unknown> {
  const { filter, foundBy } = waysOf(range, counted)
  const ways = waysToMatch(filter)
  if (ways.length < 2) return foundBy(ways[0] ?? sql`true`, 2)
  return joined(
    range,
    counted,
    ways.map((way, n) => foundBy(way, 2 - n)),
  )
}

function joined({ sort }: PageRange, counted: Counted, ways: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const { more, limit } = partsOf(counted)
  return sql`select id, ${sql.raw(sort === 'relevance' ? 'sum' : 'min')}(value) as value ${more}
    from (${sql.join(ways, sql` union all `)}) as ways group by id ${more} ${limit}`
}

/** The column that is counted beside the keys, and how many keys are enough. */
function partsOf(counted: Counted) {
  return {
    more: counted === 'categories' ? sql`, category` : sql``,
    limit: counted === 'total' ? sql`` : sql`limit ${sql.lit(mostFound(counted) + 1)}`,
  }
}

function waysOf(range: PageRange, counted: Counted) {
  const { category: _, ...others } = range.filter
  const filter = counted === 'categories' ? others : range.filter
  const { more, limit } = partsOf(counted)
  const foundBy = (way: RawBuilder<unknown>, score: number) => {
    const value = range.sort === 'relevance' ? sql.lit(score) : sql.ref(range.sort)
    const found = sql`select id, ${value} as value ${more} from products where ${given(filter)} and ${way}`
    // The table expression is planned for all that match, and read as far as the limit. Planned for the first few, an estimate that is
    // too high reads the whole table for a word that is rare.
    return counted === 'few'
      ? sql`(with matching as materialized (${found}) select * from matching ${limit})`
      : sql`(${found} ${limit})`
  }
  return { filter, foundBy }
}

/**
 * A JSON object of a page of products in a range of prices, with what is counted. An index on the sort column reaches the
 * first pages of a wide range at once, and one on the price those of a narrow range, so the planner chooses. Counting
 * reads an index only.
 */
export function priceRangeOf(range: PageRange, counted: Counted): RawBuilder<unknown> {
  const all = sql`(select ${counted === 'categories' ? sql`category` : sql`1`} from ${countedOf(range, counted)}) as found`
  return sql`json_build_object('items', ${productsOf(range)}, ${countOf(all, counted)})`
}

function countedOf({ filter }: PageRange, counted: Counted): RawBuilder<unknown> {
  const { category: _, ...others } = filter
  return sql`products where ${matches(counted === 'categories' ? others : filter)}
    ${counted === 'bounded' || counted === 'few' ? sql`limit ${sql.lit(mostFound(counted) + 1)}` : sql``}`
}

function countOf(found: RawBuilder<unknown>, counted: Counted): RawBuilder<unknown> {
  if (counted !== 'categories') return sql`'total', (select count(*) from ${found})`
  return sql`'categories', (
    select coalesce(json_agg(c order by category), '[]')
    from (select category, count(*) from ${found} group by category) as c
  )`
}

function keysOf(range: PageRange): RawBuilder<unknown> {
  return sql`select ${keyColumns(range)} from products where ${matches(range.filter)}`
}

function keyColumns({ sort }: PageRange): RawBuilder<unknown> {
  return sql`id, ${sort === 'relevance' ? sql.lit(0) : sql.ref(sort)} as value`
}

const columns = sql.join(PRODUCT_COLUMNS.map(name => sql.ref(name)))

function inOrder(
  value: RawBuilder<unknown>,
  { descending, id = sql`id` }: { descending: boolean; id?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return descending ? sql`${value} desc, ${id} desc` : sql`${value}, ${id}`
}

function boundarySql({ sort, origin, descending }: PageRange): RawBuilder<unknown> {
  if (typeof origin === 'string') return sql``
  const compare = comparisonOf({ origin, descending })
  const [value, id] = 'at' in origin ? origin.at : origin.beyond
  if (sort === 'id') return sql`where id ${compare} ${id}`
  const typed = sort === 'created_at' ? sql`${valueIn(sort, value)}::timestamptz` : sql`${value}`
  return sql`where (value, id) ${compare} (${typed}, ${id})`
}

function comparisonOf({
  origin,
  descending,
}: {
  origin: Exclude<Origin, string>
  descending: boolean
}): RawBuilder<unknown> {
  return 'at' in origin ? sql`>=` : descending ? sql`<` : sql`>`
}

function keyOf(sort: Sort, table: 'products' | 'wanted'): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  if (sort === 'id') return column('id')
  return sql`(${column(table === 'wanted' ? 'value' : sort)}, ${column('id')})`
}

/** The value of a key as text or number of JSON. A cursor may hold half of a character, which JSON in PostgreSQL cannot. */
function valueIn(sort: Sort, value: string | number): string | number {
  if (sort === 'created_at') return new Date(value).toISOString()
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** A JSON array of [value, id, rank]: every `samplesEvery`-th product of a list, beginning with the first. */
export function sampleRanks(sort: Sort, filter: ProductFilter, samplesEvery: number): RawBuilder<unknown> {
  const value =
    sort === 'id'
      ? sql`0`
      : sort === 'created_at'
        ? sql`(extract(epoch from created_at) * 1000)::bigint`
        : sql.ref(sort)
  return sql`(
    select coalesce(json_agg(json_build_array(value, id, rank) order by rank), '[]') from (
      select ${value} as value, id, row_number() over (order by ${inOrder(sql.ref(sort), { descending: false })}) - 1 as rank
      from products where ${matches(filter)}
    ) ranked
    where rank % ${sql.lit(samplesEvery)} = 0
  )`
}
