/** Discount codes: what they take off, how often they are used, and what somebody learns who guesses. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cancelUnpaid } from '../../src/orders/transition.ts'
import { DAY, HOUR } from '../../src/time.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  buyer = await person(semel)
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

let number = 0

async function newCode(terms: object = {}): Promise<string> {
  const code = `CODE-${++number}`
  const body = { code, kind: 'percent', value: 10, ...terms }
  const made = await semel.client().post('/api/admin/discount-codes', body, { token: staff.token })
  assert.equal(made.status, 201, made.text)
  return code
}

const line = (productId: number, quantity = 1) => ({ productId, quantity })
const order = (who: Person, body: object) => semel.client().post('/api/orders', body, { token: who.token })
const quote = (body: object) => semel.client().post('/api/quotes', body)
const cancel = (who: Person, id: number) =>
  semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: who.token })
const usedOf = async (code: string) => {
  const { body } = await semel.client().get('/api/admin/discount-codes?limit=100', { token: staff.token })
  return body.items.find((item: { code: string }) => item.code === code).used
}

test('code of 10 percent → each line and its VAT reduced; one use', async () => {
  const code = await newCode()
  const [cheap, dear] = [await stockProduct(semel.db, { price: 333 }), await stockProduct(semel.db, { price: 10_000 })]
  const { status, body } = await order(buyer, { items: [line(cheap), line(dear)], discountCode: code })
  assert.equal(status, 201)
  assert.deepEqual([body.itemsTotal, body.discountTotal, body.total, body.discountCode], [10_333, 1033, 9300, code])
  assert.deepEqual(
    body.items.map(({ discount }: { discount: number }) => discount),
    [33, 1000],
  )
  assert.deepEqual(body.taxes, [{ rate: 19, net: 7815, tax: 1485, gross: 9300 }])
  assert.deepEqual((await semel.client().get(`/api/orders/${body.id}`, { token: buyer.token })).body, body)
  assert.equal(await usedOf(code), 1)
})

test('a code in small letters with spaces → the same code', async () => {
  const code = await newCode()
  const { body } = await quote({ items: [line(await stockProduct(semel.db))], discountCode: ` ${code.toLowerCase()} ` })
  assert.deepEqual([body.discountTotal, body.discountCode], [100, code])
})

test('amount above the price → items free, delivery still charged', async () => {
  const code = await newCode({ kind: 'amount', value: 5000, currency: 'EUR' })
  const { body } = await order(buyer, { items: [line(await stockProduct(semel.db))], discountCode: code })
  assert.deepEqual([body.discountTotal, body.total], [1000, 0])
})

test('code for some products or a category → only their lines cheaper', async () => {
  const [mine, other] = [
    await stockProduct(semel.db, { price: 2000 }),
    await stockProduct(semel.db, { price: 2000, category: 'tea' }),
  ]
  for (const terms of [{ productIds: [other] }, { categories: ['tea'] }]) {
    const code = await newCode(terms)
    const { body } = await quote({ items: [line(mine), line(other)], discountCode: code })
    assert.deepEqual(
      body.items.map(({ discount }: { discount: number }) => discount),
      [0, 200],
    )
    const refused = await quote({ items: [line(mine)], discountCode: code })
    assert.deepEqual([refused.status, refused.body.detail], [422, 'discountCode is for none of these products'])
  }
})

test('code for a category → all subcategories, in quote and order', async () => {
  const placed = [
    { name: 'Top' },
    { name: 'Middle', parent: 'Top' },
    { name: 'Deep', parent: 'Middle' },
    { name: 'Beside' },
  ]
  for (const body of placed)
    assert.equal((await semel.client().post('/api/categories', body, { token: staff.token })).status, 201)
  const [deep, beside] = [
    await stockProduct(semel.db, { price: 5000, category: 'Deep' }),
    await stockProduct(semel.db, { price: 5000, category: 'Beside' }),
  ]
  const code = await newCode({ categories: ['Top'], value: 20 })
  const body = { items: [line(deep), line(beside)], discountCode: code }
  assert.equal((await quote(body)).body.discountTotal, 1000)
  const placing = await order(buyer, body)
  assert.deepEqual([placing.body.discountTotal, placing.body.items[0].discount], [1000, 1000])
  const above = await quote({ items: [line(deep)], discountCode: await newCode({ categories: ['Beside'] }) })
  assert.equal(above.status, 422)
})

test('percentage with decimals → rounded once for all lines, half up', async () => {
  const items = [line(await stockProduct(semel.db, { price: 333 })), line(await stockProduct(semel.db, { price: 667 }))]
  for (const [value, off] of [
    [12.5, 125],
    [33.33, 333],
    [33.35, 334],
    [10, 100],
  ] as const) {
    const code = await newCode({ value })
    assert.equal((await quote({ items, discountCode: code })).body.discountTotal, off, `${value} %`)
    assert.equal((await order(buyer, { items, discountCode: code })).body.discountTotal, off, `${value} %`)
    const { body } = await semel.client().get('/api/admin/discount-codes?limit=100', { token: staff.token })
    assert.equal(body.items.find((item: { code: string }) => item.code === code).value, value)
  }
})

test('an older client → reads whole percents, and may send decimals', async () => {
  for (const version of ['v1', 'v2']) {
    const body = { code: `OLD-${version}`, kind: 'percent', value: 12.5 }
    const made = await semel.client().post(`/api/${version}/admin/discount-codes`, body, { token: staff.token })
    assert.deepEqual([made.status, made.body.value], [201, 13])
    const { body: list } = await semel.client().get('/api/admin/discount-codes?limit=100', { token: staff.token })
    assert.equal(list.items.find((item: { code: string }) => item.code === body.code.toUpperCase()).value, 12.5)
  }
})

test('more than two decimals, or an amount with any → 422', async () => {
  for (const [terms, reason] of [
    [{ value: 12.345 }, 'must have two decimals at most'],
    [{ value: 100.01 }, 'must be from 1 to 100 percent'],
    [{ kind: 'amount', value: 1.5, currency: 'EUR' }, 'must be an integer'],
  ] as const) {
    const body = { code: 'DECIMALS', kind: 'percent', ...terms }
    const { status, body: problem } = await semel
      .client()
      .post('/api/admin/discount-codes', body, { token: staff.token })
    assert.deepEqual([status, problem.errors?.[0]?.reason], [422, reason])
  }
})

test('free delivery → the delivery costs nothing', async () => {
  const code = await newCode({ kind: 'free_delivery', value: 0 })
  const parcel = { names: { en: 'Parcel' }, price: 499, currency: 'EUR', days: { least: 1, most: 2 } }
  const made = await semel.client().post('/api/admin/delivery-methods', parcel, { token: staff.token })
  const body = { items: [line(await stockProduct(semel.db))], delivery: made.body.id }
  assert.equal((await quote(body)).body.deliveryTotal, 499)
  assert.equal((await quote({ ...body, discountCode: code })).body.deliveryTotal, 0)
  assert.equal((await order(buyer, { ...body, discountCode: code })).body.total, 1000)
})

test('code unknown, off, not begun, ended or invalid → same words', async () => {
  const past = new Date(semel.clock.now().getTime() - HOUR).toISOString()
  const future = new Date(semel.clock.now().getTime() + HOUR).toISOString()
  const codes = [
    'UNKNOWN',
    await newCode({ active: false }),
    await newCode({ validFrom: future }),
    await newCode({ validUntil: past }),
    '   .  ',
    'DROP TABLE',
    '\u202e',
  ]
  const items = [line(await stockProduct(semel.db))]
  for (const discountCode of codes) {
    for (const ask of [quote, (body: object) => order(buyer, body)]) {
      const { status, body } = await ask({ items, discountCode })
      assert.equal(status, 422)
      assert.deepEqual(body.errors, [{ field: 'discountCode', reason: 'is not valid', code: 'invalid_code' }])
    }
  }
})

test('code below its minimum total or in another currency → 422 with reason', async () => {
  const items = [line(await stockProduct(semel.db))]
  const dear = await quote({ items, discountCode: await newCode({ minTotal: 5000, currency: 'EUR' }) })
  const reason = 'is for orders of at least €50.00, and these items cost €10.00'
  assert.deepEqual([dear.status, dear.body.detail], [422, `discountCode ${reason}`])
  const foreign = await quote({ items, discountCode: await newCode({ kind: 'amount', value: 5, currency: 'USD' }) })
  assert.deepEqual([foreign.status, foreign.body.detail], [422, 'discountCode cannot be used for prices in EUR'])
})

test('second order with a one-use code → 409, taking no stock or number', async () => {
  const code = await newCode({ maxUses: 1 })
  const productId = await stockProduct(semel.db)
  assert.equal((await order(buyer, { items: [line(productId)], discountCode: code })).status, 201)
  for (const ask of [quote, (body: object) => order(buyer, body)]) {
    const { status, body } = await ask({ items: [line(productId)], discountCode: code })
    assert.deepEqual([status, body.code], [409, 'discount_used_up'])
  }
  assert.equal((await stockOf(semel.db, productId)).stock, 99)
})

test('code once per customer → refused to one twice, accepted from another', async () => {
  const code = await newCode({ maxUsesPerCustomer: 1 })
  const body = { items: [line(await stockProduct(semel.db))], discountCode: code }
  assert.equal((await order(buyer, body)).status, 201)
  assert.equal((await order(buyer, body)).body.code, 'discount_used_up')
  assert.equal((await order(await person(semel), body)).status, 201)
})

test('20 simultaneous orders with a code once per customer → one', async () => {
  const code = await newCode({ maxUsesPerCustomer: 1 })
  const products = await Promise.all(Array.from({ length: 20 }, () => stockProduct(semel.db)))
  const customer = await person(semel)
  const answers = await Promise.all(
    products.map(productId => order(customer, { items: [line(productId)], discountCode: code })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual([statuses.filter(status => status === 201).length, await usedOf(code)], [1, 1])
  assert.ok(
    statuses.every(status => [201, 409].includes(status)),
    statuses.join(),
  )
})

test('code used up by another order meanwhile → 409', async () => {
  const code = await newCode({ maxUses: 1 })
  const productId = await stockProduct(semel.db)
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`update discount_codes set used = 1 where code = ${code}`.execute(tx),
  )
  const waiting = order(buyer, { items: [line(productId)], discountCode: code })
  await lockedOut(semel.db, 1)
  await lock.commit()
  assert.equal((await waiting).body.code, 'discount_used_up')
  assert.equal((await stockOf(semel.db, productId)).stock, 100)
  await sql`update discount_codes set used = 0 where code = ${code}`.execute(semel.db)
})

test('limit of a code raised while an order waits → order placed', async () => {
  const code = await newCode({ maxUses: 3 })
  const items = [line(await stockProduct(semel.db))]
  assert.equal((await order(buyer, { items, discountCode: code })).status, 201)
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`update discount_codes set max_uses = 10, used = 5 where code = ${code}`.execute(tx),
  )
  const waiting = order(buyer, { items, discountCode: code })
  await lockedOut(semel.db, 1)
  await lock.commit()
  assert.equal((await waiting).status, 201)
  await sql`update discount_codes set used = 2 where code = ${code}`.execute(semel.db)
})

test('order cancelled many times at once → its use comes back once', async () => {
  const code = await newCode({ maxUses: 2 })
  const body = { items: [line(await stockProduct(semel.db))], discountCode: code }
  const [one] = [await order(buyer, body), await order(buyer, body)]
  const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(buyer, one.body.id)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(await usedOf(code), 1)
  assert.equal((await order(buyer, body)).status, 201)
  assert.equal((await order(buyer, body)).status, 409)
})

test('an unpaid order expires → its use comes back', async () => {
  const code = await newCode({ maxUses: 1 })
  const { body } = await order(buyer, { items: [line(await stockProduct(semel.db))], discountCode: code })
  await sql`update orders set placed_at = now() - interval '40 days' where id = ${body.id}`.execute(semel.db)
  await cancelUnpaid(semel.db, 30 * DAY)
  assert.equal(await usedOf(code), 0)
})

test('keyed order repeated after its code ended → first answer, one use', async () => {
  const code = await newCode()
  const body = { items: [line(await stockProduct(semel.db))], discountCode: code }
  const place = () =>
    semel.client().post('/api/orders', body, { token: buyer.token, headers: { 'idempotency-key': `key of ${code}` } })
  const first = await place()
  await semel.client().patch(`/api/admin/discount-codes/${code}`, { active: false }, { token: staff.token })
  const again = await place()
  assert.deepEqual([again.status, again.body, await usedOf(code)], [201, first.body, 1])
})

test('wrong code, then a right one with the same key → order placed', async () => {
  const code = await newCode()
  const items = [line(await stockProduct(semel.db))]
  const place = (discountCode: string) =>
    semel
      .client()
      .post('/api/orders', { items, discountCode }, { token: buyer.token, headers: { 'idempotency-key': 'guess' } })
  assert.equal((await place('NONE')).status, 422)
  assert.equal((await place(code)).status, 201)
})

test('account with a discounted order is deleted → the code stays used', async () => {
  const code = await newCode({ maxUses: 1, maxUsesPerCustomer: 1 })
  const customer = await person(semel)
  const body = { items: [line(await stockProduct(semel.db))], discountCode: code }
  const { id } = (await order(customer, body)).body
  await sql`update orders set status = 'delivered', payment_status = 'paid' where id = ${id}`.execute(semel.db)
  const gone = await semel.client().request('DELETE', '/api/users/me', { token: customer.token })
  assert.ok(gone.status < 300, gone.text)
  assert.equal(await usedOf(code), 1)
  assert.equal((await order(buyer, body)).status, 409)
})

test('deleted code → orders keep it; its successor counts from 0', async () => {
  const code = await newCode({ maxUses: 1 })
  const body = { items: [line(await stockProduct(semel.db))], discountCode: code }
  const { id } = (await order(buyer, body)).body
  const path = `/api/admin/discount-codes/${code.toLowerCase()}`
  assert.equal((await semel.client().delete(path, { token: staff.token })).status, 204)
  assert.equal((await semel.client().get(`/api/orders/${id}`, { token: buyer.token })).body.discountCode, code)
  const again = await semel
    .client()
    .post('/api/admin/discount-codes', { code, kind: 'percent', value: 10, maxUses: 1 }, { token: staff.token })
  assert.deepEqual([again.status, again.body.used], [201, 0])
  assert.equal((await cancel(buyer, id)).status, 200)
  assert.equal(await usedOf(code), 0)
})

/** Asks from another machine: the budget spares this one. */
const guess = (ip: string, discountCode: string, items: object[]) =>
  semel.app.inject({ method: 'POST', url: '/api/quotes', payload: { items, discountCode }, remoteAddress: ip })

test('31 simultaneous wrong codes of a network → the last learns nothing afterwards', async () => {
  const code = await newCode()
  const items = [line(await stockProduct(semel.db))]
  const thief = '198.51.100.9'
  for (let n = 0; n < 3; n++) assert.equal((await guess(thief, code, items)).statusCode, 200)
  const answers = await Promise.all(Array.from({ length: 31 }, (_, n) => guess(thief, `GUESS-${n}`, items)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(
    [422, 429].map(status => statuses.filter(other => other === status).length),
    [30, 1],
  )
  assert.equal((await guess(thief, code, items)).statusCode, 429)
  assert.equal((await guess('203.0.113.9', code, items)).statusCode, 200)
})
