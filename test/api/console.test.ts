import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { SECOND } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const HTML = { accept: 'text/html' }

/** Every address of the console in the route table, with 1 for each parameter. */
function addresses(method: 'GET' | 'POST'): string[] {
  const found: string[] = []
  const above: string[] = []
  for (const line of semel.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, path, methods] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    if (indent === undefined) continue
    above.length = indent.length / 4
    above.push(path!)
    const address = above.join('').replaceAll(/:\w+/g, '1')
    if (/^\/admin(\/|$)/.test(address) && methods?.includes(method)) found.push(address)
  }
  return found
}

test('guest on any console page → redirected to sign in, and back', async () => {
  const pages = addresses('GET')
  assert.ok(pages.length >= 2, String(pages))
  for (const path of pages) {
    const { status, headers } = await semel.client().get(path, { headers: HTML })
    assert.equal(status, 303, path)
    assert.equal(headers.get('location'), `/login?next=${encodeURIComponent(path)}`)
  }
})

test('a customer gets 403 from every page and form of the console', async () => {
  const customer = await person(semel)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, customer.token)
  for (const path of addresses('GET')) {
    const { status, text } = await client.get(path, { headers: HTML })
    assert.equal(status, 403, path)
    assert.ok(!text.includes('aria-label="Console"'), path)
  }
  for (const path of addresses('POST')) {
    const { status, text } = await client.request('POST', path, {
      body: '',
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(status, 403, path)
    assert.ok(!text.includes('aria-label="Console"'), path)
  }
})

test('staff get 403 from pages for administrators, and no links to them', async () => {
  const staff = await person(semel, 'staff')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { status, text } = await client.get('/admin/api-keys', { headers: HTML })
  assert.equal(status, 403)
  assert.ok(!text.includes('New key'))
  assert.ok(!(await client.get('/admin', { headers: HTML })).text.includes('/admin/api-keys'))
  assert.ok(!(await client.get(`/admin/users/${staff.id}`, { headers: HTML })).text.includes('Audit log'))
})

test('error on a console page → keeps the menu for those allowed it', async () => {
  const staff = await person(semel, 'staff')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  for (const [path, expected] of [
    ['/admin/nothing', 404],
    ['/admin/orders/999999', 404],
    ['/admin/api-keys', 403],
  ] as const) {
    const { status, text } = await client.get(path, { headers: HTML })
    assert.equal(status, expected, path)
    assert.ok(text.includes('aria-label="Console"'), path)
  }
  for (const [reader, path] of [
    [client, '/administration'],
    [semel.client(), '/admin/nothing'],
  ] as const) {
    const { status, text } = await reader.get(path, { headers: HTML })
    assert.equal(status, 404, path)
    assert.ok(!text.includes('aria-label="Console"'), path)
  }
})

test('two best sellers of one name → distinguished by their SKUs', async () => {
  const staff = await person(semel, 'staff')
  const buyer = await person(semel)
  for (const sku of ['WIGEON-RED', 'WIGEON-BLUE']) {
    const items = [{ productId: await stockProduct(semel.db, { name: 'Wigeon', sku, stock: 52 }), quantity: 50 }]
    await semel.client().post('/api/orders', { items }, { token: buyer.token })
  }
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await client.get('/admin', { headers: HTML })
  const [, best, low] = /id="best">(.*?)<.section>.*id="low">(.*?)<.section>/s.exec(text)!
  for (const part of [best, low]) {
    assert.match(part!, /WIGEON-RED/)
    assert.match(part!, /WIGEON-BLUE/)
  }
})

test('any part of name or email → staff find customers and orders', async () => {
  const staff = await person(semel, 'staff')
  const { id, token } = await newPerson(semel, { email: 'mary@ducks.example', userName: 'Mary Ann Mallard' })
  const productId = await stockProduct(semel.db, { price: 123_400 })
  const order = { items: [{ productId, quantity: 1 }] }
  const { body } = await semel.client().post('/api/orders', order, { token })
  await semel.client().post(`/api/orders/${body.id}/cancel`, {}, { token })
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (path: string) => (await client.get(path, { headers: { ...HTML, 'accept-language': 'de' } })).text
  for (const typed of ['mary', 'MALL', 'ann', 'allar', 'mary ann m', 'mary@duck']) {
    assert.ok((await read(`/admin/users?q=${typed}`)).includes(`/admin/users/${id}"`), typed)
    assert.ok((await read(`/admin/orders?q=${typed}`)).includes(`/admin/orders/${body.id}"`), typed)
  }
  assert.ok(!(await read('/admin/users?q=mary+drake')).includes(`/admin/users/${id}"`))
  const shown = await read(`/admin/orders/${body.id}`)
  assert.match(shown, /1.234,00/)
  assert.match(shown, /Nichts zu zahlen/)
})

test('thousands of matching names → some found; an address part finds one', async () => {
  const staff = await person(semel, 'staff')
  await sql`
    insert into users (id, email, user_name, role, password_hash, created_at, confirmed_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'n' || n || '@herons.example', 'Grace ' || n, 'customer', '', now(), now()
    from generate_series(1, 2000) as n
  `.execute(semel.db)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const found = async (typed: string) => {
    const { text } = await client.get(`/admin/users?q=${encodeURIComponent(typed)}`, { headers: HTML })
    return new Set(text.match(/n\d+@herons\.example/g))
  }
  assert.ok((await found('grace')).size >= 20)
  assert.ok((await found('erons')).size >= 20)
  assert.deepEqual(await found('1999@heron'), new Set(['n1999@herons.example']))
  assert.deepEqual(await found('grace 1998'), new Set(['n1998@herons.example']))
})

test('whole address of a customer → finds that customer alone, despite similar ones', async () => {
  const staff = await person(semel, 'staff')
  const email = 'teal@ducks.example'
  const { id } = await newPerson(semel, { email })
  const other = await newPerson(semel, { email: `${email}.evil.example`, userName: email })
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  for (const [typed, finds] of [
    [email, [id]],
    ['TEAL@ducks.example', [id]],
    ['teal@ducks.exampl', [id, other.id]],
  ] as const) {
    const { text } = await client.get(`/admin/users?q=${typed}`, { headers: HTML })
    const found = [id, other.id].filter(one => text.includes(`/admin/users/${one}"`))
    assert.deepEqual(found, finds, typed)
  }
})

test('order that costs nothing → not among unpaid ones, nor marked as paid', async () => {
  const staff = await person(semel, 'staff')
  const buyer = await person(semel)
  const order = async (price: number) => {
    const items = [{ productId: await stockProduct(semel.db, { price }), quantity: 1 }]
    return (await semel.client().post('/api/orders', { items }, { token: buyer.token })).body.id
  }
  const [free, priced] = [await order(0), await order(100)]
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (path: string) => (await client.get(path, { headers: HTML })).text
  const unpaid = await read('/admin/orders?status=unpaid')
  assert.deepEqual(
    [free, priced].map(id => unpaid.includes(`/admin/orders/${id}"`)),
    [false, true],
  )
  const canBePaid = await Promise.all(
    [free, priced].map(async id => /Mark as paid/.test(await read(`/admin/orders/${id}`))),
  )
  assert.deepEqual(canBePaid, [false, true])
})

test('empty tab of orders → says so, and promises new ones where possible', async () => {
  const staff = await person(semel, 'staff')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (path: string) => (await client.get(path, { headers: HTML })).text
  for (const tab of ['shipped', 'delivered', 'refund_due']) {
    const text = await read(`/admin/orders?status=${tab}`)
    assert.match(text, /No orders here/, tab)
    assert.doesNotMatch(text, /as soon as customers place them/, tab)
  }
})

test('orders placed and cancelled by a stranger → best sellers and stock unaffected', async () => {
  const staff = await person(semel, 'staff')
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { name: 'Eider down', stock: 3 })
  await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
  await sql`
    insert into orders (owner_id, status, total, currency, placed_at)
    select ${buyer.id}, 'cancelled', 1, 'EUR', ${semel.clock.now()} from generate_series(1, 5000)
  `.execute(semel.db)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await client.get('/admin', { headers: HTML })
  const [, best, low] = /id="best">(.*?)<.section>.*id="low">(.*?)<.section>/s.exec(text)!
  assert.match(best!, /Eider down/)
  assert.match(low!, /Eider down/)
})

