import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY } from '../time.ts'
import { describeCertificate, renewedBefore } from './certificates.ts'

test('certificate lifetime → notice in its last sixth, at most 14 days', () => {
  const from = new Date('2027-02-10T00:00Z')
  for (const [days, quiet, told] of [
    [365, 15, 14],
    [90, 15, 14],
    // Renewed with 21, 15 and 2 days left.
    [64, 11, 10],
    [45, 8, 7],
    [6, 2, 1],
  ] as const) {
    const soon = renewedBefore({ from, end: after(from, days * DAY) })
    assert.deepEqual(describeCertificate('BASE_URL', quiet * DAY, soon), [], `${days}`)
    assert.equal(describeCertificate('BASE_URL', told * DAY, soon)[0]?.level, 'warn', `${days}`)
  }
})
