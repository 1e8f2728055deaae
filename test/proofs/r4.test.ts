import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/r4.ts'

test('R4 in a small run: pages say what the API says', async () => {
  const { violations } = await proof.run({ runs: 60, outages: false })
  assert.deepEqual(violations, [])
})
