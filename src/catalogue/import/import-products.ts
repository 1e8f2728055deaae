import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Static, Type } from 'typebox'
import { connectDirectly } from '../../database/pooling/client.ts'
import { SHOP } from '../../database/shops.ts'
import { compileValidator } from '../../http/input/validation.ts'
import { Time } from '../../http/schemas.ts'
import { CURRENCIES_WITHOUT_CENTS } from '../../pages/assets/form-rules.js'
import { decimal } from '../../pages/format.ts'
import { MINUTE } from '../../time.ts'
import { NewProduct, PRODUCT_COLUMNS } from '../product.ts'
import { ALL_WORDS } from '../suggestions.ts'
import type { FileRow } from './file-rows.ts'

/*
 * Imports any number of products from a file in constant memory. Rows are checked one by one. COPY writes a few thousand
 * at a time into a temporary table, and one statement merges them into the catalogue. It locks products in the order of their
 * ids, as orders do. Imports merge one at a time: two that add the same SKUs in different orders would wait in a circle.
 *
 * A row is matched by its SKU. A product that already equals its row is left alone, so an interrupted import is simply
 * run again. Values that a row does not give (no description, no stock) stay unchanged. Only a new product needs a name, a category and a price. `allOrNothing` merges the whole file at
 * its end, and only if no row is bad.
 *
 * If several rows have the same SKU, the last one counts, and the others are bad. A second temporary table has each SKU that
 * was merged, with its line and what became of it.
 *
 * An amount without a currency is in the currency of the product, which is only known here. When that one has no cents, the
 * row is bad: 1250 would be 125,000 yen. So is a row that changes the currency but not the price.
 *
 * While a file does not say what its prices mean, nothing is merged. Its end may be the question.
 */

const ImportRow = Type.Object({
  ...Type.Partial(NewProduct).properties,
  sku: NewProduct.properties.sku,
  created_at: Type.Optional(Time),
})
type ImportRow = Static<typeof ImportRow>

export type BadRow = { line: number; reason: string }

/** The lowest and the highest price in a file, in minor units. */
export type PriceSpan = { currency: string; lowest: number; highest: number }

export type ImportReport = {
  added: number
  changed: number
  unchanged: number
  bad: number
  /** Lines that a mistake took with it, mostly a quote that is not closed. */
  lostLines: number
  unreadColumns: string[]
  prices: PriceSpan[]
  undone: boolean
  stopped: boolean
}

type Options = {
  allOrNothing?: boolean
  onBadRow?: (row: BadRow) => void
  /** Called after each batch with the number of rows read so far. */
  onProgress?: (rows: number) => void
  /** Ends the import after the present batch. */
  signal?: AbortSignal
}

/** The log of changes lists at most 5,000 products of one statement. Above that, list indexes are loaded again. */
const BATCH = 4000

