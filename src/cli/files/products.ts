/** `semel products`: import and generate products. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { VAT_OF_PRICES, type VatOfPrices } from '../../catalogue/import/columns.ts'
import { FORMATS, type Format, readRows } from '../../catalogue/import/file-rows.ts'
import { type ImportReport, importProducts } from '../../catalogue/import/import-products.ts'
import { spanText } from '../../catalogue/import/stage.ts'
import { StartError } from '../../config.ts'
import { isUnavailable } from '../../database/errors.ts'
import { openContext, readConfig } from '../open.ts'
import { progressBar } from './progress.ts'

export function productCommands(program: Command): void {
  const products = program.command('products').description('import or generate products')

  products
    .command('import')
    .description('add and update products from a CSV or NDJSON file, matched by sku')
    .argument('<file>', 'path of the file, or - for standard input')
    .addOption(new Option('--format <format>', 'format of the file (default: from its name)').choices(FORMATS))
    .option('--all-or-nothing', 'change nothing if any row has an error')
    .option('--category <name>', 'category of new products whose row names none')
    .addOption(new Option('--vat <answer>', 'whether the prices include VAT').choices(VAT_OF_PRICES))
    .option('--takes-similar', 'new SKUs that are like known ones, such as 123 and 00123, are new products')
    .option('--ignore-switches', 'columns that look like a switch, such as "active", mean nothing')
    .addHelpText('after', HELP)
    .action(async (file: string, options: ImportOptions) => {
      const format = options.format ?? formatOf(file)
      const size = file === '-' ? undefined : await sizeOf(file)
      const input = file === '-' ? process.stdin : createReadStream(file)
      let bytes = 0
      const rows = readRows(
        counted(input, length => (bytes += length)),
        format,
        { vat: options.vat, ignoreSwitches: options.ignoreSwitches },
      )
      const { allOrNothing, category, takesSimilar } = options
      await runImport(rows, { total: size, done: () => bytes, allOrNothing, category, takesSimilar })
    })

  products
    .command('generate')
    .description('generate test products; the same count and seed always give the same products')
    .argument('<count>', 'how many products', parseWhole)
    .option('--seed <number>', 'a different seed gives different products', parseWhole, 1)
    .action(async (count: number, { seed }: { seed: number }) => {
      // Development code is loaded only when it is used.
      const { generateProducts } = await import('../../dev/generate-products.ts')
      let done = 0
      const rows = function* () {
        for (const { created_at, ...product } of generateProducts(count, seed)) {
          yield { line: ++done, value: { ...product, created_at: created_at.toISOString() } }
        }
      }
      await runImport(rows(), { total: count, done: () => done })
    })
}

type ImportOptions = {
  format?: Format
  allOrNothing?: boolean | undefined
  category?: string | undefined
  takesSimilar?: boolean | undefined
  vat?: VatOfPrices
  ignoreSwitches?: boolean
}

const HELP = `
The first line of a CSV file names the columns. New products need sku, name, category and a price: amount (as on a
price tag: 19.99) or price_minor (in the smallest unit: 1999). A column price is read as amount if it has decimals.
Optional: description, status, currency, stock and created_at; a column that is missing leaves its values unchanged,
but a status that the file does not give follows the stock. Commas, semicolons or tabs separate the values.
NDJSON has one object on each line, as in the API: its price is in the smallest unit. Of several rows with the same sku
the last one counts, and the others are rejected. Rows that match the catalogue change nothing, so you can run an interrupted import again.`

type Progress = { total: number | undefined; done: () => number }

/** @param options `total` and `done`: bytes or rows, for the progress bar */
async function runImport(
  rows: Parameters<typeof importProducts>[1],
  { total, done, allOrNothing, ...said }: Progress & Pick<ImportOptions, 'allOrNothing' | 'category' | 'takesSimilar'>,
): Promise<void> {
  await using context = await openContext(readConfig(), { name: 'products', join: true })
  const progress = progressBar(process.stderr, 'rows', total)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    const report = await importProducts(context.databaseUrl, rows, {
      allOrNothing: allOrNothing ?? false,
      ...said,
      signal: stopping.signal,
      onBadRow: ({ line, reason }) => progress.line(`line ${line}: ${reason}`),
      onProgress: read => progress.show(read, done()),
    })
    progress.clear()
    console.log(summarize(report))
    if (report.bad > 0 || report.stopped) process.exitCode = 1
  } catch (error) {
    progress.clear()
    if (!isUnavailable(error)) throw error
    throw new StartError(
      'The connection to the database was lost. Imported rows are kept. Run the command again to continue.',
    )
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

function summarize({ added, changed, unchanged, bad, undone, stopped, ...rest }: ImportReport): string {
  const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  const { lostLines, prices, unreadColumns } = rest
  const notes = [
    bad > 0 && `${rows(bad)} rejected.`,
    lostLines > 0 && `${lostLines} more ${lostLines === 1 ? 'line was' : 'lines were'} not read.`,
    prices.length > 0 && `Prices: ${prices.map(spanText).join(', ')}.`,
    unreadColumns.length > 0 && `Columns that are not read: ${unreadColumns.join(', ')}.`,
  ]
  const found = notes.map(note => (note ? ` ${note}` : '')).join('')
  if (undone) return `Nothing was changed.${found}${stopped ? ' Stopped.' : ''}`
  const number = (count: number) => count.toLocaleString('en')
  const text = `${number(added)} added, ${number(changed)} changed, ${number(unchanged)} unchanged.`
  return `${text}${found}${stopped ? ' Stopped before the end. Run it again to continue.' : ''}`
}

async function* counted(input: AsyncIterable<Buffer>, onChunk: (length: number) => void) {
  for await (const chunk of input) {
    onChunk(chunk.length)
    yield chunk
  }
}

function formatOf(file: string): Format {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase()
  if (ending === 'csv') return 'csv'
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  throw new StartError(`The format of ${file} is not clear from its name. Use --format csv or --format ndjson.`)
}

async function sizeOf(file: string): Promise<number> {
  try {
    const info = await stat(file)
    if (info.isDirectory()) throw new StartError(`${file} is a directory.`)
    return info.size
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`)
  }
}

function parseWhole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
