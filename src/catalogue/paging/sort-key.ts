import type { Place } from '../tables.ts'
import type { Sort } from './listing.ts'

/** Where a product stands in a list that is sorted by one column: its value there, and its id, which breaks ties. */
export type Key = readonly [value: string | number, id: number]

/** Mirrors `order by <sort>, id` of the database, text by the collation "C". A list by id has no value beside it. */
export function compareKeys(a: Key, b: Key): number {
  return compareValues(a[0], b[0]) || a[1] - b[1]
}

export function keyOf([category, status, name, price, createdAt]: Place, id: number, sort: Sort): Key {
  switch (sort) {
    case 'id':
      return [0, id]
    case 'name':
      return [name, id]
    case 'category':
      return [category, id]
    case 'status':
      return [status, id]
    case 'price':
      return [price, id]
    case 'created_at':
      return [createdAt, id]
  }
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number') return a - (b as number)
  return compareText(a, b as string)
}

/** By code points. JavaScript's `<` goes by UTF-16 units, which puts U+1F600 before U+FF5E. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return lifted(x) - lifted(y)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others, so they are lifted above U+E000 to U+FFFF. */
function lifted(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
