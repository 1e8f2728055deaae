/** Files as spreadsheets and other shops write them. The fixtures follow public bug reports; their products are invented. */
import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readRows } from './file-rows.ts'
import type { PriceMeaning } from './prices.ts'

const FILES = new URL('../../../test/support/fixtures/product-files/', import.meta.url)

async function read(file: string, priceMeans?: PriceMeaning) {
  return Array.fromAsync(readRows(createReadStream(new URL(`${file}.csv`, FILES)), 'csv', { priceMeans }))
}

/** SKU and price of each row, or its mistake. */
async function prices(file: string, priceMeans?: PriceMeaning) {
  const rows = await read(file, priceMeans)
  return rows.flatMap(row => {
    if ('unreadColumns' in row || 'morePictures' in row) return []
    if ('mistake' in row) return `${row.line}: ${row.mistake}`
    const { sku, price } = row.value as { sku: string; price: number }
    return `${sku} ${price}`
  })
}

test('thousands separators beside decimals, and zeros behind the decimals → read', async () => {
  assert.deepEqual(await prices('thousands'), ['TH-01 123450', 'TH-02 8900', 'TH-03 1234500'])
  assert.deepEqual(await prices('four-decimals'), ['DZ-01 4500', 'DZ-02 1450'])
  assert.deepEqual(await prices('jpy-two-decimals'), ['JP-1 1250', 'JP-2 980'])
  assert.deepEqual(await prices('german-excel'), ['BX-01 4990', 'BX-02 750'])
})

test('three digits behind the only separator → refused if they may be thousands', async () => {
  assert.deepEqual(await prices('kwd-thousands'), [
    '2: amount 1,250 could mean 1.250 or 1250. Write it like 1250.000 or 1.2500',
    'KW-2 12750',
  ])
})

test('an amount that is too high is refused in its own unit', async () => {
  const file =
    'sku;amount;currency\nA;90071992547409,92;EUR\nB;9007199254740992;JPY\nC;-9007199254740,992;KWD\nD;90071992547409,91;EUR\n'
  const rows = await Array.fromAsync(readRows(Readable.from([Buffer.from(file)]), 'csv'))
  assert.deepEqual(
    rows.map(row => ('mistake' in row ? row.mistake : 'read')),
    [
      'amount must be at most 90071992547409.91',
      'amount must be at most 9007199254740991',
      'amount must be at least 0',
      'read',
    ],
  )
})

test('a column price → in major or minor units, as the caller says', async () => {
  assert.deepEqual(await prices('whole-prices', 'amount'), ['WP-01 125900', 'WP-02 3500', 'WP-03 59900'])
  assert.deepEqual(await prices('whole-prices', 'price_minor'), ['WP-01 1259', 'WP-02 35', 'WP-03 599'])
  await assert.rejects(prices('whole-prices'), /Does the price 1259 in line 2 mean 1259\.00 or 12\.59 EUR\?/)
})

test('semicolons, tabs, UTF-16, sep= or a comma in a column name → read', async () => {
  assert.deepEqual(await prices('excel-unicode-text'), ['U-01 1990', 'U-02 800'])
  assert.deepEqual(await prices('utf16le-semicolon'), ['U-11 1990', 'U-12 800'])
  assert.deepEqual(await prices('sep-semicolon'), ['SEP-1 490'])
  assert.deepEqual(await prices('comma-in-header'), ['CH-1 1490'])
  const [row] = await read('excel-unicode-text')
  assert.equal((row as { value: { name: string } }).value.name, 'Größe L')
})

test('empty columns at the edge, rows without last empty cells → read', async () => {
  assert.deepEqual(await prices('empty-columns'), ['EC-1 350', 'EC-2 600'])
  assert.deepEqual(await prices('short-rows'), ['SR-1 350', 'SR-2 600', 'SR-3 200'])
})

test('a column with values but no name → named by its place', async () => {
  const file = ',sku,amount,,\n,A,1.50,,\n1,B,2.50,,\n2,C,3.50,,x\n'
  const rows = await Array.fromAsync(readRows(Readable.from([Buffer.from(file)]), 'csv'))
  const unread = rows.flatMap(row => ('unreadColumns' in row ? [row.unreadColumns] : []))
  assert.deepEqual(unread.at(-1), ['column 1', 'column 5'])
  assert.equal(rows.length - unread.length, 3)
})

test('columns of other shops → read, and the unread ones are named', async () => {
  assert.deepEqual(await prices('shopify-native'), ['RM-S 1200', 'RM-L 1500'])
  assert.deepEqual(await prices('woocommerce-native'), ['WOO-1 2000'])
  const [shopify] = await read('shopify-native')
  assert.deepEqual(shopify, {
    unreadColumns: ['Tags', 'Variant Inventory Policy'],
  })
  const [columns, row] = await read('hundred-columns-qty')
  const { unreadColumns } = columns as { unreadColumns: string[] }
  assert.deepEqual([unreadColumns.length, unreadColumns[0]], [88, 'attribute_set_code'])
  assert.equal((row as { value: { stock: number } }).value.stock, 100)
})

test('a SKU a spreadsheet shortened → refused; one kept in a formula → read', async () => {
  const reason = 'sku 4.00638E+12 looks like a number that a spreadsheet has shortened. Format the column as text'
  assert.deepEqual(await prices('scientific-sku'), [`2: ${reason}`, `3: ${reason}`])
  assert.equal((await prices('excel-text-formula'))[0], '00123 30')
})

test('a quote that is never closed → named with the lines it swallowed', async () => {
  const rows = await prices('unclosed-quote')
  assert.equal(rows.length, 100)
  assert.equal(rows.at(-1), '101: has a quote that is not closed; lines 101 to 201 are not read')
})

