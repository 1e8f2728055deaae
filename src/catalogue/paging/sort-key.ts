/** Sort orders of the product list, and the cursors that name a place in them. */
import { decodeArray, encodeArray } from '../../database/lists/keyset.ts'
import { ID_MAX, PRICE_MAX } from '../../database/schema.ts'
import { invalidQuery } from '../../problems.ts'
import type { ListPosition } from '../tables.ts'

/** The orders of the product list, the key that a product has in each, and cursors, which carry a key in a link. */
export const SORTS = ['id', 'name', 'category', 'status', 'price', 'created_at'] as const
/**
 * `sort_name` is the order of names for people (migration 056). Only searches sort by relevance, from the
 * end of the list: best matches first, and the newest first among equals. No cursor has such a key.
 */
export type Sort = (typeof SORTS)[number] | 'sort_name' | 'relevance'
export type SortOrder = { sort: Sort; descending: boolean }

/** The place of a product in a list that is sorted by one column: its value there, and its id, which breaks ties. */
export type SortKey = readonly [value: string | number, id: number]

/** Mirrors `order by <sort>, id` of the database, text by the collation "C". A list by id has no value beside it. */
export function compareKeys(a: SortKey, b: SortKey): number {
  return compareValues(a[0], b[0]) || a[1] - b[1]
}

export function sortKeyOf(position: ListPosition, id: number, sort: Sort): SortKey {
  const [category, status, name, price, createdAt, , sortName] = position
  return [{ id: 0, category, status, name, price, created_at: createdAt, sort_name: sortName, relevance: 0 }[sort], id]
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' ? a - (b as number) : compareText(a, b as string)
}

/** Compares by code points. JavaScript's `<` compares UTF-16 units, which puts U+1F600 before U+FF5E. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return sortableUnit(x) - sortableUnit(y)
  }
  return a.length - b.length
}

/** Surrogates encode the code points above all others, so they sort above U+E000 to U+FFFF. */
function sortableUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** The key of the last product of a page, and the number of the page that follows. Opaque to clients, and no secret. */
export function encodeCursor(order: SortOrder, key: SortKey, nextPage: number): string {
  return encodeArray([orderName(order), ...key, nextPage])
}

/** @throws Problem 400 when the cursor does not belong to a list in this order */
export function decodeCursor(cursor: string, order: SortOrder): { key: SortKey; page: number } {
  const [name, value, id, page, ...rest] = decodeArray(cursor)
  const isComplete = rest.length === 0 && isWhole(page, [2, 2 ** 40 + 1])
  const range = RANGES[order.sort]
  const isValue = range ? isWhole(value, range) : typeof value === 'string' && !value.includes('\0')
  if (name === orderName(order) && isComplete && isWhole(id, RANGES.id!) && isValue) {
    return { key: [value as string | number, id as number], page: page as number }
  }
  throw invalidQuery({ field: 'after', reason: 'is not from a next link of this list', code: 'invalid_format' })
}

/** The values that number columns can hold; a client may send any cursor. Times end with the year 9999. */
const RANGES: Partial<Record<Sort, readonly [number, number]>> = {
  id: [0, ID_MAX],
  price: [0, PRICE_MAX],
  created_at: [-62_135_596_800_000, 253_402_300_799_999],
}

function isWhole(value: unknown, [low, high]: readonly [number, number]): boolean {
  return Number.isInteger(value) && low <= Number(value) && Number(value) <= high
}

function orderName({ sort, descending }: SortOrder): string {
  return descending ? `-${sort}` : sort
}
