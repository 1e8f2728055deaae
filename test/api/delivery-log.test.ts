import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { announce } from '../../src/events.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

const log = (path: string, who = staff) => semel.client().get(`/api/admin/deliveries${path}`, { token: who.token })
const answer = (id: string, word: string) =>
  semel.client().post(`/api/admin/deliveries/${id}/${word}`, undefined, { token: staff.token })

test('one request shows whether, where and when the email for an order was sent', async () => {
  const owner = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: owner.email, refuse: '450 4.2.1 Try again' })
  const productId = await stockProduct(semel.db)
  const order = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: owner.token })
  await semel.mailTo(owner.email)
  const { body } = await ended(`?orderId=${order.body.id}&userId=${owner.id}`)
  assert.equal(body.totalCount, 1)
  const [delivery] = body.items
  assert.equal(delivery.status, 'sent')
  assert.equal(delivery.type, 'order.placed')
  assert.equal(delivery.address, owner.email)
  assert.deepEqual(delivery.recipient, { id: owner.id, email: owner.email, userName: owner.userName })
  assert.ok(delivery.sentAt >= delivery.createdAt)
  assert.equal(delivery.attempts, 2)
  assert.equal(delivery.late, false)

  const { body: one } = await log(`/${delivery.id}`)
  assert.deepEqual(
    one.history.map((attempt: { number: number; outcome: string }) => [attempt.number, attempt.outcome]),
    [
      [1, 'temporary'],
      [2, 'sent'],
    ],
  )
  assert.match(one.history[0].reply, /450 4\.2\.1 Try again/)
  assert.equal((await log('', owner)).status, 403)
  assert.equal((await log(`/${randomUUIDv7()}`)).status, 404)
  assert.equal((await log('?status=lost')).status, 400)
})

test('a refused recipient ends as failed and a deleted one as skipped, both with the reason', async () => {
  const refused = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: refused.email, refuse: '550 5.1.1 No such mailbox' })
  await tell(refused.id)
  const failed = (await ended(`?userId=${refused.id}`)).body.items[0]
  assert.equal(failed.status, 'failed')
  assert.match(failed.reply, /550 5\.1\.1 No such mailbox/)

  const gone = randomUUIDv7()
  await tell(gone)
  const skipped = (await ended(`?userId=${gone}`)).body.items[0]
  assert.deepEqual([skipped.status, skipped.recipient], ['skipped', null])
})

test('an operator can resolve a delivery in doubt once', async () => {
  for (const [word, status] of [
    ['arrived', 'sent'],
    ['send-again', 'pending'],
  ] as const) {
    // The relay cannot be asked, so only the operator can resolve the doubt.
    await using quiet = await startSemel({ smtpUrl: 'smtp://127.0.0.1:1' }, { worker: false })
    const operator = await person(quiet, 'staff')
    const reader = await person(quiet)
    const id = await tell(reader.id, quiet)
    await sql`update deliveries set state = 'in_doubt', attempts = 1, address = ${reader.email}`.execute(quiet.db)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        quiet.client().post(`/api/admin/deliveries/${id}/${word}`, undefined, { token: operator.token }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const { body } = answers.find(answer => answer.status === 200)!
    assert.equal(body.status, status)
    assert.equal(body.history[0].outcome, word === 'arrived' ? 'arrived' : 'not_arrived')
  }
  assert.equal((await answer(randomUUIDv7(), 'arrived')).status, 404)
})

async function tell(userId: string, { db } = semel): Promise<string> {
  const event = await db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.email_changed', payload: { userId }, to: [{ userId }], at: new Date() }))
  const row = await db.selectFrom('deliveries').select('id').where('event_id', '=', event).executeTakeFirstOrThrow()
  return row.id
}

/** The log, once all its deliveries are finished. */
async function ended(query: string) {
  for (;;) {
    const answer = await log(query)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const open = answer.body.items.filter((item: { endedAt: string | null }) => item.endedAt === null)
    if (answer.body.items.length > 0 && open.length === 0) return answer
  }
}
