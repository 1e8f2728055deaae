/** Plans how to read a page with the help of samples, as pure functions. */
import type { ListPosition } from '../tables.ts'
import type { Change } from './change-log.ts'
import { type FilterCounts, matchesFilter, type RankSamples } from './counts.ts'
import type { Listing, ProductFilter } from './listing.ts'
import type { Origin } from './page-sql.ts'
import { compareKeys, type SortKey, sortKeyOf } from './sort-key.ts'

/**
 * Plan of a read: `count` products after `skip` of them, from `origin` on. Ranks count in ascending order. A
 * descending page is the same range of products, read from its end.
 */
export type Plan = {
  /** The plan holds in this snapshot. */
  snapshot: string
  total: number
  origin: Exclude<Origin, { beyond: SortKey }>
  /** The number of products before the origin. */
  rank: number
  skip: number
  count: number
}

/**
 * @param nearEnd a page within so many products of an end of the list is read from that end, without a sample
 * @param margin begins so many samples earlier than necessary
 * @returns undefined when the page lies deep in a list without samples
 */
export function planPage(
  { snapshot, counts }: { snapshot: string; counts: FilterCounts },
  listing: Listing,
  nearEnd: number,
  samples?: RankSamples,
  margin = 0,
): Plan | undefined {
  const total = counts.total(listing.filter)
  const { low, count } = ranksOf(listing, total)
  const plan = { snapshot, total, count }
  if (count === 0 || low <= nearEnd) return { ...plan, origin: 'start', rank: 0, skip: low }
  const behind = total - low - count
  if (behind <= nearEnd) return { ...plan, origin: 'end', rank: 0, skip: behind }
  if (!samples) return undefined
  const index = samples.lastUpTo(low) - margin
  if (index < 0) return { ...plan, origin: 'start', rank: 0, skip: low }
  const rank = samples.ranks[index]!
  return { ...plan, origin: { at: samples.keys[index]! }, rank, skip: low - rank }
}

/** The same page after `changes`, from the same origin. A negative `skip`: the page now begins before that origin. */
export function planAfter(plan: Plan, listing: Listing, changes: readonly Change[]): Plan {
  let { total, rank } = plan
  const { origin } = plan
  for (const { product_id: id, was, now } of changes) {
    for (const [position, by] of [
      [was, -1],
      [now, 1],
    ] as const) {
      if (!position || !matchesFilter(position, listing.filter)) continue
      total += by
      if (typeof origin === 'object' && compareKeys(sortKeyOf(position, id, listing.sort), origin.at) < 0) rank += by
    }
  }
  const ranks = ranksOf(listing, total)
  const skip = origin === 'end' ? total - ranks.low - ranks.count : ranks.low - rank
  return { ...plan, total, rank, skip, count: ranks.count }
}

/** The ranks that the page covers: `count` from `low` on. */
function ranksOf({ page, limit, descending }: Listing, total: number): { low: number; count: number } {
  const offset = (page - 1) * limit
  const count = Math.max(0, Math.min(limit, total - offset))
  return { low: count === 0 ? 0 : descending ? total - offset - count : offset, count }
}

export function totalAfter(total: number, filter: ProductFilter, changes: readonly Change[]): number {
  const matches = (position: ListPosition | null) => (position && matchesFilter(position, filter) ? 1 : 0)
  return changes.reduce((sum, { was, now }) => sum - matches(was) + matches(now), total)
}
