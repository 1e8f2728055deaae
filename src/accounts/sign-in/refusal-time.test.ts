import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../../time.ts'
import { RefusalTime } from './refusal-time.ts'

test('a check takes longer than a second → later refusals wait as long', () => {
  const times = new RefusalTime()
  assert.equal(times.answerAfter(18, 0), 1000)
  assert.equal(times.answerAfter(1048, 1), 2000)
  assert.equal(times.answerAfter(18, 2), 2000)
  assert.equal(times.answerAfter(18, 11 * MINUTE), 1000)
})

test('a check takes exactly a second → answered at the next one', () => {
  assert.equal(new RefusalTime().answerAfter(1000, 0), 2000)
})
