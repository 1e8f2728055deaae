import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { digest, newToken } from '../../src/secrets/crypto.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: string
let customer: string
before(async () => {
  semel = await startSemel()
  staff = (await person(semel, 'staff')).token
  customer = (await person(semel)).token
})
after(() => semel[Symbol.asyncDispose]())

const get = (path: string, token = customer) => semel.client().get(path, { token })
const LAMP = { sku: 'LAMP-1', name: 'Desk lamp', category: 'Lighting', price: 4900, stock: 3 }

test('staff create, read, change and remove a product', async () => {
  const client = semel.client()
  const created = await client.post('/api/products', { ...LAMP, id: 77, removed_at: '2020-01-01' }, { token: staff })
  assert.equal(created.status, 201, created.text)
  const { id, ...product } = created.body
  assert.equal(created.headers.get('location'), `/api/products/${id}`)
  assert.notEqual(id, 77)
  assert.deepEqual(product, {
    ...LAMP,
    description: '',
    status: 'active',
    currency: 'EUR',
    created_at: semel.clock.now().toISOString(),
    updated_at: product.updated_at,
    images: [],
    tax_class: 'standard',
    stock_counted: true,
    texts: {},
    group: null,
    options: [],
    state: 'on_sale',
  })
  assert.deepEqual((await get(`/api/products/${id}`)).body, created.body)

  const changed = await client.patch(`/api/products/${id}`, { price: 3900, id: 1, nonsense: 1 }, { token: staff })
  assert.equal(changed.status, 200, changed.text)
  const { updated_at } = changed.body
  assert.ok(updated_at >= created.body.updated_at)
  assert.deepEqual(changed.body, { ...created.body, price: 3900, updated_at })
  const same = await client.patch(`/api/products/${id}`, {}, { token: staff })
  assert.deepEqual({ ...same.body, updated_at }, changed.body)

  assert.equal((await client.delete(`/api/products/${id}`, { token: staff })).status, 204)
  assert.equal((await client.delete(`/api/products/${id}`, { token: staff })).status, 404)
  assert.equal((await get(`/api/products/${id}`)).status, 404)
  assert.equal((await client.patch(`/api/products/${id}`, { price: 1 }, { token: staff })).status, 404)
  const again = await client.post('/api/products', LAMP, { token: staff })
  assert.equal(again.status, 201, 'the SKU of a removed product may be used again')
})

test('the status follows the stock', async () => {
  const client = semel.client()
  const made = await client.post('/api/products', { ...LAMP, sku: 'S-1' }, { token: staff })
  const change = async (body: object) =>
    (await client.patch(`/api/products/${made.body.id}`, body, { token: staff })).body.status
  assert.equal(await change({ stock: 0 }), 'out_of_stock')
  assert.equal(await change({ stock: 2 }), 'active')
  assert.equal(await change({ stock: 0, status: 'discontinued' }), 'discontinued')
  assert.equal(await change({ stock: 9 }), 'discontinued')
})

test('status sent beside a stock → stored as sent, a repeat changes nothing', async () => {
  const client = semel.client()
  const wanted = { ...LAMP, sku: 'S-2' }
  const { id } = (await client.post('/api/products', wanted, { token: staff })).body
  const changes = [
    { stock: 0, status: 'active' },
    { stock: 0, status: 'out_of_stock' },
    { stock: 2, status: 'out_of_stock' },
    { stock: 2, status: 'active' },
  ]
  const stored = async () => (await get(`/api/products/${id}`)).body
  for (const change of [...changes, ...changes]) {
    const { body } = await client.patch(`/api/products/${id}`, change, { token: staff })
    assert.deepEqual({ ...body, ...change }, body)
    assert.deepEqual(await stored(), body)
  }
  for (const change of changes) {
    const products = [{ ...wanted, ...change }]
    const put = async () => (await client.put('/api/products/batch', { products }, { token: staff })).body
    assert.deepEqual([(await put()).changed, (await put()).unchanged], [1, 1])
    assert.partialDeepStrictEqual(await stored(), change)
  }
  for (const { stock, status } of changes) {
    const text = `sku,name,category,price_minor,stock,status
S-2,Desk lamp,Lighting,4900,${stock},${status}
`
    const data = Buffer.from(text).toString('base64')
    const put = async () => (await client.post('/api/products/import', { data }, { token: staff })).body
    assert.deepEqual([(await put()).changed, (await put()).unchanged], [1, 1], text)
    assert.partialDeepStrictEqual(await stored(), { stock, status })
  }
})

