/** The list index: counts and samples of product lists in the memory of a process. */
import { type RawBuilder, sql } from 'kysely'
import { registerCache } from '../../database/caches.ts'
import { shareInFlight } from '../../database/coalesce.ts'
import { limitStatements, withinRequest } from '../../database/limits.ts'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { SECOND } from '../../time.ts'
import { type Change, type ChangesRow, type ChangesSince, changesSince, parseChanges, SNAPSHOT } from './change-log.ts'
import { FilterCounts, RankSamples } from './counts.ts'
import type { Listing, ProductFilter } from './listing.ts'
import { PageBatches, type PageRow } from './page-batches.ts'
import { isBackwards, MAX_IN_BATCH, type PageRange, productsOf, sampleRanks } from './page-sql.ts'
import { type Plan, planPage } from './plan.ts'

const indexes = new WeakMap<Db, ListIndex>()

/** The index that this process keeps of a database. */
export function listIndexOf(db: Db): ListIndex {
  let index = indexes.get(db)
  if (!index) {
    const made = new ListIndex(db)
    registerCache(db, { name: 'catalogue-lists', entries: () => made.entries, clear: () => made.clear() })
    indexes.set(db, made)
    index = made
  }
  return index
}

/**
 * The product lists as they were in one snapshot: how many products each filter leaves, and samples of the lists that
 * were read. The index can be lost at any time. No answer relies on it alone: every statement that uses it also reads
 * the changes since its snapshot. The head of read-page.ts explains why that is exact.
 */
