import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { PRICE_MAX } from '../../src/database/schema.ts'
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

let keys = 0
const change = (
  productIds: number[],
  body: object,
  headers: Record<string, string> = { 'idempotency-key': `k${keys++}` },
) => semel.client().post('/api/products/changes', { productIds, ...body }, { token: staff.token, headers })

const rowsOf = async (ids: number[]) => {
  const { rows } = await sql<{ price: number; stock: number; category: string; state: string }>`
    select price, stock, category, state from products where id = any(${ids}) order by id
  `.execute(semel.db)
  return rows
}

/** One after the other, so that their ids rise in the order given. */
async function products(...all: { price?: number; stock?: number; currency?: string }[]): Promise<number[]> {
  const ids: number[] = []
  for (const one of all) ids.push(await stockProduct(semel.db, one))
  return ids
}

test('many products change category, price and stock → the feed names each', async () => {
  const ids = await products({ price: 1995, stock: 3 }, { price: 1995, stock: 3 })
  const { status, body, text } = await change(ids, {
    category: 'Sale',
    priceBy: -10,
    stockChange: 2,
    reason: 'received',
  })
  assert.equal(status, 200, text)
  assert.deepEqual(body, { changed: ids, refused: [] })
  // 1795.5 is rounded up.
  assert.deepEqual(
    await rowsOf(ids),
    ids.map(() => ({ price: 1796, stock: 5, category: 'Sale', state: 'on_sale' })),
  )
  const { rows } = await sql<{ id: number }>`
    select distinct (data ->> 'productId')::bigint as id from (
      select type, data from event_outbox union all select type, data from event_feed
    ) as published where type = 'product.updated' and (data ->> 'productId')::bigint = any(${ids}) order by id
  `.execute(semel.db)
  assert.deepEqual(
    rows,
    ids.map(id => ({ id })),
  )
  const history = await semel.client().get(`/api/products/${ids[0]}/stock-changes`, { token: staff.token })
  assert.deepEqual(
    [history.body.items[0].change, history.body.items[0].reason, history.body.items[0].by],
    [2, 'received', staff.id],
  )
})

test('many prices set or adjusted → only those in the named currency change', async () => {
  const ids = await products({ price: 1995 }, { price: 300 }, { price: 2500, currency: 'JPY' })
  const [rich, poor, yen] = ids as [number, number, number]
  const prices = async () => (await rowsOf(ids)).map(({ price }) => price)
  const moved = await change(ids, { priceChange: -500, currency: 'EUR' })
  assert.deepEqual(moved.body.changed, [rich])
  assert.deepEqual(
    moved.body.refused.map(({ productId, detail }: { productId: number; detail: string }) => [productId, detail]),
    [
      [poor, 'priceChange makes the price lower than 0'],
      [yen, 'currency must be JPY, the currency of this product'],
    ],
  )
  assert.deepEqual(await prices(), [1495, 300, 2500])
  // Setting a price twice sets it once, so it needs no key.
  assert.deepEqual((await change(ids, { price: 0, currency: 'EUR' }, {})).body.changed, [rich, poor])
  assert.deepEqual((await change([yen], { price: 2 ** 40, currency: 'JPY' }, {})).body.changed, [yen])
  assert.deepEqual(await prices(), [0, 0, 2 ** 40])
  const high = await change([yen], { priceChange: PRICE_MAX, currency: 'JPY' })
  assert.equal(high.body.refused[0].detail, 'priceChange makes the price too high')
  const refusals: [body: object, field: string, code: string][] = [
    [{ price: 1 }, 'currency', 'required'],
    [{ priceChange: 1 }, 'currency', 'required'],
    [{ price: 1, priceBy: 1, currency: 'EUR' }, 'priceBy', 'contradiction'],
    [{ price: 1, priceChange: 1, currency: 'EUR' }, 'priceChange', 'contradiction'],
    [{ price: -1, currency: 'EUR' }, 'price', 'too_small'],
    [{ price: 1, currency: 'XYZ' }, 'currency', 'unknown_currency'],
    [{ currency: 'EUR' }, 'category', 'required'],
  ]
  for (const [body, field, code] of refusals) {
    const { status, body: problem } = await change(ids, body)
    assert.deepEqual([status, problem.errors?.[0]?.field, problem.errors?.[0]?.code], [422, field, code])
  }
  const keyless = await change(ids, { priceChange: 1, currency: 'EUR' }, {})
  assert.equal(keyless.body.errors[0].code, 'idempotency_key_required')
})

