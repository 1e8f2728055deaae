import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { openPartialSession } from '../../src/accounts/sign-in/partial-session.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import type { Tx } from '../../src/database/schema.ts'
import { announce } from '../../src/events/announce.ts'
import { startWorker } from '../../src/worker.ts'
import type { Client } from '../support/client.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Pages without a browser: the words of answers, and where a page leads that has nothing to show. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

/** Submits a form as a browser without JavaScript does. */
async function submit(client: Client, page: string, action: string, fields: Record<string, string>) {
  const { text } = await client.get(page)
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(text)![1]!
  const body = new URLSearchParams({ _csrf, ...fields }).toString()
  return client.post(action, body, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
}

test('product that cannot be added with this quantity → named with the error', async () => {
  const id = await stockProduct(semel.db, { name: 'Lamp of this error' })
  const answer = await submit(semel.client(), `/products/${id}`, '/cart/items', {
    productId: String(id),
    quantity: '0',
  })
  assert.equal(answer.status, 422)
  assert.match(answer.text, new RegExp(`<a href="/products/${id}">Lamp of this error</a>`))
})

test('code page without a sign-in under way → sign-in page with the reason', async () => {
  for (const address of ['/login/code', '/login/recovery']) {
    const client = semel.client()
    const answer = await client.get(`${address}?next=%2Forders`)
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/login?next=%2Forders'])
    assert.match((await client.get('/login?next=%2Forders')).text, /Enter your email and password first\./)
    const { token } = await person(semel)
    const cookie = `${cookieNames(semel).session}=${token}`
    const known = await semel.client().get(`${address}?next=%2Forders`, { headers: { cookie } })
    assert.equal(known.headers.get('location'), '/orders')
  }
})

test('guest signs in from the checkout → told that the cart stays', async () => {
  const words = /Sign in or create an account to order with it\. Your cart stays as it is\./
  assert.match((await semel.client().get('/login?next=%2Fcheckout')).text, words)
  assert.match((await semel.client().get('/register?next=%2Fcheckout')).text, words)
  assert.doesNotMatch((await semel.client().get('/login?next=%2Forders')).text, words)
})

test('category that no product has → chosen in the filter as well', async () => {
  const { text } = await semel.client().get('/products?category=Nothing+here')
  assert.match(text, /<option value="Nothing here" selected>Nothing here \(0\)<\/option>/)
})

test('the link to a cart of one piece says so', async () => {
  const id = await stockProduct(semel.db)
  const client = semel.client()
  await client.post('/api/cart/items', { productId: id, quantity: 1 })
  assert.match(textOf((await client.get('/')).text), / Cart 1 item /)
  await client.post('/api/cart/items', { productId: id, quantity: 1 })
  assert.match(textOf((await client.get('/')).text), / Cart 2 items /)
})

test('link that has confirmed an address is opened again → says so', async () => {
  const { id, email } = await person(semel)
  const token = mailboxToken(semel.serviceKey, 'verify-email', { id, email }, semel.clock.now())
  const page = `/verify-email?token=${token}`
  const confirmed = await submit(semel.client(), page, '/verify-email', { token })
  assert.match(textOf(confirmed.text), /Your email address is verified\./)
  const again = await semel.client().get(page)
  assert.equal(again.status, 200)
  assert.match(textOf(again.text), /This address is already confirmed\./)
  assert.doesNotMatch(again.text, /Confirm this address/)
})

test('account with nothing but a passkey → not asked for a code', async () => {
  const user = await person(semel)
  const now = semel.clock.now()
  const factor = { id: user.id, user_id: user.id, name: 'Phone', created_at: now, confirmed_at: now }
  await semel.db
    .insertInto('second_factors')
    .values({ ...factor, kind: 'passkey' })
    .execute()
  const client = semel.client()
  const cookie = { cookie: `${cookieNames(semel).session}=${user.token}` }
  semel.clock.advance(3_600_000)
  const account = await client.get('/account', { headers: cookie })
  assert.match(account.text, /id="confirm-by-passkey"/)
  assert.doesNotMatch(account.text, /id="confirm-it-is-you"/)

  const { partialToken } = await openPartialSession(semel.db as Tx, semel, { userId: user.id, now: semel.clock.now() })
  const half = { cookie: `${cookieNames(semel).partial}=${partialToken}` }
  const code = await client.get('/login/code', { headers: half })
  assert.match(textOf(code.text), /Use your passkey/)
  assert.doesNotMatch(code.text, /name="code"/)
})

test('person who resolved a doubt → named, and another reply stays as is', async () => {
  const [{ id: userId }, staff] = [await person(semel), await person(semel, 'staff')]
  const { db } = semel
  await db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.registered', payload: { userId }, to: [{ userId }], at: new Date() }))
  const { id } = await db
    .updateTable('deliveries')
    .set({ state: 'in_doubt', attempts: 1 })
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await semel.client().post(`/api/admin/deliveries/${id}/arrived`, {}, { token: staff.token })
  const cookie = { cookie: `${cookieNames(semel).session}=${staff.token}` }
  const { text } = await semel.client().get(`/admin/deliveries/${id}`, { headers: cookie })
  assert.equal(text.match(new RegExp(`Arrived, says ${staff.userName}\\.`, 'g'))?.length, 2)
  assert.ok(!text.includes(`says ${staff.id}`))
})

test('file without content → told apart from a missing file', async () => {
  const staff = await person(semel, 'staff')
  const { body } = await semel.client().post('/api/products/import', { data: '' }, { token: staff.token })
  assert.equal(body.code, 'invalid_input')
  const cookie = { cookie: `${cookieNames(semel).session}=${staff.token}` }
  const client = semel.client()
  const page = await client.get('/admin/products/import', { headers: cookie })
  const form = new FormData()
  form.set('_csrf', /name="_csrf" value="([^"]+)"/.exec(page.text)![1]!)
  form.set('data', new Blob([]), 'products.csv')
  const csrf = [...client.cookies].map(pair => pair.join('=')).join('; ')
  const response = await fetch(`${semel.origin}/admin/products/import`, {
    method: 'POST',
    body: form,
    headers: { cookie: `${cookie.cookie}; ${csrf}` },
  })
  assert.match(textOf(await response.text()), /Choose a file first/)
})

