import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { countryName } from './countries.ts'
import { retentionOf } from './retention.ts'
import { UNION } from './territories.ts'

test('each member state → a law, or a name among the unknown', () => {
  const page = readFileSync(new URL('../../docs/world.md', import.meta.url), 'utf8')
  const [, unknown = ''] = /No text of the law was found for ([^.]*)\./.exec(page.replaceAll('\n', ' ')) ?? []
  for (const state of UNION)
    assert.equal(unknown.includes(countryName(state, 'en')), retentionOf(state) === undefined, state)
})