/** A batch takes seconds, and the vacuum of a big catalogue some minutes. */
export const LONGEST_STATEMENT = 30 * MINUTE

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over the rows with one report; its two steps share both
export async function importProducts(
  databaseUrl: string,
  rows: AsyncIterable<FileRow> | Iterable<FileRow>,
  { allOrNothing = false, onBadRow = () => {}, onProgress = () => {}, signal }: Options = {},
): Promise<ImportReport> {
  const client = await connectDirectly(databaseUrl, { name: 'semel import', deadline: LONGEST_STATEMENT })
  try {
    await client.query(STAGE)
    const merge = async () => {
      for await (const row of rowsBadTogether(client)) {
        report.bad++
        onBadRow(row)
      }
      if (allOrNothing && report.bad > 0) return
      // The end of the connection releases the lock too.
      await client.query(`select pg_advisory_lock(${TURN}, ${SHOP})`)
      await client.query(REMOVE_BAD)
      await client.query(`${MERGE};${KEEP_STATUS}`)
      await client.query(`select pg_advisory_unlock(${TURN}, ${SHOP})`)
      await client.query('truncate incoming')
    }
    const report: ImportReport = { ...NOTHING, unreadColumns: [] }
    let batch: Checked[] = []
    let read = 0
    let isUnsure = false
    const flush = async () => {
      await stage(client, batch)
      if (!allOrNothing && !isUnsure) await merge()
      batch = []
      onProgress(read)
    }
    for await (const fileRow of rows) {
      if ('unreadColumns' in fileRow) {
        report.unreadColumns = fileRow.unreadColumns
        continue
      }
      read++
      if ('mistake' in fileRow) report.lostLines += fileRow.lostLines ?? 0
      else isUnsure = fileRow.isUnsure ?? false
      const checked = check(fileRow)
      if ('reason' in checked) {
        report.bad++
        onBadRow(checked)
      } else {
        batch.push(checked)
      }
      if (batch.length >= BATCH) await flush()
      // A file full of mistakes must not block signals and the progress bar.
      else if (read % BATCH === 0) await setImmediate(onProgress(read))
      if (signal?.aborted) {
        report.stopped = true
        break
      }
    }
    await flush()
    if (allOrNothing && !report.stopped) await merge()
    const undone = report.bad > 0 || report.stopped
    const spans = await client.query<PriceSpan>(allOrNothing && undone ? STAGED_PRICES : MERGED_PRICES)
    report.prices = spans.rows
    if (allOrNothing && undone) return { ...report, undone }
    const { rows: counts } = await client.query<{ result: 'added' | 'changed' | 'unchanged'; count: number }>(COUNTS)
    for (const { result, count } of counts) report[result] = count
    // Index-only scans need the visibility map, and the planner needs new statistics.
    if (report.added + report.changed > 10_000) {
      await client.query('vacuum (analyze) products')
      await client.query(ALL_WORDS)
    }
    return report
  } finally {
    await client.end()
  }
}

const NOTHING = { added: 0, changed: 0, unchanged: 0, bad: 0, lostLines: 0, prices: [], undone: false, stopped: false }

const validate = compileValidator({ schema: ImportRow, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Error }

type Checked = { line: number; row: ImportRow; isInCents: boolean }

/** Gives the same reasons as the API. */
function check(fileRow: Exclude<FileRow, { unreadColumns: string[] }>): Checked | BadRow {
  const { line } = fileRow
  if ('mistake' in fileRow) return { line, reason: fileRow.mistake }
  const { value, isInCents = false } = fileRow
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, reason: 'is not an object' }
  }
  for (const [field, text] of Object.entries(value)) {
    if (typeof text !== 'string') continue
    if (text.includes('\0')) return { line, reason: `${field} must not contain the character U+0000` }
    if (text.includes('\ufffd') || !text.isWellFormed()) return { line, reason: `${field} ${NOT_UTF_8}` }
  }
  const checked = validate(value)
  if (checked !== true) return { line, reason: checked.error.message }
  const { created_at, ...row } = value as ImportRow
  if (created_at === undefined) return { line, row, isInCents }
  return { line, row: { ...row, created_at: new Date(created_at).toISOString() }, isInCents }
}

/** The plain "CSV" of Excel has the encoding of Windows. */
const NOT_UTF_8 = 'is not valid UTF-8. Save the file as UTF-8, in Excel as "CSV UTF-8"'

const COLUMNS = PRODUCT_COLUMNS.filter(column => column !== 'id' && column !== 'images')

const STAGE = `
  set temp_buffers = '64MB';
  create temp table incoming (
    line int, sku text collate "C", name text, description text, category text, status text, price bigint, currency text,
    tax_class text, stock int, created_at timestamptz(3), texts jsonb, is_in_cents boolean
  );
  create temp table merged (sku text collate "C" primary key, line int, result text collate "C", has_price boolean)`

/** The currency of the product, if it has no cents but the amount in `rows` was read with them. */
const WITHOUT_CENTS = `
  case when is_in_cents then (
    select currency from products p where p.sku = rows.sku and p.removed_at is null
      and p.currency in (${CURRENCIES_WITHOUT_CENTS.map(currency => `'${currency}'`).join(', ')})
  ) end`

