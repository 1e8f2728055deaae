import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { newPerson, type Person } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Carriers and numbers of parcels, and orders that leave in parts. */
let semel: Semel
let staff: Person
let buyer: Person
before(async () => {
  semel = await startSemel()
  staff = await newPerson(semel, { role: 'admin' })
  buyer = await newPerson(semel)
  await changeShop(semel.db, {
    carriers: [{ code: 'velo', name: 'Velo Kurier', link: 'https://velo.example/?n={number}&zip={postcode}' }],
  })
  await forgetShop(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const NL = { name: 'Ada', line1: 'Keizersgracht 1', postcode: '1234 AB', city: 'Amsterdam', country: 'NL' }

type Wanted = { quantities?: number[]; method?: string; by?: Person }

async function prepared({ quantities = [1], method, by = buyer }: Wanted = {}): Promise<number> {
  const items = await Promise.all(
    quantities.map(async quantity => ({ productId: await stockProduct(semel.db), quantity })),
  )
  const body = { items, deliveryAddress: NL, ...(method && { delivery: method }) }
  const { body: order, text } = await semel.client().post('/api/orders', body, by)
  assert.ok(order.id, text)
  await send(order.id, 'process')
  return order.id
}

async function send(id: number, step: string, body: object = {}) {
  const answer = await semel.client().post(`/api/orders/${id}/${step}`, body, staff)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const tryTo = (id: number, step: string, body: object = {}) =>
  semel.client().post(`/api/orders/${id}/${step}`, body, staff)

const read = async (id: number) => (await semel.client().get(`/api/orders/${id}`, staff)).body

test("carrier before a number → kept apart, with the address's link", async () => {
  const ada = await newPerson(semel)
  const id = await prepared({ by: ada })
  const shipped = await send(id, 'ship', { trackingNumber: 'PostNL Pakket: 3S ABCD 1234567' })
  assert.equal(shipped.trackingNumber, '3SABCD1234567')
  assert.deepEqual(shipped.carrier, { code: 'postnl', name: 'PostNL' })
  assert.equal(shipped.trackingUrl, 'https://jouw.postnl.nl/track-and-trace/3SABCD1234567-NL-1234AB')
  assert.deepEqual(
    shipped.parcels.map(({ shippedAt: _, ...parcel }: { shippedAt: string }) => parcel),
    [
      {
        number: 1,
        carrier: shipped.carrier,
        trackingNumber: '3SABCD1234567',
        trackingUrl: shipped.trackingUrl,
        warnings: [],
        items: [{ line: 1, quantity: 1 }],
      },
    ],
  )
  const [mail] = (await semel.mailTo(ada.email, 3)).filter(({ subject }) => subject.includes('shipped'))
  assert.match(mail!.text, /PostNL/)
  assert.ok(mail!.text.includes(shipped.trackingUrl), mail!.text)
  const found = await semel.client().get(`/api/events?types=order.shipped`, staff)
  const event = found.body.items.find(({ data }: { data: { orderId: number } }) => data.orderId === id)
  assert.deepEqual(event.order.carrier, shipped.carrier)
})

test('order from before carriers were kept → carrier read from its number', async () => {
  const id = await prepared()
  await send(id, 'ship', { trackingNumber: 'SML 1' })
  await semel.db
    .updateTable('orders')
    .set({ carrier: null, tracking_number: 'GLS 123 456 789 01' })
    .where('id', '=', id)
    .execute()
  const order = await read(id)
  assert.deepEqual([order.trackingNumber, order.carrier.code], ['GLS 123 456 789 01', 'gls'])
  assert.equal(order.trackingUrl, 'https://www.gls-info.nl/tracking?trackid=12345678901&zipcode=1234AB')
})

test('delivery method has a carrier → its parcels have the same', async () => {
  const { status, body: method } = await semel
    .client()
    .post(
      '/api/admin/delivery-methods',
      { names: { en: 'Parcel' }, price: 0, days: { least: 1, most: 2 }, carrier: 'DHL' },
      staff,
    )
  assert.deepEqual([status, method.carrier], [201, 'dhl'])
  const ship = async (body: object) => send(await prepared({ method: method.id }), 'ship', body)
  assert.equal((await ship({ trackingNumber: '201298452277' })).carrier.code, 'dhl')
  assert.equal((await ship({ trackingNumber: '201298452277', carrier: 'gls' })).carrier.code, 'gls')
  assert.equal((await ship({ trackingNumber: '1Z999AA10123456784' })).carrier.code, 'ups')
  assert.equal((await ship({})).carrier.code, 'dhl')
  const own = await ship({ trackingNumber: 'A 17/b', carrier: 'Velo Kurier' })
  assert.deepEqual(
    [own.carrier, own.trackingUrl],
    [{ code: 'velo', name: 'Velo Kurier' }, 'https://velo.example/?n=A17%2Fb&zip=1234AB'],
  )
  const wrong = await semel.client().patch(`/api/admin/delivery-methods/${method.id}`, { carrier: 'nobody' }, staff)
  assert.deepEqual([wrong.status, wrong.body.errors[0].code], [422, 'unknown_carrier'])
})

test('number of several carriers → no link until somebody says the carrier', async () => {
  const id = await prepared()
  const shipped = await send(id, 'ship', { trackingNumber: '201298452277' })
  assert.deepEqual([shipped.carrier, shipped.trackingUrl], [null, null])
  assert.deepEqual(shipped.parcels[0].warnings, ['carrier_unclear'])
  const put = await semel
    .client()
    .put(`/api/orders/${id}/tracking-number`, { trackingNumber: '201298452277', carrier: 'dhl' }, staff)
  assert.equal(put.body.carrier.code, 'dhl')
})

test('unknown carriers, numbers that nobody sees → refused by field', async () => {
  const id = await prepared()
  const unknown = await tryTo(id, 'ship', { trackingNumber: '1', carrier: 'by bicycle' })
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [422, 'carrier'])
  for (const trackingNumber of ['\u001d', '\u007f', '\u200b', ' \u00a0 ']) {
    const { status, body } = await tryTo(id, 'ship', { trackingNumber })
    assert.deepEqual([status, body.detail], [422, 'trackingNumber is required'], JSON.stringify(trackingNumber))
  }
  assert.equal((await read(id)).status, 'processing')
})

test('unsafe link of an own carrier → refused', async () => {
  for (const link of [
    'http://velo.example/{number}',
    'javascript:alert({number})',
    'https://{number}.example/',
    'HTTPS://{number}.example/',
    'https:/{number}.example/',
    'https://velo.example/',
    'https://velo.example/{number}/{email}',
    'https://a:b@velo.example/{number}',
    'https://velo.example/{number}/{',
  ]) {
    const { status, body } = await semel
      .client()
      .patch('/api/admin/settings', { carriers: [{ code: '', name: 'Velo', link }] }, staff)
    assert.deepEqual([status, body.errors?.[0]?.field], [422, 'carriers.0.link'], link)
  }
})

test('part of an order sent → own email, still processing', async () => {
  const ada = await newPerson(semel)
  const id = await prepared({ quantities: [2, 1], by: ada })
  const part = await send(id, 'parcels', { items: [{ line: 1, quantity: 1 }], trackingNumber: 'JJD1410302937991' })
  assert.equal(part.status, 'processing')
  assert.deepEqual(
    part.items.map(({ shipped }: { shipped: number }) => shipped),
    [1, 0],
  )
  assert.equal(part.carrier.code, 'dhl')
  const told = (await semel.mailTo(ada.email, 3)).find(({ subject }) => subject.includes(`A part of order #${id}`))
  assert.match(told!.text, /In this parcel.*1 × .*Still to come.*1 × .*1 × /s)
  assert.equal((await tryTo(id, 'cancel')).status, 409)

  const less = (items: object[]) => semel.client().patch(`/api/orders/${id}/items`, { items }, staff)
  assert.equal((await less([{ line: 1, quantity: 0 }])).body.errors[0].code, 'minimum')
  const tooMuch = await tryTo(id, 'parcels', { items: [{ line: 1, quantity: 2 }] })
  assert.deepEqual([tooMuch.status, tooMuch.body.errors[0].field], [422, 'items.0.quantity'])
  for (const items of [[], [{ line: 9, quantity: 1 }], [{ line: 1, quantity: 0 }]]) {
    assert.equal((await tryTo(id, 'parcels', { items })).status, 422)
  }

  const rest = await send(id, 'parcels', {
    items: [
      { line: 1, quantity: 1 },
      { line: 2, quantity: 1 },
    ],
  })
  assert.deepEqual([rest.status, rest.parcels.length], ['shipped', 2])
  assert.deepEqual(rest.parcels[1].items, [
    { line: 1, quantity: 1 },
    { line: 2, quantity: 1 },
  ])
  const corrected = await semel
    .client()
    .put(`/api/orders/${id}/tracking-number`, { trackingNumber: '1Z999AA10123456784', parcel: 1 }, staff)
  assert.equal(corrected.body.parcels[0].carrier.code, 'ups')
  assert.equal(corrected.body.trackingNumber, null)
})

test('two people send the same piece at once → one parcel', async () => {
  const id = await prepared({ quantities: [1, 1] })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => tryTo(id, 'parcels', { items: [{ line: 1, quantity: 1 }] })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
  assert.equal((await read(id)).parcels.length, 1)
})

test('part taken back → its pieces are to be sent again, once', async () => {
  const id = await prepared({ quantities: [2] })
  await send(id, 'parcels', { items: [{ line: 1, quantity: 1 }], undoable: true })
  const both = await Promise.all([1, 1].map(parcel => tryTo(id, `parcels/${parcel}/undo`)))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const order = await read(id)
  assert.deepEqual([order.items[0].shipped, order.parcels], [0, []])
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const page = await browser.get(`/admin/orders/${id}`, { headers: { accept: 'text/html' } })
  assert.match(page.text, /sent parcel 1\..*took parcel 1 back\./s)
  const again = await send(id, 'parcels', { items: [{ line: 1, quantity: 1 }] })
  assert.equal(again.parcels[0].number, 2)
  assert.equal((await send(id, 'ship')).status, 'shipped')
  const undone = await tryTo(id, 'undo', { step: 'ship' })
  assert.deepEqual([undone.status, (await read(id)).parcels.length], [200, 1])
})

test('many orders shipped at once → each with its number', async () => {
  const ids = [await prepared(), await prepared(), await prepared()]
  const numbers = [
    { orderId: ids[0], trackingNumber: 'UPS 1Z 5R8 939 03 5756 7127' },
    { orderId: ids[1], trackingNumber: '1', carrier: 'by bicycle' },
  ]
  const { body } = await semel.client().post('/api/orders/steps', { step: 'ship', orderIds: ids, numbers }, staff)
  assert.deepEqual([body.moved, body.refused], [[ids[0], ids[2]], [ids[1]]])
  assert.deepEqual((await read(ids[0]!)).trackingNumber, '1Z5R89390357567127')
  assert.deepEqual([(await read(ids[1]!)).status, (await read(ids[2]!)).trackingNumber], ['processing', null])
})

test('part sent → the form for the rest does not repeat its number', async () => {
  const id = await prepared({ quantities: [2], by: await newPerson(semel) })
  await send(id, 'parcels', { items: [{ line: 1, quantity: 1 }], trackingNumber: '3SABCD1234567' })
  assert.equal((await read(id)).status, 'processing')
  const { text } = await semel
    .client()
    .get(`/admin/orders/${id}`, { headers: { cookie: `semel_session=${staff.token}` } })
  const [field] = /<input[^>]* id="ship-trackingNumber"[^>]*>/.exec(text)!
  assert.match(field, / value=""/)
})

test('wrong piece among lines without any → refused at its own line', async () => {
  const id = await prepared({ quantities: [2, 2] })
  const items = [
    { line: 1, quantity: 0 },
    { line: 2, quantity: 9 },
  ]
  const { status, body } = await tryTo(id, 'parcels', { items })
  assert.deepEqual([status, body.errors.map(({ field }: { field: string }) => field)], [422, ['items.1.quantity']])
})

test('rest taken out after a part → its number can be corrected', async () => {
  const id = await prepared({ quantities: [2] })
  await send(id, 'parcels', { items: [{ line: 1, quantity: 1 }], trackingNumber: '3SABCD1234567' })
  const taken = await semel.client().patch(`/api/orders/${id}/items`, { items: [{ line: 1, quantity: 1 }] }, staff)
  assert.equal(taken.status, 200, taken.text)
  await send(id, 'ship')
  const { body } = await semel
    .client()
    .put(`/api/orders/${id}/tracking-number`, { trackingNumber: '3SABCD7654321' }, staff)
  assert.deepEqual(
    body.parcels.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber),
    ['3SABCD7654321'],
  )
  assert.equal(body.trackingNumber, '3SABCD7654321')
})

test('same number once more → chosen carrier stays, no email', async () => {
  const ada = await newPerson(semel)
  const id = await prepared({ by: ada })
  await send(id, 'ship', { trackingNumber: '123456789012', carrier: 'dhl' })
  const address = `/api/orders/${id}/tracking-number`
  const { body } = await semel.client().put(address, { trackingNumber: '123456789012' }, staff)
  assert.equal(body.carrier.code, 'dhl')
  const numbers = semel.db.selectFrom('order_tracking_numbers').select('id').where('order_id', '=', id)
  assert.equal((await numbers.execute()).length, 1)
})

test('shipment undone → its carrier is not that of the next number', async () => {
  const id = await prepared()
  await send(id, 'ship', { trackingNumber: '123456789012', carrier: 'dhl' })
  await send(id, 'undo', { step: 'ship' })
  assert.equal((await read(id)).carrier, null)
  const { carrier } = await send(id, 'ship', { trackingNumber: '3SABCD1234567' })
  assert.equal(carrier.code, 'postnl')
})
