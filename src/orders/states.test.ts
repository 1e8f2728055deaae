import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translator } from '../words/translate.js'
import { formWords } from '../words/words.ts'
import { explainRefusal, mayTake, ORDER_STATUSES, STEPS, type Step } from './states.ts'

const steps = Object.keys(STEPS) as Step[]

test('staff and owners may take exactly the specified steps', () => {
  const allowed = (role: 'staff' | 'owner') =>
    steps.flatMap(step =>
      ORDER_STATUSES.filter(status => mayTake(step, status, role)).map(status => `${status} → ${STEPS[step].to}`),
    )
  assert.deepEqual(allowed('staff'), [
    'placed → processing',
    'processing → shipped',
    'shipped → delivered',
    'placed → cancelled',
    'processing → cancelled',
  ])
  assert.deepEqual(allowed('owner'), ['placed → cancelled'])
})

test('any step → leads to no earlier state, so each is entered once', () => {
  const reachable = (status: string): string[] =>
    steps
      .filter(step => mayTake(step, status as never, 'staff'))
      .flatMap(step => [STEPS[step].to, ...reachable(STEPS[step].to)])
  for (const status of ORDER_STATUSES) assert.ok(!reachable(status).includes(status), status)
})

test('every refusal names the current state and the requested one', () => {
  for (const role of ['staff', 'owner'] as const) {
    for (const step of steps) {
      for (const status of ORDER_STATUSES) {
        if (mayTake(step, status, role)) continue
        const text = explainRefusal(step, status, role)
        assert.ok(text.includes(status) && text.includes(STEPS[step].to), text)
        assert.doesNotMatch(text, /only {2}orders|undefined/)
      }
    }
  }
})

test('a customer reads in whole sentences why an order cannot be cancelled', () => {
  for (const language of ['de', 'fr'] as const) {
    const say = translator(formWords(language), {}, language)
    for (const role of ['staff', 'owner'] as const) {
      for (const status of ORDER_STATUSES) {
        const text = explainRefusal('cancel', status, role)
        if (mayTake('cancel', status, role)) continue
        assert.notEqual(say(text), text)
        assert.doesNotMatch(say(text), new RegExp(ORDER_STATUSES.join('|')))
      }
    }
  }
})
