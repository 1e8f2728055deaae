import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MUTANTS } from '../../prove/mutants/mutants.ts'
import { copySource, type Mutant, runPlays, tryMutant } from '../../prove/mutants/mutate.ts'

test('a proof sees a mutant, nothing without it; crashes are no verdict', async () => {
  const mutant = MUTANTS.find(({ name }) => name === 'R3: the commitment does not look at the address') as Mutant
  const plays = 'address changed between RCPT'
  await using copy = await copySource()
  const [first] = await tryMutant(copy.directory, { ...mutant, plays })
  assert.match(first!, /^R3: address changed between RCPT and the dot: .*got 1 emails instead of 0/)
  assert.deepEqual(await runPlays(copy.directory, { ...mutant, plays }), [])
  const broken = { ...mutant, edits: [{ file: 'prove/r3.ts', from: 'export const proof', to: 'export const nothing' }] }
  await assert.rejects(tryMutant(copy.directory, broken), /The proof ended with 1/)
})
