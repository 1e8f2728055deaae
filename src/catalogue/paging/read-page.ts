import { sql } from 'kysely'
import { currentLimits, inArea } from '../../database/limits.ts'
import { FairQueue } from '../../database/pooling/fair-queue.ts'
import { OWN } from '../../database/pooling/own-places.ts'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { asProduct, type ProductRow } from '../queries.ts'
import { correct } from '../search/suggestions.ts'
import type { Change } from './change-log.ts'
import { type ListIndex, listIndexOf } from './list-index.ts'
import { isSearch, type Listing, type ProductFilter, type ProductPage } from './listing.ts'
import { type Counted, type Origin, type PageRange, priceRangeOf, productsOf, searchOf } from './page-sql.ts'
import { type Plan, planAfter, totalAfter } from './plan.ts'

/*
 * Rule R5: any page of any list at the cost of the first one, with exact totals, while others write.
 *
 * PostgreSQL finds a key in a sorted list at once, but not the 700,000th product: its indexes do not count. So each
 * process keeps a list index (list-index.ts). As of one snapshot S0 of the database, it holds the number of products
 * that each filter leaves, and samples of the lists that are read: about every hundredth key with its rank, which is the
 * number of products before it. A page is then "from this key on, skip a few, take ten".
 *
 * The index may be out of date, so no page relies on it alone. Triggers write each change of a product into a log, in
 * the transaction of the change (`product_changes`). The statement that reads the page also reads the rows that the log has
 * gained since S0. Both see the same snapshot S. With the gained rows, total and rank are computed as of S (plan.ts):
 *
 *     index as of S0 ──plan──▶ one statement at S: page + changes since S0 ──▶ plan as of S
 *                                                                                   │
 *               same rows?        ──yes──▶ this is the page ◀───────────────────────┤
 *               no ──▶ again, in a transaction that keeps its snapshot: first the changes, then the page
 *
 * Why the answer is right. (1) The log is complete: the triggers fire for every writer, in the writer's transaction, so
 * a change and its log row are visible in the same snapshots. (2) "Since S0" is exact: a row counts if its transaction
 * is visible in S and not in S0. Snapshots of one server are ordered by inclusion, and S was taken after S0; each
 * replica has an index of its own. So these rows are the difference of the two states, in whatever order transactions
 * took their ids or committed. (3) A rank as of S is the rank as of S0, plus the keys that came below the sample, minus
 * those that left; a total likewise. A sample is a place in the order, so its product need not exist anymore. (4) The
 * rows were read at S, from a key whose rank at S is known, skipping a known number. So they are on the requested page,
 * and total and page belong together. Nothing depends on other requests of the process, because a plan carries the
 * snapshot that it was made from.
 *
 * Pages of a moment share that first statement (page-batches.ts), each with a plan of its own. It is sent after all of them
 * were asked for.
 *
 * Nobody waits: readers take no locks, and writers add rows and share no counter. In the usual case a page is one
 * statement. If the log was cut or too much changed at once (an import of millions), the index is loaded again.
 *
 * R5 for pages: in any one snapshot, ranks are a bijection of products to 0…n-1, because every order ends in id. Page p
 * is the ranks from (p-1)·limit on. So pages of unchanged data neither overlap nor leave a gap.
 * For walks: `rel="next"` carries the key of the last product of the page, and the next page begins after that key. An
 * unchanged product has one key. Exactly one step of the walk reads it: the one whose two ends enclose it.
 *
 * Searches (words, prices, ids, the time of the last change) have no ranks, because no index on them is also sorted.
 * One statement finds all matches, counts them and takes the page by `offset`. So every page of a search costs the
 * same, and more for a common word.
 */

/** @param counted `bounded`: a search with more than COUNT_LIMIT matches has COUNT_LIMIT + 1 */
export function listProducts(
  db: Db,
  listing: Listing,
  counted: 'total' | 'bounded' | 'few' = 'total',
): Promise<ProductPage> {
  return readPage(listIndexOf(db), listing, counted)
}

/** A page of a search, or of one for similar words where nothing matches what was typed. Each page of a list decides alike. */
export async function findSimilar<P extends ProductPage>(
  db: Db,
  listing: Listing,
  read: (listing: Listing) => Promise<P>,
): Promise<P & { isSimilar: boolean }> {
  const { q, ...filter } = listing.filter
  const exact = await read(listing)
  const meanings = q !== undefined && exact.totalCount === 0 ? await correct(db, q) : undefined
  const similar = meanings && (await read({ ...listing, filter: { ...filter, meanings } }))
  return similar && similar.totalCount > 0 ? { ...similar, isSimilar: true } : { ...exact, isSimilar: false }
}

export type CategoryCount = { category: string; count: number }

/**
 * Reads a page, and counts by category all products that its filter finds, ignoring the filter's own category. A search that finds
 * more than COUNT_LIMIT counts neither the total nor the categories: then the categories are those of all products.
 */
export async function listWithCategories(db: Db, listing: Listing) {
  const page = await readPage(listIndexOf(db), listing, 'categories')
  const isCounted = page.categories !== undefined || !isSearch(listing.filter)
  return { ...page, isCounted, categories: page.categories ?? (await countByCategory(db, listing.filter)) }
}