test('an invalid product is refused with field and reason', async () => {
  const client = semel.client()
  const wrong = await client.post(
    '/api/products',
    { sku: ' ', category: 'A', price: 1.5, stock: -1, status: 'lost', currency: 'eur' },
    { token: staff },
  )
  assert.equal(wrong.status, 422)
  assert.deepEqual(
    Object.fromEntries(wrong.body.errors.map((e: { field: string; reason: string }) => [e.field, e.reason])),
    {
      sku: 'is required',
      name: 'is required',
      status: 'must be one of active, out_of_stock, coming_soon, discontinued',
      price: 'must be an integer',
      currency: 'must be three capital letters like EUR',
      stock: 'must be at least 0',
    },
  )
  await client.post('/api/products', { ...LAMP, sku: 'TWICE' }, { token: staff })
  const taken = await client.post('/api/products', { ...LAMP, sku: 'TWICE' }, { token: staff })
  assert.deepEqual([taken.status, taken.body.code, taken.body.errors[0].field], [409, 'sku_taken', 'sku'])
  const huge = await client.post('/api/products', { ...LAMP, sku: 'HUGE', price: 2 ** 53 }, { token: staff })
  assert.equal(huge.status, 422)
})

test('currency does not exist → the product and the file’s row are refused', async () => {
  const product = { sku: 'CUR-1', name: 'Lamp', category: 'Lamps', price: 100, currency: 'XYZ' }
  const { status, body } = await semel.client().post('/api/products', product, { token: staff })
  assert.equal(status, 422)
  assert.deepEqual(body.errors, [
    {
      field: 'currency',
      reason: 'is not a currency. Write it like EUR, in three capital letters',
      code: 'unknown_currency',
    },
  ])
  const data = Buffer.from('sku,name,category,amount,currency\nCUR-1,Lamp,Lamps,1.00,XYZ\n').toString('base64')
  const imported = await semel.client().post('/api/products/import', { data, allOrNothing: false }, { token: staff })
  assert.deepEqual([imported.body.added, imported.body.bad], [0, 1])
  assert.match(imported.body.badRows[0].reason, /^currency is not a currency/)
})

test('spaces around SKU, name, category → left out, product and category stay one', async () => {
  const client = semel.client()
  const pasted = { ...LAMP, sku: ' PASTED-1\u00a0', name: ' Oak table ', category: 'Furniture ' }
  const created = await client.post('/api/products', pasted, { token: staff })
  assert.equal(created.status, 201, created.text)
  const { id, sku, name, category } = created.body
  assert.deepEqual({ sku, name, category }, { sku: 'PASTED-1', name: 'Oak table', category: 'Furniture' })
  const again = await client.post('/api/products', { ...LAMP, sku: 'PASTED-1' }, { token: staff })
  assert.equal(again.body.code, 'sku_taken', again.text)

  const changed = await client.patch(`/api/products/${id}`, { category: '\tFurniture' }, { token: staff })
  assert.equal(changed.body.category, 'Furniture')
  const batch = await client.put('/api/products/batch', { products: [{ ...pasted, price: 5900 }] }, { token: staff })
  assert.deepEqual([batch.body.changed, batch.body.lines[0].id], [1, id])
  const data = Buffer.from('sku,name,category,amount\nPASTED-1 , Oak table,Furniture ,69.00\n').toString('base64')
  const imported = await client.post('/api/products/import', { data }, { token: staff })
  assert.equal(imported.body.changed, 1, imported.text)
  assert.equal((await get(`/api/products/${id}`)).body.price, 6900)
  const blank = await client.patch(`/api/products/${id}`, { name: ' ' }, { token: staff })
  assert.equal(blank.body.detail, 'name is required')
})

test('file not in base64 → refused, not imported as an empty one', async () => {
  const csv = 'sku,name,category,price_minor\nB-64,Lamp,Lighting,1\n'
  const send = (data: string) => semel.client().post('/api/products/import', { data }, { token: staff })
  for (const data of [csv, '!!!', '====', 'a', `data:text/csv;base64,${Buffer.from(csv).toString('base64')}`]) {
    const { status, body } = await send(data)
    assert.deepEqual([status, body.detail], [422, 'data must be a file in base64'], data)
  }
  const lines = Buffer.from(csv).toString('base64').replace(/.{8}/g, '$&\r\n')
  assert.equal((await send(lines)).body.added, 1, 'programs that write emails break its lines')
  assert.equal((await send(Buffer.from(csv).toString('base64url'))).body.unchanged, 1)
})