test('name with a trailing space from a phone → customer is found', async () => {
  const staff = await person(semel, 'staff')
  const { id, token } = await newPerson(semel, { userName: 'Nobody' })
  const renamed = await semel.client().patch('/api/users/me', { userName: ' Greta Goosander ' }, { token })
  assert.equal(renamed.body.userName, 'Greta Goosander')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  for (const typed of ['greta', 'goosander']) {
    assert.ok(
      (await client.get(`/admin/users?q=${typed}`, { headers: HTML })).text.includes(`/admin/users/${id}"`),
      typed,
    )
  }
})

test('orders → oldest first on every page until newest first is chosen', async () => {
  const [staff, customer] = [await person(semel, 'staff'), await person(semel)]
  const productId = await stockProduct(semel.db, { stock: 100 })
  const ids: number[] = []
  for (let n = 0; n < 26; n++) {
    const order = { items: [{ productId, quantity: 1 }] }
    const { body } = await semel.client().post('/api/orders', order, { token: customer.token })
    ids.push(body.id)
  }
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (address: string) => {
    const { text } = await client.get(address, { headers: HTML })
    const hrefOf = (name: string) =>
      new RegExp(`<a href="([^"]*)"[^>]*>${name}[ <](?!span class="amount">\\d+<span)`)
        .exec(text)?.[1]
        ?.replaceAll('&amp;', '&') ?? assert.fail(name)
    return { orders: [...text.matchAll(/>#(\d+)<\/a>/g)].map(match => Number(match[1])), text, hrefOf }
  }
  const newest = await read(`/admin/orders?status=placed&user=${customer.id}`)
  assert.deepEqual(newest.orders, ids.slice(1).reverse())
  const second = await read(newest.hrefOf('Next'))

  const oldest = await read(second.hrefOf('Order'))
  assert.deepEqual(oldest.orders, ids.slice(0, 25))
  assert.match(oldest.text, /<input type="hidden" name="sort" value="id">/)
  assert.deepEqual((await read(oldest.hrefOf('Next'))).orders, ids.slice(25))
  assert.equal(oldest.hrefOf('Unpaid'), `/admin/orders?status=unpaid&sort=id&user=${customer.id}`)
  assert.deepEqual((await read(oldest.hrefOf('Order'))).orders, newest.orders)
  assert.match((await read(`/admin/orders?sort=id&user=${staff.id}`)).text, /No orders match/)
})

test('counts of the console are written as their reader does', async () => {
  const staff = await person(semel, 'staff')
  await stockProduct(semel.db, { stock: 1234 })
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const read = async (language: string) =>
    (await client.get('/admin/products', { headers: { ...HTML, 'accept-language': language } })).text
  assert.match(await read('de'), />1\.234</)
  assert.match(await read('en'), />1,234</)
})

test('staff list contact messages through the API, newest first and in pages', async () => {
  const [staff, customer] = [await person(semel, 'staff'), await person(semel)]
  for (const message of ['first', 'second', 'third']) {
    await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message })
    semel.clock.advance(SECOND)
  }
  const list = (token: string | undefined) =>
    semel.client().get('/api/admin/contact-messages?limit=2', token ? { token } : {})
  assert.equal((await list(undefined)).status, 401)
  assert.equal((await list(customer.token)).status, 403)
  const { status, body, headers } = await list(staff.token)
  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map((item: { message: string }) => item.message),
    ['third', 'second'],
  )
  assert.equal(body.totalCount, 3)
  assert.match(headers.get('link') ?? '', /page=2[^>]*>; rel="next"/)
})

