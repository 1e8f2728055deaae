/** Files of other programs in test/fixtures/shops, a folder each: `fixture.json` says the version, how they were made, and what is read. */
import assert from 'node:assert/strict'
import { createReadStream, globSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readRows } from '../file-rows.ts'
import { PROGRAMS } from '../programs/table.ts'

const FOLDER = `${import.meta.dirname}/../../../../test/fixtures/shops`
const IMPLIED = new Set(['tax_class'])

type Fixture = { program: string; made: string; read: Record<string, unknown[]> }

async function read(bytes: AsyncIterable<Uint8Array>, reading = {}) {
  const rows = await Array.fromAsync(readRows(bytes, 'csv', reading))
  return rows.flatMap((row): unknown[] => {
    if ('unreadColumns' in row || 'morePictures' in row) return []
    if ('mistake' in row) return [`${row.line}: ${row.mistake}`]
    const fields = Object.entries(row.value as object).filter(([name]) => !IMPLIED.has(name))
    return [Object.fromEntries(fields)]
  })
}
const text = (csv: string) => Readable.from([Buffer.from(csv)])

for (const path of globSync('*/fixture.json', { cwd: FOLDER }).sort()) {
  const { program, read: files } = JSON.parse(readFileSync(`${FOLDER}/${path}`, 'utf8')) as Fixture
  for (const [name, expected] of Object.entries(files)) {
    test(`${program.split(/[,(]/)[0]!.trim()}: ${name} is read`, async () => {
      assert.deepEqual(
        await read(createReadStream(`${FOLDER}/${path.replace('fixture.json', `${name}.csv`)}`)),
        expected,
      )
    })
  }
}

test('at least fourteen programs have fixtures', () => {
  assert.ok(globSync('*/fixture.json', { cwd: FOLDER }).length >= 14)
  assert.equal(new Set(PROGRAMS.map(({ name }) => name)).size, PROGRAMS.length)
})

test('names of columns in other spellings → found all the same', async () => {
  const csv = '\u200bARTIKELNUMMER ;Bezéichnung;kategorie\u00a0;PREIS;Währung\nA-1;Kanne;Küche;9,50;EUR\n'
  assert.deepEqual(await read(text(csv)), [
    { sku: 'A-1', name: 'Kanne', category: 'Küche', price: 950, currency: 'EUR' },
  ])
  const woo =
    'id,typ,ARTIKELNUMMER,name,veroeffentlicht,veröffentlicht ,regulaerer preis,Regulärer  Preis\n1,simple,A,Cap,,-1,,9\n'
  assert.match(String(await read(text(woo))), /is not on sale/)
})

test('an unread column like a switch → a question, once for the file', async () => {
  const head = 'Artikelnummer;Bezeichnung;Kategorie;Preis;Bestand'
  for (const [name, value] of [
    ['Aktiv', 'nein'],
    ['Veröffentlicht', '-1'],
    ['Publié', 'non'],
    ['État', '0'],
    ['Visible', 'FALSE'],
    ['Status der Anzeige aktiv', 'n'],
    ['Inaktiv', 'ja'],
    ['Archived', '1'],
  ] as const) {
    const csv = `${head};${name}\nA-1;Kanne;Küche;9,50;3;\nA-2;Krug;Küche;9,50;3;${value}\n`
    await assert.rejects(read(text(csv)), /\(line 3\) mean that the product is not on sale\?/, name)
    assert.equal((await read(text(csv), { ignoreSwitches: true })).length, 2)
  }
})

test('a column like a switch that hides nothing → no question', async () => {
  for (const [name, value] of [
    ['Aktiv', 'ja'],
    ['Sichtbarkeit', 'Katalog'],
    ['Notiz', 'nein'],
    ['Archiviert', 'nein'],
  ] as const) {
    const csv = `Artikelnummer;Bezeichnung;Kategorie;Preis;${name}\nA-1;Kanne;Küche;9,50;${value}\n`
    assert.equal((await read(text(csv))).length, 1, name)
  }
})

test('columns published and hidden → rows that are not on sale are refused', async () => {
  const csv = (name: string, value: string) => `sku,name,category,amount,${name}\nA,Cap,Caps,9,${value}\n`
  const refused = ['2: is not on sale in the other shop. Put it on sale there, or leave the row out']
  assert.deepEqual(await read(text(csv('published', 'Nein'))), refused)
  assert.deepEqual(await read(text(csv('hidden', 'oui'))), refused)
  assert.equal(((await read(text(csv('published', '1'))))[0] as { sku: string }).sku, 'A')
  assert.deepEqual(await read(text(csv('published', 'perhaps'))), ['2: published must be yes or no'])
})

test('prices without VAT → read when somebody has said so', async () => {
  const csv = 'Product ID;Active (0/1);Name *;Price tax excluded;Reference #\n4;1;Bol;10.00;A\n'
  assert.deepEqual(await read(text(csv)), [{ sku: 'A', name: 'Bol' }])
  const rows = await Array.fromAsync(readRows(text(csv), 'csv', { vat: 'excluded' }))
  assert.deepEqual(
    rows.map(row => 'isNet' in row && [row.isNet, (row.value as { price: number }).price]),
    [[true, 1000]],
  )
})

test('short codes of WordPress leave texts, remarks in brackets stay', async () => {
  const description = async (cell: string) => {
    const [row] = await read(
      text(`sku,name,category,amount,description\nA,Cap,Caps,9,"${cell.replaceAll('"', '""')}"\n`),
    )
    return (row as { description?: string }).description
  }
  assert.equal(await description('[vc_row][vc_column width="1/2"]Warm[/vc_column][/vc_row]'), 'Warm')
  assert.equal(
    await description('A [gallery ids="1,2"] B [caption id="x"]Photo[/caption] [contact-form-7 id="3" title="C"]'),
    'A  B Photo',
  )
  assert.equal(await description('<p>[su_button url="https://x.example"]Buy[/su_button]</p>'), 'Buy')
  assert.equal(await description('[new] Size [cm] is [10x20]'), '[new] Size [cm] is [10x20]')
})

test('status, currency and stock are read in words and signs', async () => {
  const csv =
    'sku;name;category;amount;currency;status;stock\n' +
    'A;Cap;Caps;9;EUR €;Auf Lager;5 Stück\nB;Cap;Caps;9; euro ;En rupture de stock;1\u202f000\nC;Cap;Caps;9;eur;Coming  Soon;7,0\n'
  const rows = (await read(text(csv))) as { currency: string; status: string; stock: unknown }[]
  assert.deepEqual(
    rows.map(({ currency, status, stock }) => [currency, status, stock]),
    [
      ['EUR', 'active', 5],
      ['EUR', 'out_of_stock', 1000],
      ['EUR', 'coming_soon', 7],
    ],
  )
})

test('a cell of many blanks → read without delay', async () => {
  const gap = ' '.repeat(300_000)
  const files = [
    `sku,name,category,amount,stock\nA,B,C,1.00,"5${gap}x"\n`,
    `Token,Item Name,Variation Name,SKU,Category,Price\n1,B,Regular,A,"C${gap}x",1.00\n`,
    `id,handle,sku,name,product_category,variant_option_one_name,variant_option_one_value,retail_price\n1,h,A,B,"C${gap}x",,,1.00\n`,
  ]
  for (const csv of files) {
    const start = performance.now()
    await read(text(csv), { vat: 'included', currency: 'EUR' })
    const took = performance.now() - start
    assert.ok(took < 5000, `${Math.round(took)} ms for ${csv.slice(0, 60)}`)
  }
})
