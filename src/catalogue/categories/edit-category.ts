/**
 * Commands on categories. They lock the table, so that two moves cannot make a circle. A name that products and discount codes hold as
 * text changes in the same transaction everywhere. A product that is added with the former name at the same moment makes a category
 * with that name again.
 */
import { sql } from 'kysely'
import { DELIVERIES_CHANNEL } from '../../database/news/wake.ts'
import type { Tx } from '../../database/schema.ts'
import { channel } from '../../database/shops.ts'
import { publishToFeedSql } from '../../events/publish.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { changedTexts, type TextsChange } from './category-texts.ts'
import { forgetFormerName, keepFormerName } from './former-names.ts'
import { readPlaced } from './queries.ts'
import './tables.ts'
import { arrange, branchOf, type Category, MOST_LEVELS } from './tree.ts'

type CategoryPlace = {
  parent?: string | null | undefined
  position?: number | undefined
  texts?: TextsChange | undefined
}

export async function createCategory(
  tx: Tx,
  { name, parent = null, position, texts }: CategoryPlace & { name: string },
): Promise<Category> {
  await lock(tx)
  const before = await readAll(tx)
  refuseTaken(before, name)
  await forgetFormerName(tx, name)
  const placed = await place(tx, before, { name, parent, position })
  return texts ? translate(tx, placed, texts) : placed
}

/** @returns undefined when there is no such category */
export async function changeCategory(
  tx: Tx,
  name: string,
  { name: newName = name, texts, ...wanted }: CategoryPlace & { name?: string | undefined },
  now: Date,
): Promise<Category | undefined> {
  await lock(tx)
  const before = await readAll(tx)
  const category = before.find(one => one.name === name)
  if (!category) return undefined
  if (newName !== name) {
    refuseTaken(before, newName)
    await tx.updateTable('categories').set({ name: newName }).where('name', '=', name).execute()
    await moveProducts(tx, name, newName, now)
    await keepFormerName(tx, name, newName)
  }
  const present = await readAll(tx)
  const { parent = category.parent, position } = wanted
  const found = present.find(one => one.name === newName)!
  const stays = wanted.parent === undefined && position === undefined
  // A category that products brought along has no row for its texts yet.
  const isPlaced = (await readPlaced(tx)).some(one => one.name === newName)
  const at = stays ? found.position : position
  const changed =
    stays && (!texts || isPlaced) ? found : await place(tx, present, { name: newName, parent, position: at })
  return texts ? translate(tx, changed, texts) : changed
}

async function translate(tx: Tx, category: Category, change: TextsChange): Promise<Category> {
  const texts = changedTexts(category.texts, change)
  await tx
    .updateTable('categories')
    .set({ texts: JSON.stringify(texts) })
    .where('name', '=', category.name)
    .execute()
  return { ...category, texts }
}

/**
 * Moves all products of a category, and the categories below it, into another one; the first one is gone then.
 * @returns how many products moved; undefined when there is no such category
 */
export async function mergeCategory(tx: Tx, name: string, into: string, now: Date): Promise<number | undefined> {
  await lock(tx)
  const before = await readAll(tx)
  if (!before.some(one => one.name === name)) return undefined
  const wrong = (reason: string, code: string) => invalidInput({ field: 'into', reason, code })
  const target = before.find(one => one.name === into)
  if (!target) throw wrong('must be a category of the shop', 'not_found')
  if (into === name) throw wrong('must be another category', 'same')
  if (branchOf(before, name).some(one => one.name === into)) {
    throw wrong(`must not be below ${name}. Move it elsewhere first`, 'is_below')
  }
  if (target.path.length + levelsOf(before, name) - 1 > MOST_LEVELS) throw wrong(TOO_DEEP, 'too_deep')
  const children = before.filter(one => one.parent === name)
  const kept = before.filter(one => one.parent === into)
  if (children.length > 0)
    await save(
      tx,
      before,
      into,
      [...kept, ...children].map(one => one.name),
    )
  await tx.deleteFrom('categories').where('name', '=', name).execute()
  await keepFormerName(tx, name, into)
  return moveProducts(tx, name, into, now)
}