test('price column of whole numbers → refused with a question; request can answer', async () => {
  const csv = 'sku,name,category,price,colour\nASK-1,Chair,Living,1259,red\nASK-2,Rug,Living,599,red\n'
  const send = (more: object) => {
    const data = Buffer.from(csv).toString('base64')
    return semel.client().post('/api/products/import', { data, ...more }, { token: staff })
  }
  const asked = await send({})
  assert.equal(asked.status, 422, asked.text)
  assert.match(asked.body.detail, /Does the price 1259 in line 2 mean 1259\.00 or 12\.59 EUR\? Name the column amount/)
  assert.equal(asked.body.errors[0].code, 'unclear_prices')
  const cents = await send({ priceMeans: 'price_minor' })
  assert.deepEqual(cents.body, {
    added: 2,
    changed: 0,
    unchanged: 0,
    bad: 0,
    lostLines: 0,
    unreadColumns: ['colour'],
    prices: [{ currency: 'EUR', lowest: 599, highest: 1259, span: '5.99 to 12.59 EUR' }],
    undone: false,
    badRows: [],
  })
  const tags = await send({ priceMeans: 'amount' })
  assert.deepEqual([tags.body.changed, tags.body.prices[0].span], [2, '599.00 to 1259.00 EUR'])
  const wrong = await send({ priceMeans: 'euros' })
  assert.equal(wrong.body.detail, 'priceMeans must be one of amount, price_minor')
})

test('only staff can change the catalogue', async () => {
  const client = semel.client()
  assert.equal((await client.post('/api/products', LAMP, { token: customer })).status, 403)
  assert.equal((await client.delete('/api/products/1', { token: customer })).status, 403)
  assert.equal((await client.patch('/api/products/1', {}, {})).status, 401)
  assert.equal((await client.get('/api/products')).status, 401)
})

test('invalid list request → refused, and the error lists the allowed values', async () => {
  for (const query of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'limit=0', 'limit=101', 'page=', 'page=1e999']) {
    const { status, body } = await get(`/api/products?${query}`)
    assert.deepEqual([status, body.code, body.errors[0].field], [400, 'invalid_query', query.split('=')[0]], query)
  }
  for (const sort of ['colour', '', 'Price', '-price DESC', 'price sideways', 'price,name', "price'--"]) {
    const { status, body } = await get(`/api/products?sort=${encodeURIComponent(sort)}`)
    assert.equal(status, 400, sort)
    assert.match(body.detail, /^sort must be one of id, name, category, status, price, created_at/)
  }
  assert.equal((await get('/api/products?order=up')).status, 400)
  assert.equal((await get('/api/products?sort=-price&order=asc')).status, 400)
  assert.match((await get('/api/products?status=lost')).body.detail, /active, out_of_stock/)
  for (const id of ['0', '-1', 'abc', '9007199254740993', '1.5'])
    assert.equal((await get(`/api/products/${id}`)).status, 404)
})

test('the envelope and the Link header lead through all pages', async () => {
  const client = semel.client()
  for (let i = 0; i < 7; i++) {
    await client.post('/api/products', { ...LAMP, sku: `W-${i}`, category: 'Walk' }, { token: staff })
  }
  const first = await get('/api/v2/products?category=Walk&limit=3&sort=-price')
  assert.equal(first.status, 200, first.text)
  const { items, ...envelope } = first.body
  assert.deepEqual(envelope, { totalCount: 7, page: 1, limit: 3, pageCount: 3, next: envelope.next })
  const links = linksOf(first.headers)
  assert.equal(envelope.next, links.next)
  assert.deepEqual(Object.keys(links), ['first', 'next', 'last', 'successor-version'])

  const ids = items.map((item: { id: number }) => item.id)
  for (let next = links.next; next; ) {
    assert.match(next, /^\/api\/v2\/products\?category=Walk&limit=3&/)
    const page = await get(next)
    ids.push(...page.body.items.map((item: { id: number }) => item.id))
    next = linksOf(page.headers).next
  }
  assert.deepEqual(
    ids,
    ids.toSorted((a: number, b: number) => b - a),
  )
  assert.equal(new Set(ids).size, 7)

  const past = await get('/api/products?category=Walk&limit=3&page=1099511627776')
  assert.deepEqual([past.status, past.body.items, past.body.totalCount], [200, [], 7])
  assert.deepEqual(Object.keys(linksOf(past.headers)), ['first', 'prev', 'last'])
})

