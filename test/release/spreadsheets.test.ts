/**
 * Spreadsheets of Debian sum every column of the console's files: LibreOffice set to English, German and French, and Gnumeric set to
 * English. `apt-get install libreoffice-calc-nogui gnumeric`. Set to German or French, Gnumeric 1.12.55 splits such files at decimal
 * commas unless its reader says that semicolons separate (findings/gnumeric-splits-decimals.sh).
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readCsv } from '../../src/csv.ts'
import { ADDRESS, sellAs } from '../support/documents.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

const FILES = ['orders.csv', 'order-lines.csv', 'documents.csv', 'vat.csv']
/** `lcid`: how LibreOffice names the language of a file that it opens. */
const READERS = [
  { language: 'en', country: 'GB', separator: ',', lcid: 2057 },
  { language: 'de', country: 'DE', separator: ';', lcid: 1031 },
  { language: 'fr', country: 'FR', separator: ';', lcid: 1036 },
] as const
type Reader = (typeof READERS)[number]

let folder: string
let semel: Semel
let admin: Person
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'semel-sheets-'))
  mkdirSync(join(folder, 'out'))
  semel = await startSemel()
  admin = await person(semel, 'admin')
  await sellAs(semel, { languages: ['en'], country: 'DE' })
  await sql`update delivery_methods set price = 490, currency = 'EUR'`.execute(semel.db)
  for (const [price, quantity] of [
    [123_456, 1],
    [1999, 3],
    [5, 1],
  ] as const) {
    const items = [{ productId: await stockProduct(semel.db, { name: 'Lamp; "brass"', price }), quantity }]
    const { id } = await ask('/api/orders', {
      items,
      deliveryAddress: { ...ADDRESS, country: 'DE', postcode: '10115' },
    })
    await ask(`/api/orders/${id}/mark-paid`)
    if (quantity === 3) await ask(`/api/orders/${id}/refunds`, { amount: 501 })
  }
  const count = async () =>
    Number((await sql<{ n: number }>`select count(*) n from documents`.execute(semel.db)).rows[0]!.n)
  await until(async () => (await count()) === 4, 'three invoices and a credit note', 20_000)
})
after(async () => {
  await semel[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, body: object = {}) {
  const answer = await semel.client().post(path, body, { token: admin.token })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}

/** LibreOffice writes a sheet anew: texts in quotes, numbers without. */
function byLibreOffice(file: string, { separator, lcid }: Reader): void {
  const as = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,false'
  const from = `--infilter=CSV:${separator.charCodeAt(0)},34,76,1,,${lcid},false,false`
  const home = `-env:UserInstallation=file://${folder}/office`
  const args = [home, '--headless', '--norestore', from, '--convert-to', as, '--outdir', join(folder, 'out'), file]
  execFileSync('soffice', args, { stdio: 'pipe' })
}

function byGnumeric(file: string): void {
  const to = join(folder, 'out', file.split('/').at(-1)!)
  const args = ['--import-type=Gnumeric_stf:stf_csvtab', '--export-type=Gnumeric_stf:stf_csv', file, to]
  execFileSync('ssconvert', args, { env: { ...process.env, LC_ALL: 'C.UTF-8' }, stdio: 'pipe' })
}

/** The sums of the columns whose name is that of an amount or a number, in cents. */
async function sumsOf(text: string, separator = ',', mark = '.'): Promise<Record<string, number>> {
  const records: string[][] = []
  for await (const record of readCsv(Readable.from([text.replace('\ufeff', '')]), separator)) {
    assert.ok('fields' in record, text)
    records.push(record.fields)
  }
  const [head, ...rows] = records
  const sums = head!.flatMap((name, column) => {
    const cells = rows.map(row => row[column] ?? '')
    const isNumbers = cells.some(Boolean) && cells.every(cell => /^(-?\d+([.,]\d+)?)?$/.test(cell))
    const sum = cells.reduce((all, cell) => all + Math.round(100 * Number(cell.replace(mark, '.'))), 0)
    return isNumbers ? [[name, sum]] : []
  })
  return Object.fromEntries(sums)
}

for (const [program, open, readers] of [
  ['LibreOffice', byLibreOffice, READERS],
  ['Gnumeric', byGnumeric, READERS.slice(0, 1)],
] as const) {
  for (const reader of readers) {
    test(`${program} in ${reader.language} → sums every column as Semel wrote it`, async () => {
      await sellAs(semel, { languages: [reader.language], country: reader.country })
      for (const name of FILES) {
        const headers = { cookie: `semel_session=${admin.token}` }
        const { text } = await semel.client().get(`/admin/${name}`, { headers })
        const written = await sumsOf(text, reader.separator, reader.separator === ';' ? ',' : '.')
        assert.ok(Object.keys(written).length > 2, `${name}: ${JSON.stringify(written)}`)
        const file = join(folder, name)
        writeFileSync(file, text)
        open(file, reader)
        const read = await sumsOf(readFileSync(join(folder, 'out', name), 'utf8'))
        for (const [column, sum] of Object.entries(written)) assert.equal(read[column], sum, `${name}, ${column}`)
      }
    })
  }
}
