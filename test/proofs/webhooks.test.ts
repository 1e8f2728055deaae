import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/webhooks.ts'

test('webhooks proof, small run: a receiver counts each event once while it and the sender are killed', async () => {
  const { cases, faults, violations } = await proof.run({ runs: 100, outages: false })
  assert.deepEqual(violations, [])
  assert.ok(cases > 0 && faults > 0)
})