/** Archived products and drafts count as well. @returns false when there is no such category */
export async function deleteCategory(tx: Tx, name: string): Promise<boolean> {
  await lock(tx)
  const { rows } = await sql<{ products: number; categories: number }>`
    select (select count(*)::int from products where category = ${name}) as products,
      (select count(*)::int from categories where parent = ${name}) as categories
  `.execute(tx)
  const { products, categories } = rows[0]!
  if (products > 0 || categories > 0) {
    throw new Problem('category_in_use', undefined, { members: { products, categories } })
  }
  await forgetFormerName(tx, name)
  const { numDeletedRows } = await tx.deleteFrom('categories').where('name', '=', name).executeTakeFirst()
  return numDeletedRows > 0n
}

async function lock(tx: Tx): Promise<void> {
  await sql`lock table categories in share row exclusive mode`.execute(tx)
}

/** Counted here and not by the list index, which knows an earlier moment: what another command has just renamed is no category now. */
async function readAll(tx: Tx): Promise<Category[]> {
  const { rows } = await sql<{ category: string; count: number }>`
    select category, count(*)::int as count from products where removed_at is null group by category order by category
  `.execute(tx)
  return arrange(await readPlaced(tx), rows)
}

function refuseTaken(categories: readonly Category[], name: string): void {
  if (!categories.some(one => one.name === name)) return
  throw new Problem(
    'category_exists',
    `A category with the name ${name} already exists. Use another name, or merge the two.`,
    { errors: [{ field: 'name', reason: 'is already taken', code: 'taken' }] },
  )
}

/** Puts a category below another one, at a position among those that are there. */
async function place(
  tx: Tx,
  before: readonly Category[],
  {
    name,
    parent,
    position = Number.MAX_SAFE_INTEGER,
  }: { name: string; parent: string | null; position?: number | undefined },
): Promise<Category> {
  const branch = branchOf(before, name)
  const above = before.find(one => one.name === parent)
  const wrong = (reason: string, code: string) => invalidInput({ field: 'parent', reason, code })
  if (parent !== null && !above) throw wrong('must be a category of the shop', 'not_found')
  if (branch.some(one => one.name === parent))
    throw wrong('must be neither the category itself nor one below it', 'circle')
  if ((above?.path.length ?? 0) + levelsOf(before, name) > MOST_LEVELS) throw wrong(TOO_DEEP, 'too_deep')
  const siblings = before.filter(one => one.parent === parent && one.name !== name)
  const names = siblings.map(one => one.name).toSpliced(position, 0, name)
  await save(tx, before, parent, names)
  const { products = 0, texts = {} } = branch.find(one => one.name === name) ?? {}
  return { name, parent, position: names.indexOf(name), products, texts, path: [...(above?.path ?? []), name] }
}

const TOO_DEEP = `allows ${MOST_LEVELS} levels at most`

/** Counts the levels of a category together with those below it. A new one has one. */
function levelsOf(categories: readonly Category[], name: string): number {
  return Math.max(1, ...branchOf(categories, name).map(({ path }) => path.length - path.indexOf(name)))
}

/** Writes the places of the categories below `parent`, in this order, and a row for the parent itself if it is missing. */
async function save(
  tx: Tx,
  before: readonly Category[],
  parent: string | null,
  children: readonly string[],
): Promise<void> {
  const above = before.find(one => one.name === parent)
  if (above) {
    await tx
      .insertInto('categories')
      .values({ name: above.name, parent: above.parent, position: above.position })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  await tx
    .insertInto('categories')
    .values(children.map((name, position) => ({ name, parent, position })))
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet(eb => ({ parent: eb.ref('excluded.parent'), position: eb.ref('excluded.position') })),
    )
    .execute()
}

/** The locks are taken in the order of the ids, as orders take them. */
async function moveProducts(tx: Tx, from: string, to: string, now: Date): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with found as materialized (
      select id from products where category = ${from} order by id for no key update
    ), moved as (
      update products p set category = ${to}, updated_at = now() from found where p.id = found.id
      returning p.id, p.sku, p.state
    ), heard as (
      select id, sku from moved where state = 'on_sale'
    ), published as (${publishToFeedSql({
      type: 'product.updated',
      cause: 'heard',
      data: sql`jsonb_build_object('productId', id, 'sku', sku)`,
      at: now,
    })})
    select count(*)::int as moved, pg_notify(${channel(DELIVERIES_CHANNEL)}, '') from moved
  `.execute(tx)
  await sql`
    update discount_codes
    set categories = (select array_agg(distinct case one when ${from} then ${to} else one end) from unnest(categories) as one)
    where ${from} = any(categories)
  `.execute(tx)
  return rows[0]!.moved
}
