import assert from 'node:assert/strict'
import { test } from 'node:test'
import { one } from './rows.ts'

test('a statement that returned one row → that row', () => {
  assert.deepEqual(one([{ count: 0 }]), { count: 0 })
})

for (const rows of [[], [1, 2]]) {
  test(`a statement that returned ${rows.length} rows → an error that says the number`, () => {
    assert.throws(() => one(rows), new RegExp(`exactly one row, but it returned ${rows.length}`))
  })
}