export class ListIndex {
  readonly db: Db
  readonly #density: Density
  #state: State | undefined
  #generation = 0
  readonly #batches = new PageBatches((snapshot, pages) => this.query(this.db, snapshot, sql`${pages} as pages`))
  readonly #building = new Map<string, Promise<SampledList>>()
  readonly #load = shareInFlight(async () => {
    this.#state ??= await limitStatements(LOAD_TIME, () => loadState(this.db, ++this.#generation))
    return this.#state
  })

  constructor(db: Db, density: Density = DENSITY) {
    this.db = db
    this.#density = density
  }

  /** The number of lists with samples. */
  get entries(): number {
    return this.#state?.lists.size ?? 0
  }

  /** The next read loads everything again. */
  clear(): void {
    this.#state = undefined
  }

  /** @returns undefined when the index was loaded again meanwhile; then try again */
  async plan(listing: Listing, attempt: number): Promise<Plan | undefined> {
    const { nearEnd } = this.#density
    const state = await this.#loaded()
    const atAnEnd = planPage(state, listing, nearEnd)
    if (atAnEnd) return atAnEnd
    const name = nameOf(listing)
    const list = state.lists.get(name) ?? (await this.#build(name, listing))
    const present = this.#state
    // The samples mean nothing to an index that was loaded while we waited for them.
    if (present?.lists.get(name) !== list) return undefined
    use(present.lists, name, list)
    // After a failed attempt changes are likely to go on; an earlier sample leaves room for them.
    const plan = planPage(present, listing, nearEnd, list.samples, Math.min(attempt, 10))
    const hasRested =
      performance.now() - list.builtAt > Math.max(MIN_REBUILD_PAUSE, REBUILD_PAUSE_FACTOR * list.buildMs)
    if (attempt === 0 && plan && plan.skip > REBUILD_AT_SKIP * list.samplesEvery && hasRested) {
      void this.#build(name, listing).catch(() => {})
    }
    return plan
  }

  /** Counts the products that the filter leaves, and names the snapshot. */
  async total(filter: ProductFilter): Promise<{ snapshot: string; total: number }> {
    const { snapshot, counts } = await this.#loaded()
    return { snapshot, total: counts.total(filter) }
  }

  /**
   * Runs a statement that also reads the changes since `snapshot`, and brings the index up to date by them.
   * @returns undefined when these changes are not known; the index is then loaded again
   */
  async query<T>(
    db: Db,
    snapshot: string,
    more?: RawBuilder<unknown>,
  ): Promise<(T & { changes: Change[] }) | undefined> {
    const row = await this.#select<T>(db, snapshot, more)
    const since = parseChanges(row)
    this.#advance(snapshot, since)
    return since.changes && { ...row, changes: since.changes }
  }

  /** A page and the changes since `snapshot`. @returns undefined as `query` does */
  async page(snapshot: string, range: PageRange): Promise<PageRow | undefined> {
    const { filter, descending, skip, count } = range
    const counts = this.#state?.counts
    const total = counts?.total(filter) ?? 0
    if (total === 0 || count === 0 || skip + count > MAX_IN_BATCH) {
      return this.query(this.db, snapshot, sql`${productsOf(range)} as items`)
    }
    // A plan for any values walks a sorted index. That is wrong for a status that few products have, and in a small
    // catalogue, where PostgreSQL would sort the whole table, and go on with that while the catalogue grows.
    const listed = counts!.total({ category: filter.category })
    const hasOnePlan = listed >= NEVER_SORTED_FROM && total >= listed / 10
    const row = await this.#batches.read(snapshot, range, hasOnePlan)
    return row && isBackwards(range) !== descending ? { ...row, items: row.items.toReversed() } : row
  }

  /** A number that grows with every change of the catalogue, as of some moment after the call. */
  async generation(): Promise<number> {
    for (;;) {
      const { snapshot, generation } = await this.#loaded()
      const since = parseChanges(await this.#select(this.db, snapshot))
      // If another statement advanced the index meanwhile, it may hold at a moment before this call.
      const isAdvanced = this.#advance(snapshot, since)
      if (since.changes && !since.isChanged) return generation
      if (isAdvanced) return this.#generation
    }
  }

  /** Counts the products of each category, as of some moment after the call. */
  async byCategory(filter: Pick<ProductFilter, 'status' | 'isListed'>) {
    await this.generation()
    return (await this.#loaded()).counts.byCategory(filter)
  }

  /** The generation at some moment in the past, without a statement. */
  get lastGeneration(): number | undefined {
    return this.#state?.generation
  }

  async #select<T>(db: Db, snapshot: string, more?: RawBuilder<unknown>): Promise<T & ChangesRow> {
    const { rows } = await sql<
      T & ChangesRow
    >`select ${more ? sql`` : PREPARED} ${changesSince(snapshot)} ${more ? sql`, ${more}` : sql``}`.execute(db)
    return one(rows)
  }

  /** @returns whether the index now holds at the moment up to which the changes reach */
  #advance(since: string, { snapshot, isChanged, changes }: ChangesSince): boolean {
    const state = this.#state
    if (state?.snapshot !== since) return false
    if (!changes) {
      this.#state = undefined
      return false
    }
    if (changes.length > 0) {
      state.counts.apply(changes)
      for (const { samples } of state.lists.values()) samples.apply(changes)
    }
    // Moves on also when nothing changed: the next question then passes over the transactions that are in flight now.
    state.snapshot = snapshot
    if (isChanged) state.generation = ++this.#generation
    return true
  }

  #build(name: string, listing: Listing): Promise<SampledList> {
    let building = this.#building.get(name)
    if (!building) {
      building = limitStatements(LOAD_TIME, () => this.#buildList(name, listing)).finally(() =>
        this.#building.delete(name),
      )
      this.#building.set(name, building)
    }
    return withinRequest(building)
  }

  async #buildList(name: string, { sort, filter }: Listing): Promise<SampledList> {
    for (;;) {
      const started = performance.now()
      const { counts } = await this.#loaded()
      const samplesEvery = sampleDistance(counts.total(filter), this.#density)
      const { rows } = await sql<{ snapshot: string; samples: [string | number, number, number][] }>`
        select ${SNAPSHOT} as snapshot, ${sampleRanks(sort, filter, samplesEvery)} as samples
      `.execute(this.db)
      const { snapshot, samples } = one(rows)
      const builtAt = performance.now()
      const list = {
        samples: new RankSamples(sort, filter, samples),
        samplesEvery,
        builtAt,
        buildMs: builtAt - started,
      }
      if (await this.#add(name, list, snapshot)) return list
    }
  }

  /**
   * The samples hold in one snapshot and the index in another. One statement brings both to a third.
   * @returns false when too much has changed since the samples were read
   */
  async #add(name: string, list: SampledList, snapshot: string): Promise<boolean> {
    for (;;) {
      const { snapshot: since } = await this.#loaded()
      const row = await this.#select<{ missing: ChangesRow }>(
        this.db,
        since,
        sql`(select to_json(missing) from (select ${changesSince(snapshot)}) missing) as missing`,
      )
      const { changes } = parseChanges(row.missing)
      if (!changes) return false
      if (!this.#advance(since, parseChanges(row))) continue
      list.samples.apply(changes)
      use(this.#state!.lists, name, list)
      return true
    }
  }

  async #loaded(): Promise<State> {
    return this.#state ?? withinRequest(this.#load())
  }
}