/** The categories of all products with a status, in order and with their counts. */
export async function countByCategory(
  db: Db,
  filter: Pick<ProductFilter, 'status' | 'isListed'> = {},
): Promise<CategoryCount[]> {
  return listIndexOf(db).byCategory(filter)
}

type Page = ProductPage & { categories?: CategoryCount[] | undefined }

/** @param counted `categories` come only with a search, because all others are known */
export async function readPage(index: ListIndex, wanted: Listing, counted: Counted = 'total'): Promise<Page> {
  const listing = simplify(wanted)
  for (let attempt = 0; ; attempt++) {
    const page = await tryToRead(index, listing, attempt, counted)
    if (page) return page
  }
}

/** @returns undefined when the catalogue changed too much since the plan was made; then try again */
async function tryToRead(
  index: ListIndex,
  listing: Listing,
  attempt: number,
  counted: Counted,
): Promise<Page | undefined> {
  if (listing.after || isSearch(listing.filter)) return readWithoutRanks(index, listing, counted)
  const plan = await index.plan(listing, attempt)
  if (!plan) return undefined
  return attempt === 0 ? readInOneStatement(index, listing, plan) : readInTwoStatements(index, listing, plan)
}

async function readInOneStatement(index: ListIndex, listing: Listing, plan: Plan): Promise<ProductPage | undefined> {
  const row = await index.page(plan.snapshot, { ...listing, ...plan })
  if (!row) return undefined
  const present = planAfter(plan, listing, row.changes)
  if (present.skip !== plan.skip || present.count !== plan.count) return undefined
  return pageOf(listing, row.items, present.total)
}

/** Both statements see one snapshot, so writes between them do not matter. */
async function readInTwoStatements(index: ListIndex, listing: Listing, plan: Plan): Promise<ProductPage | undefined> {
  const snapshot = index.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async tx => {
    const row = await index.query(tx, plan.snapshot)
    const present = row && planAfter(plan, listing, row.changes)
    if (!present || present.skip < 0) return undefined
    const { rows } = await sql<Items>`select ${productsOf({ ...listing, ...present })} as items`.execute(tx)
    return pageOf(listing, one(rows).items, present.total)
  })
}

/** A step of a walk, which begins after a key, or a page of a search, which is counted in the same statement. */
async function readWithoutRanks(index: ListIndex, listing: Listing, counted: Counted): Promise<Page | undefined> {
  const { after, descending, filter, limit, page } = listing
  const known = await index.total(filter)
  const from: { origin: Origin; skip: number } = after
    ? { origin: { beyond: after }, skip: 0 }
    : { origin: descending ? 'end' : 'start', skip: (page - 1) * limit }
  const range = { ...listing, ...from, count: limit + 1 }
  const row = isSearch(filter)
    ? await search(index, known.snapshot, range, counted)
    : await index.page(known.snapshot, range)
  if (!row) return undefined
  const { items, changes, categories, total = sumOf(categories, filter) }: Found & { changes: Change[] } = row
  const totalCount = total ?? totalAfter(known.total, filter, changes)
  return { ...pageOf(listing, items.slice(0, limit), totalCount), more: items.length > limit, categories }
}

type Found = Items & { total?: number; categories?: CategoryCount[] }

/** Each network reads two at a time in a process. */
const searches = new FairQueue({ perKey: 2, ...OWN })

/**
 * Common words cost hundreds of milliseconds in a large catalogue. So searches leave connections to other pages, and those
 * of one network leave places to the searches of others.
 */
async function search(index: ListIndex, snapshot: string, range: PageRange, counted: Counted) {
  const { minPrice: _, maxPrice: __, ...others } = range.filter
  const { area, network } = currentLimits()
  const leave = await searches.enter(network)
  try {
    const found = (isSearch(others) ? searchOf : priceRangeOf)(range, counted)
    const row = await inArea(`search in ${area}`, () =>
      index.query<{ found: Found }>(index.db, snapshot, sql`${found} as found`),
    )
    return row && { ...row.found, changes: row.changes }
  } finally {
    leave()
  }
}

function sumOf(
  categories: readonly CategoryCount[] | undefined,
  { category: listed }: ProductFilter,
): number | undefined {
  return categories?.reduce((sum, { category, count }) => (category === (listed ?? category) ? sum + count : sum), 0)
}

type Items = { items: ProductRow[] }

/** A filter that leaves one value of the sort column makes it a list by id. So fewer lists need samples. */
function simplify(listing: Listing): Listing {
  const { sort, filter, after } = listing
  const only = sort === 'category' ? filter.category : sort === 'status' ? filter.status : undefined
  if (only === undefined || (after && after[0] !== only)) return listing
  return { ...listing, sort: 'id', after: after && [0, after[1]] }
}

function pageOf({ page, limit }: Listing, rows: readonly ProductRow[], totalCount: number): ProductPage {
  const pageCount = Math.ceil(totalCount / limit)
  return { items: rows.map(asProduct), totalCount, page, limit, pageCount, more: page < pageCount }
}