test('examples of an order → person and country that fit the address', async () => {
  const { body } = await semel.client().get('/api/v3/openapi.json')
  const { name, country } = body.components.schemas.DeliveryAddress.properties
  assert.deepEqual([name.examples, country.examples], [['Ada Lovelace'], ['GB']])
})

test('admin without codes → told where to confirm by passkey before console actions', async () => {
  const admin = await person(semel, 'admin')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, admin.token)
  semel.clock.advance(660_000)
  const answer = await submit(client, '/admin/webhooks', '/admin/webhooks', { url: 'https://erp.example.com/' })
  assert.equal(answer.status, 403)
  assert.match(
    answer.text,
    /<a href="\/account#confirm-title" target="_blank">Use a passkey, a text message or a recovery code<\/a>/,
  )
})

test('two products with one name → told apart from cart to email', async () => {
  const [{ token, email }, buyer] = [await person(semel), semel.client()]
  buyer.cookies.set(cookieNames(semel).session, token)
  const versions = [
    { sku: 'TWIN-1', description: 'A stool, cut in sandstone.' },
    { sku: 'TWIN-2', description: 'A stool, in blackout cloth.' },
  ]
  for (const version of versions) {
    const productId = await stockProduct(semel.db, { name: 'Twin Stool', ...version })
    await buyer.post('/api/cart/items', { productId, quantity: 1 })
  }
  const { items } = (await buyer.get('/api/cart')).body
  assert.deepEqual(
    items.map(({ sku }: { sku: string }) => sku),
    ['TWIN-1', 'TWIN-2'],
  )
  const pages = [await buyer.get('/cart'), await buyer.get('/checkout')]
  const { body: order } = await buyer.post('/api/orders', { items }, { token })
  pages.push(await buyer.get(`/orders/${order.id}`))
  for (const { text } of pages) {
    assert.match(textOf(text), /Twin Stool\s+TWIN-1 .*Twin Stool\s+TWIN-2 /)
  }
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  const [mail] = await semel.mailTo(email)
  assert.match(mail!.text, /Twin Stool\n {2}TWIN-1, 1 × €10\.00 incl\. VAT = €10\.00/)
})

