import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { bench, MOST } from '../../bench/weight.ts'

/** The build that later ones are compared with. */
const COMMIT = '92bddef9'

test('start, memory, order → at most 1.15 of those of November 2026', async t => {
  if (!isKnown()) return t.skip('this clone lacks the commit')
  const folder = await mkdtemp(join(tmpdir(), 'semel-weight-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const files = execFileSync('git', ['archive', COMMIT], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  for (const { what, measured, floor } of await bench.run({ seconds: 1, small: false, beside: folder })) {
    t.diagnostic(`${what}: ${(measured / floor!).toFixed(2)}`)
    assert.ok(measured <= floor! * MOST, `${what}: ${measured} beside ${floor}`)
  }
})

function isKnown(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
