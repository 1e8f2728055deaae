import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plays } from '../../prove/plays.ts'
import { proof } from '../../prove/webhooks.ts'

test('webhooks, small run: each event counts once though both sides are killed', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: 100, plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases > 0 && faults > 0)
})
