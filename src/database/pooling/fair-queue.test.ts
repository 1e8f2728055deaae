import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { isUnavailable } from '../errors.ts'
import { FairQueue } from './fair-queue.ts'

const TWO_PLACES = { places: 2, waitingPerKey: 40, waiting: 1000 }

/** A queue whose callers give their places back when the test says so. */
function trial(bounds: ConstructorParameters<typeof FairQueue>[0] = TWO_PLACES) {
  const queue = new FairQueue(bounds)
  const started: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const ask = (network: string | undefined, name: string, isGone?: () => boolean) =>
    queue.enter(network, isGone).then(
      leave => {
        started.push(name)
        ends.push(leave)
      },
      error => void refused.push(`${name} ${error.code}`),
    )
  const end = async () => {
    ends.shift()!()
    await setImmediate()
  }
  return { ask, end, started, refused, ends }
}

test('a network floods → a person waits for one of its callers', async () => {
  const { ask, end, started } = trial()
  for (let i = 0; i < 10; i++) void ask('flood', `flood ${i}`)
  void ask('person', 'person')
  await setImmediate()
  assert.deepEqual(started, ['flood 0', 'flood 1'])
  await end()
  await end()
  assert.deepEqual(started, ['flood 0', 'flood 1', 'flood 2', 'person'])
})

test('one network has too many waiting callers → it alone is refused', async () => {
  const { ask, end, started, refused, ends } = trial()
  for (let i = 0; i < 60; i++) void ask('flood', 'flood')
  for (let i = 0; i < 60; i++) void ask(undefined, 'here')
  void ask('person', 'person')
  await setImmediate()
  assert.equal(refused.length, 18)
  assert.ok(refused.every(name => name === 'flood rate_limited'))
  while (ends.length > 0) await end()
  assert.equal(started.length, 103)
})

test('all networks together cannot fill the memory', async () => {
  const { ask, refused } = trial()
  for (let i = 0; i < 1500; i++) void ask(`client ${i}`, 'x')
  await setImmediate()
  assert.equal(refused.length, 498)
})

test('many networks that fill the queue shut out only themselves', async () => {
  const { ask, end, started, refused } = trial()
  for (let i = 0; i < 1002; i++) void ask(`network ${i % 26}`, `flood ${i}`)
  void ask('person', 'person')
  await setImmediate()
  assert.equal(refused.length, 1)
  assert.match(refused[0]!, /^flood \d+ rate_limited$/)
  for (let i = 0; i < 28; i++) await end()
  assert.ok(started.includes('person'))
})

test('a caller that has gone while it waited gets no place', async () => {
  const { ask, end, started, refused } = trial()
  const gone = new Set<string>()
  for (let i = 0; i < 100; i++) void ask(`network ${i}`, `flood ${i}`, () => gone.has(`flood ${i}`))
  void ask('person', 'person', () => false)
  for (let i = 0; i < 90; i++) gone.add(`flood ${i}`)
  await setImmediate()
  for (let i = 0; i < 2; i++) await end()
  // The two that were running, and the first two that are still there.
  assert.deepEqual(started, ['flood 0', 'flood 1', 'flood 90', 'flood 91'])
  assert.equal(refused.length, 88)
  for (let i = 0; i < 9; i++) await end()
  assert.equal(started.at(-1), 'person')
})

test('a network uses its places → others wait for none of its callers', async () => {
  const { ask, end, started } = trial({ perKey: 2 })
  for (let i = 0; i < 5; i++) void ask('flood', `flood ${i}`)
  void ask('person', 'person')
  for (let i = 0; i < 3; i++) void ask(undefined, 'here')
  await setImmediate()
  assert.deepEqual(started.toSorted(), ['flood 0', 'flood 1', 'here', 'here', 'here', 'person'])
  await end()
  assert.equal(started.at(-1), 'flood 2')
})

test('a network is at its bound → its waiting caller holds no place', async () => {
  const { ask, end, started } = trial({ places: 3, perKey: 2 })
  for (let i = 0; i < 4; i++) void ask('flood', `flood ${i}`)
  await setImmediate()
  void ask('person', 'person')
  await setImmediate()
  assert.deepEqual(started, ['flood 0', 'flood 1', 'person'])
  void ask('other', 'other')
  await end()
  assert.deepEqual(started.slice(3), ['flood 2'])
  await end()
  assert.deepEqual(started.slice(4), ['other'])
})

test('waiting in vain → database is slow, or its network asks too much', async () => {
  const queue = new FairQueue({ perKey: 1, within: 20 })
  const leave = await queue.enter('a')
  await assert.rejects(queue.enter('a'), isUnavailable)
  const next = queue.enter('a')
  const last = assert.rejects(queue.enter('a'), { code: 'rate_limited' })
  leave()
  const leaveNext = await next
  await last
  assert.equal(queue.isIdle, false)
  leaveNext()
  assert.equal(queue.isIdle, true)
})
