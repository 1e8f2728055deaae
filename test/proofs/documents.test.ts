import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/documents.ts'
import { Plays } from '../../prove/plays.ts'
import { runs } from '../support/thorough.ts'

test('documents, small run: processes killed, roll-backs → no gap, no number twice', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: runs(200, 80), plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases === runs(200, 80) && faults > 4)
})
