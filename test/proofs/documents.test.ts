import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/documents.ts'
import { Plays } from '../../prove/plays.ts'

test('documents proof, small run: four processes, kills and roll-backs → no gap, no number twice', async () => {
  const plays = new Plays()
  const { cases, faults } = await proof.run({ runs: 200, plays })
  assert.deepEqual(plays.violations, [])
  assert.ok(cases === 200 && faults > 10)
})
