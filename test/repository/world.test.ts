/** Facts about countries are tables of `src/world/` with a source (docs/world.md). */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COUNTRIES } from '../../src/world/countries.ts'

const ROOT = new URL('../..', import.meta.url)

/** Elements of the structure of a PDF (ISO 32000-1, 14.8.4.3.4), in files that draw its tables. */
const TAGS = ['TD', 'TH', 'TR']

/** Country codes in the code of a file: as a key, as a text, or in a text of several. */
function countriesIn(text: string): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const keys = [...code.matchAll(/(?:^\s*|[{,] )([A-Z]{2}): /gm)].map(([, key]) => key!)
  const texts = [...code.matchAll(/'((?:[A-Z]{2} )*[A-Z]{2} ?)'/g)].flatMap(([, words]) => words!.trim().split(' '))
  const tags = code.includes("'TBody'") ? TAGS : []
  return new Set([...keys, ...texts].filter(word => COUNTRIES.includes(word) && !tags.includes(word)))
}

test('a file that names countries → a table of the world', () => {
  const files = globSync('src/**/*.{ts,js}', { cwd: ROOT }).filter(
    file => !file.startsWith('src/world/') && !file.endsWith('.test.ts'),
  )
  const naming = files.filter(file => countriesIn(readFileSync(new URL(file, ROOT), 'utf8')).size >= 3)
  assert.deepEqual(naming, [])
})

test('each table of the world → is in docs/world.md', () => {
  const page = readFileSync(new URL('docs/world.md', ROOT), 'utf8')
  const tables = globSync('src/world/*', { cwd: ROOT }).map(file => file.replace('src/world/', ''))
  const isRead = (name: string) => tables.includes(name.replace(/\.ts$/, '.txt')) && name.endsWith('.ts')
  const named = tables.filter(name => !name.endsWith('.test.ts') && !isRead(name))
  for (const name of named) assert.ok(page.includes(`\`${name}\``), name)
})
