import { sql } from 'kysely'
import {
  isSearch,
  keyOfProduct,
  type Listing,
  type ProductFilter,
  type ProductPage,
} from '../../src/catalogue/paging/listing.ts'
import { compareKeys, SORTS, type Sort } from '../../src/catalogue/paging/sort-key.ts'
import type { Product } from '../../src/catalogue/product.ts'
import { findProducts } from '../../src/catalogue/queries.ts'
import { STATUSES } from '../../src/catalogue/states/states.ts'
import { type Db, INT_MAX } from '../../src/database/schema.ts'

/** Catalogues that are easy to sort wrongly, and a simple way to compute the right order. */

export type Random = (below: number) => number

/** Park and Miller's minimal standard, so that a failure can be repeated by its seed. */
export function randomFrom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1
  return below => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** They differ only in case, accents, blanks or code points beyond the first plane, or not at all. */
const WORDS = [
  '',
  ' ',
  'a',
  'A',
  'á',
  'a\u0301',
  'ab',
  'a b',
  'ß',
  'ss',
  'Z',
  'z',
  '\u{ff5e}',
  '\u{1f600}',
  '0',
  '10',
  '2',
]

let number = 0

export function hostileProduct(random: Random) {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!
  number++
  return {
    sku: `H-${number}`,
    name: pick(WORDS),
    description: random(3) === 0 ? 'a needle' : '',
    category: pick(['', 'a', 'A', 'á']),
    status: pick(STATUSES),
    price: pick([0, 1, 1, 1, INT_MAX]),
    stock: random(3),
    created_at: new Date(pick([0, 1, 1_700_000_000_000, 1_700_000_000_001])),
    removed_at: random(10) === 0 ? new Date() : null,
  }
}

/** Sometimes all products are equal in everything that sorts. */
export function hostileProducts(random: Random, count: number) {
  const equal = random(4) === 0 ? hostileProduct(random) : {}
  return Array.from({ length: count }, () => {
    const product = hostileProduct(random)
    return { ...product, ...equal, sku: product.sku, removed_at: product.removed_at }
  })
}

export async function fill(db: Db, products: readonly ReturnType<typeof hostileProduct>[]): Promise<void> {
  await sql`truncate products`.execute(db)
  await sql`
    insert into product_groups (name, options)
    select 'Group ' || n, '[]' from generate_series(1, 3) as n on conflict (name) do nothing
  `.execute(db)
  const groups = await db.selectFrom('product_groups').select('id').execute()
  // Every third product is a variant.
  const rows = products.map((product, index) => {
    if (index % 3 > 0) return product
    const options = JSON.stringify([{ name: 'Number', value: String(index) }])
    return { ...product, group: groups[(index / 3) % groups.length]!.id, options, is_listed: false }
  })
  if (rows.length > 0) await db.insertInto('products').values(rows).execute()
  for (const { id } of groups) await sql`select settle_group(${id})`.execute(db)
}

export function anyListing(
  random: Random,
  { limits = [1, 2, 3, 7, 10, 100], categories = ['', 'a', 'A'], sorts = SORTS as readonly Sort[] } = {},
): Listing {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!
  const filter = {
    ...(random(3) === 0 && { category: pick(categories) }),
    ...(random(3) === 0 && { status: pick(STATUSES) }),
    ...(random(5) === 0 && { q: 'needle' }),
    ...(random(6) === 0 && { minPrice: 1 }),
    ...(random(6) === 0 && { maxPrice: 1 }),
    ...(random(3) === 0 && { isListed: true as const }),
  }
  return { sort: pick(sorts), descending: random(2) === 1, filter, page: 1, limit: pick(limits), after: undefined }
}

/** The ids of the list, in its order: filtered, sorted and reversed by hand. */
export async function expectedIds(db: Db, { sort, descending, filter }: Listing): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'is_listed', 'sort_name'])
    .where('removed_at', 'is', null)
    .execute()
  const sortNames = new Map(rows.map(row => [row.id, row.sort_name]))
  const products = await findProducts(
    db,
    rows.map(row => row.id),
  )
  const listed = new Set(rows.filter(row => row.is_listed).map(row => row.id))
  const matching = products
    .filter(({ status }) => filter.status === undefined || status === filter.status)
    .filter(({ description }) => filter.q === undefined || description.includes(filter.q))
    .filter(({ price }) => price >= (filter.minPrice ?? 0) && price <= (filter.maxPrice ?? INT_MAX))
  const keys = matching
    .filter(product => !filter.isListed || standsForGroup(product, matching, listed, filter))
    .filter(({ category }) => filter.category === undefined || category === filter.category)
    .map(product =>
      sort === 'sort_name' ? ([sortNames.get(product.id)!, product.id] as const) : keyOfProduct(product, sort),
    )
    .sort(compareKeys)
  const ids = keys.map(([, id]) => id)
  return descending ? ids.reverse() : ids
}

/** The listed one of its group. A search may not find that one, and then the first that it finds represents the group. */
function standsForGroup(
  { id, group }: Product,
  matching: readonly Product[],
  listed: ReadonlySet<number>,
  filter: ProductFilter,
): boolean {
  if (listed.has(id) || group === null) return listed.has(id)
  const found = matching.filter(other => other.group === group)
  return isSearch(filter) && !found.some(other => listed.has(other.id) || other.id < id)
}

type Read = (listing: Listing) => Promise<ProductPage>

/** Reads every page by its number, in random order. */
export async function walkPages(read: Read, listing: Listing, random: Random): Promise<number[]> {
  const { pageCount } = await read(listing)
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1)
  const found = new Map<number, number[]>()
  while (pages.length > 0) {
    const [page] = pages.splice(random(pages.length), 1)
    const { items } = await read({ ...listing, page: page! })
    found.set(
      page!,
      items.map(({ id }) => id),
    )
  }
  return [...found].sort(([a], [b]) => a - b).flatMap(([, ids]) => ids)
}

/** Follows the `next` links. */
export async function walkNext(
  read: Read,
  listing: Listing,
  between: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const ids: number[] = []
  for (let at: Listing = listing; ; ) {
    const { items, more } = await read(at)
    ids.push(...items.map(({ id }) => id))
    if (!more || items.length === 0) return ids
    at = { ...at, page: at.page + 1, after: keyOfProduct(items.at(-1)!, listing.sort) }
    await between()
  }
}

/** Adds, changes and removes products until disposed. Products that existed before stay unchanged. */
export function writeBeside(db: Db) {
  let stop = false
  let count = 0
  const writer = async (seed: number) => {
    const random = randomFrom(seed)
    const { last } = await db
      .selectFrom('products')
      .select(eb => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
      .executeTakeFirstOrThrow()
    while (!stop) {
      const others = await db
        .selectFrom('products')
        .select('id')
        .where('removed_at', 'is', null)
        .where('id', '>', last)
        .execute()
      const id = others[random(Math.max(others.length, 1))]?.id
      if (others.length < 50 || id === undefined) {
        await db.insertInto('products').values(hostileProducts(random, 5)).execute()
      } else {
        const { name, price } = hostileProduct(random)
        const change = random(2) === 0 ? { name, price } : { removed_at: new Date() }
        await db.updateTable('products').set(change).where('id', '=', id).execute()
      }
      count++
    }
  }
  const writers = [writer(1), writer(2)]
  return {
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      stop = true
      await Promise.all(writers)
    },
  }
}
