import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/support/times.ts'
import { compareText } from './sort-key.ts'

test('compareText orders text like its UTF-8 bytes', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', 'é', '\u{ff5e}', '\u{e000}', '\u{1f600}', '\u{10ffff}', '\ud7ff'),
  })
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareText(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
    { numRuns: times(2000) },
  )
})
