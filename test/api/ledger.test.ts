import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { announce } from '../../src/events/announce.ts'
import { claim } from '../../src/notifications/claim.ts'
import { commitToSend, record, requeueOrphans } from '../../src/notifications/ledger.ts'
import type { AttemptOutcome, DeliveryState } from '../../src/notifications/states.ts'
import { lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * The conditional statements of the ledger, checked against every state. With real workers most of these moments are
 * short; without them, each lasts as long as the test needs.
 */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const STATES: DeliveryState[] = ['pending', 'claimed', 'finishing', 'sent', 'failed', 'skipped', 'in_doubt']
const NEWEST = 2

test('commitToSend → only the newest claimed attempt for the current address', async () => {
  for (const state of STATES) {
    for (const attempt of [NEWEST, NEWEST - 1]) {
      for (const reader of ['present', 'moved', 'gone'] as const) {
        const { id, userId, address } = await delivery(state)
        if (reader === 'moved')
          await semel.db
            .updateTable('users')
            .set({ email: `new-${address}` })
            .where('id', '=', userId)
            .execute()
        if (reader === 'gone') await semel.db.deleteFrom('users').where('id', '=', userId).execute()
        const released = await commitToSend(semel.db, [
          { id, attempt, address, messageId: '<1@example.test>', relay: 'inbox' },
        ])
        const may = state === 'claimed' && attempt === NEWEST && reader === 'present'
        assert.deepEqual([...released], may ? [id] : [], JSON.stringify({ state, attempt, reader }))
        assert.equal(await stateOf(id), may ? 'finishing' : state)
      }
    }
  }
})

test('record ignores older attempts and deliveries that are finished', async () => {
  const outcomes: [AttemptOutcome, DeliveryState][] = [
    ['sent', 'sent'],
    ['temporary', 'pending'],
    ['refused', 'failed'],
    ['in_doubt', 'in_doubt'],
  ]
  for (const state of STATES) {
    for (const attempt of [NEWEST, NEWEST - 1]) {
      for (const [outcome, next] of outcomes) {
        const { id } = await delivery(state)
        await record(semel.db, [{ id, attempt, outcome, reply: 'reply of the relay' }])
        const may = ['claimed', 'finishing', 'in_doubt'].includes(state) && attempt === NEWEST
        assert.equal(await stateOf(id), may ? next : state, JSON.stringify({ state, attempt, outcome }))
      }
    }
  }
})

test('delivery of a lost worker → due again unless its dot was released', async () => {
  for (const state of STATES) {
    const { id } = await delivery(state)
    await record(semel.db, [{ id, attempt: NEWEST, outcome: 'worker_lost', reply: 'lost' }])
    assert.equal(await stateOf(id), state === 'claimed' ? 'pending' : state)
  }
})

test('claim skips rows that another worker has locked', async () => {
  const worker = await liveWorker()
  const { id } = await delivery('pending')
  await semel.db.transaction().execute(async tx => {
    await sql`select from deliveries where id = ${id} for update`.execute(tx)
    assert.deepEqual(await claim(semel.db, worker, 10), [])
  })
  const both = await Promise.all([claim(semel.db, worker, 10), claim(semel.db, worker, 10)])
  assert.deepEqual(
    both.flat().map(claimed => claimed.id),
    [id],
  )
})

test('lost worker → cannot commit to send a delivery being requeued', async () => {
  const { id, address } = await delivery('claimed')
  const { promise: unlocked, resolve: unlock } = Promise.withResolvers<void>()
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
  const lock = semel.db.transaction().execute(async tx => {
    // Recording an ending has to wait, after the delivery was found and before it is requeued.
    await sql`lock table delivery_attempts in exclusive mode`.execute(tx)
    haveLocked()
    await unlocked
  })
  await locked
  const requeued = requeueOrphans(semel.db)
  await lockedOut(semel.db)
  const committed = commitToSend(semel.db, [
    { id, attempt: NEWEST, address, messageId: '<1@example.test>', relay: 'inbox' },
  ])
  await Promise.race([committed, lockedOut(semel.db, 2)])
  unlock()
  await lock
  assert.equal((await requeued).length, 1)
  assert.deepEqual([...(await committed)], [])
  assert.equal(await stateOf(id), 'pending')
})

test('attempts without reply → repeated soon; pauses of 4xx replies unaffected', async () => {
  const { id } = await delivery('claimed')
  const series: [AttemptOutcome, number][] = [
    ['readdressed', 0],
    ['unsent', 0.2],
    ['readdressed', 1],
    ['unsent', 2],
    ['temporary', 1],
    ['unsent', 0],
    ['temporary', 2],
    ['temporary', 4],
  ]
  for (const [index, [outcome, pause]] of series.entries()) {
    const attempt = NEWEST + index
    await semel.db.updateTable('deliveries').set({ state: 'claimed', attempts: attempt }).execute()
    await record(semel.db, [{ id, attempt, outcome, reply: 'reply' }])
    const { rows } = await sql<{ pause: number }>`
      select extract(epoch from d.due_at - a.ended_at)::float8 as pause
      from deliveries d join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts
    `.execute(semel.db)
    assert.ok(Math.abs(rows[0]!.pause - pause) < 0.1, `${outcome} in attempt ${attempt}: ${rows[0]!.pause} s`)
  }
})

test('day of 4xx replies → delivery failed; resending begins a new day', async () => {
  const { id } = await delivery('claimed')
  const anHour = sql<Date>`clock_timestamp() - interval '1 hour'`
  const aDay = sql<Date>`clock_timestamp() - interval '25 hours'`
  await semel.db.updateTable('deliveries').set({ created_at: aDay, retrying_since: anHour }).execute()
  await record(semel.db, [{ id, attempt: NEWEST, outcome: 'temporary', reply: '451 Later' }])
  assert.equal(await stateOf(id), 'pending')
  await semel.db
    .updateTable('deliveries')
    .set({ state: 'claimed', attempts: NEWEST + 1, retrying_since: null })
    .execute()
  const ended = await record(semel.db, [{ id, attempt: NEWEST + 1, outcome: 'temporary', reply: '451 Later' }])
  assert.deepEqual(ended, [
    { id, outcome: 'refused', reply: 'Given up after a day: 451 Later', late: true, seconds: ended[0]?.seconds },
  ])
  assert.equal(await stateOf(id), 'failed')
})

/** The only delivery in the database: in its second attempt, by a worker that no longer exists. */
async function delivery(state: DeliveryState) {
  const { db } = semel
  await db.deleteFrom('delivery_attempts').execute()
  await db.deleteFrom('deliveries').execute()
  const { id: userId, email: address } = await person(semel)
  await db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at: new Date() }))
  const { id } = await db
    .updateTable('deliveries')
    .set({ state, attempts: NEWEST, worker: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userId, address }
}

async function liveWorker(): Promise<number> {
  const lease_until = sql<Date>`clock_timestamp() + interval '1 hour'`
  await semel.db.insertInto('workers').values({ number: 1, name: 'test', lease_until }).execute()
  return 1
}

async function stateOf(id: string): Promise<DeliveryState> {
  const { state } = await semel.db
    .selectFrom('deliveries')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return state
}
