/**
 * Files between their preview and their import. The state decides everything: the import and its undoing each begin with one
 * conditional update in their transaction, so that a button that is pressed twice works once.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { connectDirectly } from '../../database/pooling/client.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { SHOP_LOCK } from '../../database/shops.ts'
import type { Encoding } from '../../encoding.ts'
import { DAY } from '../../time.ts'
import { KEEP_CATEGORY_NAMES, lockNamed, takeNamesBack } from '../categories/imported-names.ts'
import { deleteGroup } from '../groups/edit-group.ts'
import { lockGroups, settleGroup } from '../groups/settle.ts'
import { ASK_FOR_PICTURES } from '../pictures-by-address/fetches.ts'
import { CHANGEABLE } from '../product.ts'
import { endPricesAt, PRICE_COLUMNS } from '../sales/sale.ts'
import { changesStockBecause } from '../stock/cause.ts'
import type { Mapping, VatOfPrices } from './columns.ts'
import type { FileRow } from './file-rows.ts'
import { IMPORTED_BY, LONGEST_STATEMENT } from './import-products.ts'
import { type Said, stageRows } from './preview.ts'
import { MAKE_GROUPS, MERGE, TURN } from './sql/merge.ts'

/** A file waits for its button for a day, and an import can be taken back for thirty. */
const [OPEN_FOR, UNDO_FOR] = [1 * DAY, 30 * DAY]

export type ImportState = 'open' | 'imported' | 'undone'
/** `category`: of new products whose row names none. */
export type KeptReading = {
  encoding?: Encoding
  columns?: Mapping
  vat?: VatOfPrices
  ignoreSwitches?: boolean
  category?: string
  takesSimilar?: boolean
}
/** The outcome of an import. `conflicts`: the SKUs that were not taken back, because they have changed since. */
export type Done = {
  added: number
  changed: number
  unchanged: number
  bad: number
  takenBack?: number
  conflicts?: string[]
}

export type KeptImport = {
  id: string
  state: ImportState
  file: Buffer
  reading: KeptReading
  report: Done | null
  created_at: Date
  expires_at: Date
}

declare module '../../database/schema.ts' {
  interface Tables {
    product_imports: Omit<KeptImport, 'reading' | 'report'> & { reading: string; report: string | null }
  }
}

export function newImport(file: Buffer, now: Date): KeptImport {
  const expires_at = new Date(now.getTime() + OPEN_FOR)
  return { id: randomUUIDv7(), state: 'open', file, reading: {}, report: null, created_at: now, expires_at }
}

export async function keepImport(tx: Tx, { id, file, created_at, expires_at }: KeptImport): Promise<void> {
  await sql`
    insert into product_imports (id, file, created_at, expires_at) values (${id}, ${file}, ${created_at}, ${expires_at})
  `.execute(tx)
}

export async function findImport(db: Db, id: string, now: Date): Promise<KeptImport | undefined> {
  const { rows } = await sql<KeptImport>`
    select id, state, file, reading, report, created_at, expires_at
    from product_imports
    where id = ${id} and expires_at > ${now}
  `.execute(db)
  return rows[0]
}

