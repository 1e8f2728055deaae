import assert from 'node:assert/strict'
import { test } from 'node:test'
import PDFDocument from 'pdfkit'
import { NAMES } from '../../../test/support/papers.ts'
import { Fonts } from './fonts.ts'
import { fontFilesOf, isInNotoSans, missingLetters } from './letters.ts'
import { linesOf } from './mixed-text.ts'

const style = { face: 'regular', size: 9, width: 200 } as const

async function fontsFor(...texts: string[]): Promise<Fonts> {
  const pdf = new PDFDocument({ font: null as never })
  return Fonts.register(pdf, { regular: texts, bold: texts })
}

test('names in fifteen scripts → a font has each letter, at both weights', async () => {
  const fonts = await fontsFor(...Object.values(NAMES))
  for (const [script, name] of Object.entries(NAMES))
    for (const face of ['regular', 'bold'] as const)
      for (const { text, font } of fonts.runsOf(name, face))
        assert.ok(font !== face || fonts.isPlain(text), `${script}: ${text} is drawn by ${font}`)
  assert.deepEqual(missingLetters(Object.values(NAMES)), [])
})

test('letters listed for Noto Sans → it has each, at both weights', async () => {
  const letters = Array.from({ length: 0xff_ff }, (_, point) => String.fromCharCode(point)).filter(
    letter =>
      /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}]/u.test(letter) && isInNotoSans(letter.normalize('NFC')),
  )
  assert.ok(letters.length > 2500, String(letters.length))
  const fonts = await fontsFor()
  assert.deepEqual(
    letters.filter(letter => !fonts.isPlain(letter.normalize('NFC'))),
    [],
  )
})

test('each letter that small scripts list → is in a font', async () => {
  const scripts = { Armenian: 'Armenian', Georgian: 'Georgian', Hebrew: 'Hebrew', Thai: 'Thai' }
  for (const script of Object.keys(scripts)) {
    const all = lettersOf(script).filter(letter => fontFilesOf(letter, letter).length > 0)
    const fonts = await fontsFor(all.join(''))
    const lacking = fonts.runsOf(all.join(''), 'regular').filter(({ font }) => font === 'regular')
    assert.deepEqual(lacking, [], script)
  }
})

function lettersOf(script: string): string[] {
  const isOf = new RegExp(`(?=\\p{Script=${script}})\\p{L}`, 'u')
  return Array.from({ length: 0x3000 }, (_, point) => String.fromCodePoint(point)).filter(letter => isOf.test(letter))
}

test('letters that no font has → named once each', () => {
  assert.deepEqual(missingLetters(['Sok ភា', 'ភា 😀 →']), ['ភ', 'ា'])
  assert.deepEqual(missingLetters(['አማርኛ', 'Анна']), ['አ', 'ማ', 'ር', 'ኛ'])
})

test('accents and Hangul typed as separate letters → composed', async () => {
  const fonts = await fontsFor()
  assert.equal(fonts.drawn('김é'.normalize('NFD')), '김é')
})

test('emoji that no font has → left out', async () => {
  const fonts = await fontsFor('🎁 Box 👍🏽')
  assert.equal(fonts.drawn('🎁 Box 👍🏽'), ' Box ')
})

test('Arabic with Latin words and digits → runs in visual order', async () => {
  const text = 'محمد (Haus 12) علي'
  const fonts = await fontsFor(text)
  const [line] = linesOf(fonts, text, style)
  assert.deepEqual(
    line!.map(run => run.text),
    ['علي', ' (', 'Haus 12', ') ', 'محمد'],
  )
})

test('Hebrew with numbers → numbers keep their order', async () => {
  const fonts = await fontsFor('דירה 12')
  const [line] = linesOf(fonts, 'דירה 12', style)
  assert.deepEqual(
    line!.map(run => run.text),
    ['12', ' ', 'דירה'],
  )
})

test('Chinese longer than its column → several lines that fit', async () => {
  const text = '王小明'.repeat(30)
  const fonts = await fontsFor(text)
  const lines = linesOf(fonts, text, style)
  assert.ok(lines.length > 2)
  assert.equal(
    lines
      .flat()
      .map(run => run.text)
      .join(''),
    text,
  )
  for (const line of lines) assert.ok(fonts.width(line, style.size) <= style.width)
})
