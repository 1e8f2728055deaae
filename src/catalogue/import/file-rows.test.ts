import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from './file-rows.ts'

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}
const read = (text: string, size: number) => Array.fromAsync(readRows(pieces(text, size), 'csv'))

test('a spreadsheet may separate cells by semicolons, however the bytes arrive', async () => {
  const text = '\ufeffsku;name;category;amount\r\nS-1;"Rug; large, red";Floors;49,90\r\n'
  for (const size of [1, 7, text.length * 2]) {
    assert.deepEqual(await read(text, size), [
      { line: 2, value: { sku: 'S-1', name: 'Rug; large, red', category: 'Floors', price: 4990 }, isInCents: true },
    ])
  }
})

test('a semicolon in a file of commas is text', async () => {
  const [row] = await read('sku,name,category,amount\nS-1,Rug; large,Floors,49.90\n', 5)
  assert.deepEqual(row, {
    line: 2,
    value: { sku: 'S-1', name: 'Rug; large', category: 'Floors', price: 4990 },
    isInCents: true,
  })
})

test('rows of separators alone → left out, and later mistakes keep their line', async () => {
  const text = 'sku;name;category;amount\r\n;;;\r\nS-1;Rug;Floors;49,90\r\n ;;\t;\r\n;;;;;\r\nS-2;Rug;Floors;1;x\r\n;;;'
  assert.deepEqual(await read(text, 7), [
    { line: 3, value: { sku: 'S-1', name: 'Rug', category: 'Floors', price: 4990 }, isInCents: true },
    { line: 6, mistake: 'has 5 fields, but the first line has 4' },
  ])
})

test('an amount refused in a currency without decimals → an example without them', async () => {
  const text = 'sku,name,category,amount,currency\nS-1,Rug,Floors,24.50,JPY\nS-2,Rug,Floors,a lot,KWD\n'
  assert.deepEqual(await read(text, 7), [
    { line: 2, mistake: 'amount must be a whole price like 1999, without decimals' },
    { line: 3, mistake: 'amount must be a price like 19.99' },
  ])
})

test('a first line needs sku and one more column that is read', async () => {
  await assert.rejects(read('name;amount\n', 4), { message: 'The first line must name the columns; sku is missing.' })
  await assert.rejects(read('sku,colour', 4), /beside sku it has none that is read, like name, category, amount/)
  await assert.rejects(read('sku,amount,price,name\n', 4), {
    message: 'The first line names several prices: amount, price. Keep one of them.',
  })
})

test('the names of columns in the second line or nowhere → refused', async () => {
  for (const empty of ['', '\ufeff', '\r\n \n', ';;;\n']) {
    for (const size of [1, 4])
      await assert.rejects(read(empty, size), { message: 'The file is empty. Its first line must name the columns.' })
  }
  assert.deepEqual(await read('sku,name,category,amount\n', 4), [], 'a file of columns alone has no rows')
  await assert.rejects(read('Products\nsku,name,category,amount\n', 4), /The first line must name the columns/)
})

test('a megabyte of columns is read in time', async () => {
  const columns = Array.from({ length: 160_000 }, (_, n) => `.${n.toString(36)}`).join()
  const began = performance.now()
  await read(`sku,name,category,price_minor,${columns}\n`, 64 * 1024)
  // It took 10 to 20 seconds.
  assert.ok(performance.now() - began < 3000)
})
