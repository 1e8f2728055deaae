import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { CONTENT, NAMES } from '../../../test/support/papers.ts'
import { objectsOf, textsOf } from '../../../test/support/pdf.ts'
import type { DocumentContent } from '../content.ts'
import { drawPdf } from './pdf.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Texts that are one under the other in the column of the buyer. */
function sentTo(name: string, ...address: string[]): DocumentContent {
  return { ...CONTENT, lines: CONTENT.lines.slice(0, 2), buyer: { ...CONTENT.buyer!, name, address } }
}

test('drawn again, in another process, at another time → the same bytes', async () => {
  const first = await drawPdf(CONTENT)
  assert.equal(sha256(await drawPdf(CONTENT)), sha256(first))
  const program = `
    import { drawPdf } from ${JSON.stringify(new URL('pdf.ts', import.meta.url).href)}
    import { createHash } from 'node:crypto'
    console.log(createHash('sha256').update(await drawPdf(JSON.parse(process.argv[1]))).digest('hex'))
  `
  const argv = ['--input-type=module', '-e', program, JSON.stringify(CONTENT)]
  const env = { ...process.env, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' }
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env })
  assert.equal(stdout.trim(), sha256(first))
})

test('many lines → several pages, which embed their fonts', async () => {
  const text = (await drawPdf(CONTENT)).toString('latin1')
  assert.ok(text.match(/\/Type \/Page\b/g)!.length > 2)
  assert.match(text, /\/FontFile2/)
  assert.match(text, /NotoSans-Bold/)
})

test('a paper → PDF/A-3a, with its language and its title', async () => {
  const pdf = await drawPdf(CONTENT)
  const text = pdf.toString('latin1')
  assert.match(text, /^%PDF-1\.7\n%[\x80-\xff]{4}/)
  assert.match(text, /\/Marked true/)
  assert.match(text, /\/DisplayDocTitle true/)
  assert.match(text, /\/Lang \(de\)/)
  assert.match(text, /\/S \/GTS_PDFA1/)
  const { stream } = objectsOf(pdf).find(({ dictionary }) => dictionary.includes('/Type /Metadata'))!
  const metadata = Buffer.from(stream!, 'latin1').toString('utf8')
  assert.match(metadata, /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A<\/pdfaid:conformance>/)
  assert.match(metadata, /<rdf:li xml:lang="x-default">Rechnung R-2026-00042<\/rdf:li>/)
  // ISO 19005-3, 6.1.3, 6.2.10 and 6.6.1: nothing encrypted, transparent or run.
  assert.doesNotMatch(text, /\/Encrypt|\/SMask|\/ca |\/CA |\/JavaScript|\/Launch/)
})

test('a paper with its e-invoice → inside, with the metadata of Factur-X', async () => {
  const xml = '<?xml version="1.0"?><Rechnung>Łódź</Rechnung>'
  const pdf = await drawPdf(sentTo('Ada'), { xml })
  assert.equal(sha256(await drawPdf(sentTo('Ada'), { xml })), sha256(pdf))
  const objects = objectsOf(pdf)
  const find = (pattern: RegExp) => objects.find(({ dictionary }) => pattern.test(dictionary))!
  const file = find(/\/Type \/EmbeddedFile/)
  assert.equal(Buffer.from(file.stream!, 'latin1').toString('utf8'), xml)
  for (const pattern of [/\/Subtype \/text#2Fxml/, /\/ModDate \(D:20261125120000Z\)/])
    assert.match(file.dictionary, pattern)
  const named = find(/\/Type \/Filespec/)
  assert.match(named.dictionary, /\/AFRelationship \/Alternative\n\/F \(factur-x\.xml\)/)
  assert.match(find(/\/Type \/Catalog/).dictionary, new RegExp(`/AF \\[${named.id} 0 R\\]`))
  const metadata = find(/\/Type \/Metadata/).stream!
  for (const [name, value] of [
    ['DocumentType', 'INVOICE'],
    ['DocumentFileName', 'factur-x.xml'],
    ['Version', '1.0'],
    ['ConformanceLevel', 'EN 16931'],
  ]) {
    assert.match(metadata, new RegExp(`<fx:${name}>${value}</fx:${name}>`))
    assert.match(metadata, new RegExp(`<pdfaProperty:name>${name}</pdfaProperty:name>`))
  }
  assert.doesNotMatch((await drawPdf(sentTo('Ada'))).toString('latin1'), /EmbeddedFile|\/AF |pdfaExtension/)
})

test('a seller with & and < → metadata that is XML', async () => {
  const pdf = await drawPdf({ ...sentTo('Ada'), seller: { ...CONTENT.seller, name: 'Łódź & Söhne <3' } })
  const { stream } = objectsOf(pdf).find(({ dictionary }) => dictionary.includes('/Type /Metadata'))!
  assert.match(Buffer.from(stream!, 'latin1').toString('utf8'), /<rdf:li>Łódź &amp; Söhne &lt;3<\/rdf:li>/)
})

test('a table → header cells of rows and columns, read before their amounts', async () => {
  const pdf = await drawPdf(sentTo('Ada'))
  const structure = objectsOf(pdf).map(({ dictionary }) => dictionary)
  const counted = (pattern: RegExp) => structure.filter(dictionary => pattern.test(dictionary)).length
  assert.equal(counted(/\/S \/H1\b/), 1)
  assert.equal(counted(/\/Scope \/Column/), 5 + 4)
  assert.equal(counted(/\/S \/Table\b/), 4)
  const texts = textsOf(pdf)
  const [name, detail] = [texts.indexOf('Lamp'), texts.indexOf('S-1')]
  assert.deepEqual(texts.slice(name, name + 6), ['Lamp', 'S-1', '2', '10,00 €', '19 %', '23,80 €'])
  assert.equal(detail, name + 1)
  const total = texts.indexOf('Gesamtbetrag inkl. USt.')
  assert.equal(texts[total + 1], '21.762,90 €')
})

test('names of fifteen scripts → copied as they were written', async () => {
  const texts = textsOf(await drawPdf(sentTo('Ada', ...Object.values(NAMES))))
  const isLeftward = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
  for (const [script, name] of Object.entries(NAMES)) {
    // Letters that go to the left are drawn from the left, and PDF readers turn them around.
    const copied = (text: string) => (isLeftward.test(text) ? [...text].sort().join('') : text)
    assert.ok(texts.map(copied).includes(copied(name)), `${script}: ${name} is not in\n${texts.join('\n')}`)
  }
})

test('one glyph for two letters → each is copied as it was written', async () => {
  const texts = textsOf(await drawPdf(sentTo('Nguyễn Hữu Thọ', 'Großer Hof 1', 'Graffiti ffl', 'น้ำ ทำ ก่ำ')))
  for (const text of ['Nguyễn Hữu Thọ', 'Großer Hof 1', 'Graffiti ffl', 'น้ำ ทำ ก่ำ', 'Rechnung R-2026-00042'])
    assert.ok(texts.includes(text), `${text} is not in\n${texts.join('\n')}`)
})

test('letters that no font has → a sign in their places', async () => {
  const texts = textsOf(await drawPdf(sentTo('Sok ភា\u2060x', 'tab\there 🎁', 'Ⅻ\ufe0e', 'ב\u0301')))
  assert.ok(texts.includes('Sok \ufffd\ufffd\u2060x'), texts.join('\n'))
  assert.ok(texts.includes('tab here '), texts.join('\n'))
  assert.ok(texts.includes('\ufffd'), texts.join('\n'))
})
