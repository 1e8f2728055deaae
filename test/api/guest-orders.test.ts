import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { deleteOldGuests } from '../../src/privacy/guests.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import type { Answer } from '../support/client.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { tablesWith } from '../support/tables-with.ts'

/* Orders without an account: placed once, opened by their link alone, and taken over by an account once. */
let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `guest-${++addresses}@example.com`

async function placed(email = newAddress(), more: object = {}, headers: Record<string, string> = {}) {
  const productId = await stockProduct(semel.db)
  const body = { email, items: [{ productId, quantity: 2 }], ...more }
  const answer = await semel.client().post('/api/guest-orders', body, { headers })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const token = new URL(answer.body.link).searchParams.get('token')!
  return { id: answer.body.id as number, email, token, body, productId, answer }
}

/** An account whose owner has confirmed the address in a session. */
async function owner(email: string, inSession = true): Promise<Person> {
  const one = await person(semel)
  await semel.db
    .updateTable('users')
    .set({ email, email_verified_at: semel.clock.now(), email_verified_in_session: inSession })
    .where('id', '=', one.id)
    .execute()
  return { ...one, email }
}

const get = (path: string, token?: string) => semel.client().get(path, token ? { token } : {})
const statusOf = async (answer: Promise<Answer>) => (await answer).status

test('order of a guest → one confirmation, with a link that opens it', async () => {
  const { id, email, token, productId, answer } = await placed()
  assert.equal(answer.headers.get('location'), `/api/orders/${id}`)
  assert.deepEqual([answer.body.owner.email, answer.body.status], [email, 'placed'])
  const [mail] = await semel.mailTo(email, 1)
  assert.match(mail!.subject, /Order Confirmation/)
  assert.ok(mail!.text.includes(`/order-link?token=${token}`), mail!.text)
  assert.equal((await get(`/api/orders/${id}`, token)).body.id, id)
  assert.equal((await stockOf(semel.db, productId)).stock, 98)
})

test('guest orders from a German page → emails and account are German', async () => {
  const email = newAddress()
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const headers = { 'accept-language': 'de-AT, de;q=0.9' }
  await changeShop(semel.db, { languages: ['en', 'de'] })
  await forgetShop(semel.db)
  const { status, body } = await semel.client().post('/api/guest-orders', { email, items }, { headers })
  assert.equal(status, 201, JSON.stringify(body))
  const [mail] = await semel.mailTo(email, 1)
  assert.match(mail!.text, /Ihre Bestellung/)
  const token = new URL(body.link).searchParams.get('token')!
  await semel.client().post(`/api/guest-orders/${body.id}/account`, {}, { token })
  const mails = await semel.mailTo(email, 2)
  assert.ok(mails.some(({ subject }) => subject.startsWith('Ihr Konto bei')))
})

test('link of a guest → opens no other order and no account', async () => {
  const email = newAddress()
  const [one, two] = [await placed(email), await placed(email)]
  assert.notEqual(one.answer.body.owner.id, two.answer.body.owner.id)
  assert.equal(await statusOf(get(`/api/orders/${two.id}`, one.token)), 404)
  for (const path of ['/api/orders', '/api/users/me', '/api/users/me/export', '/api/notifications', '/api/cart'])
    assert.ok([200, 401].includes(await statusOf(get(path, one.token))), path)
  assert.equal(await statusOf(get('/api/users/me', one.token)), 401)
  const { body } = await get(`/api/users?email=${email}`, staff.token)
  assert.equal(body.totalCount ?? body.items.length, 0)
})

test('retry with the same key from another network → the same order', async () => {
  const email = newAddress()
  const productId = await stockProduct(semel.db)
  const body = { email, items: [{ productId, quantity: 1 }] }
  const post = (agent: string) =>
    semel.client().post('/api/guest-orders', body, { headers: { 'idempotency-key': 'k-1', 'user-agent': agent } })
  const answers = await Promise.all(['a', 'b', 'c'].map(post))
  const created = answers.filter(({ status }) => status === 201)
  assert.ok(created.length >= 1)
  assert.equal(new Set(created.map(({ body }) => body.id)).size, 1)
  const later = await post('d')
  assert.deepEqual([later.status, later.body.id, later.body.link], [201, created[0]!.body.id, created[0]!.body.link])
  assert.equal((await semel.mailTo(email, 1)).length, 1)
  assert.equal((await stockOf(semel.db, productId)).stock, 99)
})

