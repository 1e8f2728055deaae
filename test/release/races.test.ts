import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proof as orders } from '../../prove/orders.ts'
import { Plays } from '../../prove/plays.ts'
import { proof as codes } from '../../prove/r1.ts'

for (const [{ promise, run }, runs] of [
  [codes, 20],
  [orders, 3],
] as const) {
  test(`races over two processes, ${runs} times each: ${promise}`, async () => {
    const plays = new Plays()
    await run({ runs, plays })
    assert.deepEqual(plays.violations, [])
  })
}