type State = { snapshot: string; generation: number; counts: FilterCounts; lists: Map<string, SampledList> }

type SampledList = {
  samples: RankSamples
  /** About how many products lie between two samples. */
  samplesEvery: number
  builtAt: number
  buildMs: number
}

async function loadState(db: Db, generation: number): Promise<State> {
  const { rows } = await sql<{ snapshot: string; counts: ConstructorParameters<typeof FilterCounts>[0] }>`
    select ${SNAPSHOT} as snapshot, (
      select coalesce(json_agg(t), '[]') from (
        select category, status, is_listed, count(*) from products where removed_at is null
        group by category, status, is_listed
      ) t
    ) as counts
  `.execute(db)
  const { snapshot, counts } = one(rows)
  return { snapshot, generation, counts: new FilterCounts(counts), lists: new Map() }
}

function nameOf({ sort, filter }: Listing): string {
  return JSON.stringify([sort, filter.category ?? null, filter.status ?? null, filter.isListed ?? null])
}

/** A Map keeps the order of insertion: a list that is used goes to the end, and the first ones are dropped. */
function use(lists: Map<string, SampledList>, name: string, list: SampledList): void {
  lists.delete(name)
  lists.set(name, list)
  let samples = 0
  for (const { samples: kept } of lists.values()) samples += kept.keys.length + 1
  for (const [oldest, { samples: kept }] of lists) {
    if (samples <= MAX_SAMPLES || oldest === name) break
    lists.delete(oldest)
    samples -= kept.keys.length + 1
  }
}

/** The number of samples that a process keeps at most. */
const MAX_SAMPLES = 500_000

/** The number of products from which on PostgreSQL does not sort a list to read a page of it. */
const NEVER_SORTED_FROM = 1_000

type Density = {
  /** Pages within so many products of an end of a list are read without samples. */
  nearEnd: number
  /** Least and largest number of products between two samples. */
  samplesEvery: readonly [number, number]
}

const DENSITY: Density = { nearEnd: 200, samplesEvery: [10, 100] }

/** Short lists can afford dense samples, and a filter that leaves few products makes each skipped one more expensive. */
function sampleDistance(total: number, { samplesEvery: [least, most] }: Density): number {
  return Math.min(most, Math.max(least, Math.round(total / 10_000)))
}

/** Samples are built again when a page skips so many times their distance, after a rest of so many build times. */
const REBUILD_AT_SKIP = 4
const REBUILD_PAUSE_FACTOR = 20
const MIN_REBUILD_PAUSE = 2 * SECOND

/** A big catalogue takes longer to load than a request may wait. The load goes on, and a later request finds it done. */
const LOAD_TIME = 32 * SECOND