/** Names what a new product needs and its row does not give, or `currency` if a row changes it without a price. */
const LACKING = `
  case when rows.name is null or rows.category is null or rows.price is null then (
    select case
      when p.sku is null then concat_ws(', ', case when rows.name is null then 'name' end,
        case when rows.category is null then 'category' end, case when rows.price is null then 'price' end)
      when rows.price is null and rows.currency <> p.currency then 'currency'
    end
    from (select) as one left join products p on p.sku = rows.sku and p.removed_at is null
  ) end`

const BAD_TOGETHER = `
  declare bad_together no scroll cursor with hold for
  select line, last, without_cents, lacking from (
    select line, max(line) over (partition by sku) as last, ${WITHOUT_CENTS} as without_cents,
      case when is_present then ${LACKING} end as lacking
    from (
      select sku, line, is_in_cents, name, category, price, currency, true as is_present from incoming
      union all select m.sku, m.line, false, null, null, null, null, false from merged m
      where exists (select from incoming i where i.sku = m.sku)
    ) as rows
  ) as rows
  where line < last or without_cents is not null or lacking is not null order by line`

type BadTogether = { line: number; last: number; without_cents: string | null; lacking: string | null }

/** Rows that are bad beside other rows, or beside their product. In constant memory, as each row of a file can be one. */
async function* rowsBadTogether(client: pg.Client): AsyncGenerator<BadRow> {
  await client.query(BAD_TOGETHER)
  for (;;) {
    const { rows } = await client.query<BadTogether>(`fetch ${BATCH} from bad_together`)
    for (const row of rows) yield { line: row.line, reason: reasonOf(row) }
    if (rows.length < BATCH) break
  }
  await client.query('close bad_together')
}

function reasonOf({ line, last, without_cents, lacking }: BadTogether): string {
  if (line < last) return `sku is the same as in line ${last}. Only the last row with a SKU counts`
  if (without_cents) return `currency is required, because the product is sold in ${without_cents}`
  if (lacking === 'currency') return 'price is required, because the product is sold in another currency'
  return `${lacking} ${lacking?.includes(',') ? 'are' : 'is'} required for a new product`
}

const LAST = 'select distinct on (sku) * from incoming order by sku, line desc'

/** A statement of its own: as a condition of MERGE it made the planner expect one row, and join thousands with thousands. */
const REMOVE_BAD = `
  delete from incoming where sku in (
    select sku from (${LAST}) as rows where ${WITHOUT_CENTS} is not null or ${LACKING} is not null)`

