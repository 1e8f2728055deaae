import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { FORMATS, type Format, readRows } from '../catalogue/file-rows.ts'
import { importProducts, type Outcome } from '../catalogue/import.ts'
import { madeUpProducts } from '../catalogue/made-up.ts'
import { loadConfig, StartError } from '../config.ts'
import { isUnavailable } from '../database/open.ts'
import { openGround } from './open.ts'
import { progressBar } from './progress.ts'

export function productCommands(program: Command): void {
  const products = program.command('products').description('import products from a file, or make some up')

  products
    .command('import')
    .description('add and change products from a CSV or NDJSON file; each is known by its sku')
    .argument('<file>', 'the file, or - for standard input')
    .addOption(new Option('--format <format>', 'unless the name of the file tells').choices(FORMATS))
    .option('--all-or-nothing', 'change nothing if any row is bad')
    .addHelpText('after', HELP)
    .action(async (file: string, options: { format?: Format; allOrNothing?: boolean }) => {
      const format = options.format ?? formatOf(file)
      const size = file === '-' ? undefined : await sizeOf(file)
      const input = file === '-' ? process.stdin : createReadStream(file)
      let bytes = 0
      const rows = readRows(
        counted(input, length => (bytes += length)),
        format,
      )
      await run(rows, size, () => bytes, options.allOrNothing)
    })

  products
    .command('generate')
    .description('make up products; the same number and seed make the same ones everywhere')
    .argument('<count>', 'how many', whole)
    .option('--seed <number>', 'another number makes other products', whole, 1)
    .action(async (count: number, { seed }: { seed: number }) => {
      let made = 0
      await run(
        generated(count, seed, () => made++),
        count,
        () => made,
      )
    })
}

const HELP = `
CSV begins with a line that names the columns. Columns: sku, name, category and price (in minor units: 1999 is 19.99)
are required; description, status, currency, stock and created_at are optional, and what is not given stays as it is.
NDJSON has one such object on each line. Rows that are already in the catalogue as they stand change nothing, so an
import that was interrupted is simply run again.`

async function run(
  rows: Parameters<typeof importProducts>[1],
  total: number | undefined,
  done: () => number,
  allOrNothing = false,
): Promise<void> {
  await using ground = await openGround(loadConfig(process.env), { name: 'products', join: true })
  const progress = progressBar(process.stderr, 'rows', total)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    const outcome = await importProducts(ground.databaseUrl, rows, {
      allOrNothing,
      signal: stopping.signal,
      onBadRow: ({ line, reason }) => progress.line(`line ${line}: ${reason}`),
      onProgress: read => progress.show(read, done()),
    })
    progress.clear()
    console.log(inWords(outcome))
    if (outcome.bad > 0 || outcome.stopped) process.exitCode = 1
  } catch (error) {
    progress.clear()
    if (!isUnavailable(error)) throw error
    throw new StartError('The database went away. What was imported so far is kept; run the command again.')
  }
}

function inWords({ added, changed, unchanged, bad, undone, stopped }: Outcome): string {
  const rows = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  const found = bad > 0 ? ` ${rows(bad)} could not be used.` : ''
  if (undone) return `Nothing was changed.${found}${stopped ? ' Stopped.' : ''}`
  const number = (count: number) => count.toLocaleString('en')
  const said = `${number(added)} added, ${number(changed)} changed, ${number(unchanged)} already as they should be.`
  return `${said}${found}${stopped ? ' Stopped before the end; run it again to go on.' : ''}`
}

async function* counted(input: AsyncIterable<Buffer>, onChunk: (length: number) => void) {
  for await (const chunk of input) {
    onChunk(chunk.length)
    yield chunk
  }
}

function* generated(count: number, seed: number, onEach: () => void) {
  let line = 0
  for (const { created_at, ...product } of madeUpProducts(count, seed)) {
    onEach()
    yield { line: ++line, value: { ...product, created_at: created_at.toISOString() } }
  }
}

function formatOf(file: string): Format {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase()
  if (ending === 'csv') return 'csv'
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson'
  throw new StartError(`The name ${file} does not tell the format; say --format csv or --format ndjson.`)
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

function whole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
