import { type RawBuilder, sql } from 'kysely'
import { registerCache } from '../caches.ts'
import { PREPARED } from '../database/open.ts'
import type { Db } from '../database/schema.ts'
import { together } from '../database/together.ts'
import { Anchors } from './anchors.ts'
import { type Change, forgetChanges, type News, type NewsRow, newsOf, newsSince } from './changes.ts'
import type { Key } from './key.ts'
import type { Filter, Listing, Sort } from './listing.ts'
import { applyTo, type Memory, type RememberedList, survey } from './memory.ts'
import { type Plan, planAfter, planOf, totalAfter } from './plan.ts'
import type { Product } from './product.ts'
import { asProduct, type ProductRow } from './queries.ts'
import { allIdsOf, COLUMNS, everySoMany, productsOf } from './select.ts'

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

const catalogues = new WeakMap<Db, Catalogue>()

export function catalogueOf(db: Db): Catalogue {
  let known = catalogues.get(db)
  if (!known) {
    const made = new Catalogue(db)
    registerCache(db, { name: 'catalogue-lists', entries: () => made.entries, forget: () => made.forget() })
    catalogues.set(db, made)
    known = made
  }
  return known
}

export function listProducts(db: Db, listing: Listing): Promise<ProductPage> {
  return catalogueOf(db).read(listing)
}

export class Catalogue {
  readonly #db: Db
  readonly #grain: Grain
  #memory: Memory | undefined
  #generation = 0
  readonly #surveyed: () => Promise<Memory>
  readonly #building = new Map<string, Promise<RememberedList>>()

  /** The generation of the catalogue at some moment after the call. A page made at the same generation is as it was. */
  readonly presentGeneration = together(() => this.#presentGeneration())

  constructor(db: Db, grain: Grain = GRAIN) {
    this.#db = db
    this.#grain = grain
    this.#surveyed = together(async () => {
      // A process that begins to remember is a good one to forget what nobody needs.
      if (!this.#memory) await forgetChanges(this.#db)
      this.#memory ??= await survey(this.#db, ++this.#generation)
      return this.#memory
    })
  }

  /** Lists and searches that are remembered. */
  get entries(): number {
    return (this.#memory?.lists.size ?? 0) + (this.#memory?.found.size ?? 0)
  }

  /** The next read counts everything anew. */
  forget(): void {
    this.#memory = undefined
  }

  async read(asked: Listing): Promise<ProductPage> {
    const listing = plainest(asked)
    for (let attempt = 0; ; attempt++) {
      const read = await (listing.after
        ? this.#readBeyond(listing, listing.after)
        : listing.filter.q !== undefined
          ? this.#readFound(listing, attempt)
          : this.#readRun(listing, attempt))
      if (read) return read
    }
  }

  async #readRun(listing: Listing, attempt: number): Promise<ProductPage | undefined> {
    const plan = planOf(await this.#remembered(), listing, this.#grain.near) ?? (await this.#planDeep(listing, attempt))
    if (!plan) return undefined
    return attempt === 0 ? this.#readInOne(listing, plan) : this.#readInTwoSteps(listing, plan)
  }

  async #planDeep(listing: Listing, attempt: number): Promise<Plan | undefined> {
    const { name, anchors } = await this.#list(listing)
    const memory = this.#memory
    // While we waited the whole memory may have been replaced by another, to which these anchors mean nothing.
    if (memory?.lists.get(name)?.anchors !== anchors) return undefined
    // Where the first try failed, changes keep coming; an anchor further ahead leaves room for them.
    return planOf(memory, listing, this.#grain.near, anchors, Math.min(attempt, 10))
  }

  async #readInOne(listing: Listing, plan: Plan): Promise<ProductPage | undefined> {
    const { items, ...row } = await this.#ask<{ items: ProductRow[] }>(
      this.#db,
      plan.since,
      sql`${productsOf({ ...listing, ...plan })} as items`,
    )
    const learned = this.#learn(plan, newsOf(row))
    if (!learned) return undefined
    const real = planAfter(plan, listing, learned.changes)
    if (real.skip !== plan.skip || real.count !== plan.count) return undefined
    return pageOf(listing, items, real.total, learned.generation)
  }

