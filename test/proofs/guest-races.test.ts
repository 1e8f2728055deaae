import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/guests.ts'
import { Plays } from '../../prove/plays.ts'

test('GUESTS proof, one run → each order has one owner', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: 1, plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases > 60)
  assert.equal(faults, 1)
})