test('present ETag and valid token → 304 until the catalogue changes', async () => {
  const client = semel.client()
  const made = await client.post('/api/products', { ...LAMP, sku: 'TAGGED', category: 'Tags' }, { token: staff })
  for (const path of ['/api/products?category=Tags', `/api/products/${made.body.id}`]) {
    const ask = (tag: string, token = customer) => client.get(path, { token, headers: { 'if-none-match': tag } })
    const first = await get(path)
    const tag = first.headers.get('etag')!
    assert.match(tag, /^"[\w-]{22}"$/)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const same = await ask(known)
      assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', tag], known)
    }
    assert.equal((await ask('"other"')).status, 200)
    assert.equal((await ask(tag, 'wrong')).status, 401)
    assert.equal((await get(path)).text, first.text)

    const stock = (answer: typeof first) => (answer.body.items?.[0] ?? answer.body).stock
    await client.patch(`/api/products/${made.body.id}`, { stock: stock(first) + 1 }, { token: staff })
    const changed = await ask(tag)
    assert.equal(changed.status, 200)
    assert.notEqual(stock(changed), stock(first))
    assert.notEqual(changed.headers.get('etag'), tag)
  }
})

test('cursor of another list → refused; of a missing product → begins there', async () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const ask = (query: string, value: unknown) => get(`/api/products?${query}&after=${cursor(value)}`)
  for (const [query, value] of [
    ['sort=name', ['price', 1, 1, 2]],
    ['sort=name', ['-name', 'a', 1, 2]],
    ['sort=name', ['name', 1, 1, 2]],
    ['sort=name', ['name', 'a\0', 1, 2]],
    ['sort=price', ['price', 2 ** 53, 1, 2]],
    ['sort=price', ['price', '1', 1, 2]],
    ['sort=price', ['price', 1, 1]],
    ['sort=price', ['price', 1, 1, 1]],
    ['sort=price', ['price', 1, 1, 2, 2]],
    ['sort=created_at', ['created_at', 1e15, 1, 2]],
    ['sort=id', ['id', 0, 1.5, 2]],
    ['sort=id', { 0: 'id' }],
    ['sort=id', 'nonsense'],
  ] as const) {
    const { status, body } = await ask(query, value)
    assert.deepEqual([status, body.errors?.[0].field], [400, 'after'], JSON.stringify(value))
  }
  assert.equal((await get('/api/products?after=%00')).status, 400)
  const ids = async (query: string, value: unknown) =>
    (await ask(query, value)).body.items.map((item: { id: number }) => item.id)
  const all = (await get('/api/products?category=Walk&sort=category&limit=100')).body.items
  assert.equal(all.length, 7)
  const only = 'category=Walk&sort=category&limit=100'
  assert.deepEqual(
    await ids(only, ['category', 'Walk', all[2].id, 2]),
    all.slice(3).map((item: { id: number }) => item.id),
  )
  assert.equal((await ids(only, ['category', 'A', 1, 2])).length, 7)
  assert.equal((await ids(only, ['category', 'Z', 1, 2])).length, 0)
})

test('cursor names its page; a contradicting page parameter is refused', async () => {
  const list = '/api/products?category=Walk&sort=category&limit=2'
  const first = await get(list)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
  const second = await get(next)
  assert.deepEqual([second.status, second.body.page], [200, 2])
  const third = await get(/<([^>]+)>; rel="next"/.exec(second.headers.get('link')!)![1]!)
  assert.equal(third.body.page, 3)

  const address = new URL(next, semel.origin)
  const ask = (page: string | undefined) => {
    if (page === undefined) address.searchParams.delete('page')
    else address.searchParams.set('page', page)
    return get(address.pathname + address.search)
  }
  const without = await ask(undefined)
  assert.deepEqual([without.body.page, without.body.items], [2, second.body.items])
  const { status, body } = await ask('7')
  assert.deepEqual([status, body.code, body.errors[0].field], [400, 'invalid_query', 'page'])
  assert.equal(body.detail, 'page contradicts after, which leads to page 2. Leave one of them out')
})

