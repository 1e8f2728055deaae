import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Withdrawals: by anybody and without a session, in two steps, with one receipt, neutral, and decided by staff. */
let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
beforeEach(async () => {
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
})
after(() => semel[Symbol.asyncDispose]())

const post = (path: string, body: object = {}, who?: Person) =>
  semel.client().post(path, body, who ? { token: who.token } : {})
const withdraw = (order: number | string, more: object = {}) =>
  post('/api/withdrawals', { name: 'Ada Lovelace', email: buyer.email, order: String(order), ...more })
const rowsOf = (email = buyer.email) =>
  semel.db.selectFrom('withdrawals').selectAll().where('email', '=', email).orderBy('id').execute()
const receiptsTo = async (id: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'withdrawal.received' and payload ->> 'withdrawalId' = ${id}
  `.execute(semel.db)
  return rows[0]!.n
}

async function order(...steps: string[]) {
  const productId = await stockProduct(semel.db)
  const { body } = await post('/api/orders', { items: [{ productId, quantity: 2 }] }, buyer)
  for (const step of steps) assert.equal((await post(`/api/orders/${body.id}/${step}`, {}, staff)).status, 200, step)
  return { id: body.id as number, productId }
}

const decide = async (accepted = true) => {
  const [row] = await rowsOf()
  return post(`/api/admin/withdrawals/${row!.id}/decide`, { accepted, customerAsked: true }, staff)
}

test('withdrawal without a session → stored with its order, one receipt with details', async () => {
  const { id } = await order()
  const { status, body } = await withdraw(`#${id}`, { items: 'One lamp' })
  assert.deepEqual(
    [status, body],
    [201, { receivedAt: semel.clock.now().toISOString(), email: buyer.email, receipt: true }],
  )
  const [row] = await rowsOf()
  assert.deepEqual([row!.order_id, row!.items, row!.is_late], [id, 'One lamp', false])
  const mails = await semel.mailTo(buyer.email, 2)
  const receipt = mails.find(({ subject }) => subject === 'We have received your withdrawal')!
  for (const words of ['Ada Lovelace', `#${id}`, 'One lamp', '2026']) assert.ok(receipt.text.includes(words), words)
})

test('nothing matches → same answer, a receipt for the typed address, no order', async () => {
  const { id } = await order()
  const stranger = 'nobody@example.com'
  const [known, unknown] = [await withdraw(id), await withdraw(id, { email: stranger })]
  assert.deepEqual({ ...known.body, email: stranger }, unknown.body)
  assert.deepEqual(
    [...known.headers.keys()].filter(name => name !== 'ratelimit'),
    [...unknown.headers.keys()].filter(name => name !== 'ratelimit'),
  )
  assert.equal((await rowsOf(stranger))[0]!.order_id, null)
  assert.equal((await semel.mailTo(stranger, 1))[0]!.subject, 'We have received your withdrawal')
  assert.equal((await withdraw('I do not know')).status, 201)
})

test('same statement again → one row and receipt; another one → its own row', async () => {
  const { id } = await order()
  const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(id, { items: 'One lamp' })))
  assert.ok(answers.every(({ status }) => status === 201))
  const [row, ...others] = await rowsOf()
  assert.deepEqual([others.length, await receiptsTo(row!.id)], [0, 1])
  await withdraw(id, { items: 'The other lamp' })
  await withdraw(`Order ${id}`, { items: 'The other lamp' })
  await withdraw(id)
  const all = await rowsOf()
  assert.deepEqual(
    all.map(({ items }) => items),
    ['One lamp', 'The other lamp', null],
  )
  for (const { id } of all) assert.equal(await receiptsTo(id), 1)
})

test("stranger repeats a statement for nobody's order → one row and receipt too", async () => {
  const email = 'repeated@example.com'
  const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(999_999, { email })))
  assert.ok(answers.every(({ status, body }) => status === 201 && body.receipt))
  const [row, ...others] = await rowsOf(email)
  assert.deepEqual([others.length, await receiptsTo(row!.id)], [0, 1])
})

