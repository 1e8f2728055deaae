import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/oracle.ts'
import { Plays } from '../../prove/plays.ts'
import { runs } from '../support/thorough.ts'

test('ORACLE proof, small run: answers, limits and later requests are alike for known and unknown addresses', async () => {
  const plays = new Plays()
  const { cases } = await proof.run({ runs: runs(40, 15), plays })
  assert.deepEqual(plays.violations, [])
  assert.equal(cases, 4 * runs(40, 15))
})
