import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DISCOUNT_RACES } from '../support/discount-races.ts'
import { startTwoProcesses, type TwoProcesses } from '../support/order-races.ts'

let processes: TwoProcesses
before(async () => {
  processes = await startTwoProcesses()
})
after(() => processes[Symbol.asyncDispose]())

for (const { name, race } of DISCOUNT_RACES) {
  test(`on two processes: ${name}`, async () => {
    assert.deepEqual(await race(processes), [])
  })
}

test('no race for a code caused a deadlock', async () => {
  assert.equal(await processes.stopAndCountDeadlocks(), 0)
})
