import type { Change } from './change-log.ts'
import { fits } from './filter-counts.ts'
import type { Filter, Listing } from './listing.ts'
import type { Memory } from './memory.ts'
import type { Anchors } from './rank-samples.ts'
import type { Origin } from './select.ts'
import { compareKeys, type Key, keyOf } from './sort-key.ts'

/**
 * How to read a page: `count` products after `skip` of them from `origin` on. Lists are counted in ascending order;
 * a descending page is the same run of products, read from its end.
 */
export type Plan = {
  /** The snapshot and the generation of the memory that the plan was made from. */
  since: string
  generation: number
  total: number
  origin: Exclude<Origin, { beyond: Key }>
  /** How many products stand before the origin. */
  rank: number
  skip: number
  count: number
}

/**
 * @param near from an end of a list so many products are skipped sooner than an anchor is looked for
 * @param margin by how many anchors further ahead than necessary to begin
 * @returns undefined when the page lies deep in a list of which there are no anchors
 */
export function planOf(
  memory: Pick<Memory, 'tally' | 'snapshot' | 'generation'>,
  listing: Listing,
  near: number,
  anchors?: Anchors,
  margin = 0,
): Plan | undefined {
  const total = memory.tally.total(listing.filter)
  const { low, count } = runOf(listing, total)
  const plan = { since: memory.snapshot, generation: memory.generation, total, count }
  if (count === 0 || low <= near) return { ...plan, origin: 'start', rank: 0, skip: low }
  const behind = total - low - count
  if (behind <= near) return { ...plan, origin: 'end', rank: 0, skip: behind }
  if (!anchors) return undefined
  const index = anchors.before(low) - margin
  if (index < 0) return { ...plan, origin: 'start', rank: 0, skip: low }
  const rank = anchors.ranks[index]!
  return { ...plan, origin: { at: anchors.keys[index]! }, rank, skip: low - rank }
}

/** The same page after `changes`: from the same origin, but perhaps with another skip. `skip` < 0: not from there. */
export function planAfter(plan: Plan, listing: Listing, changes: readonly Change[]): Plan {
  let { total, rank } = plan
  const { origin } = plan
  const count = (key: Key, by: number) => {
    total += by
    if (typeof origin === 'object' && compareKeys(key, origin.at) < 0) rank += by
  }
  for (const { product_id: id, was, now } of changes) {
    if (was && fits(was, listing.filter)) count(keyOf(was, id!, listing.sort), -1)
    if (now && fits(now, listing.filter)) count(keyOf(now, id!, listing.sort), 1)
  }
  const run = runOf(listing, total)
  const skip = origin === 'end' ? total - run.low - run.count : run.low - rank
  return { ...plan, total, rank, skip, count: run.count }
}

export function totalAfter(total: number, filter: Filter, changes: readonly Change[]): number {
  let sum = total
  for (const { was, now } of changes) {
    if (was && fits(was, filter)) sum--
    if (now && fits(now, filter)) sum++
  }
  return sum
}

/** Which products of the ascending list stand on the page. */
function runOf({ page, limit, descending }: Listing, total: number): { low: number; count: number } {
  const offset = (page - 1) * limit
  const count = Math.max(0, Math.min(limit, total - offset))
  return { low: count === 0 ? 0 : descending ? total - offset - count : offset, count }
}
