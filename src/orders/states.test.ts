import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayTake, ORDER_STATUSES, STEPS, type Step, whyNot } from './states.ts'

const steps = Object.keys(STEPS) as Step[]

test('the table is the specification: who may take which step in which state', () => {
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

test('no path leads back, so the key (order, state) can make each step unique', () => {
  const reachable = (status: string): string[] =>
    steps
      .filter(step => mayTake(step, status as never, 'staff'))
      .flatMap(step => [STEPS[step].to, ...reachable(STEPS[step].to)])
  for (const status of ORDER_STATUSES) assert.ok(!reachable(status).includes(status), status)
})

test('every refusal names the state that the order is in and the one that was asked for', () => {
  for (const role of ['staff', 'owner'] as const) {
    for (const step of steps) {
      for (const status of ORDER_STATUSES) {
        if (mayTake(step, status, role)) continue
        const words = whyNot(step, status, role)
        assert.ok(words.includes(status) && words.includes(STEPS[step].to), words)
        assert.doesNotMatch(words, /only {2}orders|undefined/)
      }
    }
  }
})
