/** The API of the product import: a file of moderate size in one request. */
import { setImmediate } from 'node:timers/promises'
import { Type } from 'typebox'
import { actorIdOf } from '../../accounts/sessions/access.ts'
import { PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import { StartError } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnceAfter } from '../../http/idempotency/once.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { invalidInput } from '../../problems.ts'
import { VAT_OF_PRICES } from './columns.ts'
import { readRows } from './file-rows.ts'
import { otherFileThanCsv } from './formats/other-files.ts'
import { duringImport, type ImportReport, importProducts } from './import-products.ts'
import { PriceQuestion } from './prices.ts'
import { SwitchQuestion } from './reading/switches.ts'
import { type BadRow, spanText } from './stage.ts'

/** Bytes. Longer files are for `semel products import`, which reads them in constant memory. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024
export const TOO_LARGE = { field: 'data', reason: 'must have at most 8 MB', code: 'too_long' }

/** Node skips every character that is not base64, or base64url, and would read an empty file. */
const NOT_BASE64 = /[^\w+/=\s-]/
const UNREADABLE = { field: 'data', reason: 'must be a file in base64', code: 'invalid_format' }

/** The first mistakes are enough to repair a file. */
const BAD_ROWS_SHOWN = 100

export const VatOfFile = Type.Enum([...VAT_OF_PRICES], {
  description:
    'Whether the prices of the file include VAT. `excluded`: Semel adds that of the country of the shop. Without it, prices are taken as ' +
    'they are, and those of a column that says "without VAT" are not read.',
})
export const IgnoreSwitches = Type.Boolean({
  description:
    'A column that is not read, but looks like a switch (`Aktiv`: ja, nein), stops the import with the question whether its products are ' +
    'hidden. true: such columns say nothing. Name the column `published` or `hidden` if they do.',
})
export const TakesSimilar = Type.Boolean({
  description:
    'A new SKU that is like a known one (123 and 00123, 100000 and 1E5) was mostly changed by a spreadsheet, and its row is bad. true: ' +
    'such SKUs are new products.',
})
export const CategoryOfRest = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  [TRIM]: true,
  description: 'The category of new products whose row names none.',
})

const Import = Type.Object(
  {
    data: Type.String({
      minLength: 1,
      contentEncoding: 'base64',
      description: 'A CSV file of at most 8 MB, in base64. Its first line names the columns.',
    }),
    allOrNothing: Type.Optional(Type.Boolean({ description: 'One bad row, and no row is imported.' })),
    priceMeans: Type.Optional(
      Type.Enum(['amount', 'price_minor'], {
        description:
          'Says what a column `price` means: `amount` as on a price tag (19.99), `price_minor` in minor units ' +
          '(1999). Without it, a file whose column `price` has whole numbers only is refused with the question.',
      }),
    ),
    vat: Type.Optional(VatOfFile),
    ignoreSwitches: Type.Optional(IgnoreSwitches),
    category: Type.Optional(CategoryOfRest),
    takesSimilar: Type.Optional(TakesSimilar),
  },
  { title: 'ProductImport' },
)

const count = Type.Integer({ minimum: 0 })
export const PriceSpan = Type.Object({
  currency: Type.String(),
  lowest: Type.Integer({ description: 'In minor units.' }),
  highest: Type.Integer({ description: 'In minor units.' }),
  span: Type.String({ description: 'As on price tags.', examples: ['0.49 to 49.00 EUR'] }),
})
const Report = Type.Object(
  {
    added: count,
    changed: count,
    unchanged: count,
    bad: count,
    lostLines: Type.Integer({
      minimum: 0,
      description: 'Lines that were not read because of a mistake in a line above, mostly a quote that is not closed.',
    }),
    unreadColumns: Type.Array(Type.String(), { description: 'The columns of the file that were not read.' }),
    prices: Type.Array(PriceSpan, { description: 'The lowest and the highest price in the file, by currency.' }),
    undone: Type.Boolean({ description: 'A row was bad, so nothing was imported.' }),
    badRows: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
      description: `The first ${BAD_ROWS_SHOWN} bad rows.`,
    }),
  },
  { title: 'ProductImportReport' },
)

export function importRoute(api: App, context: AppContext): void {
  const { db, databaseUrl } = context
  operation(api, 'POST /products/import', {
    id: 'importProducts',
    summary: 'Import products from a CSV file',
    access: PRODUCT_WRITERS,
    stepUp: WITHOUT_STEP_UP.products,
    config: { takesFile: true, tooLarge: TOO_LARGE },
    description:
      'Rows are matched by SKU. Columns are named as in the API, but the price is `amount` (19.99) or ' +
      '`price_minor` (1999). A file may have some columns of known SKUs; only a new product needs a name, a ' +
      'category and a price. Of several rows with the same SKU the last one counts, and the others are bad. The ' +
      'same file again changes nothing.',
    once: true,
    body: Import,
    answers: { 200: Report },
    // Base64 makes four bytes of three.
    bodyLimit: 1.5 * MAX_FILE_BYTES,
    handler: async (request, reply) => {
      const { data, allOrNothing = false, priceMeans, vat, ignoreSwitches, category, takesSimilar } = request.body
      const bytes = fileIn(data)
      const badRows: BadRow[] = []
      const onBadRow = (row: BadRow) => void (badRows.length < BAD_ROWS_SHOWN && badRows.push(row))
      const rows = readRows(inPieces(bytes), 'csv', { priceMeans, vat, ignoreSwitches })
      const work = () =>
        importProducts(databaseUrl, rows, { by: actorIdOf(request), allOrNothing, category, takesSimilar, onBadRow })
      return answerOnceAfter(context, request, reply, async () => {
        const { stopped: _, ...report } = await duringImport(db, work).catch(asProblem)
        // A repeated SKU is found after the other mistakes.
        const prices = report.prices.map(span => ({ ...span, span: spanText(span) }))
        return { ...report, prices, badRows: badRows.toSorted((a, b) => a.line - b.line) }
      })
    },
  })
}

/** @throws a problem of the field `data` */
export function fileIn(data: string): Buffer {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length === 0 || NOT_BASE64.test(data)) throw invalidInput(UNREADABLE)
  if (bytes.length > MAX_FILE_BYTES) throw invalidInput(TOO_LARGE)
  const other = otherFileThanCsv(bytes)
  if (other) {
    const reason = `is ${other}. Save it as CSV first; in Excel: File, Save As, "CSV UTF-8"`
    throw invalidInput({ field: 'data', reason, code: 'not_csv' })
  }
  return bytes
}

/** The parser does not pause within a piece, and other requests wait for it: up to 0.1 s for 2,000 wrong rows. */
const PIECE = 4 * 1024

export async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    await setImmediate()
    yield bytes.subarray(at, at + PIECE)
  }
}

/** A file without the right columns, or with prices that could be euros or cents, is the client's mistake. */
function asProblem(error: unknown): ImportReport {
  if (!(error instanceof StartError)) throw error
  const code =
    error instanceof PriceQuestion
      ? 'unclear_prices'
      : error instanceof SwitchQuestion
        ? 'unclear_switch'
        : 'wrong_columns'
  throw invalidInput({ field: 'data', reason: `cannot be imported. ${error.message}`, code })
}
