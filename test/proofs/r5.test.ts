import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/r5.ts'

test('R5 in a small run: walks over two processes, with one killed in the middle', async () => {
  const { cases, faults, violations } = await proof.run({ runs: 36, outages: false })
  assert.deepEqual(violations, [])
  assert.equal(cases, 36)
  assert.ok(faults > 0)
})
