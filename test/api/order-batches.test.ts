import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { keepBatch } from '../../src/orders/batches/keep.ts'
import { workBatch } from '../../src/orders/batches/work.ts'
import { newPerson, type Person } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* A step for many orders at once, and the numbers of their parcels from a table or a file. */
let semel: Semel
let staff: Person
let buyer: Person
let product: number
before(async () => {
  semel = await startSemel()
  staff = await newPerson(semel, { role: 'admin' })
  buyer = await newPerson(semel)
  product = await stockProduct(semel.db, { stock: 1000 })
})
after(() => semel[Symbol.asyncDispose]())

const NL = { name: 'Ada', line1: 'Keizersgracht 1', postcode: '1234 AB', city: 'Amsterdam', country: 'NL' }

async function placed(by: Person = buyer): Promise<number> {
  const body = { items: [{ productId: product, quantity: 1 }], deliveryAddress: NL }
  const { body: order, text } = await semel.client().post('/api/orders', body, by)
  assert.ok(order.id, text)
  return order.id
}

async function prepared(by?: Person): Promise<number> {
  const id = await placed(by)
  assert.equal((await semel.client().post(`/api/orders/${id}/process`, {}, staff)).status, 200)
  return id
}

type Row = { orderId: number | null; outcome: string; code: string | null; explanation: string | null; row: number }

async function send(body: object) {
  const answer = await semel.client().post('/api/order-batches', body, staff)
  assert.equal(answer.status, 201, answer.text)
  return finished(answer.body.id)
}

async function upload(text: string, encoding: BufferEncoding = 'utf8') {
  const data = Buffer.from(text, encoding).toString('base64')
  return semel.client().post('/api/parcel-number-files', { data }, staff)
}

const act = (id: string, step: string) => semel.client().post(`/api/order-batches/${id}/${step}`, {}, staff)
const read = async (id: number) => (await semel.client().get(`/api/orders/${id}`, staff)).body
const outcomes = ({ rows }: { rows: Row[] }) => rows.map(({ outcome, code }) => code ?? outcome)

const UPS = [
  '1Z999AA10123456784',
  '1Z5R89390357567127',
  '1Z12345E0291980793',
  '1Z12345E0205271688',
  '1Z12345E6605272234',
]

test('table of numbers → each order ships with its own; empty rows stay', async () => {
  const ids = [await prepared(), await prepared(), await prepared()]
  const numbers = [
    { orderId: ids[0], trackingNumber: `UPS ${UPS[0]}` },
    { orderId: ids[1] },
    { orderId: ids[2], trackingNumber: UPS[1] },
  ]
  const batch = await send({ step: 'ship', numbers })
  assert.equal(batch.state, 'done')
  assert.deepEqual(batch.counts, { rows: 2, waiting: 0, moved: 2, numbered: 0, known: 0, refused: 0 })
  assert.deepEqual(
    (await Promise.all(ids.map(read))).map(({ status, trackingNumber }) => [status, trackingNumber]),
    [
      ['shipped', UPS[0]],
      ['processing', null],
      ['shipped', UPS[1]],
    ],
  )
  const again = await send({ step: 'ship', numbers })
  assert.deepEqual(outcomes(again), ['known', 'known'])
})

test('wrong rows of a table → refused with a reason, the others ship', async () => {
  const other = await newPerson(semel)
  const [one, two, three, four] = [await prepared(), await prepared(), await prepared(other), await placed()]
  const batch = await send({
    step: 'ship',
    numbers: [
      { orderId: one, trackingNumber: UPS[2] },
      { orderId: two, trackingNumber: '1Y999AA10123456784' },
      { orderId: three, trackingNumber: UPS[2] },
      { orderId: four, trackingNumber: UPS[4] },
      { orderId: 999_999_999, trackingNumber: UPS[4] },
    ],
  })
  assert.deepEqual(outcomes(batch), [
    'number_in_use',
    'wrong_keyboard',
    'number_in_use',
    'wrong_order_state',
    'not_found',
  ])
  assert.match(batch.rows[1].explanation, /Did it mean 1Z999AA10123456784\?/)
  const mended = await send({
    step: 'ship',
    numbers: [
      { orderId: one, trackingNumber: UPS[2] },
      { orderId: two, trackingNumber: UPS[3] },
    ],
  })
  assert.deepEqual(outcomes(mended), ['moved', 'moved'])
  const late = await send({ step: 'ship', numbers: [{ orderId: three, trackingNumber: UPS[3] }] })
  assert.deepEqual(outcomes(late), ['number_in_use'])
})

