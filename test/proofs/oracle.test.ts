import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/oracle.ts'

test('ORACLE proof, small run: answers, limits and later requests are alike for known and unknown addresses', async () => {
  const { cases, violations } = await proof.run({ runs: 40, outages: false })
  assert.deepEqual(violations, [])
  assert.equal(cases, 160)
})
