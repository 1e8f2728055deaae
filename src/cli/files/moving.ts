/** `semel export` and `semel customers import`: all that a shop has, for the shop that comes after it. */
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { audit } from '../../accounts/audit-log.ts'
import { productPath } from '../../catalogue/addresses/product-address.ts'
import { exportProducts } from '../../catalogue/import/export-products.ts'
import { StartError } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { csvLine, POINTS } from '../../csv.ts'
import { documentsCsv, documentsIn } from '../../documents/books.ts'
import { fileName, pdfOf, takeTurn } from '../../documents/paper/kept-pdf.ts'
import { findDocument } from '../../documents/queries.ts'
import { countOpenOrders, exportCustomers } from '../../orders/moving/export.ts'
import { importFile, type MovingReport } from '../../orders/moving/import-file.ts'
import { openContext, readConfig } from '../open.ts'

export function movingCommands(program: Command): void {
  program
    .command('export')
    .description('write products, pictures, customers, orders and papers into a new directory')
    .argument('<directory>', 'path of a directory that does not exist, or is empty')
    .addHelpText('after', '\nKeep customers.ndjson as safe as the database: it has the hashes of passwords.')
    .action(async (directory: string) => {
      await using context = await openContext(readConfig(), { name: 'export', join: true })
      const { documents, pictures, openOrders } = await exportShop(context, directory)
      console.log(`Written to ${directory}, with ${counted(documents, 'paper')} and ${counted(pictures, 'picture')}.`)
      if (openOrders > 0) console.log(`${counted(openOrders, 'order')} stay: somebody still works on them.`)
    })

  program
    .command('customers')
    .description('bring customers and their orders along')
    .command('import')
    .description('add customers and their orders from the NDJSON file of an export')
    .argument('<file>', 'path of the file, or - for standard input')
    .addHelpText('after', HELP)
    .action(async (file: string) => {
      if (file !== '-' && !(await stat(file).catch(() => undefined))?.isFile())
        throw new StartError(`${file} does not exist or is not a file.`)
      await using context = await openContext(readConfig(), { name: 'customers', join: true })
      const input: AsyncIterable<Uint8Array> = file === '-' ? process.stdin : createReadStream(file)
      const report = await importFile(context, input, (line, reason) => console.error(`line ${line}: ${reason}`))
      console.log(summaryOf(report))
      if (report.customers.refused + report.orders.refused > 0) process.exitCode = 1
    })
}

const HELP = `
Each line is a JSON object: a customer as POST /users/import takes it, or an order as POST /orders/import does. Customers come
before their orders. Nobody gets an email. Who is known stays as it is, so you can run an interrupted import again.`

/** Writes everything into a directory of its own. @returns numbers of files, and of orders that do not leave */
export async function exportShop(
  context: Pick<AppContext, 'db' | 'baseUrl' | 'clock'>,
  directory: string,
): Promise<{ documents: number; pictures: number; openOrders: number }> {
  const { db, clock } = context
  await makeEmpty(directory)
  await audit(db, 'customers_exported', { at: clock.now(), detail: { by: 'command line' } })
  const write = (name: string, parts: AsyncIterable<string>) => writeParts(join(directory, name), parts)
  await write('products.csv', exportProducts(context, {}, POINTS))
  await write('addresses.csv', addressesCsv(db))
  await write('customers.ndjson', exportCustomers(db))
  await write('documents.csv', documentsCsv(db, {}, POINTS))
  return {
    documents: await writeDocuments(db, join(directory, 'documents')),
    pictures: await writePictures(db, join(directory, 'pictures')),
    openOrders: await countOpenOrders(db),
  }
}

async function makeEmpty(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if ((await readdir(directory)).length > 0) throw new StartError(`${directory} is not empty. Name a new directory.`)
}

async function writeParts(path: string, parts: AsyncIterable<string>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  for await (const part of parts) await file.appendFile(part)
}

/** Addresses of products, from which the next shop redirects. */
async function* addressesCsv(db: AppContext['db']): AsyncGenerator<string> {
  yield csvLine(['address', 'sku'], POINTS)
  for (let last = 0; ; ) {
    const products = await db
      .selectFrom('products')
      .select(['id', 'name', 'sku'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1000)
      .execute()
    yield products.map(product => csvLine([productPath(product), product.sku], POINTS)).join('')
    if (products.length < 1000) return
    last = products.at(-1)!.id
  }
}

async function writeDocuments(db: AppContext['db'], directory: string): Promise<number> {
  await mkdir(directory)
  let count = 0
  for await (const { id } of documentsIn(db, {})) {
    const document = (await findDocument(db, id))!
    const pdf = await takeTurn(() => pdfOf(db, document))
    await writeFile(join(directory, fileName(document.label)), pdf, { flag: 'wx', mode: 0o600 })
    count++
  }
  return count
}

/** The largest file of each, by the hash that its address in `products.csv` has. */
async function writePictures(db: AppContext['db'], directory: string): Promise<number> {
  await mkdir(directory)
  let count = 0
  for (let last = ''; ; ) {
    const { rows } = await sql<{ hash: string; name: string; content: Buffer }>`
      select distinct on (hash) hash, name, content from image_files where hash > ${last} and name like '%.webp'
      order by hash, length(content) desc limit 20
    `.execute(db)
    for (const { hash, name, content } of rows)
      await writeFile(join(directory, `${hash}-${name}`), content, { flag: 'wx', mode: 0o600 })
    count += rows.length
    if (rows.length < 20) return count
    last = rows.at(-1)!.hash
  }
}

function summaryOf({ customers, orders, unusablePasswords, ignored }: MovingReport): string {
  const lines = Object.entries({ customers, orders }).map(
    ([name, { added, known, refused }]) => `${name}: ${added} added, ${known} known, ${refused} refused`,
  )
  const hashes = unusablePasswords.map(({ kind, count }) => `${count} × ${kind}`)
  return [
    ...lines,
    ...(hashes.length > 0 ? [`Passwords that cannot be used: ${hashes.join(', ')}`] : []),
    ...(ignored.length > 0 ? [`Names that nobody reads: ${ignored.join(', ')}`] : []),
  ].join('\n')
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`
}
