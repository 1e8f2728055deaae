import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sellAs } from '../support/documents.ts'
import { RETURN_RACES } from '../support/return-races.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
  await sellAs(semel)
})
after(() => semel[Symbol.asyncDispose]())

for (const { name, race } of RETURN_RACES) {
  test(`${name} → never more back than went out`, async () => {
    assert.deepEqual(await race(semel), [])
  })
}
