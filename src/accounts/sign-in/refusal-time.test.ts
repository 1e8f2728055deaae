import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../../time.ts'
import { RefusalTime } from './refusal-time.ts'

test('a check takes longer than a step → later refusals wait as long', () => {
  const times = new RefusalTime()
  assert.equal(times.answerAfter(18, 1, 0), 1500)
  assert.equal(times.answerAfter(1548, 1, 1), 3000)
  assert.equal(times.answerAfter(18, 1, 2), 3000)
  assert.equal(times.answerAfter(18, 1, 11 * MINUTE), 1500)
})

test('a check takes exactly a step → answered at the next one', () => {
  assert.equal(new RefusalTime().answerAfter(1500, 1, 0), 3000)
})

test('a check waited in a full queue → refusals wait eight steps', () => {
  assert.equal(new RefusalTime().answerAfter(200_000, 1, 0), 12_000)
})

test('a password has several forms → a step for each, whatever was compared', () => {
  const times = new RefusalTime()
  assert.equal(times.answerAfter(18, 4, 0), 6000)
  assert.equal(times.answerAfter(3000, 4, 0), 6000)
  assert.equal(times.answerAfter(18, 1, 1), 1500)
})
