import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { codeOf, STEP, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { runCleanup } from '../../src/cleanup.ts'
import { DAY, MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * A process with a wrong clock must not delete what another process still needs: the used codes of R1, the keys of
 * repeated orders, the sessions.
 */
let semel: Semel
let logged = ''
before(async () => {
  const logTo = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  semel = await startSemel({ logLevel: 'error' }, { logTo })
})
after(() => semel[Symbol.asyncDispose]())

/** Runs the cleanup like a process whose clock is wrong by this many milliseconds. */
function cleanUpWith(skew: number): Promise<void> {
  return runCleanup({ ...semel, clock: { now: () => new Date(Date.now() + skew) } })
}

test('cleanup two days ahead → deletes no code, key or session; says why', async () => {
  const person = await newPerson(semel)
  semel.clock.advance(STEP)
  const code = codeOf(person.seed, stepAt(semel.clock.now()))
  const enter = async () => {
    const token = await enterPassword(semel.client(), person.email)
    return semel.client().post('/api/auth/mfa', { code }, { token })
  }
  assert.equal((await enter()).status, 200)
  const order = { items: [{ productId: await stockProduct(semel.db), quantity: 1 }] }
  const options = { token: person.token, headers: { 'idempotency-key': randomUUID() } }
  const placed = await semel.client().post('/api/orders', order, options)

  logged = ''
  await cleanUpWith(2 * DAY)
  await cleanUpWith(-2 * DAY)

  assert.equal((await enter()).body.code, 'code_already_used')
  const repeated = await semel.client().post('/api/orders', order, options)
  assert.deepEqual([repeated.body.id, repeated.headers.get('idempotent-replayed')], [placed.body.id, 'true'])
  assert.equal(logged.match(/"seconds":-?1728\d\d,.*clock differs from the database/g)?.length, 2)
})

test('server two days ahead → still recognizes a repeat', async () => {
  const person = await newPerson(semel)
  const order = { items: [{ productId: await stockProduct(semel.db), quantity: 1 }] }
  const options = { token: person.token, headers: { 'idempotency-key': randomUUID() } }
  const placed = await semel.client().post('/api/orders', order, options)
  semel.clock.advance(2 * DAY)
  const repeated = await semel.client().post('/api/orders', order, options)
  semel.clock.advance(-2 * DAY)
  assert.equal(repeated.body.id, placed.body.id)
})

test('cleanup with a clock right within a minute → expired rows deleted', async () => {
  const person = await newPerson(semel)
  await sql`update sessions set expires_at = clock_timestamp() - interval '25 hours' where user_id = ${person.id}`.execute(
    semel.db,
  )
  await cleanUpWith(0.9 * MINUTE)
  assert.equal((await sql`select from sessions where user_id = ${person.id}`.execute(semel.db)).rows.length, 0)
})
