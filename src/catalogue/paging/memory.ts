import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import type { Change, News } from './change-log.ts'
import { fits, Tally } from './filter-counts.ts'
import type { Filter, Sort } from './listing.ts'
import type { Anchors } from './rank-samples.ts'
import { keyOf } from './sort-key.ts'

/** What a process remembers of one list. */
export type RememberedList = {
  sort: Sort
  filter: Filter
  anchors: Anchors
  /** How many products stand between two anchors, about. */
  spacing: number
  builtAt: number
  buildMs: number
}

/** How many anchors and found ids a process keeps at most; the lists that were not asked for longest go first. */
const MOST_ANCHORS = 500_000
const MOST_FOUND = 2_000_000

/**
 * What a process remembers of the catalogue as it was in one snapshot: how many products each filter leaves, anchors in
 * the lists that were asked for, and what searches found. All of it can be lost at any time; none of it is believed
 * without asking the database, in the statement that reads a page, what has changed since.
 */
export class Memory {
  snapshot: string
  /** Grows with every change that was learned of: what was made of an earlier one is stale. */
  generation: number
  readonly tally: Tally
  readonly lists = new Map<string, RememberedList>()
  readonly found = new Map<string, readonly number[]>()

  constructor(snapshot: string, generation: number, tally: Tally) {
    this.snapshot = snapshot
    this.generation = generation
    this.tally = tally
  }

  /**
   * Moves on to the snapshot of the news, if they are news about the snapshot that is remembered now.
   * @returns whether the memory now is as of that snapshot
   */
  learn(since: string, { snapshot, changes }: News): boolean {
    if (since !== this.snapshot || !changes) return false
    if (changes.length === 0) return true
    this.tally.apply(changes)
    for (const list of this.lists.values()) applyTo(list, changes)
    if (changes.some(change => change.words)) this.found.clear()
    this.snapshot = snapshot
    this.generation++
    return true
  }

  keepList(name: string, list: RememberedList): void {
    keep(this.lists, name, list, MOST_ANCHORS, ({ anchors }) => anchors.keys.length)
  }

  keepFound(name: string, ids: readonly number[]): void {
    keep(this.found, name, ids, MOST_FOUND, found => found.length)
  }
}

/** Counts the catalogue once. @param generation above every generation before */
export async function survey(db: Db, generation: number): Promise<Memory> {
  const { rows } = await sql<{ snapshot: string; counts: { category: string; status: string; count: number }[] }>`
    select pg_current_snapshot()::text as snapshot, (
      select coalesce(json_agg(t), '[]') from (
        select category, status, count(*) from products where removed_at is null group by category, status
      ) t
    ) as counts
  `.execute(db)
  const { snapshot, counts } = rows[0]!
  return new Memory(snapshot, generation, new Tally(counts))
}

export function applyTo({ anchors, sort, filter }: RememberedList, changes: readonly Change[]): void {
  for (const { product_id: id, was, now } of changes) {
    if (was && fits(was, filter)) anchors.shift(keyOf(was, id!, sort), -1)
    if (now && fits(now, filter)) anchors.shift(keyOf(now, id!, sort), 1)
  }
  anchors.settle()
}

/** A Map remembers the order of insertion: what is used is put at its end, what stands at its beginning goes first. */
function keep<T>(map: Map<string, T>, name: string, value: T, most: number, size: (value: T) => number): void {
  map.delete(name)
  map.set(name, value)
  let sum = 0
  for (const kept of map.values()) sum += size(kept) + 1
  for (const [oldest, kept] of map) {
    if (sum <= most || oldest === name) break
    map.delete(oldest)
    sum -= size(kept) + 1
  }
}
