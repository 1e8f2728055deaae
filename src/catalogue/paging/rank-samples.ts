import { compareKeys, type Key } from './sort-key.ts'

/**
 * Sparse anchors of one list: keys, and for each how many products of the list stand before it. A rank belongs to the
 * place in the order, not to the product that once stood there, so an anchor stays good when its product is gone.
 */
export class Anchors {
  readonly keys: Key[]
  /** Ascending, as the keys are. */
  readonly ranks: Float64Array
  #shifts: Float64Array | undefined

  constructor(keys: Key[], ranks: readonly number[]) {
    this.keys = keys
    this.ranks = Float64Array.from(ranks)
  }

  /** The last anchor that has at most `index` products before it. @returns -1 when there is none */
  before(index: number): number {
    return firstWhere(this.ranks.length, i => this.ranks[i]! > index) - 1
  }

  /** Notes that a product came to (1) or left (-1) the place `key`; counts once `settle` is called. */
  shift(key: Key, by: 1 | -1): void {
    this.#shifts ??= new Float64Array(this.keys.length)
    const first = firstWhere(this.keys.length, i => compareKeys(this.keys[i]!, key) > 0)
    if (first < this.#shifts.length) this.#shifts[first]! += by
  }

  settle(): void {
    if (!this.#shifts) return
    let sum = 0
    for (let i = 0; i < this.ranks.length; i++) {
      sum += this.#shifts[i]!
      this.ranks[i]! += sum
    }
    this.#shifts = undefined
  }
}

/** The first index for which `holds`, which from there on holds for all. @returns `length` when it holds for none */
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
