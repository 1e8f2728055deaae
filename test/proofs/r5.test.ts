import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plays } from '../../prove/plays.ts'
import { proof } from '../../prove/r5.ts'
import { runs } from '../support/thorough.ts'

test('R5, small run: walks over two processes, with one killed midway', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: runs(36, 18), plays })
  assert.deepEqual(plays.violations, [])
  assert.equal(cases, runs(36, 18))
  assert.ok(faults > 0)
})
