import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachTogether, together } from './coalesce.ts'

test('who asks in one turn shares a question, who asks later gets a later one; two at a time', async () => {
  const questions: PromiseWithResolvers<string>[] = []
  const ask = together(() => {
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
  assert.equal(questions.length, 2, 'no third while two are on their way')
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

test('keys that come in one turn are asked for together, each after it came', async () => {
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