test('table without any number, or with a wrong step → refused', async () => {
  const id = await prepared()
  for (const body of [
    { step: 'ship' },
    { step: 'ship', numbers: [{ orderId: id }] },
    { step: 'deliver', numbers: [{ orderId: id, trackingNumber: 'x1' }] },
    { step: 'ship', orderIds: [id], numbers: [{ orderId: id, trackingNumber: 'x1' }] },
  ]) {
    const answer = await semel.client().post('/api/order-batches', body, staff)
    assert.equal(answer.status, 422, JSON.stringify(body))
  }
})

test('file of a carrier → preview, then shipped once; again changes nothing', async () => {
  const [one, two, three] = [await prepared(), await prepared(), await prepared()]
  const file =
    'Kundenreferenz;Paketscheinnummer;Empfänger PLZ;Versandart\r\n' +
    `Bestellung ${one};09980000020033;1234AB;DPD Classic\r\n` +
    `#${two};"=""09980000020041""";1234 ab;DPD\r\n` +
    `${three};09980000020058;9999 ZZ;DPD\r\n` +
    'Muster;09980000020066;;DPD\r\n;;;\r\n'
  const { body: open, status, text } = await upload(file)
  assert.equal(status, 201, text)
  assert.equal(open.state, 'open')
  assert.deepEqual(outcomes(open), ['moved', 'moved', 'wrong_order', 'not_found'])
  assert.equal((await read(one)).status, 'processing')
  assert.equal((await act(open.id, 'apply')).status, 200)
  const done = await finished(open.id)
  assert.deepEqual([done.state, ...outcomes(done)], ['done', 'moved', 'moved', 'wrong_order', 'not_found'])
  assert.deepEqual((await read(two)).carrier.code, 'dpd')
  assert.deepEqual((await act(open.id, 'apply')).body, done)
  const second = await upload(file, 'latin1')
  await act(second.body.id, 'apply')
  const repeated = await finished(second.body.id)
  assert.deepEqual(outcomes(repeated), ['known', 'known', 'wrong_order', 'not_found'])
})

test('file without the two columns, or none at all → says which', async () => {
  for (const text of ['a,b\n1,2\n', '', 'Order,Tracking number\n', 'PK\u0003\u0004']) {
    const answer = await upload(text)
    assert.equal(answer.status, 422, text)
  }
  assert.match((await upload('a,b\n1,2\n')).body.errors[0].reason, /“Tracking number”/)
})

test('many orders → workers take them; undo brings them back once', async () => {
  const ids: number[] = []
  while (ids.length < 104) ids.push(...(await Promise.all(Array.from({ length: 8 }, () => placed()))))
  const done = await send({ step: 'process', orderIds: ids })
  assert.deepEqual([done.counts.rows, done.counts.moved, done.counts.refused], [104, 104, 0])
  const shipped = await send({ step: 'ship', orderIds: [...ids, ids[0]!], undoable: true })
  assert.equal(shipped.counts.moved, 104)
  const [first, second] = await Promise.all([act(shipped.id, 'undo'), act(shipped.id, 'undo')])
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(first.body.id, second.body.id)
  const back = await finished(first.body.id)
  assert.deepEqual([back.step, back.counts.moved], ['undo-ship', 104])
  assert.equal((await read(ids[103]!)).status, 'processing')
  assert.equal((await act(back.id, 'undo')).status, 409)
})

