import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE, SECOND } from '../time.ts'
import { ThreadEnded, WorkThread } from './work-thread.ts'

type Piece = 'work' | 'throw' | 'crash' | 'hang' | 'fill'

const open = (within = MINUTE) =>
  new WorkThread<Piece, string>(import.meta.url, '../../test/support/fixtures/thread', within)

test('pieces of one thread → one at a time, in their order', async () => {
  const thread = open()
  const answers = await Promise.all([thread.run('work'), thread.run('work'), thread.run('work')])
  assert.deepEqual(answers, ['piece 1', 'piece 2', 'piece 3'])
})

test('a piece throws → its caller gets the error, the thread goes on', async () => {
  const thread = open()
  assert.equal(await thread.run('work'), 'piece 1')
  await assert.rejects(thread.run('throw'), { message: 'a mistake' })
  assert.equal(await thread.run('work'), 'piece 3')
})

for (const [piece, within] of [
  ['crash', MINUTE],
  ['fill', MINUTE],
  ['hang', SECOND],
] as const) {
  test(`a piece that would ${piece} → fails, the next gets a new thread`, async () => {
    const thread = open(within)
    const [failed, next] = await Promise.allSettled([thread.run(piece), thread.run('work')])
    assert.ok(failed.status === 'rejected' && failed.reason instanceof ThreadEnded, String(failed))
    assert.deepEqual(next, { status: 'fulfilled', value: 'piece 1' })
  })
}
