import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DAY } from '../../src/time.ts'
import { Client } from '../support/client.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A stranger tries everything with the link of an order, with the address of a guest, and with the number of an order. */
let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

let addresses = 0
const newAddress = () => `guest-${++addresses}@example.com`

async function placed(email = newAddress()) {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { status, body } = await semel.client().post('/api/guest-orders', { email, items })
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id as number, email, token: tokenIn(body.link) }
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token')!
}

const correct = (id: number, token: string, email = newAddress()) =>
  semel.client().put(`/api/guest-orders/${id}/email`, { email }, { token })

async function statusWith(token: string, id: number): Promise<number> {
  return (await semel.client().get(`/api/orders/${id}`, { token })).status
}

test('two corrections with one link at once → one succeeds', async () => {
  const { id, token } = await placed()
  const answers = await Promise.all([1, 2, 3, 4].map(() => correct(id, token)))
  const made = answers.filter(({ status }) => status === 200)
  assert.equal(made.length, 1, answers.map(({ status, text }) => `${status} ${text}`).join('\n'))
  assert.equal(await statusWith(tokenIn(made[0]!.body.link), id), 200)
  assert.equal(await statusWith(token, id), 401)
})

test('link ended during a correction with it → no new link', async () => {
  const { id, token } = await placed()
  const [ended, corrected] = await Promise.all([
    semel.client().delete(`/api/guest-orders/${id}/link`, { token }),
    correct(id, token),
  ])
  const links = await semel.db.selectFrom('order_links').select('id').where('order_id', '=', id).execute()
  assert.ok([204, 401].includes(ended.status))
  assert.equal(links.length, corrected.status === 200 ? 1 : 0)
})

test('link of an order → opens routes for guests only', async () => {
  const { id, token } = await placed()
  const browser = new Client(semel.origin)
  await browser.get(`/order-link?token=${token}`)
  assert.equal((await browser.get(`/api/orders/${id}`)).status, 200)
  const other = await placed()
  for (const [route, access] of semel.app.accessOf) {
    const [method, path] = route.split(' ') as [string, string]
    if (method === 'HEAD') continue
    const address = path.replaceAll(/:\w+/g, String(other.id))
    if (typeof access === 'object' && 'guest' in access) {
      const body = bodyFor(path, other.id)
      const { status } = await browser.request(method, address, method === 'GET' ? {} : { body })
      assert.ok(status === 404 || path.startsWith('/api/documents/'), `${route} for another order answers ${status}`)
      continue
    }
    if (access === 'public' || access === 'csrf-or-key' || access === 'visitor') continue
    if (typeof access === 'object' && access.role === 'visitor') continue
    for (const [how, client] of [
      ['cookie', browser],
      ['bearer', new Client(semel.origin)],
    ] as const) {
      const options = { ...(method !== 'GET' && { body: {} }), ...(how === 'bearer' && { token }) }
      const { status } = await client.request(method, address, options)
      assert.equal(status, 401, `${route} takes the link as ${how}`)
    }
  }
})

/** A body that the route takes, so that only the order is at fault. */
function bodyFor(path: string, orderId: number): object {
  if (path.endsWith('/email')) return { email: newAddress() }
  if (path.endsWith('/returns')) return { items: [{ line: 1, quantity: 1 }] }
  return path.endsWith('/order-confirmation') ? { orderId } : {}
}

test('form of another site with the cookie of an order → refused', async () => {
  const { id, token } = await placed()
  const browser = new Client(semel.origin)
  await browser.get(`/order-link?token=${token}`)
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const answer = await browser.post(`/api/orders/${id}/cancel`, {}, { headers })
  assert.deepEqual([answer.status, answer.body.code], [403, 'csrf_required'])
})

test("session beside the link → acts for its user at the user's orders", async () => {
  const guest = await placed()
  const me = await person(semel)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: mine } = await semel.client().post('/api/orders', { items }, { token: me.token })
  const browser = new Client(semel.origin)
  await browser.get(`/order-link?token=${guest.token}`)
  browser.cookies.set('semel_session', me.token)
  assert.equal((await browser.get(`/api/orders/${mine.id}`)).body.owner.id, me.id)
  assert.equal((await browser.get(`/api/orders/${guest.id}`)).body.owner.email, guest.email)
  // A program that names its credential means no cookie.
  const named = await browser.get(`/api/orders/${guest.id}`, { token: me.token })
  assert.equal(named.status, 404)
})

test('same key and address, other order → refused without the link', async () => {
  const email = newAddress()
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const order = (quantity: number) =>
    semel
      .client()
      .post('/api/guest-orders', { email, items: [{ ...items[0], quantity }] }, { headers: { 'idempotency-key': 'a' } })
  assert.equal((await order(1)).status, 201)
  const guessed = await order(2)
  assert.deepEqual([guessed.status, guessed.body.code], [422, 'idempotency_key_reused'])
  assert.doesNotMatch(guessed.text, /order-link/)
})

test('sign-in, reset and registration of a guest → as of nobody', async () => {
  const answersFor = async (email: string) => {
    const client = semel.client()
    const { csrfToken } = (await client.get('/api/auth/csrf')).body
    const reset = await client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
    const login = await client.post('/api/auth/login', { email, password: 'not the password' })
    const password = 'a long enough passphrase'
    const registered = await client.post('/api/auth/register', { email, userName: 'Someone', password })
    return [reset, login, registered].map(({ status, body }) => [status, body.code, Object.keys(body ?? {}).sort()])
  }
  const { email, id, token } = await placed()
  assert.deepEqual(await answersFor(email), await answersFor(newAddress()))
  assert.equal(await statusWith(token, id), 200)
  const resets = await semel.db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll()
    .execute()
  assert.deepEqual(
    resets.filter(({ is_guest }) => is_guest),
    [],
  )
})

test('stranger asks for order of an account → no mailbox is filled', async () => {
  const me: Person = await person(semel)
  await verifyEmail(semel, me.id)
  await using open = await startSemel({ production: true, databaseUrl: semel.databaseUrl }, { worker: false })
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: mine } = await semel.client().post('/api/orders', { items }, { token: me.token })
  for (let n = 0; n < 40; n++) {
    await semel.db
      .updateTable('deliveries')
      .set({ state: 'sent', address: me.email, created_at: new Date(Date.now() - DAY) })
      .where('user_id', '=', me.id)
      .execute()
    const payload = { orderId: mine.id, email: me.email }
    const remoteAddress = `203.0.113.${n}`
    await open.app.inject({ method: 'POST', url: '/api/guest-orders/link', payload, remoteAddress })
  }
  const emails = await semel.db.selectFrom('deliveries').select('id').where('user_id', '=', me.id).execute()
  assert.equal(emails.length, 1 + 30)
})