test('stranger writes after the customer → both statements stay as written', async () => {
  const { id } = await order('process')
  const own = { name: 'Ada Lovelace', email: buyer.email, order: String(id), items: 'One of the two' }
  assert.equal((await post('/api/withdrawals', own, buyer)).status, 201)
  await withdraw(id, { name: 'Ada Lovelace' })
  await withdraw(id, { name: 'Ada Lovelace', items: 'One of the two' })
  const rows = await rowsOf()
  assert.deepEqual(
    rows.map(({ items, is_signed_in, network }) => [items, is_signed_in, network]),
    [
      ['One of the two', true, '127.0.0.0/24'],
      [null, false, '127.0.0.0/24'],
      ['One of the two', false, '127.0.0.0/24'],
    ],
  )
  const stranger = rows[1]!.id
  const refused = await post(`/api/admin/withdrawals/${stranger}/decide`, { accepted: true }, staff)
  assert.deepEqual([refused.status, refused.body.code], [409, 'customer_not_asked'])
  assert.equal((await semel.client().get(`/api/orders/${id}`, { token: buyer.token })).body.status, 'processing')
  const asked = { accepted: true, customerAsked: true }
  assert.equal((await post(`/api/admin/withdrawals/${stranger}/decide`, asked, staff)).status, 200)
  assert.equal((await semel.client().get(`/api/orders/${id}`, { token: buyer.token })).body.status, 'cancelled')
})

test('session of somebody else → the statement counts as one without a session', async () => {
  const { id } = await order()
  const other = await person(semel)
  await post('/api/withdrawals', { name: 'Ada', email: buyer.email, order: String(id) }, other)
  assert.equal((await rowsOf())[0]!.is_signed_in, false)
})

test('after the period → accepted and marked late; periods end on working days', async () => {
  const { id } = await order('mark-paid', 'process', 'ship', 'deliver')
  const started = semel.clock.now()
  try {
    for (const [delivered, received, isLate] of [
      ['2026-11-20T12:00Z', '2026-12-04T23:59Z', false],
      ['2026-11-20T00:00Z', '2026-12-05T00:00Z', true],
      // Saturday and Sunday.
      ['2026-11-21T12:00Z', '2026-12-07T23:59Z', false],
      ['2026-11-22T12:00Z', '2026-12-08T00:00Z', true],
      // Christmas Day and New Year, each a Friday.
      ['2026-12-11T12:00Z', '2026-12-28T12:00Z', false],
      ['2026-12-18T23:59Z', '2027-01-04T12:00Z', false],
      ['2026-12-18T23:59Z', '2027-01-05T12:00Z', true],
    ] as const) {
      semel.clock.set(new Date(received))
      const steps = semel.db.updateTable('order_steps').set({ at: new Date(delivered) })
      await steps.where('order_id', '=', id).where('status', '=', 'delivered').execute()
      const items = `${delivered} ${received}`
      assert.equal((await withdraw(id, { items })).status, 201)
      assert.equal((await rowsOf()).find(row => row.items === items)!.is_late, isLate, items)
    }
  } finally {
    semel.clock.set(started)
  }
})

test('accepted before shipping → order is cancelled and the stock is back', async () => {
  const { id, productId } = await order('process')
  await withdraw(id)
  const { status, body, text } = await decide()
  assert.deepEqual([status, body], [200, { orderId: id, returnId: null }], text)
  assert.equal((await semel.client().get(`/api/orders/${id}`, { token: buyer.token })).body.status, 'cancelled')
  assert.equal((await stockOf(semel.db, productId)).stock, 100)
  const again = await decide(false)
  assert.deepEqual([again.status, again.body.code, again.body.was], [409, 'already_decided', 'accepted'])
})

