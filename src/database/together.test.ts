import assert from 'node:assert/strict'
import { test } from 'node:test'
import { together } from './together.ts'

test('who asks while an answer is on its way gets one that was asked for later; one question at a time', async () => {
  const questions: PromiseWithResolvers<string>[] = []
  const ask = together(() => {
    const question = Promise.withResolvers<string>()
    questions.push(question)
    return question.promise
  })
  const first = ask()
  const [second, third] = [ask(), ask()]
  assert.equal(questions.length, 1)
  questions[0]!.resolve('one')
  assert.equal(await first, 'one')
  assert.equal(questions.length, 2)
  questions[1]!.reject(new Error('gone'))
  await assert.rejects(second, /gone/)
  await assert.rejects(third, /gone/)
  const fourth = ask()
  questions[2]!.resolve('three')
  assert.equal(await fourth, 'three')
})
