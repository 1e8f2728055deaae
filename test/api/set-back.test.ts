import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { announce } from '../../src/events/announce.ts'
import { doubtAllOpen, resolveDoubts } from '../../src/notifications/in-doubt.ts'
import { attemptName } from '../../src/notifications/ledger.ts'
import { resolveDeliveries } from '../../src/notifications/operator-commands.ts'
import { DAY, after as later } from '../../src/time.ts'
import { lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A database that was set back has forgotten recent emails. Resolving their deliveries must not send any of them twice. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
beforeEach(async () => {
  await semel.db.deleteFrom('delivery_attempts').execute()
  await semel.db.deleteFrom('deliveries').execute()
})
after(() => semel[Symbol.asyncDispose]())

/** @returns the id of a delivery whose event happened at that time */
async function tell(at: Date): Promise<string> {
  const { id: userId } = await person(semel)
  const { db } = semel
  await db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at }))
  const { id } = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return id
}

/** Oldest first. */
async function states(): Promise<string[]> {
  const deliveries = await semel.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  return deliveries.map(({ state }) => state)
}

test('doubt older than a day → not repeated to a forgetful idempotent relay', async () => {
  const smtpUrl = 'smtp://127.0.0.1:1?idempotencyHeader=Resend-Idempotency-Key'
  await tell(later(new Date(), -2 * DAY))
  await tell(new Date())
  assert.equal(await doubtAllOpen(semel.db), 2)
  await resolveDoubts({ ...semel, config: { ...semel.config, smtpUrl } })
  assert.deepEqual(await states(), ['in_doubt', 'pending'])
})

test('inbox has accepted the attempt → the doubt is resolved as sent', async () => {
  const id = await tell(new Date())
  await semel.db.updateTable('deliveries').set({ state: 'finishing', attempts: 1, worker: 7 }).execute()
  await semel.db
    .insertInto('dev_mail_attempts')
    .values({ attempt: attemptName({ id, attempt: 1 }), outcome: 'accepted' })
    .execute()
  await doubtAllOpen(semel.db)
  await resolveDoubts(semel)
  assert.deepEqual(await states(), ['sent'])
})

test('resolving a doubt leaves a newer attempt alone', async () => {
  await tell(new Date())
  await semel.db.updateTable('deliveries').set({ state: 'in_doubt', attempts: 1 }).execute()
  const { resolving } = await semel.db.transaction().execute(async tx => {
    await tx.updateTable('deliveries').set({ attempts: 2 }).execute()
    const resolving = resolveDeliveries(semel.db, {}, { outcome: 'not_arrived', operator: 'somebody' })
    await lockedOut(semel.db)
    return { resolving }
  })
  assert.deepEqual(await resolving, { resolved: 0, awaiting: 0 })
  assert.deepEqual(await states(), ['in_doubt'])
})