test('accepted after shipping → return of all that is left; single items → none', async () => {
  const { id } = await order('mark-paid', 'process', 'ship')
  await withdraw(id)
  const { body } = await decide()
  const found = await semel.client().get(`/api/admin/returns/${body.returnId}`, { token: staff.token })
  assert.deepEqual([found.body.orderId, found.body.items[0].quantity], [id, 2])
  const other = await order('mark-paid', 'process', 'ship')
  await withdraw(other.id, { items: 'One' })
  const row = (await rowsOf()).at(-1)!
  assert.equal((await post(`/api/admin/withdrawals/${row.id}/decide`, { accepted: true }, staff)).body.returnId, null)
})

test('customer withdraws while staff ship, and two decide → every order ends correctly', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => order('process')))
  for (const { id } of orders) {
    const [sent, shipped] = await Promise.all([withdraw(id), post(`/api/orders/${id}/ship`, {}, staff)])
    assert.deepEqual([sent.status, shipped.status], [201, 200])
  }
  const rows = await rowsOf()
  for (const { id } of rows) {
    const decided = await Promise.all(
      [1, 2, 3].map(() => post(`/api/admin/withdrawals/${id}/decide`, { accepted: true, customerAsked: true }, staff)),
    )
    assert.deepEqual(decided.map(({ status }) => status).sort(), [200, 409, 409])
  }
  const { rows: returns } = await sql<{ n: number }>`
    select count(*)::int as n from returns where order_id = any(${orders.map(({ id }) => id)}::bigint[])
  `.execute(semel.db)
  assert.equal(returns[0]!.n, orders.length)
  const late = await order('process')
  await withdraw(late.id)
  const open = (await rowsOf()).at(-1)!
  const [accepted] = await Promise.all([
    post(`/api/admin/withdrawals/${open.id}/decide`, { accepted: true, customerAsked: true }, staff),
    post(`/api/orders/${late.id}/ship`, {}, staff),
  ])
  const { body } = await semel.client().get(`/api/orders/${late.id}`, { token: buyer.token })
  assert.equal(body.status, accepted.body.returnId ? 'shipped' : 'cancelled')
})

test('stranger uses up receipts → statements count, the signed-in owner gets one', async () => {
  await using strict = await startSemel({ production: true, trustedProxies: ['loopback'] }, { worker: false })
  const from = (address: string, email: string, n: number, token?: string) =>
    strict
      .client()
      .post(
        '/api/withdrawals',
        { name: 'Ada', email, order: String(n) },
        { headers: { 'x-forwarded-for': address }, ...(token && { token }) },
      )
  const owner = await person(strict)
  await verifyEmail(strict, owner.id)
  const items = [{ productId: await stockProduct(strict.db), quantity: 1 }]
  const placed = await strict.client().post('/api/orders', { items }, { token: owner.token })
  const toOne = []
  for (let n = 1; n <= 31; n++) toOne.push(await from(`203.0.113.${n}`, owner.email, 5000 + n))
  assert.ok(toOne.every(({ status }) => status === 201))
  assert.deepEqual([toOne.at(-2)!.body.receipt, toOne.at(-1)!.body.receipt], [true, false])
  const again = [await from('203.0.113.30', owner.email, 5030), await from('203.0.113.31', owner.email, 5031)]
  assert.deepEqual(
    again.map(({ body }) => body.receipt),
    [true, false],
    'the same statements again',
  )
  const own = await from('203.0.113.99', owner.email, placed.body.id, owner.token)
  assert.deepEqual([own.status, own.body.receipt], [201, true])
  assert.equal((await strict.db.selectFrom('withdrawals').select('id').execute()).length, 32)

  const fromOne = []
  for (let n = 1; n <= 61; n++) fromOne.push((await from('198.51.100.7', `ada${n}@example.com`, n)).body.receipt)
  assert.deepEqual([fromOne.filter(receipt => receipt).length, fromOne.at(-1)], [60, false])
  assert.equal((await from('198.51.100.8', 'ada1@example.com', 1000)).body.receipt, true)
})