test('history of an order → names user or API key; links only users', async () => {
  const staff = await person(semel, 'staff')
  const owner = await person(semel)
  const client = semel.client()
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: order } = await client.post('/api/orders', { items }, { token: owner.token })
  const { id, key } = await createApiKey(semel, { name: 'Warehouse', scopes: ['orders:write'] })
  const headers = { 'x-api-key': key }
  assert.equal((await client.post(`/api/orders/${order.id}/process`, {}, { headers })).status, 200)
  assert.equal((await client.post(`/api/orders/${order.id}/ship`, {}, { token: staff.token })).status, 200)
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await client.get(`/admin/orders/${order.id}`, { headers: HTML })
  assert.match(text, /The API key Warehouse started to prepare it\./)
  assert.match(text, new RegExp(`<a href="/admin/users/${staff.id}"><bdi>Someone</bdi></a> shipped it`))
  assert.doesNotMatch(text, new RegExp(id))
})

test('order → links its products except removed ones, whose pages are gone', async () => {
  const staff = await person(semel, 'staff')
  const buyer = await person(semel)
  const ids = [await stockProduct(semel.db), await stockProduct(semel.db, { name: 'Lamp of old' })]
  const items = ids.map(productId => ({ productId, quantity: 1 }))
  const { body: order } = await semel.client().post('/api/orders', { items }, { token: buyer.token })
  assert.equal((await semel.client().delete(`/api/products/${ids[1]}`, { token: staff.token })).status, 204)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await client.get(`/admin/orders/${order.id}`, { headers: HTML })
  assert.match(text, /Lamp of old/)
  assert.deepEqual(
    ids.map(id => text.includes(`href="/admin/products/${id}"`)),
    [true, false],
  )
})

