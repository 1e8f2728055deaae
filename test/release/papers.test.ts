/** Papers in the hands of other programs, of Debian: `apt-get install qpdf poppler-utils mupdf-tools ghostscript`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { composeEInvoice } from '../../src/documents/e-invoice/compose.ts'
import { inProfile } from '../../src/documents/e-invoice/profiles.ts'
import { writeXml } from '../../src/documents/e-invoice/xml.ts'
import { drawPdf } from '../../src/documents/paper/pdf.ts'
import { CONTENT, NAMES } from '../support/papers.ts'

let folder: string
let paper: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'semel-papers-'))
  paper = join(folder, 'paper.pdf')
  const buyer = { ...CONTENT.buyer!, address: Object.values(NAMES) }
  await writeFile(paper, await drawPdf({ ...CONTENT, buyer }))
})
after(() => rm(folder, { recursive: true }))

/** @returns what the program printed, of both kinds */
async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 24 })
  return stdout + stderr
}

/** Texts with each blank as one space, as a search compares them. @param order of the page as people read it, or of the structure */
async function copied(file: string, order: 'page' | 'raw'): Promise<string> {
  const text = await run('pdftotext', ...(order === 'raw' ? ['-raw'] : []), file, '-')
  return text.replaceAll(/[\u202a-\u202e]/g, '').replaceAll(/\s+/g, ' ')
}

/** Poppler copies the points of Hebrew apart from their letters. */
const COPIED = Object.entries(NAMES).filter(([script]) => script !== 'Hebrew')

async function assertNamed(file: string): Promise<void> {
  const page = await copied(file, 'page')
  // Digits after Arabic letters are left of them on the page, and poppler copies them first.
  for (const [script, name] of COPIED)
    for (const word of script === 'Persian' ? name.split(' ') : [name])
      assert.ok(page.includes(word), `${script}: ${word} is not in ${page.slice(0, 900)}`)
  const raw = await copied(file, 'raw')
  for (const line of ['S-1 2 10,00 € 19 % 23,80 €', 'Gesamtbetrag inkl. USt. 21.762,90 €'])
    assert.ok(raw.includes(line), `${line} is not in ${raw}`)
}

test('qpdf and mutool read a paper → without a complaint', async () => {
  assert.match(await run('qpdf', '--check', paper), /No syntax or stream encoding errors found/)
  // This build of mutool says at each start that it has no ICC.
  const printed = (await run('mutool', 'info', paper)).replace('warning: ICC support is not available', '')
  assert.doesNotMatch(printed, /warning|error/i)
})

test('poppler reads a paper → tagged PDF/A-3a with its title', async () => {
  const info = await run('pdfinfo', paper)
  for (const pattern of [/Title: +Rechnung R-2026-00042/, /Tagged: +yes/, /PDF subtype: +PDF\/A-3a/, /JavaScript: +no/])
    assert.match(info, pattern)
  const fonts = (await run('pdffonts', paper)).trim().split('\n').slice(2)
  assert.ok(fonts.length > 10, fonts.join('\n'))
  // Embedded, cut, with a map of texts.
  for (const font of fonts) assert.match(font, /Identity-H +yes yes yes/)
  const structure = await run('pdfinfo', '-struct-text', paper)
  assert.match(structure, /TH:?\s+\/Scope \/Row\s+"Lamp"\s+"S-1"\s+TD[^"]+"2"\s+TD[^"]+"10,00.€"/)
})

test('a paper as it is → every name is copied', async () => {
  await assertNamed(paper)
})

for (const [program, ...args] of [
  ['qpdf', '--linearize', 'IN', 'OUT'],
  ['mutool', 'clean', '-gggg', '-z', 'IN', 'OUT'],
  ['gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-sOutputFile=OUT', 'IN'],
  ['pdftocairo', '-pdf', 'IN', 'OUT'],
  ['pdfunite', 'IN', 'IN', 'OUT'],
] as const)
  test(`a paper rewritten by ${program} → every name is copied`, async () => {
    const written = join(folder, `${program}.pdf`)
    await run(program, ...args.map(arg => arg.replace('IN', paper).replace('OUT', written)))
    await assertNamed(written)
  })

test('mutool copies a paper → names that go to the right are whole', async () => {
  const text = await run('mutool', 'draw', '-F', 'txt', paper)
  for (const [script, name] of COPIED)
    if (!/[\p{Script=Arabic}]/u.test(name)) assert.ok(text.includes(name), `${script}: ${name}`)
  assert.doesNotMatch(text, /\ufffd/)
})

test('an e-invoice inside a paper → poppler takes out the same bytes', async () => {
  const xml = writtenXml()
  const path = join(folder, 'hybrid.pdf')
  await writeFile(path, await drawPdf(CONTENT, { xml }))
  assert.match(await run('pdfdetach', '-list', path), /1: factur-x\.xml/)
  await run('pdfdetach', '-save', '1', '-o', join(folder, 'factur-x.xml'), path)
  assert.equal(await readFile(join(folder, 'factur-x.xml'), 'utf8'), xml)
  assert.match(await run('qpdf', '--check', path), /No syntax or stream encoding errors found/)
  assert.match(await run('qpdf', '--json', '--json-key=attachments', path), /"mimetype": "text\/xml"/)
  const info = await run('pdfinfo', path)
  assert.match(info, /PDF subtype: +PDF\/A-3a/)
  assert.match(await run('pdfinfo', '-meta', path), /<fx:ConformanceLevel>EN 16931<\/fx:ConformanceLevel>/)
})

function writtenXml(): string {
  const invoice = composeEInvoice(CONTENT)
  assert.ok('lines' in invoice)
  const written = inProfile(invoice, 'factur-x')
  assert.ok('root' in written)
  return writeXml(written.root)
}
