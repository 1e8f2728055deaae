import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { WriteStream } from 'node:tty'
import { sql } from 'kysely'
import { readRows } from '../../src/catalogue/import/file-rows.ts'
import { importProducts } from '../../src/catalogue/import/import-products.ts'
import type { BadRow } from '../../src/catalogue/import/stage.ts'
import { progressBar } from '../../src/cli/files/progress.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'

let database: TestDatabase
let open: OpenDatabase
let folder: string
before(async () => {
  database = await cloneDatabase()
  open = openDatabase(database.url)
  folder = await mkdtemp(join(tmpdir(), 'semel-import-'))
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function* bytes(text: string | Uint8Array) {
  yield typeof text === 'string' ? Buffer.from(text) : text
}

async function importText(text: string | Uint8Array, format: 'csv' | 'ndjson', allOrNothing = false) {
  const bad: BadRow[] = []
  const rows = readRows(bytes(text), format)
  const outcome = await importProducts(database.url, rows, { allOrNothing, onBadRow: row => bad.push(row) })
  return { ...outcome, reasons: bad.map(({ line, reason }) => `${line}: ${reason}`) }
}

const span = (currency: string, lowest: number, highest: number) => [{ currency, lowest, highest }]

const bySku = (sku: string) =>
  open.db.selectFrom('products').selectAll().where('sku', '=', sku).where('removed_at', 'is', null).executeTakeFirst()

test('a CSV file adds and changes products; values not given stay', async () => {
  const first = await importText(
    '\ufeffsku,name,category,price_minor,stock,description,created_at,colour\n' +
      'C-1,"Lamp, tall",Light,4900,3,"Two\nlines",2024-05-01T10:00:00+02:00,red\n' +
      'C-2,Back\\slash\ttab,Light,0,,,,\n',
    'csv',
  )
  assert.deepEqual([first.added, first.changed, first.unchanged, first.bad], [2, 0, 0, 0])
  const lamp = await bySku('C-1')
  assert.deepEqual(
    [
      lamp?.name,
      lamp?.description,
      lamp?.price,
      lamp?.stock,
      lamp?.status,
      lamp?.currency,
      lamp?.created_at.toISOString(),
    ],
    ['Lamp, tall', 'Two\nlines', 4900, 3, 'active', 'EUR', '2024-05-01T08:00:00.000Z'],
  )
  assert.equal((await bySku('C-2'))?.name, 'Back\\slash\ttab')

  const second = await importText(
    'price_minor,category,name,sku\n5900,Light,"Lamp, tall",C-1\n0,Light,Other,C-2\n',
    'csv',
  )
  assert.deepEqual([second.added, second.changed, second.unchanged], [0, 2, 0])
  const changed = await bySku('C-1')
  assert.deepEqual(changed, { ...lamp, price: 5900, updated_at: changed?.updated_at })
  const third = await importText(
    'price_minor,category,name,sku\n5900,Light,"Lamp, tall",C-1\n0,Light,Other,C-2\n',
    'csv',
  )
  assert.deepEqual([third.added, third.changed, third.unchanged], [0, 0, 2])
})

test('bad rows are reported with line and reason; good rows are kept', async () => {
  const outcome = await importText(
    [
      'sku,name,category,price_minor,stock,status,created_at',
      'B-1,Good,Cat,100,1,active,',
      ',No sku,Cat,100,1,active,',
      'B-3,"Two',
      'lines",Cat,12.50,1,active,',
      'B-4,Few,Cat',
      'B-5,Name,Cat,100,-1,lost,',
      'B-6,Name,Cat,9007199254740992,1,,',
      'B-7,Na"me,Cat,1,1,,',
      'B-8,Name,Cat,1,1,,0000-01-01T00:00:00Z',
      'B-9,Na\0me,Cat,1,1,,',
      'B-10,Also good,Cat,100,1,,',
    ].join('\r\n'),
    'csv',
  )
  assert.deepEqual(outcome.reasons, [
    '3: sku is required',
    '4: name opens a quote in line 4 that is closed lines later; lines 4 to 5 are not read',
    '7: status must be one of active, out_of_stock, coming_soon, discontinued; stock must be at least 0',
    '8: price must be at most 9007199254740991',
    '9: has a quote inside a field that is not quoted',
    '10: created_at must be a time like 2026-01-31T12:00:00Z',
    '11: name must not contain the character U+0000',
    '6: price is required for a new product',
  ])
  assert.deepEqual([outcome.added, outcome.bad, outcome.lostLines], [2, 8, 1])
  assert.equal((await bySku('B-10'))?.name, 'Also good')
})

test('an NDJSON file has an object on each line', async () => {
  const good = { sku: 'N-1', name: 'One', category: 'N', price: 1, stock: 2 }
  const outcome = await importText(
    [
      JSON.stringify(good),
      '',
      '{"sku": "N-2"',
      '[1]',
      JSON.stringify({ ...good, sku: 'N-3', price: '1' }),
      JSON.stringify({ ...good, name: 'x'.repeat(1024 * 1024) }),
      JSON.stringify({ ...good, sku: 'N-4', id: 7, removed_at: '2020-01-01' }),
      JSON.stringify({ ...good, name: 'The last one counts' }),
    ].join('\n'),
    'ndjson',
  )
  assert.deepEqual([outcome.added, outcome.bad], [2, 5])
  assert.match(outcome.reasons[0]!, /^3: is not valid JSON/)
  assert.deepEqual(outcome.reasons.slice(1), [
    '4: is not an object',
    '5: price must be an integer',
    '6: is longer than 1048576 characters',
    '1: sku is the same as in line 8. Only the last row with a SKU counts',
  ])
  assert.equal((await bySku('N-1'))?.name, 'The last one counts')
})

test('several rows of one SKU → the last counts, others are reported', async () => {
  const others = Array.from({ length: 9000 }, (_, i) => `R-${i},Name,Repeats,1`)
  const text = [
    'sku,name,category,price_minor',
    'R-a,First,Repeats,1',
    'R-b,First,Repeats,1',
    'R-a,Second,Repeats,1',
    ...others,
    'R-a,Third,Repeats,1',
    'r-b,Other,Repeats,1',
    'R-77,Name,Repeats,2',
  ].join('\n')
  const again = (line: number) => `sku is the same as in line ${line}. Only the last row with a SKU counts`
  const undone = await importText(text, 'csv', true)
  assert.deepEqual(undone.reasons, [`2: ${again(9005)}`, `4: ${again(9005)}`, `82: ${again(9007)}`])
  assert.deepEqual([undone.bad, undone.undone, await bySku('R-a')], [3, true, undefined])

  const { reasons, ...outcome } = await importText(text, 'csv')
  // Batches of 4,000 rows are merged before the rest of the file is read.
  assert.deepEqual(reasons, [`2: ${again(4)}`, `4: ${again(9005)}`, `82: ${again(9007)}`])
  const { prices, lostLines, unreadColumns, ...counts } = outcome
  assert.deepEqual(counts, { added: 9003, changed: 0, unchanged: 0, bad: 3, undone: false, stopped: false })
  assert.deepEqual({ prices, lostLines, unreadColumns }, { prices: span('EUR', 1, 2), lostLines: 0, unreadColumns: [] })
  assert.deepEqual([(await bySku('R-a'))?.name, (await bySku('R-77'))?.price], ['Third', 2])
  const repeated = await importText(text, 'csv')
  assert.deepEqual([repeated.added, repeated.changed, repeated.unchanged, repeated.bad], [0, 2, 9001, 3])
})

test('first import into an empty shop → no row reads all products', async () => {
  await using empty = await cloneDatabase()
  await using shop = openDatabase(empty.url)
  await sql`vacuum (analyze) products`.execute(shop.db)
  const rows = Array.from({ length: 9000 }, (_, i) => `F-${i},Name,First,1`)
  const text = ['sku,name,category,price_minor', ...rows].join('\n')
  const { added } = await importProducts(empty.url, readRows(bytes(text), 'csv'), {
    onBadRow: row => assert.fail(row.reason),
  })
  const { rows: read } = await sql<{ read: string }>`
    select seq_tup_read as read from pg_stat_user_tables where relid = 'products'::regclass
  `.execute(shop.db)
  assert.equal(added, 9000)
  // Some statements of each batch read all products.
  assert.ok(Number(read[0]?.read) < 20 * 9000, `${read[0]?.read} products read`)
})

test('amount without currency for a currency without cents → refused', async () => {
  await importText('sku,name,category,amount,currency\nY-1,Pot,Yen,1250,JPY\nY-2,Bowl,Yen,1.250,KWD\n', 'csv')
  const text = 'sku,name,category,amount\nY-1,Tall pot,Yen,1250\nY-2,Bowl,Yen,1.25\nY-3,Cup,Yen,12.50\n'
  const reasons = [
    '2: currency is required, because the product is sold in JPY',
    '3: currency is required, because the product is sold in KWD',
  ]
  const undone = await importText(text, 'csv', true)
  assert.deepEqual([undone.reasons, undone.undone], [reasons, true])
  const outcome = await importText(text, 'csv')
  assert.deepEqual([outcome.reasons, outcome.added, outcome.changed, outcome.unchanged], [reasons, 1, 0, 0])
  const prices = async () => [(await bySku('Y-1'))?.price, (await bySku('Y-2'))?.price, (await bySku('Y-3'))?.price]
  assert.deepEqual(await prices(), [1250, 1250, 1250])
  // A price in minor units means the same in every currency.
  const minor = await importText('sku,name,category,price_minor\nY-1,Pot,Yen,1300\n', 'csv')
  assert.deepEqual([minor.changed, await prices()], [1, [1300, 1250, 1250]])
})

test('price column of whole numbers → nothing imported before a question is answered', async () => {
  const question = {
    message:
      'Does the price 1259 in line 2 mean 1259.00 or 12.59 EUR? Name the column amount for prices as on a price tag, or price_minor for prices in the smallest unit of the currency.',
  }
  const rows = Array.from({ length: 9000 }, (_, i) => `Q-${i},Chair,Questions,1259`)
  const text = (...more: string[]) => ['sku,name,category,price', ...rows, ...more].join('\n')
  // The last rows settle nothing: no price, a mistake, a price that could be two, and the same price in both units.
  const open = ['Q-a,Chair,Questions,', 'Q-b', 'Q-c,Chair,Questions,1.234', 'Q-d,Chair,Questions,0']
  await assert.rejects(importText(text(...open), 'csv'), question)
  await assert.rejects(importText(text(), 'csv', true), question)
  assert.equal(await bySku('Q-1'), undefined)
  const answered = await importText(text('Q-e,Rug,Questions,49.90'), 'csv')
  assert.deepEqual([answered.added, answered.bad, answered.prices], [9001, 0, span('EUR', 4990, 125_900)])
  assert.equal((await bySku('Q-1'))?.price, 125_900)
  // Yen are the same in both.
  const yen = await importText('sku,name,category,price,currency\nQ-y,Cup,Questions,1250,JPY\n', 'csv')
  assert.deepEqual([yen.added, yen.prices], [1, span('JPY', 1250, 1250)])
})

test('a file changes only its columns; only new products need more', async () => {
  await importText(
    'sku,name,category,amount,currency,stock\nK-1,Mug,Known,8.00,EUR,5\nK-2,Cup,Known,900,JPY,5\n',
    'csv',
  )
  const before = await bySku('K-1')
  const outcome = await importText('sku,stock\nK-1,7\nK-3,7\n', 'csv')
  assert.deepEqual([outcome.changed, outcome.prices], [1, []])
  assert.deepEqual(outcome.reasons, ['3: name, category, price are required for a new product'])
  const after = await bySku('K-1')
  assert.deepEqual(after, { ...before, stock: 7, updated_at: after?.updated_at })
  // 8.00 euros would be 800 yen.
  const other = await importText('sku,currency,stock\nK-1,JPY,7\nK-2,JPY,8\n', 'csv', true)
  assert.deepEqual(other.reasons, ['2: price is required, because the product is sold in another currency'])
  assert.deepEqual([other.undone, (await bySku('K-1'))?.currency], [true, 'EUR'])
})

test('the report shows price spans, unread columns, and lines swallowed by quotes', async () => {
  const text = [
    'sku,name,category,amount,currency,Colour,,qty',
    'P-1,Pot,Span,0.49,EUR,red,,1',
    'P-2,Pan,Span,"1,299.00",eur,red,,2',
    'P-3,Bowl,Span,12.750,KWD,,,3',
    'P-4,"Cup 12",Span,1.00,EUR,,,4',
    'P-5,"Screen 24 inch,Span,1.00,EUR,,,5',
    'P-6,Knife,Span,1.00,EUR,,,6',
    'P-7,Fork,Span,1.00,EUR,,,7',
  ].join('\r\n')
  const spans = [...span('EUR', 49, 129_900), ...span('KWD', 12_750, 12_750)]
  for (const whole of [true, false]) {
    const { prices, lostLines, unreadColumns, reasons } = await importText(text, 'csv', whole)
    assert.deepEqual({ prices, lostLines, unreadColumns }, { prices: spans, lostLines: 2, unreadColumns: ['Colour'] })
    assert.deepEqual(reasons, ['6: has a quote that is not closed; lines 6 to 8 are not read'])
  }
  assert.equal((await bySku('P-2'))?.stock, 2)
})

test('wrong byte in UTF-8 → refused; the encoding of Windows is read', async () => {
  const rows = ['sku,name,category,price_minor', 'E-1,Caf\xe9,Cat,1', 'E-2,Tea,Cat,1', 'E-3,Cr\xc3\xa8me,Cat,1', '']
  const outcome = await importText(Buffer.from(rows.join('\n'), 'latin1'), 'csv')
  assert.deepEqual(
    [outcome.added, outcome.reasons],
    [2, ['2: name is not valid UTF-8. Save the file as UTF-8, in Excel as "CSV UTF-8"']],
  )
  const windows = await importText(await readFile('test/support/fixtures/product-files/windows-1252.csv'), 'csv')
  assert.deepEqual([windows.added, windows.reasons], [1, []])
})

test('one bad row undoes an all-or-nothing import', async () => {
  const rows = Array.from({ length: 9000 }, (_, i) => `A-${i},Name,All,1`)
  const text = (...more: string[]) => ['sku,name,category,price_minor', ...rows, ...more].join('\n')
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from products where category = 'All'`.execute(open.db)).rows[0]!.n
  const undone = await importText(text('A-x,,All,1'), 'csv', true)
  assert.deepEqual(
    [undone.added, undone.undone, undone.reasons, await count()],
    [0, true, ['9002: name is required for a new product'], 0],
  )
  const done = await importText(text(), 'csv', true)
  assert.deepEqual([done.added, done.undone, await count()], [9000, false, 9000])
})

test('same products imported in different orders → imports do not fail each other', async () => {
  const skus = Array.from({ length: 1000 }, (_, i) => `D-${i}`)
  const text = (list: string[], stock: number) =>
    ['sku,name,category,price_minor,stock', ...list.map(sku => `${sku},Name,Deadlocks,1,${stock}`)].join('\n')
  const inAllOrders = (stock: number) =>
    [false, true].flatMap(whole => [
      importText(text(skus, stock), 'csv', whole),
      importText(text(skus.toReversed(), stock), 'csv', whole),
    ])
  for (const { added, changed, unchanged } of await Promise.all([...inAllOrders(5), ...inAllOrders(6)])) {
    assert.equal(added + changed + unchanged, 1000)
  }
})

test('a time that PostgreSQL or JavaScript cannot read is a bad row', async () => {
  const times = ['9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.9999Z']
  const rows = times.map((time, index) => `T-${index},Name,All,1,${time}`)
  const { added, reasons } = await importText(['sku,name,category,price_minor,created_at', ...rows].join('\n'), 'csv')
  assert.deepEqual([added, reasons.map(reason => reason.slice(0, 16))], [1, ['2: created_at mu', '3: created_at mu']])
})

test('a killed import command completes when it is run again', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `S-${i},Name ${i % 50},Stopped,${i},5`)
  const file = join(folder, 'products.csv')
  await writeFile(file, ['sku,name,category,price_minor,stock', ...lines].join('\n'))
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from products where category = 'Stopped'`.execute(open.db)).rows[0]!
      .n

  await using killed = spawnSemel(['products', 'import', file], env)
  while ((await count()) === 0) await new Promise(resolve => setTimeout(resolve, 10))
  await killed.kill()
  assert.ok((await count()) % 4000 === 0, 'whole batches')

  await using again = spawnSemel(['products', 'import', file], env)
  const [code] = await once(again.child, 'close')
  assert.equal(code, 0, again.output())
  assert.match(again.output(), /0 changed, .* unchanged/)
  assert.equal(await count(), 10_000)
})

test('bad file → one line; bad rows → the import command fails', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const run = async (args: string[], input?: string) => {
    const { code, output } = await callSemel(['products', ...args], env, input)
    return { code, output: output.trim() }
  }
  assert.deepEqual(await run(['import', 'nowhere.csv']), { code: 1, output: 'nowhere.csv does not exist.' })
  assert.match((await run(['import', 'products.xls'])).output, /is not clear from its name\. Use --format csv/)
  assert.match((await run(['import', folder, '--format', 'csv'])).output, /is a directory/)
  assert.match((await run(['generate', 'many'])).output, /must be a whole number/)
  const noHeader = await run(['import', '-', '--format', 'csv'], 'Name,Amount\nx,1\n')
  assert.deepEqual(noHeader, {
    code: 1,
    output: 'The first line must name the columns; sku is missing.',
  })
  assert.deepEqual(await run(['import', '-', '--format', 'csv']), {
    code: 1,
    output: 'The file is empty. Its first line must name the columns.',
  })
  const twice = await run(['import', '-', '--format', 'csv'], 'sku,name,category,price_minor,SKU\n')
  assert.deepEqual(twice, { code: 1, output: 'The first line names the column "sku" twice.' })
  const report = await run(['import', 'test/support/fixtures/product-files/hundred-columns-qty.csv'])
  assert.equal(report.code, 0)
  assert.match(
    report.output,
    /2 added.* Prices: 14\.00 to 24\.00 EUR\. Columns that are not read: attribute_set_code, /,
  )
  const swallowed = await run(['import', 'test/support/fixtures/product-files/unclosed-quote.csv'])
  assert.equal(swallowed.code, 1)
  assert.match(swallowed.output, /^line 101: has a quote that is not closed; lines 101 to 201 are not read\n/)
  assert.match(swallowed.output, /99 added.* 1 row rejected\. 100 more lines were not read\. Prices: 1\.00 EUR\.$/)
  const whole = await run(['import', 'test/support/fixtures/product-files/whole-prices.csv'])
  assert.equal(whole.code, 1)
  assert.match(whole.output, /^Does the price 1259 in line 2 mean 1259\.00 or 12\.59 EUR\? Name the column amount/)
  const semel = spawn(process.execPath, ['src/main.ts', 'products', 'import', '-', '--format', 'ndjson'], {
    env: { ...process.env, ...env },
  })
  let bad = ''
  for (const stream of [semel.stdout, semel.stderr]) stream.on('data', chunk => (bad += chunk))
  semel.stdin.end('{"sku":"I-1"}\n')
  assert.deepEqual(await once(semel, 'close'), [1, null])
  assert.match(bad.trim(), /^line 1: name, category, price are required for a new product\n0 added.* 1 row rejected\.$/)
})

test('generated products are the same on every machine', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn' }
  await using made = spawnSemel(['products', 'generate', '5000', '--seed', '7'], env)
  await made.printed(/5,000 added/)
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(concat_ws('|', sku, name, description, category, status, price, stock, created_at at time zone 'UTC'), ',' order by id)) as digest
    from products where id > (select max(id) - 5000 from products)
  `.execute(open.db)
  assert.equal(rows[0]!.digest, '57667da87723215d6ea96567e809fb45')
})

test('the progress bar shows percentage, rate and time left', () => {
  const shown = (total: number | undefined) => {
    let text = ''
    const write = (chunk: Buffer, _: string, done: () => void) => {
      text += chunk
      done()
    }
    const terminal = Object.assign(new Writable({ write }), { isTTY: true, columns: 100 }) as unknown as WriteStream
    const progress = progressBar(terminal, 'rows', total)
    progress.show(500_000, 25)
    progress.clear()
    return text
  }
  assert.match(shown(100), /\[█{6}░{18}\] 25 % {2}500,000 rows, [\d,]+\/s, \S+ left/)
  assert.match(shown(undefined), /500,000 rows, [\d,]+\/s/)
  assert.doesNotMatch(shown(undefined), /%/)
})
