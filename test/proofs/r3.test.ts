import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAYS, swapDuringFanOut } from '../../prove/addresses.ts'
import { openSemel, Scene } from '../../prove/scene.ts'
import type { Semel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await openSemel()
})
after(() => semel[Symbol.asyncDispose]())

for (const { name, play } of PLAYS) {
  test(`the present address only: ${name}`, async () => {
    await using scene = await Scene.open(semel)
    assert.deepEqual(await play(scene), [])
  })
}

test('the present address only: addresses swapped two and two during an announcement', async () => {
  await using scene = await Scene.open(semel)
  const { violations } = await swapDuringFanOut(scene, 200)
  assert.deepEqual(violations, [])
})
