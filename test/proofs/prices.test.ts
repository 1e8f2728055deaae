import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plays } from '../../prove/plays.ts'
import { proof } from '../../prove/prices.ts'
import { runs } from '../support/thorough.ts'

test('lives of prices in many zones → lowest of 30 days beside reductions', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: runs(20, 8), plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases === runs(20, 8) && faults > 100)
})
