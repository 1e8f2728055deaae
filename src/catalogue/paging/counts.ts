/** The numbers that a list index keeps: how many products each filter leaves, and the ranks of sample keys in a list. */
import type { ListPosition } from '../tables.ts'
import type { Change } from './change-log.ts'
import type { ProductFilter } from './listing.ts'
import { compareKeys, compareText, type Sort, type SortKey, sortKeyOf } from './sort-key.ts'

export class FilterCounts {
  readonly #counts = new Map<string, number>()

  constructor(rows: readonly { category: string; status: string; is_listed: boolean; count: number }[]) {
    for (const { category, status, is_listed, count } of rows) this.#add([category, status], is_listed, count)
  }

  total({ category, status, isListed }: ProductFilter): number {
    return this.#counts.get(countKey(category, status, isListed)) ?? 0
  }

  /** The categories with such products, in the order of the list that is sorted by them. */
  byCategory({ status, isListed }: Pick<ProductFilter, 'status' | 'isListed'>): { category: string; count: number }[] {
    const start = countKey('', status, isListed)
    return [...this.#counts]
      .filter(([key]) => key.startsWith(start))
      .map(([key, count]) => ({ category: key.slice(start.length), count }))
      .sort((a, b) => compareText(a.category, b.category))
  }

  apply(changes: readonly Change[]): void {
    for (const { was, now } of changes) {
      if (was) this.#add([was[0], was[1]], was[5], -1)
      if (now) this.#add([now[0], now[1]], now[5], 1)
    }
  }

  #add([category, status]: [string, string], isListed: boolean, by: number): void {
    for (const key of [...keysOf(category, status), ...(isListed ? keysOf(category, status, true) : [])]) {
      const count = (this.#counts.get(key) ?? 0) + by
      if (count === 0) this.#counts.delete(key)
      else this.#counts.set(key, count)
    }
  }
}

function keysOf(category: string, status: string, isListed?: true): string[] {
  const given = [[], [category], [undefined, status], [category, status]] as const
  return given.map(([category, status]) => countKey(category, status, isListed))
}

function countKey(category?: string, status?: string, isListed?: true): string {
  return `${isListed ? '+' : ''}${status ?? ''}\0${category === undefined ? '' : `=${category}`}`
}

/** Tests whether a product in this position passes the filter; the words of a search are not looked at. */
export function matchesFilter([category, status, , , , isListed]: ListPosition, filter: ProductFilter): boolean {
  return (
    (isListed || !filter.isListed) &&
    (filter.category === undefined || filter.category === category) &&
    (filter.status === undefined || filter.status === status)
  )
}

/**
 * Sample keys of one list, each with its rank, the number of products before it. The rank belongs to the key, not to
 * the product that had it, so a sample stays valid when its product is gone.
 */
export class RankSamples {
  readonly keys: SortKey[]
  /** Ascending, as the keys are. */
  readonly ranks: Float64Array
  readonly #sort: Sort
  readonly #filter: ProductFilter

  constructor(
    sort: Sort,
    filter: ProductFilter,
    rows: readonly (readonly [value: string | number, id: number, rank: number])[],
  ) {
    this.#sort = sort
    this.#filter = filter
    this.keys = rows.map(([value, id]) => [value, id])
    this.ranks = Float64Array.from(rows, ([, , rank]) => rank)
  }

  /** The last sample with a rank of at most `rank`. @returns -1 when there is none */
  lastUpTo(rank: number): number {
    return firstWhere(this.ranks.length, i => this.ranks[i]! > rank) - 1
  }

  apply(changes: readonly Change[]): void {
    const shifts = new Float64Array(this.keys.length)
    const shift = (position: ListPosition | null, id: number, by: 1 | -1) => {
      if (!position || !matchesFilter(position, this.#filter)) return
      const key = sortKeyOf(position, id, this.#sort)
      const first = firstWhere(this.keys.length, i => compareKeys(this.keys[i]!, key) > 0)
      if (first < shifts.length) shifts[first]! += by
    }
    for (const { product_id: id, was, now } of changes) {
      shift(was, id, -1)
      shift(now, id, 1)
    }
    let sum = 0
    for (let i = 0; i < this.ranks.length; i++) {
      sum += shifts[i]!
      this.ranks[i]! += sum
    }
  }
}

/** The first index for which `holds` is true; it must then be true for all after it. @returns `length` when none is */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
