import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plays } from '../../prove/plays.ts'
import { proof } from '../../prove/r1.ts'
import { runs } from '../support/thorough.ts'

test('R1 proof, small run: process killed midway → one code, one session', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: runs(8, 4), plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases > 0 && faults > 0)
})
