import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../test/support/times.ts'
import { csvLine, readCsv, unescapeFormula } from './csv.ts'

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}
const read = (text: string, size = text.length || 1) => Array.fromAsync(readCsv(pieces(text, size)))

test('commas, quotes, line breaks in fields → read, records numbered by first line', async () => {
  assert.deepEqual(await read('a,b\r\n"1,5","say ""x""\nand\ny"\n\n,\n"",2'), [
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['1,5', 'say "x"\nand\ny'] },
    { line: 6, fields: ['', ''] },
    { line: 7, fields: ['', '2'] },
  ])
  assert.deepEqual(await read('\ufeffa,"1\r\n2"\r\n\r\n"3\r4\n5",b\nc\n'), [
    { line: 1, fields: ['a', '1\r\n2'] },
    { line: 4, fields: ['3\r4\n5', 'b'] },
    { line: 7, fields: ['c'] },
  ])
  assert.deepEqual(await read('a\rb\r\rc\r'), [
    { line: 1, fields: ['a'] },
    { line: 2, fields: ['b'] },
    { line: 4, fields: ['c'] },
  ])
})

test('an invalid record → a mistake with its line; later ones are read', async () => {
  assert.deepEqual(await read('a"b,c\n"12" lamp",d\ne,f\n"g'), [
    { line: 1, mistake: 'has a quote inside a field that is not quoted' },
    { line: 2, mistake: 'has text after a closing quote' },
    { line: 3, fields: ['e', 'f'] },
    { line: 4, mistake: 'has a quote that is not closed' },
  ])
})

test('a wrong closing quote → the mistake names the lost lines', async () => {
  assert.deepEqual(await read('a,b\n"c"d,e\nf,g\n"h",i\nj,k\n'), [
    { line: 1, fields: ['a', 'b'] },
    { line: 2, mistake: 'has text after a closing quote; lines 2 to 3 are not read', lostLines: 1 },
    { line: 4, mistake: 'has text after a closing quote' },
    { line: 5, fields: ['j', 'k'] },
  ])
})

test('any line end → a mistake names the line that opened its quote', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = ['a,b', '', '1,"x', '2,y', '3,z"q,4"', '5,"u', 'v"', '6,"w', '7,8', '']
    assert.deepEqual(await read(lines.join(end), 3), [
      { line: 1, fields: ['a', 'b'] },
      { line: 3, mistake: 'has text after a closing quote; lines 3 to 5 are not read', lostLines: 2 },
      { line: 6, fields: ['5', `u${end}v`] },
      { line: 8, mistake: 'has a quote that is not closed; lines 8 to 9 are not read', lostLines: 1 },
    ])
  }
})

test('a quote that is never closed → reading ends, with bounded memory', async () => {
  async function* endless() {
    yield 'a\n"'
    for (;;) yield 'x'.repeat(1000)
  }
  const records = await Array.fromAsync(readCsv(endless()))
  assert.equal(records.length, 2)
  assert.equal(records[1]!.line, 2)
  assert.match((records[1] as { mistake: string }).mistake, /Perhaps a quote is not closed\. The rest of the file/)
})

test('the source fails → an error, not the end of the file', async () => {
  async function* failing() {
    yield 'a\n'
    throw new Error('disk on fire')
  }
  await assert.rejects(Array.fromAsync(readCsv(failing())), /disk on fire/)
})

test('a written line, any separator → no cell is a formula, text stays', async () => {
  for (const text of [
    '=1+1',
    '@SUM(A1)',
    'a;=1+1;b',
    '1\t+2',
    'a\n-b',
    '\r=1',
    '＝1',
    ';;=x',
    "a;'=1",
    '+\t=',
    'a;"=1+1;',
    '\n"\'"=1',
  ]) {
    const line = csvLine([text])
    for (const part of line
      .slice(0, -2)
      .replace(/^"(.*)"$/s, '$1')
      .split(/[;\t\r\n]/)) {
      // Quotes at the beginning of a cell are not part of its text.
      assert.doesNotMatch(part, /^"*[=+\-@＝＋－＠]/, JSON.stringify(line))
    }
  }
  const unit = fc.constantFrom('a', ';', "'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', '＝')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1, maxLength: 8 }), async text => {
      const [record] = await read(csvLine(['x', text]), 5)
      assert.equal(unescapeFormula(('fields' in record! && record.fields[1]) || ''), text)
    }),
    { numRuns: times(500) },
  )
})

test('valid CSV in pieces of any size → read as it was written', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é', '\u{1f600}'), maxLength: 6 })
  const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 9 }), async (rows, end, size) => {
      const text = rows.map(written(end)).join('')
      const records = await read(text, size)
      assert.deepEqual(
        records.map(record => 'fields' in record && record.fields),
        rows,
      )
      const lines = (text: string) => text.split(/\r\n|\r|\n/).length
      const starts = rows.map((_, i) => lines(text.slice(0, rows.slice(0, i).map(written(end)).join('').length)))
      assert.deepEqual(
        records.map(({ line }) => line),
        starts,
      )
    }),
    { numRuns: times(500) },
  )
})

function written(end: string) {
  return (row: string[]) => row.map(field => `"${field.replaceAll('"', '""')}"`).join(',') + end
}
