/** The conditions of product lists: which products a filter leaves, and each way in which one can match what was typed. */
import { type RawBuilder, sql } from 'kysely'
import { andGiven } from '../../database/lists/given.ts'
import { hasMetadata } from '../../metadata/metadata.ts'
import { hasGtin, hasParts, hasWords, meaning } from '../search/search-text.ts'
import { isSearch, type ProductFilter } from './listing.ts'

export function matches(filter: ProductFilter): RawBuilder<unknown> {
  const ways = waysToMatch(filter)
  return ways.length === 0 ? given(filter) : sql`${given(filter)} and (${sql.join(ways, sql` or `)})`
}

export function given({ isListed, ...filter }: ProductFilter): RawBuilder<unknown> {
  const { category, status, sku, minPrice, maxPrice, ids, updatedSince, group, metadata } = filter
  return sql`removed_at is null
    ${andGiven(category, category => sql`category = ${category}`)}
    ${andGiven(status, status => sql`status = ${status}`)}
    ${andGiven(sku, sku => sql`sku = ${sku}`)}
    ${andGiven(minPrice, price => sql`price >= ${price}`)}
    ${andGiven(maxPrice, price => sql`price <= ${price}`)}
    ${andGiven(ids, ids => sql`id = any(${ids}::bigint[])`)}
    ${andGiven(updatedSince, since => sql`updated_at >= ${since}`)}
    ${andGiven(group, group => sql`"group" = ${group}`)}
    ${andGiven(metadata, wanted => hasMetadata('metadata', wanted))}
    ${andGiven(isListed, () => (isSearch(filter) ? firstFound(filter) : sql`is_listed`))}`
}

/**
 * A search may find products of a group, but not the one that it lists. Then the first of those that it finds represents the
 * group, whatever their categories, because these are counted beside the page.
 */
function firstFound({ category: _, ...filter }: ProductFilter): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`products.${column}`)
  // Names in `matches` are those of the other product in the inner query.
  return sql`(is_listed or not exists (
    select from products other
    where other."group" = ${own('group')} and (other.is_listed or other.id < ${own('id')}) and ${matches(filter)}
  ))`
}

/** Each way in which a product can match what was typed. Together they are one condition, or parts of a union. */
export function waysToMatch({ q, meanings }: ProductFilter): RawBuilder<unknown>[] {
  if (meanings) return [sql`words @@ ${meaning(meanings)}`]
  return q === undefined ? [] : [hasWords(q), hasParts(q), hasGtin(q)].filter(way => way !== undefined)
}
