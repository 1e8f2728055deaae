/** The first half of an import: rows of a file are checked one by one, and wait in a temporary table for what is done with them. */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Static, Type } from 'typebox'
import { readSql } from '../../database/sql-file.ts'
import { compileValidator } from '../../http/input/validation.ts'
import { Time } from '../../http/schemas.ts'
import { CURRENCIES_WITHOUT_CENTS } from '../../pages/assets/form-rules.js'
import { decimal } from '../../pages/format.ts'
import { ENDED_CURRENCY } from '../../shop/currencies.ts'
import { ENDED_CURRENCIES } from '../../world/currencies.ts'
import { type AttributeValues, withAttributes } from '../attributes/table.ts'
import { TextsChange as CategoryTexts } from '../categories/category-texts.ts'
import { NewProductGroup, type OptionValue } from '../groups/group.ts'
import { pictureAddresses } from '../pictures-by-address/addresses.ts'
import { NewProduct, WRITABLE } from '../product.ts'
import { type Sale, saleMistake } from '../sales/sale.ts'
import { likeKnown } from '../similar-skus.ts'
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
  category_texts: Type.Optional(CategoryTexts),
})
type ImportRow = Omit<Static<typeof ImportRow>, 'options' | 'pictures' | keyof AttributeValues> & {
  options?: OptionValue[]
  attributes?: Record<string, unknown>
}

/** `cells`: what is in the file, where the reader wants it. */
export type BadRow = { line: number; reason: string; cells?: Cells | undefined }

/** The lowest and the highest price in a file, in minor units. */
export type PriceSpan = { currency: string; lowest: number; highest: number }

/** The log of changes lists at most 5,000 products of one statement. Above that, list indexes are loaded again. */
export const ROWS_AT_ONCE = 4000

const validate = compileValidator({ schema: ImportRow, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Error }

export type Checked = { line: number; row: ImportRow; isInCents: boolean; isNet: boolean; pictures: string[] }

/** Gives the same reasons as the API. */
export function check(
  fileRow: Exclude<FileRow, { unreadColumns: string[] } | { morePictures: string[] }>,
): Checked | BadRow {
  const { line, cells } = fileRow
  if ('mistake' in fileRow) return { line, reason: fileRow.mistake, cells }
  const { value, isInCents = false, isNet = false } = fileRow
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
  const options = valuesIn(text, row)
  if (typeof options === 'string') return { line, reason: options, cells }
  const at = created_at === undefined ? {} : { created_at: new Date(created_at).toISOString() }
  const pictured = { pictures: pictureAddresses(pictures) }
  return {
    line,
    row: { ...withAttributes(ofRegularPrice(row)), ...(options && { options }), ...at },
    isInCents,
    isNet,
    ...pictured,
  }
}

/** A product as the API shows it has its regular price beside the one that holds. */
function ofRegularPrice<Row extends { price?: number; regular_price?: number }>({ regular_price, ...row }: Row) {
  return { ...row, ...(regular_price !== undefined && { price: regular_price }) }
}

/** The values that a row gives for its group, or why it or its sale is bad. */
function valuesIn(
  text: string | undefined,
  row: Pick<ImportRow, 'group' | keyof Sale>,
): OptionValue[] | string | undefined {
  const mistake = saleMistake(row)
  if (mistake) return `${mistake.field} ${mistake.reason}`
  const { group } = row
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

const COLUMNS = [
  ...WRITABLE.filter(name => name !== 'regular_price'),
  'created_at',
  'group',
  'options',
  'category_texts',
] as const

const STAGE = readSql('sql/stage.sql', import.meta.url)
const BAD_TOGETHER = readSql('sql/bad-rows.sql', import.meta.url)
const DEFAULT_CATEGORY = readSql('sql/default-category.sql', import.meta.url)
const ADD_VAT = readSql('sql/add-vat.sql', import.meta.url)
export const REMOVE_BAD = readSql('sql/remove-bad.sql', import.meta.url)

/** The lowest and highest prices, reported after each import: they show when prices are wrong by a factor of a hundred. */
export const MERGED_PRICES = readSql('sql/merged-prices.sql', import.meta.url)
export const STAGED_PRICES = readSql('sql/staged-prices.sql', import.meta.url)

/**
 * Makes the temporary tables of an import, which end with the connection.
 * @param takesSimilar new SKUs that are like known ones are new products
 */
export async function openStage(client: pg.Client, takesSimilar = false): Promise<void> {
  await client.query(STAGE)
  await client.query('insert into currencies_without_cents select unnest($1::text[])', [CURRENCIES_WITHOUT_CENTS])
  await client.query('insert into like_known values ($1)', [takesSimilar])
  await client.query('insert into ended_currencies select unnest($1::text[])', [ENDED_CURRENCIES])
}

type BadTogether = Record<'without_cents' | 'lacking' | 'resembles' | 'currency', string | null> & {
  line: number
  last: number
}

/** Rows that are bad beside other rows, or beside their product. In constant memory, as each row of a file can be one. */
export async function* rowsBadTogether(client: pg.Client): AsyncGenerator<BadRow> {
  await client.query(BAD_TOGETHER)
  for (;;) {
    const { rows } = await client.query<BadTogether>(`fetch ${ROWS_AT_ONCE} from bad_together`)
    for (const row of rows)
      yield { line: row.line, reason: reasonOf(row), ...(row.currency && { cells: { currency: row.currency } }) }
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close bad_together')
}

function reasonOf({ line, last, without_cents, lacking, resembles }: BadTogether): string {
  if (line < last) return `sku is the same as in line ${last}. Only the last row with a SKU counts`
  if (resembles !== null) return `sku ${likeKnown(resembles)}`
  if (without_cents) return `currency is required, because the product is sold in ${without_cents}`
  if (lacking === 'draft') return 'sku is that of a draft. Put it on sale first'
  if (lacking === 'ended') return `currency ${ENDED_CURRENCY.reason}`
  if (lacking === 'currency') return 'price is required, because the product is sold in another currency'
  return `${lacking} ${lacking?.includes(',') ? 'are' : 'is'} required for a new product`
}

/** `0.49 to 49.00 EUR` */
export function spanText({ currency, lowest, highest }: PriceSpan): string {
  const [first, last] = [decimal(lowest, currency), decimal(highest, currency)]
  return first === last ? `${first} ${currency}` : `${first} to ${last} ${currency}`
}

/**
 * Writes a batch by COPY, which pg itself does not offer. `insert … select from unnest(…)` is slower for wide rows.
 * @param category of new products whose row names none
 */
export async function stage(client: pg.Client, batch: readonly Checked[], category?: string): Promise<void> {
  if (batch.length === 0) return
  const text = batch
    .map(
      ({ line, row, isInCents, isNet }) =>
        `${line},${isInCents},${isNet},${COLUMNS.map(column => quoted(row[column])).join(',')}\n`,
    )
    .join('')
  const columns = ['line', 'is_in_cents', 'is_net', ...COLUMNS.map(column => `"${column}"`)].join(', ')
  await pipeline([text], client.query(copyFrom(`copy incoming (${columns}) from stdin (format csv)`)))
  if (batch.some(({ isNet }) => isNet)) await client.query(ADD_VAT)
  if (category && batch.some(({ row }) => row.category === undefined)) await client.query(DEFAULT_CATEGORY, [category])
}

/** A field in the CSV of COPY, where nothing means null and `""` an empty text. */
function quoted(value: string | number | boolean | object | null | undefined): string {
  if (typeof value === 'object' && value) return quoted(JSON.stringify(value))
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value ?? '')
}
