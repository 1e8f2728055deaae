import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

test('each OpenAPI document → its own ETag, and 304 for known ones', async () => {
  const client = semel.client()
  const tags = new Set<string>()
  for (const version of ['v1', 'v2', 'v3']) {
    const { headers } = await client.get(`/api/${version}/openapi.json`)
    const etag = headers.get('etag')!
    const again = await client.get(`/api/${version}/openapi.json`, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    tags.add(etag)
  }
  assert.equal(tags.size, 3)
})

test('If-Match: two clients change one product state → one succeeds, other 412', async () => {
  const { token } = await person(semel, 'staff')
  const id = await stockProduct(semel.db, { price: 1 })
  const client = semel.client()
  const read = await client.get(`/api/products/${id}`, { token })
  const headers = { 'if-match': read.headers.get('etag')! }
  const answers = await Promise.all(
    [2, 3].map(price => client.patch(`/api/products/${id}`, { price }, { token, headers })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  assert.equal(answers.find(({ status }) => status === 412)!.body.code, 'changed_meanwhile')
  assert.equal((await client.delete(`/api/products/${id}`, { token, headers })).status, 412)
  const now = await client.get(`/api/products/${id}`, { token })
  const present = { 'if-match': `"other", ${now.headers.get('etag')}` }
  assert.equal((await client.delete(`/api/products/${id}`, { token, headers: present })).status, 204)
})

test('If-Match: users → tags per version; * and no header are unconditional', async () => {
  const { token } = await person(semel)
  const client = semel.client()
  const tags = new Map<string, string>()
  for (const version of ['v1', 'v2', 'v3']) {
    const me = await client.get(`/api/${version}/users/me`, { token })
    tags.set(version, me.headers.get('etag')!)
    const unchanged = await client.get(`/api/${version}/users/me`, {
      token,
      headers: { 'if-none-match': tags.get(version)! },
    })
    assert.equal(unchanged.status, 304)
  }
  const change = (version: string, etag: string) =>
    client.patch(`/api/${version}/users/me`, { phone: '+441632960001' }, { token, headers: { 'if-match': etag } })
  assert.equal((await change('v1', tags.get('v3')!)).status, 412)
  assert.equal((await change('v1', `W/${tags.get('v3')}`)).status, 412)
  // v1 does not show the phone number, so its state is the same after the change.
  const v1 = tags.get('v1')!
  for (const etag of [v1, v1, '*', `W/${v1}`, `"other", W/${v1.replace(/"$/, '-gzip"')}`])
    assert.equal((await change('v1', etag)).status, 200)
  assert.equal((await change('v3', tags.get('v3')!)).status, 412)
})

test('If-Match: outdated step or payment of an order → 412, nothing changes', async () => {
  const staff = await person(semel, 'staff')
  const client = semel.client()
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const steps = ['process', 'ship', 'cancel', 'mark-paid'] as const
  for (const [version, step] of ['v1', 'v2', 'v3'].flatMap(version => steps.map(step => [version, step] as const))) {
    const { body: order } = await client.post('/api/orders', { items }, { token: staff.token })
    const address = `/api/${version}/orders/${order.id}`
    const read = async () => (await client.get(address, { token: staff.token })).headers.get('etag')!
    const move = (name: string, etag: string) =>
      client.post(`${address}/${name}`, {}, { token: staff.token, headers: { 'if-match': etag } })
    const seen = await read()
    assert.equal((await move('mark-paid', seen)).status, 200)
    const late = await move(step, seen)
    assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile'])
    if (step === 'ship') assert.equal((await move('process', await read())).status, 200)
    if (step !== 'mark-paid') assert.equal((await move(step, await read())).status, 200, step)
  }
  const { body } = await client.post('/api/orders', { items }, { token: staff.token })
  const etag = (await client.get(`/api/orders/${body.id}`, { token: staff.token })).headers.get('etag')!
  const both = ['process', 'cancel'].map(step =>
    client.post(`/api/orders/${body.id}/${step}`, {}, { token: staff.token, headers: { 'if-match': etag } }),
  )
  assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [200, 412])
})

for (const version of ['v1', 'v2', 'v3']) {
  test(`If-Match: outdated user → role unchanged, ${version}`, async () => {
    const admin = await person(semel, 'admin')
    const user = await person(semel)
    await verifyEmail(semel, user.id)
    const client = semel.client()
    const address = `/api/${version}/users/${user.id}`
    const read = async () => (await client.get(address, { token: admin.token })).headers.get('etag')!
    const seen = await read()
    const change = (etag: string) =>
      client.patch(
        `/api/${version}/admin/users/${user.id}`,
        { role: 'staff' },
        { token: admin.token, headers: { 'if-match': etag } },
      )
    assert.equal((await client.patch('/api/users/me', { userName: 'Other' }, { token: user.token })).status, 200)
    assert.equal((await change(seen)).status, 412)
    assert.equal((await change(await read())).status, 200)
    assert.equal((await client.get(`/api/users/${user.id}`, { token: admin.token })).body.role, 'staff')
  })
}

for (const version of ['v1', 'v2', 'v3']) {
  test(`answer to a change → ETag of a read, no read needed, ${version}`, async () => {
    const admin = await person(semel, 'admin')
    const user = await person(semel)
    await verifyEmail(semel, user.id)
    const { token } = admin
    const client = semel.client()
    const product = await stockProduct(semel.db)
    const { body: order } = await client.post(
      '/api/orders',
      { items: [{ productId: product, quantity: 1 }] },
      { token },
    )
    const steps = ['mark-paid', 'process', 'ship', 'tracking-number', 'deliver'] as const
    const bodies: Record<string, object> = { ship: { trackingNumber: '1' }, 'tracking-number': { trackingNumber: '2' } }
    const chains = {
      [`/products/${product}`]: ['Blue', 'Green'].map(description => ({
        method: 'PATCH',
        path: `/products/${product}`,
        body: { description },
      })),
      '/users/me': ['Ada', 'Grace'].map(userName => ({ method: 'PATCH', path: '/users/me', body: { userName } })),
      [`/users/${user.id}`]: ['staff', 'customer'].map(role => ({
        method: 'PATCH',
        path: `/admin/users/${user.id}`,
        body: { role },
      })),
      [`/orders/${order.id}`]: steps.map(step => ({
        method: step === 'tracking-number' ? 'PUT' : 'POST',
        path: `/orders/${order.id}/${step}`,
        body: bodies[step] ?? {},
      })),
    }
    for (const [read, changes] of Object.entries(chains)) {
      const etagOf = async () => (await client.get(`/api/${version}${read}`, { token })).headers.get('etag')
      let etag = await etagOf()
      for (const { method, path, body } of changes) {
        const headers = { 'if-match': etag! }
        const changed = await client.request(method, `/api/${version}${path}`, { body, token, headers })
        assert.equal(changed.status, 200, `${method} ${path}`)
        etag = changed.headers.get('etag')
        assert.equal(etag, await etagOf(), `${method} ${path}`)
      }
    }
  })
}

test('If-Match without quotes → 412 that says so; nothing has changed', async () => {
  const { token } = await person(semel)
  const change = { phone: '+441632960001' }
  const headers = { 'if-match': 'x7Yd2kPq9mTz8uV2kD5hGw' }
  const { status, body } = await semel.client().patch('/api/users/me', change, { token, headers })
  assert.deepEqual([status, body.code], [412, 'changed_meanwhile'])
  assert.match(body.detail, /with its quotes/)
})