test('guest corrects the address → new link, nothing to the old mailbox', async () => {
  const { id, email, token } = await placed()
  await semel.mailTo(email, 1)
  const right = newAddress()
  const answer = await semel.client().put(`/api/guest-orders/${id}/email`, { email: right }, { token })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const renewed = new URL(answer.body.link).searchParams.get('token')!
  assert.equal(await statusOf(get(`/api/orders/${id}`, token)), 401)
  assert.equal((await get(`/api/orders/${id}`, renewed)).body.owner.email, right)
  const [mail] = await semel.mailTo(right, 1)
  assert.ok(mail!.text.includes(renewed))
  assert.equal((await semel.mailTo(email, 1)).length, 1)
})

test('one link corrects the address twice at once → the first one counts', async () => {
  const { id, token } = await placed()
  const [one, two] = [newAddress(), newAddress()]
  const correct = (email: string) => semel.client().put(`/api/guest-orders/${id}/email`, { email }, { token })
  const answers = await Promise.all([correct(one), correct(two)])
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1, JSON.stringify(answers.map(({ status }) => status)))
  const renewed = new URL(won[0]!.body.link).searchParams.get('token')!
  assert.equal((await get(`/api/orders/${id}`, renewed)).body.owner.email, won[0]!.body.email)
})

test('guest cancels, ends the link, asks for another → neutral answer', async () => {
  const { id, email, token } = await placed()
  await semel.mailTo(email, 1)
  const client = semel.client()
  assert.equal((await client.post(`/api/orders/${id}/cancel`, {}, { token })).status, 200)
  assert.equal((await client.post(`/api/orders/${id}/cancel`, {}, { token })).status, 409)
  assert.equal((await client.delete(`/api/guest-orders/${id}/link`, { token })).status, 204)
  assert.equal(await statusOf(get(`/api/orders/${id}`, token)), 401)
  await semel.mailTo(email, 2)
  const ask = (orderId: number, address: string) => client.post('/api/guest-orders/link', { orderId, email: address })
  const [right, wrong] = [await ask(id, email.toUpperCase()), await ask(id, newAddress())]
  assert.deepEqual([right.status, right.body], [wrong.status, wrong.body])
})

test('verified account → takes over orders of its address once, links end', async () => {
  const email = newAddress()
  const [one, two] = [await placed(email), await placed(email.toUpperCase())]
  const [stranger, me] = [await owner(email, false), await owner(newAddress())]
  assert.deepEqual((await get('/api/users/me/guest-orders', stranger.token)).body.orderIds, [])
  assert.deepEqual(
    (await semel.client().post('/api/users/me/guest-orders', {}, { token: stranger.token })).body.orderIds,
    [],
  )
  await semel.db.deleteFrom('sessions').where('user_id', '=', stranger.id).execute()
  await semel.db.deleteFrom('users').where('id', '=', stranger.id).execute()
  await semel.db.updateTable('users').set({ email }).where('id', '=', me.id).execute()
  assert.deepEqual((await get('/api/users/me/guest-orders', me.token)).body.orderIds, [two.id, one.id])
  const claims = await Promise.all(
    [1, 2, 3].map(() => semel.client().post('/api/users/me/guest-orders', {}, { token: me.token })),
  )
  assert.deepEqual(claims.flatMap(({ body }) => body.orderIds).sort(), [one.id, two.id].sort())
  assert.equal((await get(`/api/orders/${one.id}`, me.token)).body.owner.id, me.id)
  assert.equal((await get(`/api/orders/${one.id}`, me.token)).body.steps[0].by, 'owner')
  assert.equal(await statusOf(get(`/api/orders/${one.id}`, one.token)), 401)
  assert.equal(
    (await semel.client().put(`/api/guest-orders/${one.id}/email`, { email: newAddress() }, { token: one.token }))
      .status,
    401,
  )
})