test('bad input → refused by field; retry with a key → one statement', async () => {
  const { body } = await post('/api/withdrawals', { name: ' ', email: 'x', order: '' })
  assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).sort(), ['email', 'name', 'order'])
  const headers = { 'idempotency-key': 'withdrawn once' }
  const statement = { name: 'Ada', email: 'ada@example.com', order: '0' }
  for (let n = 0; n < 2; n++) await semel.client().post('/api/withdrawals', statement, { headers })
  assert.equal((await rowsOf('ada@example.com')).length, 1)
})

test('no such order → the receipt repeats no word of a stranger', async () => {
  const email = 'target@example.com'
  const words = 'Call our fraud team on 0900 123456 and have your card ready'
  await post('/api/withdrawals', { name: words, email, order: 'CALL 0900 123456 NOW', items: words })
  const [mail] = await semel.mailTo(email, 1)
  assert.ok(!/0900|fraud/i.test(mail!.text + mail!.html), mail!.text)
  assert.match(mail!.text, /As you have written them/)
})

test('a stranger can put no link into the receipt', async () => {
  const email = 'victim@example.com'
  await post('/api/withdrawals', {
    name: 'Win https://evil.example now',
    email,
    order: 'evil.example/x',
    items: 'Please open evil.example',
  })
  const [mail] = await semel.mailTo(email, 1)
  assert.ok(!mail!.text.includes('evil'), mail!.text)
})

test('two steps without scripts → statement shown, then sent by the second form', async () => {
  const client = semel.client()
  const first = await client.get('/withdraw?order=1042')
  assert.match(first.text, /name="order" value="1042"|value="1042"/)
  const field = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  const send = (path: string, values: Record<string, string>) =>
    client.request('POST', path, {
      body: new URLSearchParams(values).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: semel.origin },
    })
  const typed = { name: 'Ada', order: '1042', email: 'steps@example.com', items: '', locale: 'de' }
  const second = await send('/withdraw', { ...typed, _csrf: field(first.text, '_csrf') })
  assert.equal(second.status, 200)
  assert.match(second.text, /Confirm withdrawal/)
  assert.equal((await rowsOf('steps@example.com')).length, 0)
  const keys = { _csrf: field(second.text, '_csrf'), _key: field(second.text, '_key') }
  const done = await send('/withdraw/confirm', { ...typed, ...keys })
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/withdraw?receipt=true'])
  assert.equal((await rowsOf('steps@example.com')).length, 1)
  const [mail] = await semel.mailTo('steps@example.com', 1)
  assert.equal(typeof mail!.subject, 'string')
})

test('signed in → page offers own uncancelled orders, and keeps the field', async () => {
  const [open, delivered, cancelled] = [
    await order(),
    await order('mark-paid', 'process', 'ship', 'deliver'),
    await order(),
  ]
  await post(`/api/orders/${cancelled!.id}/cancel`, {}, buyer)
  const pageOf = async (who?: Person, query = '') =>
    (await semel.client().get(`/withdraw${query}`, who ? { headers: { cookie: `semel_session=${who.token}` } } : {}))
      .text
  const own = await pageOf(buyer)
  for (const { id } of [open!, delivered!]) assert.match(own, new RegExp(`<button[^>]* name="order" value="${id}">`))
  assert.ok(!own.includes(`value="${cancelled!.id}"`))
  assert.match(own, /<input [^>]*name="order"/)
  assert.match(await pageOf(buyer, `?order=${open!.id}`), new RegExp(`value="${open!.id}" id="withdraw-order"`))
  for (const who of [await person(semel), undefined])
    assert.ok(!(await pageOf(who)).includes('<button class="button quiet" name="order"'))
})

test('footer, order and confirmation lead there, and the confirmation explains the right', async () => {
  const { id } = await order()
  assert.match((await semel.client().get('/')).text, /href="\/withdraw"/)
  const [mail] = await semel.mailTo(buyer.email, 1)
  assert.ok(mail!.text.includes(`${semel.origin}/withdraw?order=${id}`), mail!.text)
})
