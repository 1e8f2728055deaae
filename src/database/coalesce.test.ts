import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batch, batchByKey, batchInFlight, shareInFlight } from './coalesce.ts'

test('callers of one turn → share a call, at most two in flight', async () => {
  const questions: PromiseWithResolvers<string>[] = []
  const ask = shareInFlight(() => {
    const question = Promise.withResolvers<string>()
    questions.push(question)
    return question.promise
  })
  const first = [ask(), ask()]
  await turns()
  assert.equal(questions.length, 1)
  const second = ask()
  await turns()
  assert.equal(questions.length, 2)
  const third = [ask(), ask()]
  await turns()
  assert.equal(questions.length, 2, 'no third call while two are in flight')
  questions[1]!.resolve('two')
  assert.equal(await second, 'two')
  await turns()
  assert.equal(questions.length, 3)
  questions[0]!.resolve('one')
  assert.deepEqual(await Promise.all(first), ['one', 'one'])
  questions[2]!.reject(new Error('gone'))
  for (const answer of third) await assert.rejects(answer, /gone/)
  const fourth = ask()
  await turns()
  questions[3]!.resolve('four')
  assert.equal(await fourth, 'four')
})

test('keys of one turn are looked up together, each after it arrived', async () => {
  const asked: string[][] = []
  const held: PromiseWithResolvers<void>[] = []
  const find = batchByKey(async keys => {
    asked.push(keys)
    const hold = Promise.withResolvers<void>()
    held.push(hold)
    await hold.promise
    return new Map(keys.filter(key => key !== 'nothing').map(key => [key, key.toUpperCase()]))
  })
  const first = Promise.all(['a', 'a'].map(find))
  await turns()
  const second = Promise.all(['b', 'nothing', 'a'].map(find))
  held[0]!.resolve()
  assert.deepEqual(await first, ['A', 'A'])
  await turns()
  held[1]!.resolve()
  assert.deepEqual(await second, ['B', undefined, 'A'])
  assert.deepEqual(asked, [['a'], ['b', 'nothing', 'a']])
})

test('an answered caller asks again → takes no key from waiting callers', async () => {
  const find = batchByKey(async keys => new Map(keys.map(key => [key, key])))
  const again = async () => {
    for (let i = 0; i < 20; i++) assert.equal(await find(`a${i}`), `a${i}`)
  }
  const others = async () => {
    for (let i = 0; i < 20; i++) assert.deepEqual(await Promise.all([find(`b${i}`), find(`c${i}`)]), [`b${i}`, `c${i}`])
  }
  await Promise.all([again(), others(), again()])
})

test('questions of one turn → share a bounded call; failures stay their own', async () => {
  const calls: number[][] = []
  const held: PromiseWithResolvers<void>[] = []
  const double = batchInFlight(3, async (questions: number[]) => {
    calls.push(questions)
    const hold = Promise.withResolvers<void>()
    held.push(hold)
    await hold.promise
    return questions.map(question => 2 * question)
  })
  const first = [1, 2, 3, 4].map(double)
  await turns()
  assert.deepEqual(calls, [[1, 2, 3], [4]])
  const second = [5, 6].map(double)
  await turns()
  const third = [7, 8].map(double)
  await turns()
  assert.equal(calls.length, 2, 'no third call while two are in flight')
  held[1]!.reject(new Error('gone'))
  await assert.rejects(first[3]!, /gone/)
  await turns()
  held[0]!.resolve()
  assert.deepEqual(await Promise.all(first.slice(0, 3)), [2, 4, 6])
  await turns()
  held[2]!.resolve()
  held[3]!.resolve()
  assert.deepEqual(await Promise.all([...second, ...third]), [10, 12, 14, 16])
  assert.deepEqual(calls.slice(2), [[5, 6, 7], [8]])
})

test('inputs during a call → join the next; a failure stays its own', async () => {
  const calls: number[][] = []
  const held: PromiseWithResolvers<void>[] = []
  const double = batch(async (inputs: number[]) => {
    calls.push(inputs)
    const hold = Promise.withResolvers<void>()
    held.push(hold)
    await hold.promise
    return inputs.map(input => 2 * input)
  })
  const first = Promise.all([double(1), double(2)])
  await turns()
  const second = [double(3), double(4)]
  await turns()
  assert.deepEqual(calls, [[1, 2]])
  held[0]!.resolve()
  assert.deepEqual(await first, [2, 4])
  await turns()
  held[1]!.reject(new Error('gone'))
  for (const result of second) await assert.rejects(result, /gone/)
  const third = double(5)
  await turns()
  held[2]!.resolve()
  assert.equal(await third, 10)
  assert.deepEqual(calls, [[1, 2], [3, 4], [5]])
})

/** Enough turns of the event loop for pending calls to start. */
async function turns(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise(setImmediate)
}
