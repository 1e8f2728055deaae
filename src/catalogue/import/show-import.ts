/** An import as the API and its page show it: how the file is read, what it would change, and later what it has changed. */
import { StartError } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { fetchesOf } from '../pictures-by-address/fetches.ts'
import { type FileRow, readRows } from './file-rows.ts'
import { duringImport } from './import-products.ts'
import { findImport, type KeptImport } from './kept-imports.ts'
import { type Outlook, previewImport } from './preview.ts'
import { type Head, readHead } from './read-head.ts'
import type { Field } from './reading/fields.ts'
import { inPieces } from './route.ts'
import { type BadRow, spanText } from './stage.ts'

export type ShownImport = Awaited<ReturnType<typeof showKept>>

/** @throws Problem `not_found` */
export async function showImport(context: AppContext, id: string): Promise<ShownImport> {
  return showKept(context, await requireImport(context.db, id, context.clock.now()))
}

export async function showKept({ db, databaseUrl }: AppContext, kept: KeptImport) {
  const { id, state, created_at, expires_at, report } = kept
  const { vat = null, ignoreSwitches = false, category = null, takesSimilar = false } = kept.reading
  const said = { vat, ignoreSwitches, category, takesSimilar }
  const common = {
    id,
    state,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    report,
    ...said,
  }
  const none = { encoding: null, columns: [], problem: null, preview: null, pictures: null }
  if (state !== 'open') return { ...common, ...none, pictures: await fetchesOf(db, id) }
  const head = await readHead(kept.file, kept.reading)
  const { encoding, problem } = head
  const columns = head.columns.map(({ field, ...column }, index) => ({
    number: index + 1,
    field: field ?? null,
    ...column,
  }))
  if (problem !== undefined) return { ...common, encoding, columns, problem, preview: null, pictures: null }
  try {
    const outlook = await duringImport(db, () => previewImport(databaseUrl, rowsOf(db, kept), kept.reading))
    return { ...common, encoding, columns, problem: null, preview: previewOf(outlook, head), pictures: null }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { ...common, encoding, columns, problem: error.message, preview: null, pictures: null }
  }
}

export async function requireImport(db: AppContext['db'], id: string, now: Date): Promise<KeptImport> {
  const kept = await findImport(db, id, now)
  if (!kept) throw new Problem('not_found', 'There is no such import, or it has expired. Upload the file again.')
  return kept
}

/** A column `price` is as on price tags here, as in the form of a product. */
export async function* rowsOf(db: Db, { file, reading }: KeptImport): AsyncGenerator<FileRow> {
  const { currency } = await readShop(db)
  yield* readRows(inPieces(file), 'csv', {
    ...reading,
    currency,
    priceMeans: 'amount',
    skipsTitles: true,
    withCells: true,
    withPictures: true,
  })
}

function previewOf({ badRows, prices, ...outlook }: Outlook, head: Head) {
  return {
    ...outlook,
    prices: prices.map(span => ({ ...span, span: spanText(span) })),
    badRows: badRows.map(row => locate(row, head)),
  }
}

/** A reason begins with the field that is wrong. */
function locate({ line, reason, cells }: BadRow, { columns }: Head) {
  const field = /^[a-z_]+/.exec(reason)?.[0] as Field
  const column = columns.find(column => column.field === field)
  const value = cells && Object.hasOwn(cells, field) ? cells[field]! : null
  return { line, column: column?.name ?? null, value: value === null ? null : value.slice(0, 100), reason }
}
