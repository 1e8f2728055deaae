import type { Place } from '../tables.ts'
import type { Change } from './change-log.ts'
import type { Filter } from './listing.ts'

/** How many products each combination of category and status leaves. */
export class Tally {
  readonly #counts = new Map<string, number>()

  constructor(rows: readonly { category: string; status: string; count: number }[]) {
    for (const { category, status, count } of rows) this.#add(category, status, count)
  }

  total({ category, status }: Filter): number {
    return this.#counts.get(drawer(category, status)) ?? 0
  }

  apply(changes: readonly Change[]): void {
    for (const { was, now } of changes) {
      if (was) this.#add(was[0], was[1], -1)
      if (now) this.#add(now[0], now[1], 1)
    }
  }

  #add(category: string, status: string, by: number): void {
    for (const key of [drawer(), drawer(category), drawer(undefined, status), drawer(category, status)]) {
      const count = (this.#counts.get(key) ?? 0) + by
      if (count === 0) this.#counts.delete(key)
      else this.#counts.set(key, count)
    }
  }
}

function drawer(category?: string, status?: string): string {
  return `${status ?? ''}\0${category === undefined ? '' : `=${category}`}`
}

/** Whether a place is on the list that the filter leaves; words aside. */
export function fits([category, status]: Place, filter: Filter): boolean {
  return (
    (filter.category === undefined || filter.category === category) &&
    (filter.status === undefined || filter.status === status)
  )
}