test('name that turns text direction → email address beside it unchanged', async () => {
  const name = 'Ada\u202e'
  const customer = await newPerson(semel)
  // New names have no such marks.
  await semel.db.updateTable('users').set({ user_name: name }).where('id', '=', customer.id).execute()
  const productId = await stockProduct(semel.db)
  const placed = await customer.client.post('/api/orders', { items: [{ productId, quantity: 1 }] })
  const { email } = customer
  await semel.client().post('/api/contact-messages', { email, name, message: 'Hello' })
  const staff = await person(semel, 'staff')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const pages = [
    '/admin/orders',
    `/admin/orders/${placed.body.id}`,
    `/orders/${placed.body.id}`,
    '/admin/contact-messages',
  ]
  for (const path of pages) {
    const { text } = await client.get(path, { headers: HTML })
    assert.ok(text.includes(email), path)
    assert.ok(text.includes(`<bdi>${name}</bdi>`), path)
  }
})

test('link to answer a message → names its address alone, despite special signs', async () => {
  const staff = await person(semel, 'staff')
  const email = 'ada%40ducks.example?bcc=eve%40evil.example&body=hello@evil.example'
  const sent = await semel.client().post('/api/contact-messages', { email, message: 'Hello' })
  assert.equal(sent.status, 201)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await client.get('/admin/contact-messages', { headers: HTML })
  const address = 'ada%2540ducks.example%3Fbcc%3Deve%2540evil.example%26body%3Dhello@evil.example'
  assert.ok(text.includes(`href="mailto:${address}"`))
})

