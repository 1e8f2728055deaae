/** The names of categories by language that an import has changed: kept with it, and taken back with it. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'

/** Runs after the merge, on its connection. */
export const KEEP_CATEGORY_NAMES = `
  update product_imports set category_names = coalesce((
    select jsonb_agg(jsonb_build_object('name', name, 'isNew', is_new, 'was', was, 'now', now) order by name) from category_names
  ), '[]')
  where id = $1`

/** Categories come before groups and products, as in the merge. */
export async function lockNamed(tx: Tx, importId: string): Promise<void> {
  const { rows } = await sql`
    select from product_imports where id = ${importId} and category_names <> '[]'
  `.execute(tx)
  if (rows.length > 0) await sql`lock table categories in share row exclusive mode`.execute(tx)
}

/**
 * Gives categories the names back that they had before. One that somebody has changed since stays, and so does one that was renamed.
 * A row that the import has made goes, unless products or other categories are in it.
 */
export async function takeNamesBack(tx: Tx, importId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    with kept as materialized (
      select k.* from product_imports i, jsonb_to_recordset(i.category_names) as k (name text, "isNew" boolean, was jsonb, now jsonb)
      where i.id = ${importId}
    ), gone as (
      delete from categories c using kept k
      where c.name = k.name and k."isNew" and c.texts = k.now and c.parent is null
        and not exists (select from products p where p.category = c.name and p.removed_at is null)
        and not exists (select from categories below where below.parent = c.name)
      returning c.name
    )
    update categories c set texts = k.was from kept k
    where c.name = k.name and c.texts = k.now and k.was <> k.now and c.name not in (select name from gone)
    returning c.name
  `.execute(tx)
  for (const { name } of rows) await publishToFeed(tx, now, { type: 'category.changed', data: { name, was: name } })
}