test('31st request for a link in an hour → refused', async () => {
  await using open = await startSemel({ production: true }, { worker: false })
  const payload = { orderId: 1, email: 'nobody@example.com' }
  const request = { method: 'POST', url: '/api/guest-orders/link', payload, remoteAddress: '203.0.113.7' } as const
  const answers = await Promise.all(Array.from({ length: 31 }, async () => (await open.app.inject(request)).statusCode))
  assert.deepEqual(
    answers.filter(status => status !== 202),
    [429],
  )
})

test('confirmation → terms and withdrawal as on that day, address without words', async () => {
  const publish = (slug: 'terms' | 'withdrawal', number: number, body: string) =>
    semel.db
      .insertInto('page_versions')
      .values({
        slug,
        number,
        locale: 'en',
        title: `Our ${slug}`,
        body,
        published_at: semel.clock.now(),
        published_by: staff.id,
      })
      .execute()
  await publish('terms', 1, 'Terms of the first day.')
  await publish('withdrawal', 1, 'You can withdraw within 14 days.')
  await changeShop(semel.db, { legalName: 'Tea House GmbH', seat: 'Weg 1\n10115 Berlin', replyTo: 'help@tea.example' })
  await forgetShop(semel.db)
  const address = {
    name: 'Visit evil.example',
    line1: 'Call 0900 123456',
    postcode: 'SW1Y 4JH',
    city: 'London',
    country: 'GB',
  }
  const { id, email, token } = await placed(newAddress(), { deliveryAddress: address, note: 'Win at evil.example' })
  semel.clock.advance(1000)
  await publish('terms', 2, 'Terms of a later day.')
  const [mail] = await semel.mailTo(email, 1)
  assert.match(mail!.text, /SW1Y 4JH/)
  assert.doesNotMatch(mail!.text, /evil|0900 1|123456/)
  assert.match(
    mail!.text,
    /come with this\s+email:\s+Our terms,\s+Our\s+withdrawal,?\s+and\s+Model\s+withdrawal\s+form\./,
  )
  const { attachments } = await PostalMime.parse((await readOneMail(semel.db, mail!.id))!.source)
  const files = attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer).toString()])
  assert.deepEqual(files, [
    ['terms.txt', 'Our terms\n\nTerms of the first day.\n'],
    ['withdrawal.txt', 'Our withdrawal\n\nYou can withdraw within 14 days.\n'],
    files[2],
  ])
  const [name, form] = files[2]!
  assert.equal(name, 'withdrawal-form.txt')
  assert.match(
    form!,
    new RegExp(`To Tea House GmbH · Weg 1, 10115 Berlin, .*:.*withdraw from my/our.*Order ${id}.*Delete`, 's'),
  )
  assert.doesNotMatch(form!, /evil|0900/)
  assert.equal((await get(`/api/orders/${id}`, token)).body.deliveryAddress.line1, 'Call 0900 123456')
})

/** Tables that have the address of a guest before the guest is deleted. */
const WITH_ADDRESS = [
  'deliveries',
  'delivery_attempts',
  'dev_mail',
  'refused_recipients',
  'suppressed_addresses',
  'users',
  'withdrawals',
]

test('order of a guest is over → data copied, then deleted once', async () => {
  const { id, email, token } = await placed()
  await semel.mailTo(email, 1)
  const statement = { name: 'Ada Wonder', email, order: String(id), items: 'both' }
  assert.equal((await semel.client().post('/api/withdrawals', statement)).status, 201)
  await semel.mailTo(email, 2)
  const { items } = await semel
    .client()
    .get('/api/admin/withdrawals', { token: staff.token })
    .then(({ body }) => body)
  assert.deepEqual([items[0].orderId, items[0].items], [id, 'both'])
  const copy = await get(`/api/guest-orders/${id}/export`, token)
  assert.deepEqual([copy.body.order.id, copy.body.emails.length], [id, 1])
  assert.deepEqual(
    copy.body.withdrawals.map(({ items }: { items: string }) => items),
    ['both'],
  )
  const erase = () => semel.client().delete(`/api/guest-orders/${id}`, { token })
  const early = await erase()
  assert.deepEqual([early.status, early.body.code], [409, 'open_orders'])
  assert.equal((await semel.client().post(`/api/orders/${id}/cancel`, {}, { token })).status, 200)
  await semel.mailTo(email, 3)
  await sql`insert into suppressed_addresses (address, reason, detail) values (${email}, 'bounced', 'unknown')`.execute(
    semel.db,
  )
  await sql`
    insert into refused_recipients (address, relay, detail, delivery_id)
    select ${email}, 'smtp://relay', 'unknown', id from deliveries where address = ${email} limit 1
  `.execute(semel.db)
  assert.deepEqual(await tablesWith(semel.db, email), WITH_ADDRESS)
  assert.deepEqual((await Promise.all([erase(), erase()])).map(({ status }) => status).sort(), [204, 404])
  const kept = await get(`/api/orders/${id}`, staff.token)
  assert.deepEqual([kept.body.owner.userName, kept.body.deliveryAddress], ['Deleted user', null])
  assert.deepEqual(await tablesWith(semel.db, email), ['dev_mail'])
  assert.deepEqual(await tablesWith(semel.db, 'Ada Wonder'), [])
})

