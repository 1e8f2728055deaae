import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** Files above 300 lines, each of which says at its head, or by its content, why it is one file. */
const LONG = [
  // One table of all attributes.
  'src/catalogue/attributes/table.ts',
  // Drawings.
  'src/dev/demo-pictures/silhouettes.ts',
  // The states of all that a payment provider has, in one machine.
  'src/dev/payments/bank.ts',
  // One table of all problems.
  'src/problems.ts',
]

/** The lines before the first statement that is no import. */
const IMPORTS =
  /^(?:import\b[^;=()]*?\bfrom '[^']*'[^\n]*\n|import '[^']*'\n|export (?:type )?\{[^}]*\}[^\n]*\n|\s*\n)*/

test('source file above 60 lines → opens with a comment about itself', async () => {
  const silent = (await sources()).filter(({ lines, text }) => lines > 60 && !opensWithComment(text))
  assert.deepEqual(
    silent.map(({ file }) => file),
    [],
  )
})

test('a source file above 300 lines is one of a few named', async () => {
  const long = (await sources()).filter(({ lines }) => lines > 300)
  assert.deepEqual(
    long.map(({ file }) => file),
    LONG,
  )
})

test('source file → no mark of an open merge', async () => {
  const open = (await sources()).filter(({ text }) => /^(?:<{7}|>{7}) /m.test(text))
  assert.deepEqual(
    open.map(({ file }) => file),
    [],
  )
})

async function sources() {
  const files = (await Array.fromAsync(glob('src/**/*.ts'))).filter(file => !file.endsWith('.test.ts')).toSorted()
  return Promise.all(
    files.map(async file => {
      const text = await readFile(file, 'utf8')
      return { file, text, lines: text.split('\n').length - 1 }
    }),
  )
}

/** A comment behind the imports is about the file if it is no documentation of what follows. */
function opensWithComment(text: string): boolean {
  return /^(?:#!.*\n)?\s*(?:\/\*|\/\/)/.test(text) || /^\/\*[^*]/.test(text.replace(IMPORTS, ''))
}
