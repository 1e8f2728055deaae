import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DAY } from '../../src/time.ts'

test('hashes of other programs → compared within the last year', () => {
  const page = readFileSync(new URL('../../docs/password-hashes.md', import.meta.url), 'utf8')
  const [, day] = /^Compared with the programs on (.*?)\./m.exec(page)!
  assert.ok(Date.now() - Date.parse(`${day} UTC`) < 366 * DAY, `compared on ${day}`)
})
