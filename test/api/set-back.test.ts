import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { announce } from '../../src/events.ts'
import { settleDoubts } from '../../src/notifications/in-doubt.ts'
import { attemptName } from '../../src/notifications/ledger.ts'
import { doubtWhatIsOpen } from '../../src/notifications/set-back.ts'
import { settleAll } from '../../src/notifications/settle.ts'
import { DAY, after as later } from '../../src/time.ts'
import { lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A database that was set back has forgotten what it sent: what is settled then must not send anything twice. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
beforeEach(async () => {
  await semel.db.deleteFrom('delivery_attempts').execute()
  await semel.db.deleteFrom('deliveries').execute()
})
after(() => semel[Symbol.asyncDispose]())

/** @returns the id of the delivery that an event of that time has caused */
async function tell(at: Date): Promise<string> {
  const { id: userId } = await person(semel)
  const { db } = semel
  await db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at }))
  const { id } = await db.selectFrom('deliveries').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return id
}

/** The oldest first. */
async function states(): Promise<string[]> {
  const deliveries = await semel.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  return deliveries.map(({ state }) => state)
}

test('a relay that forgets after a day is not asked to recognise what may have been sent before that', async () => {
  const smtpUrl = 'smtp://127.0.0.1:1?idempotencyHeader=Resend-Idempotency-Key'
  await tell(later(new Date(), -2 * DAY))
  await tell(new Date())
  assert.equal(await doubtWhatIsOpen(semel.db), 2)
  await settleDoubts({ ...semel, config: { ...semel.config, smtpUrl } })
  assert.deepEqual(await states(), ['in_doubt', 'pending'])
})

test('an e-mail that the inbox had taken by then has arrived', async () => {
  const id = await tell(new Date())
  await semel.db.updateTable('deliveries').set({ state: 'finishing', attempts: 1, worker: 7 }).execute()
  await semel.db
    .insertInto('dev_mail_attempts')
    .values({ attempt: attemptName({ id, attempt: 1 }), outcome: 'accepted' })
    .execute()
  await doubtWhatIsOpen(semel.db)
  await settleDoubts(semel)
  assert.deepEqual(await states(), ['sent'])
})

test('what came into doubt once more is not settled by a word on the attempt before it', async () => {
  await tell(new Date())
  await semel.db.updateTable('deliveries').set({ state: 'in_doubt', attempts: 1 }).execute()
  const settling = await semel.db.transaction().execute(async tx => {
    await tx.updateTable('deliveries').set({ attempts: 2 }).execute()
    const settling = settleAll(semel.db, {}, false, 'somebody')
    await lockedOut(semel.db)
    return { settling }
  })
  assert.equal(await settling.settling, 0)
  assert.deepEqual(await states(), ['in_doubt'])
})
