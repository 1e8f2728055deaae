import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { Product } from '../product.ts'
import { asProduct, type ProductRow } from '../queries.ts'
import { newsOf } from './change-log.ts'
import { type Catalogue, catalogueOf } from './list-index.ts'
import type { Listing } from './listing.ts'
import { type Plan, planAfter, totalAfter } from './plan.ts'
import { allIdsOf, COLUMNS, countOf, productsOf } from './select.ts'
import type { Key } from './sort-key.ts'

/*
 * Any page of any list at the cost of the first, with exact totals, while others write.
 *
 * PostgreSQL finds a key in a sorted list at once, but not the 700,000th product: its indexes do not count. So each
 * process remembers, as of one snapshot S0 of the database, how many products each filter leaves (tally.ts) and, of the
 * lists that are asked for, sparse anchors: the key of about every hundredth product with its rank, the number of
 * products before it (anchors.ts). A page is then "from this key on, skip a few, take ten".
 *
 * What is remembered may be stale, so it is never believed. Triggers write each change of a product into a log, in the
 * transaction of the change (migrations/051). The one statement that reads the page also reads what the log has gained
 * since S0; both see the same snapshot S. With the gained rows, tally and rank are computed as of S (plan.ts):
 *
 *     remembered as of S0 ──plan──▶ one statement at S: page + changes since S0 ──▶ plan as of S
 *                                                                                      │
 *               same run of rows? ──yes──▶ it is the page ◀─────────────────────────────┤
 *               no ──▶ once more, in a transaction that keeps its snapshot: first the changes, then the page
 *
 * Why the answer is right. (1) The log is complete: the triggers fire for every writer, in the writer's transaction, so
 * a change and its row are visible in the same snapshots. (2) "Since S0" is exact: a row is taken if its transaction is
 * visible in S and not in S0. Snapshots of one server are ordered by inclusion and S was taken after S0, so these rows
 * are the difference of the two states, whatever the order in which transactions took their numbers or committed.
 * (3) A rank as of S is the rank as of S0, plus the keys that came below the anchor, minus those that left; a total
 * likewise. An anchor is a place in the order, so it matters not whether its product still exists. (4) The rows were
 * read at S, from a key whose rank at S is known, skipping a known number: they stand on the page that was asked for,
 * and total and page belong together. Nothing depends on what other requests of the process did meanwhile, because a
 * plan carries what it was made from.
 *
 * Nobody waits: readers take no locks, writers add rows and share no counter. In the usual case a page is one statement.
 * When the log was cut or too much changed at once (an import of millions), the catalogue is counted anew, once.
 *
 * R5 for pages: at any one snapshot ranks are a bijection of products to 0…n-1, because every order ends in id; page p
 * is the ranks from (p-1)·limit on. So pages of unchanged data neither overlap nor leave a gap.
 * For walks: `rel="next"` carries the key of the last product of the page, and goes on behind it. A product that stands
 * unchanged has one key: it is read by exactly one step, the one whose two ends enclose it.
 *
 * Text searches are remembered as the whole list of ids, until any name or description changes: words have no index
 * that is sorted as well.
 */

export type ProductPage = {
  items: Product[]
  totalCount: number
  page: number
  limit: number
  pageCount: number
  /** Whether products follow those of this page. */
  more: boolean
  /** The generation of the memory for which the page holds; undefined when it went by already. */
  generation: number | undefined
}

export function listProducts(db: Db, listing: Listing): Promise<ProductPage> {
  return readPage(catalogueOf(db), listing)
}

export async function readPage(catalogue: Catalogue, asked: Listing): Promise<ProductPage> {
  const listing = plainest(asked)
  for (let attempt = 0; ; attempt++) {
    const page = await readOnce(catalogue, listing, attempt)
    if (page) return page
  }
}

/** @returns undefined when the catalogue moved under the plan; then try again */
async function readOnce(catalogue: Catalogue, listing: Listing, attempt: number): Promise<ProductPage | undefined> {
  if (listing.after) return readBeyond(catalogue, listing, listing.after)
  if (listing.filter.q !== undefined) return readFound(catalogue, listing, attempt)
  const plan = await catalogue.plan(listing, attempt)
  if (!plan) return undefined
  return attempt === 0 ? readInOne(catalogue, listing, plan) : readInTwoSteps(catalogue, listing, plan)
}

