import assert from 'node:assert/strict'
import { test } from 'node:test'
import { divideRefund } from './refund-parts.ts'

const parts = (left: readonly number[], amount?: number) =>
  divideRefund(
    left.map(one => ({ left: one })),
    amount,
  ).map(({ part }) => part)

test('amounts → each payment whole before the next, never more', () => {
  assert.deepEqual(parts([4800, 700], 700), [700])
  assert.deepEqual(parts([4800, 700], 5000), [4800, 200])
  assert.deepEqual(parts([4800, 700]), [4800, 700])
  assert.deepEqual(parts([4800, 700, 0, -5]), [4800, 700])
})

test('more than is left, or nothing → none', () => {
  assert.deepEqual(parts([4800, 700], 5501), [])
  assert.deepEqual(parts([0, -5]), [])
  assert.deepEqual(parts([4800], 0), [])
})