test('guest whose order is older than the records → deleted, open ones stay', async () => {
  const [old, open] = [await placed(), await placed()]
  await semel.client().post(`/api/orders/${old.id}/cancel`, {}, { token: old.token })
  const ids = [old, open].map(({ answer }) => answer.body.owner.id as string)
  await semel.db
    .updateTable('users')
    .set({ created_at: new Date('2001-01-01') })
    .where('id', 'in', ids)
    .execute()
  await deleteOldGuests(semel.db)
  const left = await semel.db.selectFrom('users').select('id').where('id', 'in', ids).execute()
  assert.deepEqual(
    left.map(({ id }) => id),
    [ids[1]],
  )
})

test('list of users → guests only if asked for', async () => {
  const { id, email } = await placed()
  const { token } = staff
  const listed = async (query: string) =>
    (await semel.client().get(`/api/users?email=${email}${query}`, { token })).body.items as Record<string, unknown>[]
  assert.deepEqual(await listed(''), [])
  const [guest] = await listed('&guests=only')
  assert.deepEqual(await listed('&guests=include'), [guest])
  assert.deepEqual([guest!.email, guest!.isGuest, guest!.role, guest!.secondFactors], [email, true, 'customer', []])
  const one = await semel.client().get(`/api/users/${guest!.id}`, { token })
  assert.deepEqual(one.body, guest)
  const old = await semel.client().get(`/api/v1/users?email=${email}&guests=only`, { token })
  assert.deepEqual(old.body.items, [{ id: guest!.id, email, user_name: guest!.userName }])
  assert.equal((await semel.client().get('/api/users?guests=yes', { token })).status, 400)
  const everybody = (await semel.client().get('/api/users?limit=100', { token })).body.items as object[]
  assert.equal(
    everybody.some(user => 'isGuest' in user),
    false,
  )
  const headers = { cookie: `semel_session=${token}` }
  const page = async (path: string) => (await semel.client().get(path, { headers })).text
  assert.match(await page(`/admin/users/${guest!.id}`), /has ordered without an account/)
  assert.match(await page(`/admin/orders?user=${guest!.id}`), new RegExp(`/admin/orders/${id}"`))
  const row = `/admin/users/${guest!.id}"`
  for (const query of ['', `&q=${email.slice(0, 12)}`, `&q=${guest!.id}`])
    assert.ok((await page(`/admin/users?kind=guests${query}`)).includes(row), query)
  assert.equal((await page(`/admin/users?q=${email}`)).includes(row), false)
  await semel.db.updateTable('users').set({ claimed_at: new Date() }).where('email', '=', email).execute()
  assert.deepEqual(await listed('&guests=include'), [])
  assert.equal((await semel.client().get(`/api/users/${guest!.id}`, { token })).status, 404)
})

test("staff type a guest's address → search and list have the order", async () => {
  const { id, email } = await placed()
  const headers = { cookie: `semel_session=${staff.token}` }
  for (const page of [`/admin/search?q=${email}`, `/admin/orders?q=${email.slice(0, 9).toUpperCase()}`]) {
    const { text } = await semel.client().get(page, { headers })
    assert.ok(text.includes(`/admin/orders/${id}`), page)
  }
})
