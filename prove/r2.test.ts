import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Semel } from '../test/semel.ts'
import { FAULTS } from './faults.ts'
import { openSemel, Scene } from './scene.ts'

let semel: Semel
before(async () => {
  semel = await openSemel()
})
after(() => semel[Symbol.asyncDispose]())

for (const { name, play, takeOver } of FAULTS) {
  test(`one event, one e-mail: ${name}`, async () => {
    await using scene = await Scene.open(semel)
    await play(scene)
    const started = performance.now()
    await scene.settled()
    const took = performance.now() - started
    assert.deepEqual(await scene.violations(), [])
    if (takeOver) assert.ok(took < 5000, `another worker took ${took} ms to take over`)
  })
}
