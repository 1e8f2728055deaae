import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plays } from '../../prove/plays.ts'
import { proof } from '../../prove/r4.ts'
import { runs } from '../support/thorough.ts'

test('R4 in a small run: pages say what the API says', async () => {
  const plays = new Plays()
  await proof.run({ runs: runs(60, 25), plays })
  assert.deepEqual(plays.violations, [])
})