test('name with several spaces between its words → staff find the customer', async () => {
  const { client, id } = await newPerson(semel, { userName: 'Grace  Brewster\u00a0 Hopper' })
  assert.equal((await client.get('/api/users/me')).body.userName, 'Grace Brewster Hopper')
  const staff = await newPerson(semel, { role: 'staff' })
  for (const typed of ['grace brewster', 'Grace  Brewster Hop']) {
    const { text } = await staff.client.get(`/admin/users?q=${encodeURIComponent(typed)}`, { headers: HTML })
    assert.ok(text.includes(`href="/admin/users/${id}"`), typed)
  }
})

test('name with direction marks → refused; old ones isolated in the console', async () => {
  const client = semel.client()
  const someone = await newPerson(semel)
  const admin = await person(semel, 'admin')
  for (const mark of ['\u202e', '\u2066', '\u200f', '\u061c']) {
    const userName = `nimda ${mark}ehT`
    const input = { email: `${Math.random()}@example.com`, password: 'a long enough passphrase', userName }
    for (const { status, body } of [
      await client.post('/api/auth/register', input),
      await client.post('/api/v1/auth/register', { ...input, userName: undefined, user_name: userName }),
      await client.patch('/api/users/me', { userName }, { token: someone.token }),
      await client.post('/api/users/me/second-factors', { kind: 'totp', name: userName }, { token: someone.token }),
      await client.post('/api/admin/api-keys', { name: userName, scopes: ['users:read'] }, { token: admin.token }),
    ]) {
      assert.deepEqual([status, body.errors[0].code], [422, 'invisible_characters'])
    }
  }
  await semel.db.updateTable('users').set({ user_name: '\u202enimda' }).where('id', '=', someone.id).execute()
  const cookie = { cookie: `${cookieNames(semel).session}=${admin.token}` }
  for (const path of ['/admin/users', `/admin/users/${someone.id}`]) {
    assert.match((await client.get(path, { headers: cookie })).text, /<bdi>\u202enimda<\/bdi>/)
  }
})

test('menu → counts waiting items, and folds the system away until opened', async () => {
  const staff = await newPerson(semel, { role: 'staff' })
  const menu = async (path = '/admin/orders') => {
    const { text } = await staff.client.get(path)
    const [, shown] = /<nav aria-label="Console">(.*?)<\/nav>/s.exec(text)!
    return shown!
  }
  const waiting = async (href: string) =>
    Number(new RegExp(`href="${href}"[^>]*>[^<]+<span class="amount">(\\d+)`).exec(await menu())?.[1] ?? 0)
  const [orders, messages] = [await waiting('/admin/orders'), await waiting('/admin/contact-messages')]
  const id = await stockProduct(semel.db)
  const { body: placed } = await staff.client.post('/api/orders', { items: [{ productId: id, quantity: 1 }] }, staff)
  await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Where is it?' })
  assert.deepEqual(
    [await waiting('/admin/orders'), await waiting('/admin/contact-messages')],
    [orders + 1, messages + 1],
  )
  await staff.client.post(`/api/orders/${placed.id}/cancel`, {}, staff)
  assert.equal(await waiting('/admin/orders'), orders)
  assert.match(await menu(), /<details><summary>System<\/summary>/)
  assert.match(await menu('/admin/deliveries'), /<details open><summary>System<\/summary>/)
})