/** @returns whether it was open */
export async function changeReading(db: Db, id: string, reading: KeptReading): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update product_imports set reading = ${JSON.stringify(reading)}::jsonb where id = ${id} and state = 'open'
  `.execute(db)
  return numAffectedRows === 1n
}

/** Imports the good rows of the file in one transaction. Nothing happens if it was imported before. */
export async function applyImport(
  databaseUrl: string,
  id: string,
  rows: AsyncIterable<FileRow>,
  { by, now, withPictures, said }: { by: string; now: Date; withPictures: boolean; said: Said },
): Promise<void> {
  const client = await connectDirectly(databaseUrl, { name: 'semel import', deadline: LONGEST_STATEMENT })
  try {
    const { bad, pictures } = await stageRows(client, rows, said)
    await client.query(IMPORTED_BY, [by])
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${TURN}, ${SHOP_LOCK})`)
    const expires = new Date(now.getTime() + UNDO_FOR)
    const { rowCount } = await client.query(
      `update product_imports set state = 'imported', file = '', expires_at = $2 where id = $1 and state = 'open'`,
      [id, expires],
    )
    if (rowCount === 1) {
      await client.query(MAKE_GROUPS)
      // Locks the products: if a sale came between, taking the import back would restore the stock from before the sale.
      await client.query(LOCK)
      await client.query(`create temp table before on commit drop as
        select p.id, product_values(p) as was from products p where p.removed_at is null and p.sku in (select sku from incoming)`)
      await client.query(MERGE)
      await client.query(KEEP_CHANGES, [id])
      await client.query(KEEP_CATEGORY_NAMES, [id])
      await client.query(REPORT, [id, bad])
      if (withPictures) await client.query(ASK_FOR_PICTURES, [id, JSON.stringify(pictures)])
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const LOCK = `
  with locked as materialized (
    select id from products where removed_at is null and sku in (select sku from incoming) order by id for no key update
  )
  select count(*) from locked`

const KEEP_CHANGES = `
  insert into product_import_changes (import_id, product_id, sku, was, now)
  select $1, p.id, p.sku, before.was, product_values(p)
  from merged m join products p on p.sku = m.sku and p.removed_at is null left join before on before.id = p.id
  where m.result <> 'unchanged'`

const REPORT = `
  update product_imports set report = (
    select jsonb_build_object(
      'added', count(*) filter (where result = 'added'), 'changed', count(*) filter (where result = 'changed'),
      'unchanged', count(*) filter (where result = 'unchanged'), 'bad', $2::int)
    from merged
  ), new_groups = array(
    -- A group of this moment that this transaction has written.
    select id from product_groups where created_at = now()::timestamptz(3) and xmin = pg_current_xact_id()::xid
  )
  where id = $1`

/**
 * Takes an import back: changed products get their former values, and added ones are removed. A product that is not as the
 * import left it stays, and its SKU is reported. Nothing happens unless the state is `imported`, so a repeat changes nothing.
 */
export async function takeBack(db: Db, id: string, { by, now }: { by: string; now: Date }): Promise<void> {
  await db.transaction().execute(async tx => {
    const { numAffectedRows } = await sql`
      update product_imports set state = 'undone' where id = ${id} and state = 'imported'
    `.execute(tx)
    if (numAffectedRows !== 1n) return
    await lockNamed(tx, id)
    const groups = await lockTouched(tx, id)
    await sql`delete from picture_fetches where import_id = ${id}`.execute(tx)
    await endPricesAt(tx, now)
    await changesStockBecause(tx, { reason: 'imported', note: 'Taken back', by, at: now })
    await sql`
      with
      -- 1 the products
      product as materialized (
        select p.id, p.sku, c.was, jsonb_populate_record(p, c.was - 'created_at' || ${FORMER_PRICES(now)}) as former,
          p.removed_at is null and product_values(p) = c.now as is_same, c.sku as known_as
        from product_import_changes c join products p on p.id = c.product_id
        where c.import_id = ${id}
      ),

      -- 2 those that the import has changed, and those that it has added
      restored as (
        update products p set
          ${sql.join([...new Set([...CHANGEABLE, ...PRICE_COLUMNS])].map(name => sql`${sql.ref(name)} = (former).${sql.ref(name)}`))},
          created_at = to_timestamp((was ->> 'created_at')::numeric / 1000), updated_at = ${now}
        from product
        where product.id = p.id and is_same and was is not null
        returning p.id, p.sku
      ), removed as (
        update products p set removed_at = ${now}, updated_at = ${now}
        from product
        where product.id = p.id and is_same and was is null
        returning p.id, p.sku
      ),

      -- 3 the feed
      published as (
        insert into event_outbox (type, data, at)
        select type, jsonb_build_object('productId', id, 'sku', sku), ${now}::timestamptz from (
          select 'product.updated' as type, * from restored union all select 'product.removed', * from removed order by id
        ) as e
      )

      -- 4 the report
      update product_imports set report = report || jsonb_build_object(
        'takenBack', (select count(*) from restored) + (select count(*) from removed),
        'conflicts', (select coalesce(jsonb_agg(known_as order by known_as), '[]') from product where not is_same)
      )
      where id = ${id}
    `.execute(tx)
    // The status follows the stock by a trigger, which takes one that stays the same for none.
    await sql`
      update products p set status = c.was ->> 'status'
      from product_import_changes c
      where c.import_id = ${id} and p.id = c.product_id and p.removed_at is null and p.updated_at = ${now}
        and p.status <> c.was ->> 'status' and p.stock = (c.was ->> 'stock')::int
    `.execute(tx)
    await takeNamesBack(tx, id, now)
    await restoreGroups(tx, id, now)
    for (const group of groups) await settleGroup(tx, group)
    for (const group of await emptyNewGroups(tx, id)) await deleteGroup(tx, group)
  })
}

/** The prices from before the import `c`, in a sale that it had then if it runs today. */
const FORMER_PRICES = (now: Date) => sql`case when c.was is null then '{}' else sale_values(
  p, '{"sale_price": null, "sale_from": null, "sale_until": null}' || c.was || jsonb_build_object('regular_price', c.was -> 'price'),
  ${now}, shop_day(${now})
) end`

/** Groups that the import has made and in which there is nothing now but what is archived. */
async function emptyNewGroups(tx: Tx, id: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.id from product_groups g join product_imports i on g.id = any(i.new_groups)
    where i.id = ${id} and not exists (select from products where "group" = g.id and state <> 'archived')
  `.execute(tx)
  return rows.map(row => row.id)
}

/** @returns the groups that the import has touched */
async function lockTouched(tx: Tx, id: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product_import_changes where import_id = ${id}
  `.execute(tx)
  const groups = sql`
    select "group" from product_import_changes c join products p on p.id = c.product_id where c.import_id = ${id}
    union select (was ->> 'group')::bigint from product_import_changes where import_id = ${id}
  `
  return lockGroups(
    tx,
    groups,
    rows.map(product => product.id),
  )
}

/** A combination that somebody else has taken since stays with that product. */
async function restoreGroups(tx: Tx, id: string, now: Date): Promise<void> {
  const restored = sql`
    c.import_id = ${id} and p.id = c.product_id and p.removed_at is null and p.updated_at = ${now} and c.was is not null`
  await sql`
    update products p set "group" = null, options = '[]', is_listed = true
    from product_import_changes c
    where ${restored} and p."group" is not null
      and (p."group", p.options) is distinct from ((c.was ->> 'group')::bigint, c.was -> 'options')
  `.execute(tx)
  await sql`
    update products p set "group" = (c.was ->> 'group')::bigint, options = c.was -> 'options', is_listed = false
    from product_import_changes c join product_groups g on g.id = (c.was ->> 'group')::bigint
    where ${restored} and p."group" is null and not exists (
      select from products o where o."group" = g.id and o.options = c.was -> 'options' and o.removed_at is null
    )
  `.execute(tx)
}

export async function deleteOldImports(db: Db): Promise<void> {
  await sql`delete from product_imports where expires_at < now()`.execute(db)
}
