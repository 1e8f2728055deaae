import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  identicalRequests,
  killedInTheMiddle,
  lastPieces,
  shuffledBaskets,
  startTwoProcesses,
  type TwoProcesses,
} from './order-races.ts'

let processes: TwoProcesses
before(async () => {
  processes = await startTwoProcesses()
})
after(() => processes[Symbol.asyncDispose]())

const RACES = [
  ['50 identical requests over two processes make one order', identicalRequests, 5],
  ['200 buyers of 10 pieces buy 10', lastPieces, 3],
  ['50 buyers of shuffled baskets of 20 products never wait in a circle', shuffledBaskets, 3],
  ['killed with -9 in the middle and repeated: one order', killedInTheMiddle, 5],
] as const

for (const [name, race, times] of RACES) {
  test(`${name}, ${times} times`, async () => {
    for (let n = 0; n < times; n++) assert.deepEqual(await race(processes), [])
  })
}
