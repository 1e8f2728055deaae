import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/r1.ts'

test('R1 proof, small run: one code opens one session, with a process killed in the middle', async () => {
  const { cases, faults, violations } = await proof.run({ runs: 8, outages: false })
  assert.deepEqual(violations, [])
  assert.ok(cases > 0 && faults > 0)
})
