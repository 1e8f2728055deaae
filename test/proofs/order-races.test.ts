import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RACES, startTwoProcesses, type TwoProcesses } from '../support/order-races.ts'

let processes: TwoProcesses
before(async () => {
  processes = await startTwoProcesses()
})
after(() => processes[Symbol.asyncDispose]())

for (const { name, race } of RACES) {
  test(`on two processes: ${name}`, async () => {
    assert.deepEqual(await race(processes), [])
  })
}

test('no race caused a deadlock', async () => {
  assert.equal(await processes.stopAndCountDeadlocks(), 0)
})