  /** Both steps see one snapshot, so whatever others write between them, the page is the one that was asked for. */
  async #readInTwoSteps(listing: Listing, plan: Plan): Promise<ProductPage | undefined> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async tx => {
        const learned = this.#learn(plan, newsOf(await this.#ask(tx, plan.since)))
        const real = learned && planAfter(plan, listing, learned.changes)
        if (!real || real.skip < 0) return undefined
        const { rows } = await sql<{ items: ProductRow[] }>`
          select ${productsOf({ ...listing, ...real })} as items
        `.execute(tx)
        return pageOf(listing, rows[0]!.items, real.total, learned.generation)
      })
  }

  /** A step of a walk: what comes behind a key. Ranks do not matter to it. */
  async #readBeyond(listing: Listing, beyond: Key): Promise<ProductPage | undefined> {
    const { descending, limit, filter } = listing
    const found = filter.q === undefined ? undefined : await this.#find(listing)
    const memory = await this.#remembered()
    if (filter.q !== undefined && (!found || memory.found.get(searchName(listing)) !== found)) return undefined
    const total = found?.length ?? memory.tally.total(filter)
    const { snapshot: since, generation } = memory
    const run = productsOf({ ...listing, origin: { beyond, descending }, skip: 0, count: limit + 1 })
    const { items, ...row } = await this.#ask<{ items: ProductRow[] }>(this.#db, since, sql`${run} as items`)
    const learned = this.#learn({ since, generation }, newsOf(row))
    if (!learned || (found && learned.changes.some(change => change.words))) return undefined
    const real = found ? total : totalAfter(total, filter, learned.changes)
    return { ...pageOf(listing, items.slice(0, limit), real, learned.generation), more: items.length > limit }
  }

  async #readFound(listing: Listing, attempt: number): Promise<ProductPage | undefined> {
    if (attempt > 2) return this.#readFoundSurely(listing)
    const found = await this.#find(listing)
    const memory = this.#memory
    if (!found || memory?.found.get(searchName(listing)) !== found) return undefined
    const { snapshot: since, generation } = memory
    const { items, ...row } = await this.#ask<{ items: ProductRow[] }>(
      this.#db,
      since,
      sql`${productsById(sliceOf(found, listing))} as items`,
    )
    const learned = this.#learn({ since, generation }, newsOf(row))
    if (!learned || learned.changes.some(change => change.words)) return undefined
    return pageOf(listing, items, found.length, learned.generation)
  }

  async #readFoundSurely(listing: Listing): Promise<ProductPage> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async tx => {
        const found = await sql<{ ids: number[] }>`select ${allIdsOf(listing)} as ids`.execute(tx)
        const { ids } = found.rows[0]!
        const { rows } = await sql<{ items: ProductRow[] }>`
          select ${productsById(sliceOf(ids, listing))} as items
        `.execute(tx)
        return pageOf(listing, rows[0]!.items, ids.length, undefined)
      })
  }

  /** Asks for the news, and in the same statement for what else is given. */
  async #ask<T>(db: Db, since: string, more?: RawBuilder<unknown>): Promise<T & NewsRow> {
    const { rows } = await sql<
      T & NewsRow
    >`select ${more ? sql`` : PREPARED} ${newsSince(since)} ${more ? sql`, ${more}` : sql``}`.execute(db)
    return rows[0]!
  }

  /**
   * @returns what has changed, and the generation that the statement saw (undefined: one that has gone by);
   *   undefined when that is not known: then everything is counted anew
   */
  #learn({ since, generation }: Pick<Plan, 'since' | 'generation'>, news: News): Learned | undefined {
    const memory = this.#memory
    const { changes } = news
    if (!changes) {
      if (memory?.snapshot === since) this.#memory = undefined
      return undefined
    }
    const moved = memory?.learn(since, news) ?? false
    if (moved) this.#generation = memory!.generation
    if (moved && changes.length > 0 && this.#generation % TIDY_EVERY === 0) void forgetChanges(this.#db).catch(() => {})
    return { changes, moved, generation: changes.length === 0 ? generation : moved ? memory!.generation : undefined }
  }

  async #remembered(): Promise<Memory> {
    return this.#memory ?? (await this.#surveyed())
  }

  async #presentGeneration(): Promise<number> {
    for (;;) {
      const { snapshot: since, generation } = await this.#remembered()
      const learned = this.#learn({ since, generation }, newsOf(await this.#ask(this.#db, since)))
      // If someone else moved the memory meanwhile, it may be as of a moment before this call.
      if (learned?.moved) return this.#generation
    }
  }

  /** @returns undefined when the memory went elsewhere while we were looking */
  async #find(listing: Listing): Promise<readonly number[] | undefined> {
    const memory = await this.#remembered()
    const name = searchName(listing)
    const known = memory.found.get(name)
    if (known) return known
    const { snapshot: since, generation } = memory
    const { ids, ...row } = await this.#ask<{ ids: number[] }>(this.#db, since, sql`${allIdsOf(listing)} as ids`)
    const learned = this.#learn({ since, generation }, newsOf(row))
    if (!learned?.moved) return undefined
    this.#memory!.keepFound(name, ids)
    return ids
  }

  /** The anchors of a list; built when they are missing, and anew, in passing, when they have grown too sparse. */
  async #list(listing: Listing): Promise<{ name: string; anchors: Anchors }> {
    const { sort, filter } = listing
    const memory = await this.#remembered()
    const name = JSON.stringify([sort, filter.category ?? null, filter.status ?? null])
    const known = memory.lists.get(name)
    if (!known) return { name, anchors: (await this.#build(name, sort, filter)).anchors }
    memory.keepList(name, known)
    const skip = planOf(memory, listing, this.#grain.near, known.anchors)?.skip ?? 0
    const rested = performance.now() - known.builtAt > Math.max(MIN_REST, REST * known.buildMs)
    if (skip > TOO_SPARSE * known.spacing && rested) void this.#build(name, sort, filter).catch(() => {})
    return { name, anchors: known.anchors }
  }

  #build(name: string, sort: Sort, filter: Filter): Promise<RememberedList> {
    let building = this.#building.get(name)
    if (!building) {
      building = this.#buildList(name, sort, filter).finally(() => this.#building.delete(name))
      this.#building.set(name, building)
    }
    return building
  }

  async #buildList(name: string, sort: Sort, filter: Filter): Promise<RememberedList> {
    for (;;) {
      const started = performance.now()
      const { tally } = await this.#remembered()
      const spacing = spacingOf(tally.total(filter), this.#grain)
      const { rows } = await sql<{ snapshot: string; places: [string | number, number, number][] }>`
        select pg_current_snapshot()::text as snapshot, ${everySoMany(sort, filter, spacing)} as places
      `.execute(this.#db)
      const { snapshot, places } = rows[0]!
      const anchors = new Anchors(
        places.map(([value, id]): Key => [value, id]),
        places.map(([, , rank]) => rank),
      )
      const builtAt = performance.now()
      const list = { sort, filter, anchors, spacing, builtAt, buildMs: builtAt - started }
      if (await this.#bringUp(name, list, snapshot)) return list
    }
  }

  /**
   * The list is as of one snapshot, the memory as of another; both are brought to a third, and the list is remembered.
   * @returns false when too much has changed since the list was built
   */
  async #bringUp(name: string, list: RememberedList, snapshot: string): Promise<boolean> {
    for (;;) {
      const { snapshot: since, generation } = await this.#remembered()
      const { built, ...row } = await this.#ask<{ built: NewsRow }>(
        this.#db,
        since,
        sql`(select to_json(news) from (select ${newsSince(snapshot)}) news) as built`,
      )
      const { changes } = newsOf(built)
      if (!changes) return false
      if (!this.#learn({ since, generation }, newsOf(row))?.moved) continue
      applyTo(list, changes)
      this.#memory!.keepList(name, list)
      return true
    }
  }
}

/** So many changes learned of, and it is time to forget old ones; the log stays small where lists are read. */
const TIDY_EVERY = 1000

/** How finely lists are remembered. */
type Grain = {
  /** So many products are counted off from an end of a list without looking for an anchor. */
  near: number
  /** How many products stand between two anchors, at least and at most. */
  spacing: readonly [number, number]
}

const GRAIN: Grain = { near: 200, spacing: [10, 100] }

/** Short lists can afford dense anchors, and a filter that leaves few makes each product skipped more expensive. */
function spacingOf(total: number, { spacing: [least, most] }: Grain): number {
  return Math.min(most, Math.max(least, Math.round(total / 10_000)))
}

type Learned = { changes: readonly Change[]; moved: boolean; generation: number | undefined }

/** Anchors are built anew when a page skips so many times their spacing, and not before a rest of so many build times. */
const TOO_SPARSE = 4
const REST = 20
const MIN_REST = 2_000

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

function searchName({ sort, descending, filter }: Listing): string {
  return JSON.stringify([sort, descending, filter.category ?? null, filter.status ?? null, filter.q])
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
