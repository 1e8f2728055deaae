import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { countForAccount, limitRequest } from '../limits.ts'
import type { Db } from '../schema.ts'
import { queueForRows } from './row-queues.ts'

/** Requests for rows, which end one by one when the test says so. */
function trial() {
  const db = {} as Db
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<void>(resolve => ends.push(resolve))
  }
  const ask = (name: string, rows: string[], { account, network }: { account?: string; network?: string }) =>
    limitRequest({ until: performance.now() + 60_000, area: 'orders', network }, () => {
      if (account) countForAccount(account)
      return queueForRows(db, rows, work(name))
    })
  const end = async () => {
    ends.shift()!()
    await setImmediate()
  }
  return { ask, end, started, ends }
}

for (const [whose, flooder, person] of [
  ['one account', { account: 'eve' }, { account: 'ada' }],
  ['one network', { network: '192.0.2.1' }, { network: '192.0.2.2' }],
] as const) {
  test(`a row, a flood of ${whose} → others wait behind five at most`, async () => {
    const { ask, end, started, ends } = trial()
    const asked = Array.from({ length: 100 }, (_, i) => ask(`flood ${i}`, ['product 1', `product ${i + 2}`], flooder))
    asked.push(ask('person', ['product 1'], person))
    await setImmediate()
    while (!started.includes('person')) await end()
    assert.ok(started.length <= 6, String(started))
    while (ends.length > 0) await end()
    await Promise.all(asked)
    assert.equal(started.length, 101)
  })
}

test('a request that fails gives all its places back', async () => {
  const { ask, end } = trial()
  const db = {} as Db
  for (let i = 0; i < 20; i++) {
    await assert.rejects(queueForRows(db, ['product 1'], () => Promise.reject(new Error('no'))))
  }
  const asked = ask('person', ['product 1'], { account: 'ada' })
  await setImmediate()
  await end()
  await asked
})
