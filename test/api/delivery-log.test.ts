import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { announce } from '../../src/events/announce.ts'
import { record, requeueOrphans } from '../../src/notifications/ledger.ts'
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

test('one request → whether, where and when the email for an order went', async () => {
  const owner = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: owner.email, refuse: '450 4.2.1 Try again' })
  const productId = await stockProduct(semel.db)
  const order = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: owner.token })
  await semel.mailTo(owner.email)
  const { body } = await ended(`?order=${order.body.id}&user=${owner.id}`)
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
  assert.equal((await log('?state=lost')).status, 400)
})

test('owner has changed address → console shows where the email went', async () => {
  const owner = await person(semel)
  const productId = await stockProduct(semel.db)
  const items = [{ productId, quantity: 1 }]
  const { body: order } = await semel.client().post('/api/orders', { items }, { token: owner.token })
  await semel.mailTo(owner.email)
  const { body } = await ended(`?order=${order.id}`)
  const email = `new-${owner.email}`
  await semel.db.updateTable('users').set({ email }).where('id', '=', owner.id).execute()
  const cookie = { cookie: `${cookieNames(semel).session}=${staff.token}` }
  for (const page of [`/admin/orders/${order.id}`, `/admin/deliveries?order=${order.id}`]) {
    const { text } = await semel.client().get(page, { headers: cookie })
    const table = /<caption class="unseen">Emails<.*?<\/table>/s.exec(text)![0]
    assert.match(table, new RegExp(`<a href="/admin/users/${owner.id}">${owner.email}</a>`), page)
    assert.ok(!table.includes(email), page)
  }
  const { text } = await semel.client().get(`/admin/deliveries/${body.items[0].id}`, { headers: cookie })
  assert.match(text, new RegExp(`<a href="/admin/users/${owner.id}">${email}</a>`))
})

test('email that waits too long → says so, and links to the reason', async () => {
  await using silent = await startSemel({}, { worker: false })
  const owner = await person(silent)
  const operator = await person(silent, 'staff')
  const items = [{ productId: await stockProduct(silent.db), quantity: 1 }]
  await silent.client().post('/api/orders', { items }, { token: owner.token })
  const { id } = await silent.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
  const cookie = { cookie: `${cookieNames(silent).session}=${operator.token}` }
  const page = async () => (await silent.client().get(`/admin/deliveries/${id}`, { headers: cookie })).text
  assert.doesNotMatch(await page(), /is late/)
  const at = sql<Date>`now() - interval '5 minutes'`
  await silent.db.updateTable('deliveries').set({ created_at: at, due_at: at }).execute()
  assert.match(
    await page(),
    /This email is late, but not lost.*<a href="\/admin\/health">System status<\/a> says what is wrong/s,
  )
})

test('refused recipient → failed; deleted recipient → skipped; both with the reason', async () => {
  const refused = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: refused.email, refuse: '550 5.1.1 No such mailbox' })
  await tell(refused.id)
  const failed = (await ended(`?user=${refused.id}`)).body.items[0]
  assert.equal(failed.status, 'failed')
  assert.match(failed.reply, /550 5\.1\.1 No such mailbox/)

  const gone = randomUUIDv7()
  await tell(gone)
  const skipped = (await ended(`?user=${gone}`)).body.items[0]
  assert.deepEqual([skipped.status, skipped.recipient], ['skipped', null])

  const ids = async (query: string) => (await log(query)).body.items.map(({ id }: { id: string }) => id)
  for (const { id, eventId, type, status } of [failed, skipped]) {
    assert.deepEqual(await ids(`?kind=${type}&state=${status}`), [id])
    assert.deepEqual(await ids(`?event=${eventId}&state=${status}`), [id])
    assert.deepEqual(await ids(`?kind=order.placed&state=${status}`), [])
  }
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

test('failed or skipped delivery → resent once under the same event', async () => {
  for (const state of ['failed', 'skipped'] as const) {
    await using quiet = await startSemel({ smtpUrl: 'smtp://127.0.0.1:1' }, { worker: false })
    const operator = await person(quiet, 'staff')
    const id = await tell((await person(quiet)).id, quiet)
    await sql`update deliveries set state = 'claimed', attempts = 1`.execute(quiet.db)
    const outcome = state === 'failed' ? 'refused' : 'skipped'
    await record(quiet.db, [{ id, attempt: 1, outcome, reply: '550 No such mailbox' }])
    const post = (word: string) =>
      quiet.client().post(`/api/admin/deliveries/${id}/${word}`, undefined, { token: operator.token })
    assert.equal((await post('arrived')).body.code, 'not_in_doubt')
    const page = () => pageOf(quiet, operator, id)
    assert.match(await page(), /Send this email again\?.*<button[^>]*>Send again<\/button>/s)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('send-again')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const { body } = answers.find(({ status }) => status === 200)!
    assert.deepEqual([body.status, body.endedAt], ['pending', null])
    assert.match(body.reply, /^To be sent again, says /)
    assert.deepEqual(
      body.history.map((attempt: { number: number; outcome: string }) => [attempt.number, attempt.outcome]),
      [[1, outcome]],
    )
    assert.equal((await quiet.db.selectFrom('deliveries').select('id').execute()).length, 1)
  }
})

test('doubt while a late reply is possible → markable as arrived, never resent', async () => {
  await using quiet = await startSemel({ smtpUrl: 'smtp://127.0.0.1:1' }, { worker: false })
  const operator = await person(quiet, 'staff')
  const id = await tell((await person(quiet)).id, quiet)
  await sql`update deliveries set state = 'finishing', attempts = 1, worker = 7, marked_at = clock_timestamp()`.execute(
    quiet.db,
  )
  assert.equal((await requeueOrphans(quiet.db)).length, 1)
  const post = (word: string) =>
    quiet.client().post(`/api/admin/deliveries/${id}/${word}`, undefined, { token: operator.token })
  const refused = await post('send-again')
  assert.deepEqual([refused.status, refused.body.code], [409, 'reply_outstanding'])
  const { replyAwaitedUntil } = (await quiet.client().get(`/api/admin/deliveries/${id}`, { token: operator.token }))
    .body
  assert.match(refused.body.detail, new RegExp(replyAwaitedUntil))
  const page = () => pageOf(quiet, operator, id)
  const text = await page()
  assert.match(text, /<button[^>]*>It arrived<\/button>/)
  assert.match(text, /You can send it again after/)
  assert.doesNotMatch(text, /<button[^>]*>Send again<\/button>/)

  await sql`update deliveries set reply_awaited_until = clock_timestamp()`.execute(quiet.db)
  assert.match(await page(), /<button[^>]*>Send again<\/button>/)
  assert.equal((await post('send-again')).status, 200)
})

async function pageOf(at: Semel, { token }: Person, id: string): Promise<string> {
  const cookie = `${cookieNames(at).session}=${token}`
  return (await at.client().get(`/admin/deliveries/${id}`, { headers: { accept: 'text/html', cookie } })).text
}

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
