/** New SKUs that are like known ones: a spreadsheet has dropped zeros, or read a number or a day (migrations/265_likeness_of_skus.sql). */
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'

/** The reason why a row is refused, to follow the name of its field. */
export function likeKnown(known: string): string {
  return (
    `is like ${known.slice(0, 100)}, which a spreadsheet may have changed. Format the column as text, ` +
    'or say that such SKUs are new products'
  )
}

/** @returns for each of the SKUs that are like a product's, that one. None of them may be a product's own */
export async function findSimilar(tx: Tx, skus: readonly string[]): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map()
  const { rows } = await sql<{ sku: string; known: string }>`
    select sku, known
    from (select sku, product_like(sku) as known from unnest(${[...skus]}::text[]) as sku) as given
    where known is not null
  `.execute(tx)
  return new Map(rows.map(({ sku, known }) => [sku, known]))
}