test('an API key needs the scope products:read', async () => {
  const keyed = async (scope: string) => {
    const key = newToken()
    const row = {
      id: randomUUIDv7(),
      key_hash: digest(key),
      name: scope,
      scopes: [scope],
      created_at: semel.clock.now(),
    }
    await semel.db.insertInto('api_keys').values(row).execute()
    return (await semel.client().get('/api/products', { headers: { 'x-api-key': key } })).status
  }
  assert.equal(await keyed('products:read'), 200)
  assert.equal(await keyed('users:read'), 403)
})

function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)
  return Object.fromEntries([...links].map(([, address, rel]) => [rel, address]))
}

test('list with a very long query → no links, headers stay short enough', async () => {
  assert.match((await get('/api/products?unknown=short')).headers.get('link')!, /unknown=short/)
  const { status, headers } = await get(`/api/products?unknown=${'a'.repeat(7000)}`)
  assert.equal(status, 200)
  assert.equal(headers.get('link'), null)
})

test('only staff see a draft; archived product is found and brought back', async () => {
  const client = semel.client()
  const draft = await client.post('/api/products', { ...LAMP, sku: 'DRAFT-1', state: 'draft' }, { token: staff })
  assert.deepEqual([draft.status, draft.body.state], [201, 'draft'], draft.text)
  const { id } = draft.body
  const setState = (state: string, token = staff) => client.put(`/api/products/${id}/state`, { state }, { token })
  const listed = async (state: string) =>
    (await get(`/api/admin/products?limit=100&state=${state}`, staff)).body.items.map((one: { id: number }) => one.id)
  const isHidden = async () => {
    assert.equal((await get(`/api/products/${id}`)).status, 404)
    assert.deepEqual((await get('/api/products?sku=DRAFT-1')).body.items, [])
    assert.equal((await client.get(`/products/${id}`)).status, 404)
    assert.doesNotMatch((await client.get('/sitemaps/products-1.xml')).text, new RegExp(`/products/${id}-`))
    const items = [{ productId: id, quantity: 1 }]
    assert.equal((await client.post('/api/orders', { items }, { token: customer })).status, 422)
    assert.equal((await get(`/api/admin/products/${id}`)).status, 403)
  }
  await isHidden()
  assert.ok((await listed('draft')).includes(id))
  assert.equal((await get(`/api/admin/products/${id}`, staff)).body.state, 'draft')
  const changed = await client.patch(`/api/products/${id}`, { price: 5000, stock: 2 }, { token: staff })
  assert.deepEqual([changed.body.price, changed.body.state], [5000, 'draft'], 'a draft is changed like any product')
  const same = await client.post('/api/products', { ...LAMP, sku: 'DRAFT-1' }, { token: staff })
  assert.equal(same.body.code, 'sku_taken', 'a draft keeps its SKU')
  const data = Buffer.from('sku,name,category,amount\nDRAFT-1,Lamp,Lighting,9.00\n').toString('base64')
  const file = await client.post('/api/products/import', { data }, { token: staff })
  assert.equal(file.body.badRows[0].reason, 'sku is that of a draft. Put it on sale first')

  assert.equal((await setState('on_sale')).body.state, 'on_sale')
  assert.equal((await get(`/api/products/${id}`)).body.price, 5000)
  assert.equal((await setState('archived')).body.state, 'archived')
  await isHidden()
  assert.ok((await listed('archived')).includes(id))
  assert.equal((await client.patch(`/api/products/${id}`, { price: 1 }, { token: staff })).status, 404)
  const other = await client.post('/api/products', { ...LAMP, sku: 'DRAFT-1' }, { token: staff })
  assert.equal((await setState('on_sale')).body.code, 'sku_taken')
  await client.delete(`/api/products/${other.body.id}`, { token: staff })
  assert.equal((await setState('on_sale')).body.state, 'on_sale')
  assert.equal((await setState('on_sale', customer)).status, 403)
  assert.equal((await setState('gone')).status, 422)
  const { body } = await get('/api/events?types=product.created,product.updated,product.removed&limit=100', staff)
  const told = body.items.filter((event: { data: { productId: number } }) => event.data.productId === id)
  assert.deepEqual(
    told.map(({ type }: { type: string }) => type),
    ['product.created', 'product.removed', 'product.created'],
    'the feed tells what everybody sees',
  )
})