/** Only added products use up an id. */
const MERGE = `
  with given as materialized (${LAST}), outdated as materialized (
    select p.id as product, g.* from given g join products p on p.sku = g.sku
    where p.removed_at is null and (
      p.name, p.category, p.price, p.description, p.status, p.currency, p.stock, p.created_at, p.tax_class, p.texts
    ) is distinct from (
      coalesce(g.name, p.name), coalesce(g.category, p.category), coalesce(g.price, p.price), coalesce(g.description, p.description), coalesce(g.status, p.status),
      coalesce(g.currency, p.currency), coalesce(g.stock, p.stock), coalesce(g.created_at, p.created_at),
      coalesce(g.tax_class, p.tax_class), case when g.texts is null then p.texts else changed_texts(p.texts, g.texts) end
    )
    order by p.id
    for no key update of p
  ), changed as (
    update products p set
      name = coalesce(g.name, p.name), category = coalesce(g.category, p.category), price = coalesce(g.price, p.price),
      description = coalesce(g.description, p.description), status = coalesce(g.status, p.status),
      currency = coalesce(g.currency, p.currency), stock = coalesce(g.stock, p.stock),
      created_at = coalesce(g.created_at, p.created_at), tax_class = coalesce(g.tax_class, p.tax_class),
      texts = case when g.texts is null then p.texts else changed_texts(p.texts, g.texts) end, updated_at = now()
    from outdated g where p.id = g.product
    returning p.id, p.sku
  ), added as (
    insert into products (sku, name, description, category, status, price, currency, stock, created_at, tax_class, texts)
    select g.sku, g.name, coalesce(g.description, ''), g.category, coalesce(g.status, 'active'), g.price,
      coalesce(g.currency, 'EUR'), coalesce(g.stock, 0), coalesce(g.created_at, now()),
      coalesce(g.tax_class, 'standard'), case when g.texts is null then '{}' else changed_texts('{}', g.texts) end
    from given g
    where not exists (select from products p where p.sku = g.sku and p.removed_at is null)
      -- The product of such a row was removed a moment ago.
      and g.name is not null and g.category is not null and g.price is not null
    order by g.line
    on conflict (sku) where removed_at is null do nothing
    returning id, sku
  ), published as (
    insert into event_outbox (type, data, at)
    select type, jsonb_build_object('productId', id, 'sku', sku), now() from (
      select 'product.updated' as type, * from changed union all select 'product.created', * from added order by id
    ) as e
  )
  insert into merged as m (sku, line, has_price, result)
  select g.sku, g.line, g.price is not null, case when a.id is not null then 'added' when c.id is not null then 'changed' else 'unchanged' end
  from given g left join added a on a.sku = g.sku left join changed c on c.sku = g.sku
  on conflict (sku) do update set line = excluded.line, result = least(m.result, excluded.result),
    has_price = m.has_price or excluded.has_price`

/**
 * The trigger takes a status that equals the former one for none, and lets it follow the stock. The same file would
 * then change such products once more. An order that has taken stock since decides the status itself.
 */
const KEEP_STATUS = `
  update products p set status = g.status
  from (${LAST}) as g
  where (g.status, g.stock > 0) in (('active', false), ('out_of_stock', true))
    and p.sku = g.sku and p.removed_at is null and p.stock = g.stock and p.status <> g.status`

/** Each product once: one that a row added and a later one changed is an added one (`least`, in the order of the letters). */
const COUNTS = 'select result, count(*)::int from merged group by result'

/** Told after each import, because a price that is wrong by a hundred stands out at the ends. */
const SPANS = 'select currency, min(price)::float8 as lowest, max(price)::float8 as highest from'
const MERGED_PRICES = `
  ${SPANS} products p join merged m using (sku) where p.removed_at is null and m.has_price group by currency order by 1`
const STAGED_PRICES = `
  ${SPANS} (
    select coalesce(i.currency, p.currency, 'EUR') as currency, i.price
    from incoming i left join products p on p.sku = i.sku and p.removed_at is null
    where i.price is not null
  ) as rows
  group by currency order by 1`

/** `0.49 to 49.00 EUR` */
export function spanText({ currency, lowest, highest }: PriceSpan): string {
  const [first, last] = [decimal(lowest, currency), decimal(highest, currency)]
  return first === last ? `${first} ${currency}` : `${first} to ${last} ${currency}`
}

/** By COPY, which pg itself does not offer. `insert … select from unnest(…)` is slower for wide rows. */
async function stage(client: pg.Client, batch: readonly Checked[]): Promise<void> {
  if (batch.length === 0) return
  const text = batch
    .map(({ line, row, isInCents }) => `${line},${isInCents},${COLUMNS.map(column => quoted(row[column])).join(',')}\n`)
    .join('')
  const columns = ['line', 'is_in_cents', ...COLUMNS].join(', ')
  await pipeline([text], client.query(copyFrom(`copy incoming (${columns}) from stdin (format csv)`)))
}

const TURN = 0x696d7074

/** A field in the CSV of COPY, where nothing means null and `""` an empty text. */
function quoted(value: string | number | object | undefined): string {
  if (typeof value === 'object') return quoted(JSON.stringify(value))
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value ?? '')
}
