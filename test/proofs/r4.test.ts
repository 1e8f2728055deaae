import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Plays } from '../../prove/plays.ts'
import { proof } from '../../prove/r4.ts'

test('R4 in a small run: pages say what the API says', async () => {
  const plays = new Plays()
  await proof.run({ runs: 60, plays })
  assert.deepEqual(plays.violations, [])
})
