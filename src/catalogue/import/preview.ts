/** Previews an import without changing anything: compares the staged rows with the catalogue as it is now. */
import type pg from 'pg'
import { connectDirectly } from '../../database/pooling/client.ts'
import { one } from '../../database/rows.ts'
import { COUNT_MISSING, type WantedPicture, wantedPicture } from '../pictures-by-address/fetches.ts'
import { CHANGEABLE } from '../product.ts'
import type { VatQuestion } from './columns.ts'
import type { FileRow } from './file-rows.ts'
import { badGroupedRows } from './grouped-rows.ts'
import { LONGEST_STATEMENT } from './import-products.ts'
import { IS_OUTDATED, NAMES_CATEGORY } from './sql/merge.ts'
import {
  type BadRow,
  type Checked,
  check,
  openStage,
  type PriceSpan,
  REMOVE_BAD,
  ROWS_AT_ONCE,
  rowsBadTogether,
  STAGED_PRICES,
  stage,
} from './stage.ts'

/** One value of a product before and after; null: the product is new. */
type ValueChange = { field: string; old: string | null; new: string }
export type RowChange = {
  line: number
  sku: string
  name: string
  isNew: boolean
  currency: string
  values: ValueChange[]
}

export type Outlook = {
  added: number
  changed: number
  unchanged: number
  bad: number
  lostLines: number
  unreadColumns: string[]
  asksVat: VatQuestion | null
  /** Pictures that the file names by their addresses, without those that their product has. */
  pictures: number
  prices: PriceSpan[]
  /** The first of them. */
  changes: RowChange[]
  badRows: BadRow[]
}

/** Enough to see whether a file is right. */
const BAD_ROWS_SHOWN = 100

export async function previewImport(
  databaseUrl: string,
  rows: AsyncIterable<FileRow>,
  said: Said = {},
): Promise<Outlook> {
  const client = await connectDirectly(databaseUrl, { name: 'semel import', deadline: LONGEST_STATEMENT })
  try {
    const { pictures, ...staged } = await stageRows(client, rows, said)
    const counts = await client.query<Pick<Outlook, 'added' | 'changed' | 'unchanged'>>(COUNTS)
    const { rows: found } = await client.query<Found>(CHANGES)
    const prices = (await client.query<PriceSpan>(STAGED_PRICES)).rows
    return {
      ...staged,
      ...counts.rows[0]!,
      pictures: await countMissing(client, pictures),
      prices,
      changes: found.map(changeOf),
    }
  } finally {
    await client.end()
  }
}

async function countMissing(client: pg.Client, pictures: readonly WantedPicture[]): Promise<number> {
  if (pictures.length === 0) return 0
  const { rows } = await client.query<{ missing: number }>(COUNT_MISSING, [JSON.stringify(pictures)])
  return one(rows).missing
}

/** Answers of a person beside the columns. */
export type Said = { category?: string; takesSimilar?: boolean }

/** Stages all rows of a file that can be imported. */
export async function stageRows(
  client: pg.Client,
  rows: AsyncIterable<FileRow>,
  { category, takesSimilar }: Said = {},
) {
  await openStage(client, takesSimilar)
  const pictures: WantedPicture[] = []
  const report = {
    bad: 0,
    lostLines: 0,
    unreadColumns: [] as string[],
    asksVat: null as VatQuestion | null,
    badRows: [] as BadRow[],
  }
  const note = (row: BadRow) => {
    report.bad++
    if (report.badRows.length < BAD_ROWS_SHOWN) report.badRows.push(row)
  }
  let batch: Checked[] = []
  for await (const row of rows) {
    if ('unreadColumns' in row) {
      report.unreadColumns = row.unreadColumns
      report.asksVat = row.asksVat ?? report.asksVat
      continue
    }
    if ('morePictures' in row) {
      pictures.push(...row.morePictures.map(url => wantedPicture(row.sku, url)))
      continue
    }
    if ('mistake' in row) report.lostLines += row.lostLines ?? 0
    const checked = check(row)
    if ('reason' in checked) note(checked)
    else {
      batch.push(checked)
      pictures.push(...checked.pictures.map(url => wantedPicture(checked.row.sku, url)))
    }
    if (batch.length < ROWS_AT_ONCE) continue
    await stage(client, batch, category)
    batch = []
  }
  await stage(client, batch, category)
  for await (const row of rowsBadTogether(client)) note(row)
  await client.query(REMOVE_BAD)
  for await (const row of badGroupedRows(client)) note(row)
  report.badRows.sort((a, b) => a.line - b.line)
  return { ...report, pictures }
}

const COMPARED = `last_rows as g left join products p on p.sku = g.sku and p.removed_at is null`

const IS_CHANGED = `(${IS_OUTDATED} or ${NAMES_CATEGORY})`

const COUNTS = `
  select
    count(*) filter (where p.id is null)::int as added,
    count(*) filter (where p.id is not null and ${IS_CHANGED})::int as changed,
    count(*) filter (where p.id is not null and not ${IS_CHANGED})::int as unchanged
  from ${COMPARED}`

/** The values of the file as JSON, and those of the product. */
const CHANGES = `
  select g.line, g.sku, coalesce(g.name, p.name) as name, p.id is null as is_new,
    coalesce(g.currency, p.currency, (select currency from shop_currency)) as currency,
    product_values(p) || p.attributes || jsonb_build_object('options', options_text(p.options),
      'group', (select name from product_groups where id = p."group"), 'category_texts', coalesce(n.texts, '{}')) as was,
    jsonb_strip_nulls(jsonb_build_object(
      ${CHANGEABLE.filter(name => name !== 'texts' && name !== 'attributes').map(name => `'${name}', g.${name}`)},
      'group', g."group", 'options', case when g.options is not null then options_text(g.options) end,
      'category_texts', case when g.category_texts is not null then changed_texts(coalesce(n.texts, '{}'), g.category_texts) end,
      'texts', case when g.texts is not null then changed_texts(coalesce(p.texts, '{}'), g.texts) end))
      || coalesce(g.attributes, '{}') as given
  from ${COMPARED} left join categories n on n.name = coalesce(g.category, p.category)
  where p.id is null or ${IS_CHANGED}
  order by g.line
  limit ${BAD_ROWS_SHOWN}`

type Found = {
  line: number
  sku: string
  name: string
  is_new: boolean
  currency: string
  was: Record<string, unknown>
  given: Record<string, unknown>
}

function changeOf({ line, sku, name, is_new, currency, was, given }: Found): RowChange {
  const values = Object.entries(given)
    .filter(([field, value]) => is_new || JSON.stringify(was[field]) !== JSON.stringify(value))
    .map(([field, value]) => ({ field, old: is_new ? null : shown(was[field]), new: shown(value) }))
  return { line, sku, name, isNew: is_new, currency, values }
}

const LONGEST_CELL = 200

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text
}
