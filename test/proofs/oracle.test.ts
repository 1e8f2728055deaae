import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof } from '../../prove/oracle.ts'
import { Plays } from '../../prove/plays.ts'
import { HASHES } from '../support/imported-hashes.ts'
import { runs } from '../support/thorough.ts'

test('ORACLE proof, small run: known and unknown addresses get equal answers', async () => {
  const plays = new Plays()
  const { cases } = await proof.run({ runs: runs(40, 15), plays })
  assert.deepEqual(plays.violations, [])
  // Tries both kinds of address, for two requests and their limits; and two accounts with each kind of imported hash,
  // beside two of nobody.
  assert.equal(cases, 4 * runs(40, 15) + 10 * Math.max(4, Math.ceil(runs(40, 15) / 4)) + 4 * Object.keys(HASHES).length)
})