async function finished(id: string) {
  let batch = (await semel.client().get(`/api/order-batches/${id}`, staff)).body
  await until(async () => {
    batch = (await semel.client().get(`/api/order-batches/${id}`, staff)).body
    return batch.state === 'done'
  })
  return batch
}

test('customer → no batches', async () => {
  const answer = await semel.client().post('/api/order-batches', { step: 'ship', orderIds: [1] }, buyer)
  assert.equal(answer.status, 403)
})

test('person who began a batch loses the right → the rest says so', async () => {
  const ways = {
    demoted: sql`update users set role = 'customer'`,
    disabled: sql`update users set disabled_at = now()`,
    gone: sql`delete from users`,
    'without the permission': sql`update users set permissions = '{products}'`,
  }
  for (const [lost, loss] of Object.entries(ways)) {
    const { id: by } = await newPerson(semel, { role: 'staff' })
    const ids = [await placed(), await placed()]
    const rows = ids.map((orderId, n) => ({ row: n + 1, orderId, named: String(orderId) }))
    // Commits once, so that no worker comes between.
    const id = await semel.db.transaction().execute(async tx => {
      const now = semel.clock.now()
      const batch = await keepBatch(tx, { step: 'process', state: 'running', rows, by, hold: 0, now })
      await workBatch(tx, batch, now, 1)
      await sql`${loss} where id = ${by}`.execute(tx)
      return batch
    })
    await semel.db.transaction().execute(tx => workBatch(tx, id, semel.clock.now()))
    const batch = await finished(id)
    assert.deepEqual(outcomes(batch), ['moved', 'forbidden'], lost)
    assert.match(batch.rows[1].explanation, /may no longer do it/)
    assert.deepEqual([(await read(ids[0]!)).status, (await read(ids[1]!)).status], ['processing', 'placed'])
  }
})

test('money batch of somebody without the right to money → nothing is paid', async () => {
  const packer = await newPerson(semel, { role: 'staff' })
  await sql`update users set permissions = '{orders}' where id = ${packer.id}`.execute(semel.db)
  const orderId = await placed()
  const rows = [{ row: 1, orderId, named: String(orderId) }]
  const wanted = { step: 'mark-paid', state: 'running', rows, by: packer.id, hold: 0, now: semel.clock.now() } as const
  const id = await semel.db.transaction().execute(tx => keepBatch(tx, wanted))
  await semel.db.transaction().execute(tx => workBatch(tx, id, semel.clock.now()))
  const batch = await finished(id)
  assert.deepEqual([outcomes(batch), (await read(orderId)).payment.status], [['forbidden'], 'open'])
})

test('steps with numbers → judged as in a batch, with the old answers', async () => {
  const other = await newPerson(semel)
  const [first, second, twin, left] = [await prepared(), await prepared(other), await prepared(other), await prepared()]
  const move = (orderIds: number[], numbers: object[]) =>
    semel.client().post('/api/orders/steps', { step: 'ship', orderIds, numbers }, staff)
  const sent = await move([first!], [{ orderId: first, trackingNumber: UPS[3] }])
  assert.deepEqual(sent.body, { moved: [first], refused: [], reasons: [] })
  const numbers = [
    { orderId: second, trackingNumber: UPS[3] },
    { orderId: twin, trackingNumber: '1Y999AA10123456784' },
    { orderId: left, trackingNumber: UPS[4] },
  ]
  const { body } = await move([first!, second!, twin!, left!], numbers)
  assert.deepEqual([body.moved, body.refused], [[left], [first, second, twin]])
  assert.deepEqual(
    body.reasons.map(({ code }: { code: string }) => code),
    ['wrong_order_state', 'number_in_use', 'wrong_keyboard'],
  )
  const again = await move([left!], [{ orderId: left, trackingNumber: UPS[4] }])
  assert.deepEqual([again.body.moved, again.body.reasons[0].code], [[], 'wrong_order_state'])
})
