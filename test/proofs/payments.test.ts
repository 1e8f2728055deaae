import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/payments.ts'
import { Plays } from '../../prove/plays.ts'
import { runs } from '../support/thorough.ts'

test('payments proof, small run: faults everywhere → money captured once, refunded as asked', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: runs(20, 8), plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases > runs(20, 8) && faults > 2)
})
