import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { MUTANTS } from '../../prove/mutants/mutants.ts'
import { edited } from '../../prove/mutants/mutate.ts'
import { Plays } from '../../prove/plays.ts'

test('every mutant still fits the source', async () => {
  for (const { edits } of MUTANTS) {
    for (const edit of edits) {
      const source = await readFile(edit.file, 'utf8')
      assert.notEqual(edited(source, edit), source)
    }
  }
})

test('text missing or there twice → no mutant', () => {
  const edit = { file: 'a.ts', from: 'one', to: '' }
  assert.throws(() => edited('two', edit), { message: 'a.ts has 0 times, not once: one' })
  assert.throws(() => edited('one one one', edit), { message: 'a.ts has 3 times, not once: one' })
})

test('play hangs → a violation, and later plays are left out', async () => {
  const reported: string[] = []
  const plays = new Plays({ limit: 20, report: violation => reported.push(violation) })
  assert.deepEqual(await plays.run('quick', async () => ['odd']), ['odd'])
  assert.deepEqual(await plays.run('broken', () => Promise.reject(new Error('boom'))), ['boom'])
  await plays.run('hangs', () => new Promise(() => {}))
  await plays.run('later', async () => ['never tried'])
  const all = ['quick: odd', 'broken: boom', 'hangs: no verdict after 0.02 s']
  assert.deepEqual([plays.violations, reported], [all, all])
  assert.deepEqual(await new Plays({ only: /^a/ }).run('b', async () => ['left out']), [])
})
