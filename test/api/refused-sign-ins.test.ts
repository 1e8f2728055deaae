import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { HASH_KINDS } from '../../src/accounts/passwords/imported-hashes.ts'
import { newPerson } from '../support/accounts.ts'
import { HASHES } from '../support/imported-hashes.ts'
import { startSemel } from '../support/semel.ts'

const REFUSAL_STEP = 1000

test('the shop has imported hashes → each refused sign-in is answered at a full second', async () => {
  await using semel = await startSemel({}, { worker: false })
  const refuse = async (email: string) => {
    const started = performance.now()
    const { status, body } = await semel.client().post('/api/auth/login', { email, password: 'not the password' })
    assert.deepEqual([status, body.code], [401, 'invalid_credentials'])
    return performance.now() - started
  }
  const { email: own } = await newPerson(semel)
  assert.deepEqual(Object.keys(HASHES).toSorted(), HASH_KINDS.toSorted())
  for (const [kind, hash] of Object.entries(HASHES)) {
    const email = `${randomUUID()}@example.com`
    const { id } = await newPerson(semel, { email })
    await semel.db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
    const times = await Promise.all([email, own, `${randomUUID()}@example.com`].map(refuse))
    for (const time of times) assert.ok(time >= REFUSAL_STEP, `${kind}: ${times}`)
  }
})

test('no imported hash → a refused sign-in does not wait', async () => {
  await using semel = await startSemel({}, { worker: false })
  const { email } = await newPerson(semel)
  const answers = Array.from({ length: 5 }, () =>
    semel.client().post('/api/auth/login', { email, password: 'not the password' }),
  )
  const started = performance.now()
  await Promise.race(answers)
  assert.ok(performance.now() - started < REFUSAL_STEP)
  await Promise.all(answers)
})
