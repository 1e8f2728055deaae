import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { HashQueue } from './hash-queue.ts'

/** A queue with two places, whose hashes end when the test says so. */
function trial() {
  const queue = new HashQueue(2)
  const started: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const ask = (client: string | undefined, name: string, isGone?: () => boolean) =>
    queue
      .run(
        client,
        () => {
          started.push(name)
          return new Promise<void>(resolve => ends.push(resolve))
        },
        isGone,
      )
      .catch(error => refused.push(`${name} ${error.code}`))
  const end = async () => {
    ends.shift()!()
    await turn()
  }
  return { ask, end, started, refused, ends }
}

test('clients take turns: a person waits for one hash of a flood, not for all', async () => {
  const { ask, end, started } = trial()
  for (let i = 0; i < 10; i++) void ask('flood', `flood ${i}`)
  void ask('person', 'person')
  assert.deepEqual(started, ['flood 0', 'flood 1'])
  await end()
  await end()
  assert.deepEqual(started, ['flood 0', 'flood 1', 'flood 2', 'person'])
})

test('a client with too many waiting hashes is refused, others and this machine are not', async () => {
  const { ask, end, started, refused, ends } = trial()
  for (let i = 0; i < 60; i++) void ask('flood', 'flood')
  for (let i = 0; i < 60; i++) void ask(undefined, 'here')
  void ask('person', 'person')
  await turn()
  assert.equal(refused.length, 18)
  assert.ok(refused.every(name => name === 'flood rate_limited'))
  while (ends.length > 0) await end()
  assert.equal(started.length, 103)
})

test('all clients together cannot fill the memory', async () => {
  const { ask, refused } = trial()
  for (let i = 0; i < 1500; i++) void ask(`client ${i}`, 'x')
  await turn()
  assert.equal(refused.length, 498)
})

test('many networks that fill the queue shut out only themselves', async () => {
  const { ask, end, started, refused } = trial()
  for (let i = 0; i < 1002; i++) void ask(`network ${i % 26}`, `flood ${i}`)
  void ask('person', 'person')
  await turn()
  assert.equal(refused.length, 1)
  assert.match(refused[0]!, /^flood \d+ rate_limited$/)
  for (let i = 0; i < 28; i++) await end()
  assert.ok(started.includes('person'))
})

test('a hash whose client has hung up while it waited is not computed', async () => {
  const { ask, end, started, refused } = trial()
  const gone = new Set<string>()
  for (let i = 0; i < 100; i++) void ask(`network ${i}`, `flood ${i}`, () => gone.has(`flood ${i}`))
  void ask('person', 'person', () => false)
  for (let i = 0; i < 90; i++) gone.add(`flood ${i}`)
  for (let i = 0; i < 2; i++) await end()
  // The two that were running, and the first two that are still there.
  assert.deepEqual(started, ['flood 0', 'flood 1', 'flood 90', 'flood 91'])
  assert.equal(refused.length, 88)
  for (let i = 0; i < 9; i++) await end()
  assert.equal(started.at(-1), 'person')
})

test('a hash that fails gives its place back', async () => {
  const queue = new HashQueue(1)
  await assert.rejects(queue.run('a', () => Promise.reject(new Error('no'))))
  assert.equal(await queue.run('a', async () => 'yes'), 'yes')
})
