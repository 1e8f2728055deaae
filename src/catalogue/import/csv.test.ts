import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/support/times.ts'
import { readCsv } from './csv.ts'

async function* pieces(text: string, size: number) {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}
const read = (text: string, size = text.length || 1) => Array.fromAsync(readCsv(pieces(text, size)))

test('fields may hold commas, quotes and line breaks; a record knows the line that it begins on', async () => {
  assert.deepEqual(await read('a,b\r\n"1,5","say ""x""\nand\ny"\n\n,\n"",2'), [
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1,5', 'say "x"\nand\ny'] },
    { line: 6, fields: ['', ''] },
    { line: 7, fields: ['', '2'] },
  ])
  assert.deepEqual(await read('a\rb\r\rc\r'), [
    { line: 1, fields: ['a'] },
    { line: 2, fields: ['b'] },
    { line: 4, fields: ['c'] },
  ])
})

test('what is not CSV is a mistake with its line, and what follows is read on', async () => {
  assert.deepEqual(await read('a"b,c\n"d"e,f\ng,h\n"i'), [
    { line: 1, mistake: 'has a quote inside a field that is not quoted' },
    { line: 2, mistake: 'has text after a closing quote' },
    { line: 3, fields: ['g', 'h'] },
    { line: 4, mistake: 'has a quote that is not closed' },
  ])
})

test('a quote that is never closed does not fill the memory', async () => {
  async function* endless() {
    yield 'a\n"'
    for (;;) yield 'x'.repeat(1000)
  }
  const records = await Array.fromAsync(readCsv(endless()))
  assert.equal(records.length, 2)
  assert.match((records[1] as { mistake: string }).mistake, /perhaps a quote is not closed/)
})

test('a line that is too long is passed over', async () => {
  const long = ['x'.repeat(1024 * 1024 + 1), ','.repeat(2 * 1024 * 1024), `${'x,'.repeat(1024 * 1024)}"`]
  assert.deepEqual(await read([...long, 'a,b'].join('\r\n'), 65536), [
    { line: 1, mistake: 'is longer than 1048576 characters' },
    { line: 2, mistake: 'is longer than 1048576 characters' },
    { line: 3, mistake: 'is longer than 1048576 characters' },
    { line: 4, fields: ['a', 'b'] },
  ])
})

test('whatever is written by the rules is read as it was, in pieces of any size', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '\u{1f600}'), maxLength: 6 })
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 9 }), async (rows, end, size) => {
      const text = rows.map(row => row.map(f => `"${f.replaceAll('"', '""')}"`).join(',') + end).join('')
      const records = await read(text, size)
      assert.deepEqual(
        records.map(record => 'fields' in record && record.fields),
        rows,
      )
    }),
    { numRuns: times(500) },
  )
})
