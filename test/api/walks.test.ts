import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { audit } from '../../src/accounts/audit-log.ts'
import { announce } from '../../src/events/announce.ts'
import { publishAnnouncement } from '../../src/notifications/announcements/announcements.ts'
import { fanOut } from '../../src/notifications/announcements/fan-out.ts'
import { SECOND } from '../../src/time.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
let customer: Person

before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  customer = await person(semel)
  for (let n = 0; n < 5; n++) await addOneOfEach()
})
after(() => semel[Symbol.asyncDispose]())

async function addOneOfEach() {
  const { db, clock } = semel
  clock.advance(SECOND)
  const now = clock.now()
  const productId = await stockProduct(db, { price: 5 })
  const { status } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: customer.token })
  assert.equal(status, 201)
  await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello' })
  await audit(db, 'signed_in', { at: now, userId: customer.id })
  await db.transaction().execute(async tx => {
    await announce(tx, {
      type: 'user.factors_reset',
      payload: { userId: customer.id },
      to: [{ userId: customer.id }],
      at: now,
    })
    await publishAnnouncement(tx, { subject: 'News', message: 'Hello' }, { userId: admin.id }, now)
  })
  while (await fanOut(db));
}

const LISTS = [
  '/api/orders?',
  '/api/orders?sort=id',
  // All totals are equal, so the id decides.
  '/api/orders?sort=-total',
  '/api/orders?sort=total&status=placed',
  '/api/orders?from=2020-01-01T00:00:00Z',
  '/api/orders?from=2020-01-01T00:00:00Z&sort=id',
  '/api/notifications?',
  '/api/admin/deliveries?',
  '/api/admin/deliveries?state=pending',
  '/api/admin/deliveries?kind=order.placed',
  '/api/admin/deliveries?kind=announcement.published',
  '/api/admin/deliveries?kind=announcement.published&user=',
  '/api/admin/contact-messages?',
  '/api/admin/contact-messages?state=open',
  '/api/admin/announcements?',
  '/api/admin/audit-log?',
  '/api/admin/audit-log?action=signed_in',
]

async function get(address: string) {
  const { token } = address.startsWith('/api/notifications') ? customer : admin
  const { status, body, headers, text } = await semel.client().get(address, { token })
  assert.equal(status, 200, `${address}: ${text}`)
  const link = headers.get('link') ?? ''
  const rel = (name: string) => new RegExp(`<([^>]+)>; rel="${name}"`).exec(link)?.[1]
  return { body, ids: body.items.map(({ id }: { id: unknown }) => id), next: rel('next'), prev: rel('prev') }
}

for (const list of LISTS) {
  test(`links of ${list} followed both ways during additions → each entry once`, async () => {
    const address = `${list}${list.endsWith('user=') ? customer.id : ''}&limit=2`
    const whole = await get(`${address.replace('limit=2', 'limit=100')}`)
    assert.ok(whole.ids.length >= 5)
    assert.equal(whole.body.totalCount, whole.ids.length)

    const forward: unknown[] = []
    let last = await get(address)
    assert.equal(last.prev, undefined)
    for (let page = last; ; page = await get(page.next)) {
      forward.push(...page.ids)
      assert.ok(page.ids.length > 0, 'no link leads to an empty page')
      last = page
      if (!page.next) break
      if (forward.length === 2) await addOneOfEach()
    }
    // New entries are at the end of lists that begin with the oldest.
    assert.deepEqual(forward.slice(0, whole.ids.length), whole.ids)
    assert.equal(new Set(forward).size, forward.length)
    assert.ok(isAscending(list) || forward.length === whole.ids.length)

    const back = last.ids.toReversed()
    for (let page = last; page.prev; ) {
      page = await get(page.prev)
      back.push(...page.ids.toReversed())
    }
    assert.deepEqual(back.toReversed().slice(-forward.length), forward)
    const second = (await get(`${address}&page=2`)).body
    assert.deepEqual([second.page, second.items.length], [2, 2], 'pages still have numbers')
  })
}

function isAscending(list: string): boolean {
  return /sort=(id|total)/.test(list)
}

test('cursor of another list or order, or made up → refused', async () => {
  const { next } = await get('/api/orders?limit=2')
  const cursor = new URL(next!, semel.origin).searchParams.get('after')!
  const made = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
  for (const [path, after] of [
    ['/api/orders?sort=-total', cursor],
    ['/api/admin/deliveries?', cursor],
    ['/api/orders?', 'nonsense'],
    ['/api/orders?', made('id', 'seven')],
    ['/api/orders?', made('id', 1e300)],
    ['/api/orders?', made('id', 1, 'before', 1)],
    ['/api/orders?', made('id')],
    ['/api/admin/deliveries?', made('deliveries', 'x')],
    ['/api/admin/deliveries?kind=order.placed', made('deliveries by event', customer.id, 'a\0b')],
    ['/api/admin/contact-messages?', made('messages', '9999-99-99T00:00:00Z', customer.id)],
    ['/api/admin/contact-messages?', made('messages', '2020-01-01T24:00:00Z', customer.id)],
    ['/api/admin/contact-messages?', made('messages', '2020-02-30T00:00:00Z', customer.id)],
    ['/api/orders?from=2020-01-01T00:00:00Z', made('time', '0000-01-01T00:00:00.000Z', 1)],
    ['/api/orders?from=2020-01-01T00:00:00Z', made('time', '+010000-01-01T00:00:00.000Z', 1)],
  ] as const) {
    const { status, body } = await semel.client().get(`${path}&after=${after}`, { token: admin.token })
    if (status === 200) continue
    assert.deepEqual([status, body.errors?.[0]?.field], [400, 'after'], `${path} ${after}`)
  }
  const { status } = await semel.client().get(`/api/orders?sort=-total&after=${cursor}`, { token: admin.token })
  assert.equal(status, 400)
})