test('tabs of a search → count matches; orders are sortable by total', async () => {
  const [staff, buyer] = [await newPerson(semel, { role: 'staff' }), await person(semel)]
  const [cheap, dear] = [await stockProduct(semel.db, { price: 100 }), await stockProduct(semel.db, { price: 900 })]
  const ids: number[] = []
  for (const productId of [dear, cheap, dear]) {
    const { body } = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
    ids.push(body.id)
  }
  await semel.client().post(`/api/orders/${ids[2]}/cancel`, {}, staff)
  const { text } = await staff.client.get(`/admin/orders?user=${buyer.id}&sort=-total`)
  const shown = [...text.matchAll(/>#(\d+)<\/a>/g)].map(match => Number(match[1]))
  assert.deepEqual(shown, [ids[2], ids[0], ids[1]])
  assert.match(text, /aria-sort="descending"><a[^>]*>Total</)
  const counts = [...text.matchAll(/href="([^"]*)"[^>]*>([\w ]+) <span class="amount">(\d+)<\/span><\/a>/g)]
  const of = (tab: string) => counts.find(([, , name]) => name === tab)
  assert.deepEqual([of('To prepare')?.[3], of('Cancelled')?.[3], of('Shipped')?.[3]], ['2', '1', '0'])
  assert.equal(of('Cancelled')![1], `/admin/orders?status=cancelled&amp;sort=-total&amp;user=${buyer.id}`)
})

test('pick list → sums each product over selected orders, or the whole page', async () => {
  const [staff, buyer] = [await newPerson(semel, { role: 'staff' }), await person(semel)]
  const cup = await stockProduct(semel.db, { name: 'Pick cup', sku: 'PICK-2', stock: 9 })
  const pot = await stockProduct(semel.db, { name: 'Pick pot', sku: 'PICK-1', stock: 9 })
  const place = async (...items: { productId: number; quantity: number }[]) =>
    (await semel.client().post('/api/orders', { items }, buyer)).body.id as number
  const [first, second] = [
    await place({ productId: cup, quantity: 2 }, { productId: pot, quantity: 1 }),
    await place({ productId: cup, quantity: 3 }),
  ]
  const send = (address: string, fields: Record<string, string>, who = staff.client) =>
    who.request('POST', address, {
      body: new URLSearchParams(fields).toString(),
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
    })
  const both = `${second},${first}`
  const page = await send('/admin/orders/pick-list', { _shown: both, step: 'process' })
  assert.equal(page.status, 303)
  assert.equal(page.headers.get('location'), `/admin/orders/pick-list?orders=${second}%2C${first}`)
  const { text } = await staff.client.get(page.headers.get('location')!)
  assert.match(text, /6 pieces for 2 orders/)
  assert.match(text, /PICK-1.*>1<.*PICK-2.*>5</s)
  const slips = await send('/admin/orders/packing-slips', { _shown: both, [`orderIds.${first}`]: String(first) })
  assert.equal(slips.headers.get('location'), `/admin/orders/packing-slips?orders=${first}`)
  assert.equal((await send('/admin/orders/pick-list', {}, semel.client())).status, 401)
  assert.equal((await staff.client.get('/admin/orders/pick-list?orders=')).status, 404)
})

test('new product → offers existing categories and the shop currency; copies another', async () => {
  const staff = await newPerson(semel, { role: 'staff' })
  const id = await stockProduct(semel.db, {
    name: 'Reading lamp',
    category: 'Lamps & more',
    price: 4950,
    sku: 'LIKE-1',
  })
  const form = async (query = '') => (await staff.client.get(`/admin/products/new${query}`)).text
  const valueIn = (page: string, name: string) => new RegExp(` value="([^"]*)"[^>]* name="${name}"`).exec(page)?.[1]
  const fresh = await form()
  assert.match(fresh, /name="category"[^>]* list="create-category-list"/)
  assert.match(fresh, /<datalist id="create-category-list">.*<option value="Lamps &amp; more"><\/option>.*<\/datalist>/)
  assert.deepEqual([valueIn(fresh, 'currency'), valueIn(fresh, 'name')], ['EUR', ''])
  const page = (await staff.client.get(`/admin/products/${id}`)).text
  assert.match(page, new RegExp(`href="/admin/products/new\\?like=${id}">Duplicate<`))
  const like = await form(`?like=${id}`)
  assert.deepEqual(
    ['name', 'category', 'price', 'sku'].map(name => valueIn(like, name)),
    ['Reading lamp', 'Lamps &amp; more', '49.50', ''],
  )
  assert.match(like, /<option value="draft" selected>/)
  assert.match(await form('?like=nonsense'), /New product/)
})