test('a quote closed by the next one → named with the swallowed rows', async () => {
  const text = [
    'sku;name;category;price;description',
    'Q-1;Pot;Kitchen;9,50;"Two',
    'lines; of text, for 12 people; or more;;',
    'or three"',
    'Q-2;"Screen 24;Kitchen;1,00;',
    'Q-3;Screen 27";Kitchen;2,00;',
    'Q-4;Lid;Kitchen;3,00;"12 inch',
    'Q-5;Pan;Kitchen;1.299,00;Round',
    'Q-6;Wok;Kitchen;5,00;16"',
    'Q-7;Jug;Kitchen;6,00;',
  ].join('\r\n')
  const rows = await Array.fromAsync(readRows(Readable.from([Buffer.from(text)]), 'csv'))
  const open = (column: string, line: number, last: number) =>
    `${line}: ${column} opens a quote in line ${line} that is closed lines later; lines ${line} to ${last} are not read`
  assert.deepEqual(
    rows.map(row =>
      'value' in row ? (row.value as { sku: string }).sku : 'line' in row && `${row.line}: ${row.mistake}`,
    ),
    ['Q-1', open('name', 5, 6), open('description', 7, 9), 'Q-7'],
  )
})

test('currency and status in any letter case, 10.0 pieces → read', async () => {
  const values = (await read('values')).map(row => ('value' in row ? (row.value as Record<string, unknown>) : {}))
  assert.deepEqual(
    values.map(({ currency, status, stock }) => [currency, status, stock]),
    [
      ['EUR', 'active', 1],
      ['EUR', 'active', 1],
      ['EUR', 'active', 10],
      ['EUR', 'active', '1,000'],
      ['EUR', 'active', -3],
      ['€', 'active', 2],
    ],
  )
})

test('marks of direction around a SKU or a number are left out', async () => {
  const text = 'sku,name,category,price,currency,stock\n\u200eM-1\u200e,Pot,Kitchen,\u202a12.50\u202c,EUR,\u200e4\n'
  const [row] = await Array.fromAsync(readRows(Readable.from([Buffer.from(text)]), 'csv'))
  const { sku, price, stock } = (row as { value: Record<string, unknown> }).value
  assert.deepEqual([sku, price, stock], ['M-1', 1250, 4])
})

test('a title above the columns is refused', async () => {
  const reason =
    /The first line must name the columns; sku is missing\. Line \d names them, so delete the lines above it\./
  await assert.rejects(prices('title-row'), reason)
})

const text = 'sku;name;category;price\r\nE-1;Größe – “L”;Café;19,90 €\r\n'

test('files from Windows, older Unix programs or Macs → right letters, however split', async () => {
  const bytes = (encoding: Partial<Record<string, number>>) =>
    Buffer.from([...text.replaceAll(/[–“”]/g, '')].map(letter => encoding[letter] ?? letter.charCodeAt(0)))
  const ansi = { ö: 0xf6, ß: 0xdf, é: 0xe9 }
  const files = [
    bytes({ ...ansi, '€': 0x80 }),
    bytes({ ...ansi, '€': 0xa4 }),
    bytes({ ö: 0x9a, ß: 0xa7, é: 0x8e, '€': 0xdb }),
    Buffer.from(text.replaceAll(/[–“”]/g, '')),
    Buffer.from(`\ufeff${text.replaceAll(/[–“”]/g, '')}`, 'utf16le'),
    Buffer.from(text.replaceAll(/[–“”]/g, ''), 'utf16le').swap16(),
  ]
  for (const [index, file] of files.entries()) {
    for (const size of [1, 3, 1000]) {
      const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, n) =>
        file.subarray(n * size, (n + 1) * size),
      )
      const [row] = await Array.fromAsync(readRows(Readable.from(pieces), 'csv'))
      const { value } = row as { value: Record<string, unknown> }
      assert.deepEqual(
        [value.name, value.category, value.price],
        ['Größe  L', 'Café', 1990],
        `file ${index} in pieces of ${size}`,
      )
    }
  }
})

test('a script that the bytes do not reveal → not read as another', async () => {
  const cyrillic = Buffer.from(
    [...'sku,name,category,amount\nC-1,', 0xca, 0xed, 0xe8, 0xe3, 0xe0, ...',Tea,1.00\n'].map(sign =>
      typeof sign === 'string' ? sign.charCodeAt(0) : sign,
    ),
  )
  const [row] = await Array.fromAsync(readRows(Readable.from([cyrillic]), 'csv'))
  assert.match((row as { value: { name: string } }).value.name, /^\ufffd+$/)
  const [chosen] = await Array.fromAsync(readRows(Readable.from([cyrillic]), 'csv', { encoding: 'windows-1251' }))
  assert.equal((chosen as { value: { name: string } }).value.name, 'Книга')
})

test('HTML in names, categories and descriptions → text, and plain signs stay', async () => {
  const [strap, mat] = (await read('html-description')).map(row => ('value' in row ? row.value : {})) as Record<
    string,
    string
  >[]
  assert.equal(strap!.name, 'Yoga Strap & Bag')
  assert.equal(strap!.description, 'Soft & strong, 6 foot.\n\n• 100% cotton\n• 1.0" wide')
  assert.equal(mat!.description, 'Line one\nLine two')
})

test('names from a Mac, letter and accent apart → composed as keyboards write', async () => {
  const [row] = await read('nfd-names')
  const { name } = (row as { value: { name: string } }).value
  assert.equal(name, name.normalize('NFC'))
  assert.match(name, /Kücheneule/)
})