test('nobody is asked to pay for an order that costs nothing', async () => {
  const { token } = await person(semel)
  const gift = await stockProduct(semel.db, { price: 0 })
  const { body: order } = await semel
    .client()
    .post('/api/orders', { items: [{ productId: gift, quantity: 1 }] }, { token })
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  assert.match(textOf((await client.get(`/orders/${order.id}`)).text), /Payment\s+By invoice\s+Nothing to pay/)
})

test('cancelled order → no confirmation is offered, which would promise that it comes', async () => {
  const [staff, { token }, client] = [await person(semel, 'staff'), await person(semel), semel.client()]
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: order } = await client.post('/api/orders', { items }, { token })
  const shows = async (cookie: string, address: string) =>
    (
      await semel.client().get(address, { headers: { cookie: `${cookieNames(semel).session}=${cookie}` } })
    ).text.includes('Send the confirmation again')
  assert.ok(await shows(staff.token, `/admin/orders/${order.id}`))
  await client.post(`/api/orders/${order.id}/cancel`, {}, { token })
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await semel.mailTo((await client.get('/api/users/me', { token })).body.email, 1)
  assert.equal(await shows(staff.token, `/admin/orders/${order.id}`), false)
  assert.equal(await shows(token, `/orders/${order.id}`), false)
})

test('accepted form → its page says so once; a reload sends nothing again', async () => {
  const { token, email } = await person(semel)
  const signedIn = semel.client()
  signedIn.cookies.set(cookieNames(semel).session, token)
  const guest = semel.client()
  const resets = async () => (await semel.db.selectFrom('password_resets').select('id').execute()).length
  const before = await resets()
  const message = { email: 'ada@example.com', message: 'Hello' }
  for (const [client, page, action, fields, said] of [
    [
      guest,
      '/forgot-password',
      '/forgot-password',
      { email },
      'If that address is registered, a reset link is on its way',
    ],
    [guest, '/contact', '/contact', message, 'Thank you, your message has been sent'],
    [signedIn, '/account', '/account/verification', {}, 'sent a new link to '],
  ] as const) {
    const sent = await submit(client, page, action, fields)
    assert.equal(sent.status, 303, `${action}: ${sent.text}`)
    let { headers, text } = sent
    for (let to = headers.get('location'); to; to = headers.get('location'))
      ({ headers, text } = await client.get(to, { headers: { accept: 'text/html' } }))
    assert.equal(textOf(text).split(said).length, 2, `${action} says once: ${said}`)
    assert.match(text, /<div class="notice success" role="status"/)
    assert.doesNotMatch(textOf((await client.get(page)).text), new RegExp(said))
  }
  assert.equal(await resets(), before + 1)
})

test('a message that nobody has signed is not shown', async () => {
  const forged = `${Buffer.from('Pay at evil.example').toString('base64url')}.${'A'.repeat(43)}`
  for (const value of [forged, '.', 'a.b.c', 'x.']) {
    const { status, text } = await semel.client().get('/', { headers: { cookie: `semel_done=${value}` } })
    assert.equal(status, 200)
    assert.doesNotMatch(text, /evil|notice success/)
  }
})

test('demo shop ribbon → shares no word with a message about something sent', async () => {
  const ribbon = /<aside class="ribbon".*?<\/aside>/s.exec((await semel.client().get('/')).text)![0]
  assert.doesNotMatch(textOf(ribbon), /e-?mail|sent|send|message/i)
})
