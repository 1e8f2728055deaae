import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/payments.ts'
import { Plays } from '../../prove/plays.ts'

test('payments proof, small run: money is captured once and goes back as asked, while processes and the provider fail', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: 20, plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases > 20 && faults > 5)
})
