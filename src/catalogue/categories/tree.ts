/** The tree of the categories, built from the rows that the shop has placed and from the categories of the products. */

import { type CategoryTexts, nameInWords } from './category-texts.ts'

/** A category that the shop has placed. */
export type Placed = { name: string; parent: string | null; position: number; texts: CategoryTexts }

export type Category = {
  name: string
  parent: string | null
  /** Place among the categories with the same parent, from 0. */
  position: number
  texts: CategoryTexts
  /** Counts this category alone, not those below it. */
  products: number
  /** The names from the top down to this one. */
  path: readonly string[]
}

export const MOST_LEVELS = 5

/**
 * All categories, each before those below it, in the order of the shop. Those that nobody has placed follow at the end of the
 * top, in the order of `counts`.
 */
export function arrange(placed: readonly Placed[], counts: readonly { category: string; count: number }[]): Category[] {
  const productsOf = new Map(counts.map(({ category, count }) => [category, count]))
  const known = new Set(placed.map(({ name }) => name))
  const others = counts.filter(({ category }) => !known.has(category)).map(({ category }) => category)
  const sorted = placed.toSorted((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1))
  const textsOf = new Map(placed.map(({ name, texts }) => [name, texts]))
  const byParent = Map.groupBy(sorted, one => one.parent)
  const below = (parent: string | null, path: readonly string[]): Category[] => {
    const names = (byParent.get(parent) ?? []).map(({ name }) => name)
    return (parent === null ? [...names, ...others] : names).flatMap((name, position) => {
      const own = [...path, name]
      const [products, texts] = [productsOf.get(name) ?? 0, textsOf.get(name) ?? {}]
      return [{ name, parent, position, texts, products, path: own }, ...below(name, own)]
    })
  }
  return below(null, [])
}

/** The category itself and all below it. */
export function branchOf(categories: readonly Category[], name: string): Category[] {
  return categories.filter(({ path }) => path.includes(name))
}

/** Counts the products of each category, together with all below it. */
export function totalsOf(categories: readonly Category[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { path, products } of categories)
    for (const name of path) totals.set(name, (totals.get(name) ?? 0) + products)
  return totals
}

/** The names from the top down to this category. */
export function categoryPathOf(placed: readonly Placed[], name: string): string[] {
  const parent = placed.find(one => one.name === name)?.parent ?? null
  return parent === null ? [name] : [...categoryPathOf(placed, parent), name]
}

/** Shows customers the place of a category in the tree. */
export function pathText({ path }: Category, all: readonly Category[] = []): string {
  return path.map(name => nameInWords(all, name)).join(' › ')
}
