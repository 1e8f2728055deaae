import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { stamp } from '../../src/feed/stamp.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { tablesWith } from '../support/tables-with.ts'

/* Internal notes and tags on orders and customers. */
let semel: Semel
let staff: Person
let packer: Person
let buyer: Person
let order: number
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  packer = await person(semel, 'staff')
  await semel.db
    .updateTable('users')
    .set({ permissions: ['orders'] })
    .where('id', '=', packer.id)
    .execute()
  buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  order = await place(buyer)
})
after(() => semel[Symbol.asyncDispose]())

const ask = (method: string, path: string, body?: object, who: Pick<Person, 'token'> = staff) =>
  semel.client().request(method, path, { ...(body && { body }), token: who.token })
const place = async (who: Person): Promise<number> => {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  return (await ask('POST', '/api/orders', { items }, who)).body.id
}
const page = async (path: string, who = staff) =>
  (await semel.client().get(path, { headers: { cookie: `${cookieNames(semel).session}=${who.token}` } })).text
const subjects = () => [`/api/orders/${order}`, `/api/users/${buyer.id}`]

test('note → keeps author and time, listed newest first, removed once', async () => {
  for (const path of subjects()) {
    const first = await ask('POST', `${path}/notes`, { text: ' Rang on Monday ' })
    assert.equal(first.status, 200, first.text)
    const second = await ask('POST', `${path}/notes`, { text: '<script>alert(1)</script>' })
    const { body } = await ask('GET', `${path}/notes`)
    assert.deepEqual(
      body.items.map(({ text }: { text: string }) => text),
      ['<script>alert(1)</script>', 'Rang on Monday'],
    )
    assert.deepEqual(body.items[1].author, { id: staff.id, name: first.body.author.name })
    assert.equal(body.items[1].at, semel.clock.now().toISOString())
    const ends = await Promise.all([1, 2].map(() => ask('DELETE', `${path}/notes/${second.body.id}`)))
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), [200, 404])
  }
  const [ofOrder] = (await ask('GET', `${subjects()[0]}/notes`)).body.items
  const elsewhere = await ask('DELETE', `${subjects()[1]}/notes/${ofOrder.id}`)
  assert.equal(elsewhere.status, 404, 'a note is reached by its own subject alone')
})

test('tags added at once, or too many → none lost, or refused', async () => {
  for (const path of subjects()) {
    await Promise.all(['VIP', 'vip', 'Wholesale', 'fragile'].map(tag => ask('PATCH', `${path}/tags`, { add: [tag] })))
    const { body } = await ask('PATCH', `${path}/tags`, { remove: ['FRAGILE', 'none'] })
    assert.deepEqual(
      body.tags.map((tag: string) => tag.toLowerCase()),
      ['vip', 'wholesale'],
    )
    const many = Array.from({ length: 24 }, (_, n) => `tag ${n}`)
    const refused = await ask('PATCH', `${path}/tags`, { add: many })
    assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'too_many'])
    assert.equal((await ask('GET', `${path}/tags`)).body.tags.length, 2, 'nothing is half done')
    for (const add of [[''], ['a,b'], ['x'.repeat(41)], [7], 'vip'])
      assert.equal((await ask('PATCH', `${path}/tags`, { add })).status, 422, JSON.stringify(add))
  }
  const tagged = await ask('GET', '/api/orders?tag=Vip')
  assert.deepEqual(
    tagged.body.items.map(({ id }: { id: number }) => id),
    [order],
  )
  const users = await ask('GET', '/api/users?tag=WHOLESALE')
  assert.deepEqual(
    users.body.items.map(({ id }: { id: string }) => id),
    [buyer.id],
  )
  assert.deepEqual((await ask('GET', '/api/orders?tag=vi')).body.items, [])
})

test('customer, other staff or wrong key → refused; customer never reads them', async () => {
  await ask('POST', `/api/orders/${order}/notes`, { text: 'Secretive remark' })
  await ask('PATCH', `/api/orders/${order}/tags`, { add: ['secretive-tag'] })
  for (const path of subjects()) {
    for (const [method, rest, body] of [
      ['GET', 'notes', undefined],
      ['POST', 'notes', { text: 'Mine' }],
      ['GET', 'tags', undefined],
      ['PATCH', 'tags', { add: ['mine'] }],
    ] as const)
      assert.equal((await ask(method, `${path}/${rest}`, body, buyer)).status, 403, `${method} ${rest}`)
  }
  assert.equal((await ask('GET', '/api/orders?tag=vip', undefined, buyer)).status, 403)
  assert.equal((await ask('GET', `/api/users/${buyer.id}/notes`, undefined, packer)).status, 403)
  assert.equal((await ask('GET', `/api/orders/${order}/notes`, undefined, packer)).status, 200)
  const { key } = await createApiKey(semel, { name: 'Reader', scopes: ['orders:read'] })
  const byKey = semel.client()
  const headers = { 'x-api-key': key }
  assert.equal((await byKey.get(`/api/orders/${order}/tags`, { headers })).status, 200)
  assert.equal((await byKey.patch(`/api/orders/${order}/tags`, { add: ['x'] }, { headers })).status, 403)
  for (const text of [
    await page(`/orders/${order}`, buyer),
    (await ask('GET', `/api/orders/${order}`, undefined, buyer)).text,
    (await ask('GET', '/api/orders', undefined, buyer)).text,
    (await ask('GET', '/api/users/me', undefined, buyer)).text,
  ])
    assert.doesNotMatch(text, /[Ss]ecretive/)
  for (const missing of ['/api/orders/999999999', '/api/users/01920000-0000-7000-8000-000000000000'])
    for (const rest of ['notes', 'tags']) assert.equal((await ask('GET', `${missing}/${rest}`)).status, 404)
})

