/** Shelves of products beside a product or a cart, by the choice of the shop. */
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import type { Text } from '../../words/text.ts'
import { translated } from '../../words/words.ts'
import type { Placed } from '../categories/tree.ts'
import { productCards } from '../components.ts'
import { type GroupSummary, summarizeGroups } from '../groups/queries.ts'
import type { Product } from '../product.ts'
import { findBySku, findGoingWith } from './relations.ts'

/** More would push the page below the products that it is about. */
const MOST_SHOWN = 4

export type Shelf = { products: readonly Product[]; groups: ReadonlyMap<number, GroupSummary> }

export async function shelfOf(db: Db, skus: readonly string[] | undefined): Promise<Shelf> {
  return withGroups(db, await findBySku(db, skus ?? [], MOST_SHOWN))
}

/** The shelf beside a cart. */
export async function shelfBeside(db: Db, ids: readonly number[]): Promise<Shelf> {
  return withGroups(db, await findGoingWith(db, ids, MOST_SHOWN))
}

async function withGroups(db: Db, products: readonly Product[]): Promise<Shelf> {
  const groups = products.flatMap(({ group }) => group ?? [])
  return { products, groups: groups.length > 0 ? await summarizeGroups(db, groups) : new Map() }
}

export function showShelf(title: Text, { products, groups }: Shelf, categories: readonly Placed[]): Html | false {
  return (
    products.length > 0 &&
    html`<h2>${translated(title)}</h2>${productCards(products, { heading: 'h3', groups, categories })}`
  )
}
