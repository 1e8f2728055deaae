import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { link, rich } from '../html/rich.ts'
import { consoleDictionary as germanConsole } from './de/console/dictionary.ts'
import { dictionary as german } from './de/dictionary.ts'
import { singulars as consoleSingulars } from './en/console/singulars.ts'
import { singulars as shopSingulars } from './en.ts'
import { consoleDictionary as frenchConsole } from './fr/console/dictionary.ts'
import { dictionary as french } from './fr/dictionary.ts'
import type { Words } from './text.ts'
import { inLanguage, t, translated } from './words.ts'

const GERMAN: Words = { ...german, ...germanConsole }
const FRENCH: Words = { ...french, ...frenchConsole }
const singulars = { ...shopSingulars, ...consoleSingulars }

test('a text → in the language of the reader, otherwise in English', () => {
  assert.equal(t('Cart'), 'Cart')
  assert.equal(
    inLanguage('de', () => t('Cart')),
    'Warenkorb',
  )
  assert.equal(
    inLanguage('fr', () => t('Cart')),
    'Panier',
  )
})

test('0 → singular in French, plural in English and German', () => {
  const counts = (language: 'en' | 'de' | 'fr') =>
    inLanguage(language, () => [0, 1, 2].map(count => t('{count} items', { count })))
  assert.deepEqual(counts('en'), ['0 items', '1 item', '2 items'])
  assert.deepEqual(counts('de'), ['0 Artikel', '1 Artikel', '2 Artikel'])
  assert.deepEqual(counts('fr'), ['0 article', '1 article', '2 articles'])
})

test('a sentence already in English → translated with the values in it', () => {
  assert.equal(
    inLanguage('fr', () => translated('1 item')),
    '1 article',
  )
  assert.equal(
    inLanguage('de', () => translated('Error: Cart')),
    'Fehler: Cart',
  )
  assert.equal(
    inLanguage('de', () => translated('no text of ours')),
    'no text of ours',
  )
  assert.equal(
    inLanguage('de', () => translated('toString')),
    'toString',
  )
})

test('text of the console → translated there, unknown in the shop', () => {
  const said = (isConsole: boolean) => inLanguage('de', () => [t('Cart'), t('Bank statements')], { isConsole })
  assert.deepEqual(said(true), said(false))
  assert.deepEqual(said(true), ['Warenkorb', 'Kontoauszüge'])
  const known = (isConsole: boolean) => inLanguage('fr', () => translated('2 withdrawals'), { isConsole })
  assert.deepEqual([known(true), known(false)], ['2 rétractations', '2 withdrawals'])
  assert.equal(
    inLanguage('de', () => translated('Ink transfers'), { isConsole: true }),
    'Ink transfers',
  )
})

test('refusal of what staff typed → in the words of the console', () => {
  const refusals = [
    'Bis must be a date like 2026-01-31',
    'BIC must have 8 or 11 letters and digits, like COBADEFFXXX',
    'Option 2 is named twice',
    'Choose at least one permission',
    'The order is already processing.',
  ]
  for (const language of ['de', 'fr'] as const) {
    const said = inLanguage(language, () => refusals.map(translated), { isConsole: true })
    assert.deepEqual(
      said.filter((words, index) => words === refusals[index] || /must|the /i.test(words)),
      [],
    )
  }
})

test('markup in words of any language → kept, and values are escaped', () => {
  const text = 'Demo shop: nothing is charged and nothing is delivered. <a>Open the inbox</a>'
  const shown = inLanguage('fr', () => rich(text, { a: link('/dev') }))
  assert.match(String(shown), /livré\. <a href="\/dev">Ouvrir la boîte de réception<\/a>$/)
})

test('each text → in one area of shop or console, said one way', async () => {
  for (const language of ['de', 'fr']) {
    const folder = new URL(`./${language}/`, import.meta.url)
    const files = (await readdir(folder, { recursive: true })).filter(isArea)
    const areas = await Promise.all(files.map(async name => Object.values(await import(new URL(name, folder).href))))
    const texts = areas.flat().flatMap(area => Object.keys(area as object))
    assert.deepEqual(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      [],
    )
  }
})

test('every translation has the holes and the markup of its text', () => {
  for (const dictionary of [{ ...german }, germanConsole, french, frenchConsole] as Words[]) {
    for (const [text, words] of Object.entries(dictionary)) {
      const own = singulars[text] ? [singulars[text].one, text] : [text]
      const forms = typeof words === 'string' ? [words] : Object.values(words)
      for (const form of forms) assert.deepEqual(partsOf(form), partsOf(own.at(-1)!), `${text}: ${form}`)
    }
  }
})

test('what has a singular in English has one in every language', () => {
  for (const [text, { other }] of Object.entries(singulars)) {
    assert.equal(other, text)
    assert.equal(typeof GERMAN[text], 'object', text)
    assert.equal(typeof FRENCH[text], 'object', text)
  }
})

function isArea(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('dictionary.ts')
}

function partsOf(text: string): string[] {
  return [...text.matchAll(/\{\w+\}|<\/\w+>/g)].map(([part]) => part).sort()
}
