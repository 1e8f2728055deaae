import { type RawBuilder, sql } from 'kysely'
import { registerCache } from '../../database/caches.ts'
import { together } from '../../database/coalesce.ts'
import { PREPARED } from '../../database/open.ts'
import type { Db } from '../../database/schema.ts'
import { type Change, forgetChanges, type News, type NewsRow, newsOf, newsSince } from './change-log.ts'
import type { Filter, Listing, Sort } from './listing.ts'
import { applyTo, type Memory, type RememberedList, survey } from './memory.ts'
import { type Plan, planOf } from './plan.ts'
import { Anchors } from './rank-samples.ts'
import { allIdsOf, everySoMany } from './select.ts'
import type { Key } from './sort-key.ts'

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

/**
 * The catalogue as a process knows it: a memory as of some snapshot, and the questions that bring it up to date. What it
 * is good for, and why nothing that it remembers needs to be believed, is told at the head of paging.ts.
 */
export class Catalogue {
  readonly db: Db
  readonly #grain: Grain
  #memory: Memory | undefined
  #generation = 0
  readonly #surveyed: () => Promise<Memory>
  readonly #building = new Map<string, Promise<RememberedList>>()

  /** The generation of the catalogue at some moment after the call. A page made at the same generation is as it was. */
  readonly presentGeneration = together(() => this.#presentGeneration())

  constructor(db: Db, grain: Grain = GRAIN) {
    this.db = db
    this.#grain = grain
    this.#surveyed = together(async () => {
      // A process that begins to remember is a good one to forget what nobody needs.
      if (!this.#memory) await forgetChanges(this.db).catch(() => {})
      this.#memory ??= await survey(this.db, ++this.#generation)
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

  /** From where to read a page. @returns undefined when all that was remembered was lost on the way; then ask again */
  async plan(listing: Listing, attempt: number): Promise<Plan | undefined> {
    const shallow = planOf(await this.#remembered(), listing, this.#grain.near)
    if (shallow) return shallow
    const { name, anchors } = await this.#list(listing)
    const memory = this.#memory
    // While we waited the whole memory may have been replaced by another, to which these anchors mean nothing.
    if (memory?.lists.get(name)?.anchors !== anchors) return undefined
    // Where the first try failed, changes keep coming; an anchor further ahead leaves room for them.
    return planOf(memory, listing, this.#grain.near, anchors, Math.min(attempt, 10))
  }

  /** How many products the filter leaves. */
  async total(filter: Filter): Promise<Known & { total: number }> {
    const { snapshot: since, generation, tally } = await this.#remembered()
    return { since, generation, total: tally.total(filter) }
  }

  /** What a search finds. @returns undefined when that changed while we were looking; then ask again */
  async find(listing: Listing): Promise<(Known & { ids: readonly number[] }) | undefined> {
    const memory = await this.#remembered()
    const { sort, descending, filter } = listing
    const name = JSON.stringify([sort, descending, filter.category ?? null, filter.status ?? null, filter.q])
    const { snapshot: since, generation } = memory
    const known = memory.found.get(name)
    if (known) return { since, generation, ids: known }
    const { ids, ...row } = await this.ask<{ ids: number[] }>(this.db, since, sql`${allIdsOf(listing)} as ids`)
    if (!this.learn({ since, generation }, newsOf(row))?.moved) return undefined
    const present = this.#memory!
    present.keepFound(name, ids)
    return { since: present.snapshot, generation: present.generation, ids }
  }

  /** Asks for the news, and in the same statement for what else is given. */
  async ask<T>(db: Db, since: string, more?: RawBuilder<unknown>): Promise<T & NewsRow> {
    const { rows } = await sql<
      T & NewsRow
    >`select ${more ? sql`` : PREPARED} ${newsSince(since)} ${more ? sql`, ${more}` : sql``}`.execute(db)
    return rows[0]!
  }

  /**
   * @returns what has changed, and the generation that the statement saw (undefined: one that has gone by);
   *   undefined when that is not known: then everything is counted anew
   */
  learn({ since, generation }: Known, news: News): Learned | undefined {
    const memory = this.#memory
    const { changes } = news
    if (!changes) {
      if (memory?.snapshot === since) this.#memory = undefined
      return undefined
    }
    const moved = memory?.learn(since, news) ?? false
    if (moved) this.#generation = memory!.generation
    if (moved && changes.length > 0 && this.#generation % TIDY_EVERY === 0) void forgetChanges(this.db).catch(() => {})
    return { changes, moved, generation: changes.length === 0 ? generation : moved ? memory!.generation : undefined }
  }

  async #presentGeneration(): Promise<number> {
    for (;;) {
      const { snapshot: since, generation } = await this.#remembered()
      const learned = this.learn({ since, generation }, newsOf(await this.ask(this.db, since)))
      // If someone else moved the memory meanwhile, it may be as of a moment before this call.
      if (learned?.moved) return this.#generation
    }
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
      `.execute(this.db)
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
      const { built, ...row } = await this.ask<{ built: NewsRow }>(
        this.db,
        since,
        sql`(select to_json(news) from (select ${newsSince(snapshot)}) news) as built`,
      )
      const { changes } = newsOf(built)
      if (!changes) return false
      if (!this.learn({ since, generation }, newsOf(row))?.moved) continue
      applyTo(list, changes)
      this.#memory!.keepList(name, list)
      return true
    }
  }

  async #remembered(): Promise<Memory> {
    return this.#memory ?? (await this.#surveyed())
  }
}

/** Of which snapshot and generation something is known. */
export type Known = Pick<Plan, 'since' | 'generation'>

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