async function readInOne(catalogue: Catalogue, listing: Listing, plan: Plan): Promise<ProductPage | undefined> {
  const { items, ...row } = await catalogue.ask<{ items: ProductRow[] }>(
    catalogue.db,
    plan.since,
    sql`${productsOf({ ...listing, ...plan })} as items`,
  )
  const learned = catalogue.learn(plan, newsOf(row))
  if (!learned) return undefined
  const real = planAfter(plan, listing, learned.changes)
  if (real.skip !== plan.skip || real.count !== plan.count) return undefined
  return pageOf(listing, items, real.total, learned.generation)
}

/** Both steps see one snapshot, so whatever others write between them, the page is the one that was asked for. */
async function readInTwoSteps(catalogue: Catalogue, listing: Listing, plan: Plan): Promise<ProductPage | undefined> {
  return atOneMoment(catalogue.db, async tx => {
    const learned = catalogue.learn(plan, newsOf(await catalogue.ask(tx, plan.since)))
    const real = learned && planAfter(plan, listing, learned.changes)
    if (!real || real.skip < 0) return undefined
    const { rows } = await sql<{ items: ProductRow[] }>`
      select ${productsOf({ ...listing, ...real })} as items
    `.execute(tx)
    return pageOf(listing, rows[0]!.items, real.total, learned.generation)
  })
}

/** A step of a walk: what comes behind a key. Ranks do not matter to it; what a search finds is counted on the spot. */
async function readBeyond(catalogue: Catalogue, listing: Listing, beyond: Key): Promise<ProductPage | undefined> {
  const { descending, limit, filter } = listing
  const known = await catalogue.total(filter)
  const run = productsOf({ ...listing, origin: { beyond, descending }, skip: 0, count: limit + 1 })
  const count = filter.q === undefined ? sql`null::int` : countOf(filter)
  const { items, found, ...row } = await catalogue.ask<{ items: ProductRow[]; found: number | null }>(
    catalogue.db,
    known.since,
    sql`${run} as items, ${count} as found`,
  )
  const learned = catalogue.learn(known, newsOf(row))
  if (!learned) return undefined
  const total = found ?? totalAfter(known.total, filter, learned.changes)
  return { ...pageOf(listing, items.slice(0, limit), total, learned.generation), more: items.length > limit }
}

async function readFound(catalogue: Catalogue, listing: Listing, attempt: number): Promise<ProductPage | undefined> {
  if (attempt > 2) return readFoundSurely(catalogue.db, listing)
  const found = await catalogue.find(listing)
  if (!found) return undefined
  const { items, ...row } = await catalogue.ask<{ items: ProductRow[] }>(
    catalogue.db,
    found.since,
    sql`${productsById(sliceOf(found.ids, listing))} as items`,
  )
  const learned = catalogue.learn(found, newsOf(row))
  if (!learned || learned.changes.some(change => change.words)) return undefined
  return pageOf(listing, items, found.ids.length, learned.generation)
}

/** When names and descriptions keep changing. */
async function readFoundSurely(db: Db, listing: Listing): Promise<ProductPage> {
  return atOneMoment(db, async tx => {
    const found = await sql<{ ids: number[] }>`select ${allIdsOf(listing)} as ids`.execute(tx)
    const { ids } = found.rows[0]!
    const { rows } = await sql<{ items: ProductRow[] }>`
      select ${productsById(sliceOf(ids, listing))} as items
    `.execute(tx)
    return pageOf(listing, rows[0]!.items, ids.length, undefined)
  })
}

function atOneMoment<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** Where the filter leaves one value of the column that sorts, the list is sorted by id, and one list less is kept. */
function plainest(listing: Listing): Listing {
  const { sort, filter, after } = listing
  const only = sort === 'category' ? filter.category : sort === 'status' ? filter.status : undefined
  if (only === undefined || (after && after[0] !== only)) return listing
  return { ...listing, sort: 'id', after: after && [0, after[1]] }
}

function pageOf(
  { page, limit }: Listing,
  rows: readonly ProductRow[],
  totalCount: number,
  generation: number | undefined,
): ProductPage {
  const pageCount = Math.ceil(totalCount / limit)
  return { items: rows.map(asProduct), totalCount, page, limit, pageCount, more: page < pageCount, generation }
}

function sliceOf(ids: readonly number[], { page, limit }: Listing): readonly number[] {
  return ids.slice((page - 1) * limit, page * limit)
}

function productsById(ids: readonly number[]): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(product), '[]') from (
      select ${COLUMNS} from unnest(${ids}::int[]) with ordinality as wanted (id, place)
      join products using (id) order by place
    ) product
  )`
}
