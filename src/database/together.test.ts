import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachTogether, together } from './together.ts'

test('who asks while an answer is on its way gets one that was asked for later; one question at a time', async () => {
  const questions: PromiseWithResolvers<string>[] = []
  const ask = together(() => {
    const question = Promise.withResolvers<string>()
    questions.push(question)
    return question.promise
  })
  const first = [ask(), ask()]
  await turns()
  const second = [ask(), ask()]
  await turns()
  assert.equal(questions.length, 1)
  questions[0]!.resolve('one')
  assert.deepEqual(await Promise.all(first), ['one', 'one'])
  await turns()
  assert.equal(questions.length, 2)
  questions[1]!.reject(new Error('gone'))
  for (const answer of second) await assert.rejects(answer, /gone/)
  const third = ask()
  await turns()
  questions[2]!.resolve('three')
  assert.equal(await third, 'three')
})

test('keys that come while an answer is on its way are asked for together, each after it came', async () => {
  const asked: string[][] = []
  const held: PromiseWithResolvers<void>[] = []
  const find = eachTogether(async keys => {
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

test('who asks again in the very moment of an answer takes no key away from those who wait', async () => {
  const find = eachTogether(async keys => new Map(keys.map(key => [key, key])))
  const again = async () => {
    for (let i = 0; i < 20; i++) assert.equal(await find(`a${i}`), `a${i}`)
  }
  const others = async () => {
    for (let i = 0; i < 20; i++) assert.deepEqual(await Promise.all([find(`b${i}`), find(`c${i}`)]), [`b${i}`, `c${i}`])
  }
  await Promise.all([again(), others(), again()])
})

/** Enough for whatever is due to have happened. */
async function turns(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise(setImmediate)
}