test('product that cannot change → left entirely unchanged; the others change', async () => {
  const [poor, rich] = (await products({ stock: 1 }, { stock: 9 })) as [number, number]
  const { body } = await change([poor, rich, 2 ** 40], { stockChange: -5, category: 'Moved' })
  assert.deepEqual(body.changed, [rich])
  assert.deepEqual(
    body.refused.map(({ productId, code }: { productId: number; code: string }) => [productId, code]),
    [
      [poor, 'stock_too_low'],
      [2 ** 40, 'not_found'],
    ],
  )
  assert.deepEqual([(await rowsOf([poor]))[0]!.stock, (await rowsOf([rich]))[0]!.category], [1, 'Moved'])
  assert.notEqual((await rowsOf([poor]))[0]!.category, 'Moved')
})

test('archived products → restored with their change, unless their SKU is taken', async () => {
  const [one, two] = (await products({}, {})) as [number, number]
  assert.deepEqual((await change([one, two], { state: 'archived' })).body.changed, [one, two])
  assert.deepEqual((await change([one, two], { category: 'Gone' })).body.refused.length, 2)
  const other = await stockProduct(semel.db)
  await sql`update products set sku = (select sku from products where id = ${one}) where id = ${other}`.execute(
    semel.db,
  )
  const { body } = await change([one, two], { state: 'on_sale', category: 'Back' })
  assert.deepEqual([body.changed, body.refused[0].productId, body.refused[0].code], [[two], one, 'sku_taken'])
  assert.deepEqual(
    (await rowsOf([one, two])).map(({ state, category }) => [state, category === 'Back']),
    [
      ['archived', false],
      ['on_sale', true],
    ],
  )
})

test('repeated change with its key → counts once; relative changes need a key', async () => {
  const [id] = await products({ price: 1000, stock: 1 })
  const key = { 'idempotency-key': 'once' }
  const body = { priceBy: 10, stockChange: 1 }
  await Promise.all([change([id!], body, key), change([id!], body, key), change([id!], body, key)])
  assert.deepEqual([(await rowsOf([id!]))[0]!.price, (await rowsOf([id!]))[0]!.stock], [1100, 2])
  const refused = await change([id!], { priceBy: 10 }, {})
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'idempotency_key_required'])
  const empty = await change([id!], {})
  assert.deepEqual([empty.status, empty.body.errors[0].field], [422, 'category'])
  for (const wrong of [{ priceBy: -100 }, { stockChange: 1.5 }, { state: 'sold' }, { category: ' ' }]) {
    assert.equal((await change([id!], wrong)).status, 422, JSON.stringify(wrong))
  }
})

test('overlapping changes in different orders, and an order → all count', async () => {
  const ids = await products({ stock: 100, price: 1000 }, { stock: 100, price: 1000 }, { stock: 100, price: 1000 })
  const buyer = await person(semel)
  const order = () =>
    semel
      .client()
      .post('/api/orders', { items: ids.map(productId => ({ productId, quantity: 1 })) }, { token: buyer.token })
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, (_, n) =>
      change(n % 2 ? ids : ids.toReversed(), { stockChange: 5, state: 'on_sale' }),
    ),
    order(),
    order(),
  ])
  for (const { status, text } of answers) assert.ok(status < 300, text)
  assert.deepEqual(
    (await rowsOf(ids)).map(({ stock }) => stock),
    [118, 118, 118],
  )
})

test('status and stock changed together → the explicit status wins', async () => {
  const ids = await products({ stock: 3 }, { stock: 0 })
  const statuses = async () => {
    const rows = await semel.db
      .selectFrom('products')
      .select(['stock', 'status'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    return rows.map(({ stock, status }) => `${stock} ${status}`)
  }
  assert.deepEqual((await change(ids, { status: 'coming_soon' }, {})).body, { changed: ids, refused: [] })
  assert.deepEqual(await statuses(), ['3 coming_soon', '0 coming_soon'])
  await change(ids, { status: 'discontinued', stockChange: 4 })
  assert.deepEqual(await statuses(), ['7 discontinued', '4 discontinued'])
  await change(ids, { status: 'active' }, {})
  assert.deepEqual(await statuses(), ['7 active', '4 active'])
  assert.equal((await change(ids, { status: 'sold' }, {})).status, 422)
})

test('a customer cannot, and a key needs products:write', async () => {
  const [id] = await products({})
  const customer = await person(semel)
  const send = (token?: string) =>
    semel.client().post('/api/products/changes', { productIds: [id], category: 'X' }, token ? { token } : {})
  assert.equal((await send(customer.token)).status, 403)
  assert.equal((await send()).status, 401)
})
