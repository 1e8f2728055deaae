/** The first half of an import: rows of a file are checked one by one, and wait in a temporary table for what is done with them. */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Static, Type } from 'typebox'
import { compileValidator } from '../../http/input/validation.ts'
import { Time } from '../../http/schemas.ts'
import { CURRENCIES_WITHOUT_CENTS } from '../../pages/assets/form-rules.js'
import { decimal } from '../../pages/format.ts'
import { NewProductGroup, type OptionValue } from '../groups/group.ts'
import { pictureAddresses } from '../pictures-by-address/addresses.ts'
import { NewProduct, PRODUCT_COLUMNS } from '../product.ts'
import type { FileRow } from './file-rows.ts'
import type { Cells } from './prices.ts'
import { readOptions } from './read-options.ts'

const ImportRow = Type.Object({
  ...Type.Partial(NewProduct).properties,
  sku: NewProduct.properties.sku,
  created_at: Type.Optional(Time),
  group: Type.Optional(NewProductGroup.properties.name),
  options: Type.Optional(Type.String()),
  pictures: Type.Optional(Type.String()),
})
type ImportRow = Omit<Static<typeof ImportRow>, 'options' | 'pictures'> & { options?: OptionValue[] }

/** `cells`: what stands in the file, where the reader wants it. */
export type BadRow = { line: number; reason: string; cells?: Cells | undefined }

/** The lowest and the highest price in a file, in minor units. */
export type PriceSpan = { currency: string; lowest: number; highest: number }

/** The log of changes lists at most 5,000 products of one statement. Above that, list indexes are loaded again. */
export const BATCH = 4000

const validate = compileValidator({ schema: ImportRow, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Error }

export type Checked = { line: number; row: ImportRow; isInCents: boolean; pictures: string[] }

/** Gives the same reasons as the API. */
export function check(
  fileRow: Exclude<FileRow, { unreadColumns: string[] } | { morePictures: string[] }>,
): Checked | BadRow {
  const { line, cells } = fileRow
  if ('mistake' in fileRow) return { line, reason: fileRow.mistake, cells }
  const { value, isInCents = false } = fileRow
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, reason: 'is not an object' }
  }
  for (const [field, text] of Object.entries(value)) {
    if (typeof text !== 'string') continue
    if (text.includes('\0')) return { line, reason: `${field} must not contain the character U+0000`, cells }
    if (text.includes('\ufffd') || !text.isWellFormed()) return { line, reason: `${field} ${NOT_UTF_8}`, cells }
  }
  const checked = validate(withoutIds(value as Record<string, unknown>))
  if (checked !== true) return { line, reason: checked.error.message, cells }
  const { created_at, options: text, pictures = '', ...row } = value as Static<typeof ImportRow>
  const options = valuesIn(text, row.group)
  if (typeof options === 'string') return { line, reason: options, cells }
  const at = created_at === undefined ? {} : { created_at: new Date(created_at).toISOString() }
  const pictured = { pictures: pictureAddresses(pictures) }
  return { line, row: { ...row, ...(options && { options }), ...at }, isInCents, ...pictured }
}

/** The values that a row gives for its group, or why it is bad. */
function valuesIn(text: string | undefined, group: string | undefined): OptionValue[] | string | undefined {
  const options = text === undefined ? undefined : readOptions(text)
  if (typeof options === 'string') return `options ${options}`
  if (options && !group) return 'group is required beside options'
  return group && !options ? 'options are required beside a group' : options
}

/** A product as the API shows it has the id of its group, which means nothing in another shop. */
function withoutIds(value: Record<string, unknown>): object {
  if (typeof value.group === 'string' || value.group === undefined) return value
  delete value.group
  delete value.options
  return value
}

/** The plain "CSV" of Excel has the encoding of Windows. */
const NOT_UTF_8 = 'is not valid UTF-8. Save the file as UTF-8, in Excel as "CSV UTF-8"'

const COLUMNS = PRODUCT_COLUMNS.filter(
  column => column !== 'id' && column !== 'images' && column !== 'state' && column !== 'updated_at',
)

export const STAGE = `
  set temp_buffers = '64MB';
  create temp table incoming (
    line int, sku text collate "C", name text, description text, category text, status text, price bigint, currency text,
    tax_class text, stock int, created_at timestamptz(3), texts jsonb, "group" text collate "C", options jsonb, is_in_cents boolean
  );
  create temp table merged (sku text collate "C" primary key, line int, result text collate "C", has_price boolean)`

/** That of a new product whose row names none. */
export const SHOP_CURRENCY = `coalesce((select settings ->> 'currency' from shop_settings), 'EUR')`

/** The currency of the product, if it has no cents but the amount in `rows` was read with them. */
const WITHOUT_CENTS = `
  case when is_in_cents then (
    select currency from (
      select coalesce((select currency from products p where p.sku = rows.sku and p.removed_at is null), ${SHOP_CURRENCY}) as currency
    ) as sold
    where currency in (${CURRENCIES_WITHOUT_CENTS.map(currency => `'${currency}'`).join(', ')})
  ) end`

/** Names what a new product needs and its row does not give; `currency` if a row changes it without a price; `draft` for its SKU. */
const LACKING = `
  case when exists (select from products d where d.sku = rows.sku and d.is_draft) then 'draft'
    when rows.name is null or rows.category is null or rows.price is null then (
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
export async function* rowsBadTogether(client: pg.Client): AsyncGenerator<BadRow> {
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
  if (lacking === 'draft') return 'sku is that of a draft. Put it on sale first'
  if (lacking === 'currency') return 'price is required, because the product is sold in another currency'
  return `${lacking} ${lacking?.includes(',') ? 'are' : 'is'} required for a new product`
}

export const LAST = 'select distinct on (sku) * from incoming order by sku, line desc'

/** A statement of its own: as a condition of MERGE it made the planner expect one row, and join thousands with thousands. */
export const REMOVE_BAD = `
  delete from incoming where sku in (
    select sku from (${LAST}) as rows where ${WITHOUT_CENTS} is not null or ${LACKING} is not null)`

/** Told after each import, because a price that is wrong by a hundred stands out at the ends. */
const SPANS = 'select currency, min(price)::float8 as lowest, max(price)::float8 as highest from'
export const MERGED_PRICES = `
  ${SPANS} products p join merged m using (sku) where p.removed_at is null and m.has_price group by currency order by 1`
export const STAGED_PRICES = `
  ${SPANS} (
    select coalesce(i.currency, p.currency, ${SHOP_CURRENCY}) as currency, i.price
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
export async function stage(client: pg.Client, batch: readonly Checked[]): Promise<void> {
  if (batch.length === 0) return
  const text = batch
    .map(({ line, row, isInCents }) => `${line},${isInCents},${COLUMNS.map(column => quoted(row[column])).join(',')}\n`)
    .join('')
  const columns = ['line', 'is_in_cents', ...COLUMNS.map(column => `"${column}"`)].join(', ')
  await pipeline([text], client.query(copyFrom(`copy incoming (${columns}) from stdin (format csv)`)))
}

/** A field in the CSV of COPY, where nothing means null and `""` an empty text. */
function quoted(value: string | number | object | undefined): string {
  if (typeof value === 'object') return quoted(JSON.stringify(value))
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value ?? '')
}