test('console shows, searches and filters them, each permission its own', async () => {
  await ask('POST', `/api/orders/${order}/notes`, { text: 'Giraffe at the gate' })
  await ask('POST', `/api/users/${buyer.id}/notes`, { text: 'Collects zeppelins' })
  await ask('PATCH', `/api/orders/${order}/tags`, { add: ['Zebra'] })
  const link = `/admin/orders/${order}`
  assert.match(await page(link), /Giraffe at the gate/)
  assert.match(await page(`/admin/users/${buyer.id}`), /Collects zeppelins/)
  for (const address of [
    '/admin/search?q=giraffe',
    '/admin/orders?q=giraffe',
    '/admin/orders?tag=zebra',
    '/admin/search?q=Zebra',
  ])
    assert.ok((await page(address)).includes(`"${link}"`), address)
  for (const address of ['/admin/search?q=zeppelin', '/admin/users?q=zeppelin', '/admin/users?tag=vip'])
    assert.ok((await page(address)).includes(`/admin/users/${buyer.id}"`), address)
  assert.ok(!(await page('/admin/orders?tag=none')).includes(`"${link}"`))
  const byPacker = await page('/admin/search?q=zeppelin', packer)
  assert.ok(
    !byPacker.includes(`"${link}"`) && !byPacker.includes(buyer.id),
    'notes about customers need their permission',
  )
})

test('note or tag → event of its subject; same tag again → none', async () => {
  const path = `/api/orders/${await place(buyer)}`
  const id = Number(path.split('/').at(-1))
  const count = async () => {
    await stamp(semel.db)
    const { body } = await ask('GET', '/api/events?types=order.changed')
    return body.items.filter(({ data }: { data: { orderId: number } }) => data.orderId === id).length
  }
  await ask('POST', `${path}/notes`, { text: 'Once' })
  await ask('PATCH', `${path}/tags`, { add: ['new'] })
  assert.equal(await count(), 2)
  await ask('PATCH', `${path}/tags`, { add: ['NEW'], remove: ['other'] })
  assert.equal(await count(), 2)
})

test('page of an order → who added each tag, and when', async () => {
  await ask('PATCH', `/api/orders/${order}/tags`, { add: ['Signed'] })
  const { name } = await semel.db
    .selectFrom('users')
    .select('user_name as name')
    .where('id', '=', staff.id)
    .executeTakeFirstOrThrow()
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const { text } = await browser.get(`/admin/orders/${order}`, { headers: { accept: 'text/html' } })
  const [line] = /<li class="row"><a class="badge"[^>]*><bdi>Signed<.*?<\/li>/s.exec(text)!
  assert.ok(line.includes(`<bdi>${name}</bdi>, <time`), line)
})

test('data copy has notes and tags without their author', async () => {
  const { body } = await ask('GET', '/api/users/me/export', undefined, buyer)
  assert.ok(
    body.notes.some(
      ({ text, orderId }: { text: string; orderId: null }) => text === 'Collects zeppelins' && orderId === null,
    ),
  )
  assert.ok(
    body.notes.some(
      ({ text, orderId }: { text: string; orderId: number }) => /Giraffe/.test(text) && orderId === order,
    ),
  )
  assert.ok(body.tags.some(({ tag }: { tag: string }) => tag === 'Zebra'))
  assert.ok(!JSON.stringify([body.notes, body.tags]).includes(staff.id))
})

test('account or guest deleted → notes and tags about them are gone', async () => {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const guest = (await semel.client().post('/api/guest-orders', { email: 'grace@example.com', items })).body
  const owner = await semel.db
    .selectFrom('orders')
    .select('owner_id')
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  const ada = await person(semel)
  const hers = await place(ada)
  const all = [
    [`/api/orders/${hers}`, `/api/users/${ada.id}`],
    [`/api/orders/${guest.id}`, `/api/users/${owner.owner_id}`],
  ]
  for (const path of all.flat()) {
    assert.equal((await ask('POST', `${path}/notes`, { text: 'Unicorn remark' })).status, 200, path)
    await ask('PATCH', `${path}/tags`, { add: ['Unicorn tag'] })
  }
  const token = new URL(guest.link).searchParams.get('token')!
  const copy = await semel.client().get(`/api/guest-orders/${guest.id}/export`, { token })
  assert.equal(copy.body.notes.length, 2, copy.text)
  for (const id of [hers, guest.id]) await ask('POST', `/api/orders/${id}/cancel`, {})
  assert.equal((await ask('DELETE', '/api/users/me', undefined, ada)).status, 204)
  assert.equal((await semel.client().delete(`/api/guest-orders/${guest.id}`, { token })).status, 204)
  for (const words of ['Unicorn remark', 'Unicorn tag']) assert.deepEqual(await tablesWith(semel.db, words), [])
})
