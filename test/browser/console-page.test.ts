import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { DeliveryState } from '../../src/notifications/states.ts'
import { after, DAY, MINUTE, SECOND } from '../../src/time.ts'
import { STAFF_WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import type { Semel } from '../support/semel.ts'

const at = await startWithBrowser({ worker: false })

/** A delivery in the ledger with this age. */
async function deliveryOf({ db }: Semel, age: number, state: DeliveryState, took = 0): Promise<string> {
  const created = after(new Date(), -age)
  const eventId = randomUUIDv7()
  const hex = created.getTime().toString(16).padStart(12, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`
  await db
    .insertInto('events')
    .values({
      id: eventId,
      type: 'order.placed',
      payload: JSON.stringify({ orderId: 7 }) as never,
      created_at: created,
    })
    .execute()
  await db
    .insertInto('deliveries')
    .values({
      id,
      event_id: eventId,
      kind: 'order.placed',
      recipient: 'support',
      state,
      created_at: created,
      due_at: created,
      ended_at: state === 'sent' || state === 'failed' ? after(created, took) : null,
    })
    .execute()
  return id
}

test('delivery health counts orders and deliveries of the last hour and day', async () => {
  const { semel } = at
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db)
  const order = () =>
    semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  await order()
  await order()
  for (const [index, took] of [100, 200, 300, 4000].entries()) {
    await deliveryOf(semel, (index + 3) * MINUTE, 'sent', took)
  }
  await deliveryOf(semel, 20 * MINUTE, 'in_doubt')
  await deliveryOf(semel, 30 * MINUTE, 'failed', 40)
  await deliveryOf(semel, 90 * MINUTE, 'sent', 60 * SECOND)

  await using opened = await openAs(at, 'staff', 'wide')
  const { page } = opened
  await page.goto('/admin/health')
  const figure = async (label: string) => {
    const text = await page.locator('.stat', { hasText: label }).locator('dd').textContent()
    return text!.replace(label, '').trim()
  }
  assert.equal(await figure('Orders'), '2')
  assert.equal(await figure('Emails sent'), '4')
  assert.equal(await figure('Median delivery'), '250 ms')
  assert.equal(await figure('p99 delivery'), '3.9 s')
  assert.equal(await figure('Waiting'), '2')
  assert.equal(await figure('In doubt'), '1')
  assert.equal(await figure('Failed in 24 hours'), '1')
  assert.equal(await figure('Active workers'), '0')
  await page.getByText('No worker is active').waitFor()
  await page.getByText('1 delivery is in doubt').waitFor()
  const drawn = page.getByRole('img', { name: /^Emails per minute: 4 sent, 2 sending, 1 in doubt, 1 failed/ })
  assert.equal(await drawn.locator('rect:not(.hover)').count(), 7)

  await page.getByRole('link', { name: 'Last 24 hours' }).click()
  await page.getByRole('img', { name: /^Emails per half hour: 5 sent/ }).waitFor()
  assert.equal(await figure('p99 delivery'), '57.8 s')
})

test('deleted user → their last email is not shown as sent to support', async () => {
  const { semel } = at
  const id = await deliveryOf(semel, 0, 'sent')
  const { event_id } = await semel.db
    .selectFrom('deliveries')
    .select('event_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await semel.db.updateTable('events').set({ type: 'user.deleted' }).where('id', '=', event_id).execute()
  await using opened = await openAs(at, 'staff', 'wide', `/admin/deliveries/${id}`)
  await opened.page.getByText('Deleted user', { exact: true }).waitFor()
})

for (const view of STAFF_WALKS) {
  test(`delivery health draws its charts: ${view}`, async () => {
    const { semel } = at
    for (let minute = 0; minute < 59; minute++) {
      for (let n = 0; n < (minute * 7) % 5; n++)
        await deliveryOf(semel, minute * MINUTE, 'sent', 50 + minute * 9 + n * 70)
    }
    await semel.db
      .insertInto('workers')
      .values({
        number: 1000 + STAFF_WALKS.indexOf(view),
        name: 'shop-1 4711',
        lease_until: after(new Date(), MINUTE),
      })
      .execute()
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    await page.goto('/admin/health')
    await page.getByRole('heading', { name: 'System status' }).waitFor()
    await look(page, view, 'delivery health')
    await page.getByText('As a table').first().click()
    await look(page, view, 'delivery health as a table')
    assert.deepEqual(broken, [])
  })

  test(`contact messages are listed newest first: ${view}`, async () => {
    const { semel } = at
    await semel
      .client()
      .post('/api/contact-messages', { email: 'ada@example.com', name: 'Ada', message: 'First\n\n  line' })
    semel.clock.advance(SECOND)
    const long = 'https://example.com/'.padEnd(300, 'x')
    await semel.client().post('/api/contact-messages', { email: 'b@example.com', message: `Newest ${view} <b>${long}` })
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    await page.goto('/admin/contact-messages')
    assert.match((await page.locator('.letters li').first().textContent()) ?? '', new RegExp(`Newest ${view} <b>`))
    assert.equal(
      await page.getByRole('link', { name: 'ada@example.com' }).first().getAttribute('href'),
      'mailto:ada@example.com',
    )
    await look(page, view, 'messages')
    const own = page.getByRole('listitem').filter({ hasText: 'ada@example.com' }).first()
    assert.equal(
      await own.getByRole('link', { name: 'Orders' }).getAttribute('href'),
      '/admin/orders?q=ada%40example.com',
    )
    assert.deepEqual(broken, [])
  })

  test(`clients are listed by API version: ${view}`, async () => {
    const { semel } = at
    const day = semel.clock.now()
    await semel.db
      .insertInto('version_usage')
      .values([
        { day, version: 'v1', client: 'legacy-shop/1.2', requests: 40 },
        { day, version: 'v3', client: 'node', requests: 159 },
        { day: after(day, -60 * DAY), version: 'v2', client: 'curl/8.5.0', requests: 1 },
      ])
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    await page.goto('/admin/versions')
    await page.getByRole('rowheader', { name: 'legacy-shop/1.2' }).waitFor()
    assert.equal(await page.getByText('curl/8.5.0').count(), 0)
    await look(page, view, 'versions')
    await page.getByRole('link', { name: '90 days' }).click()
    await page.getByRole('rowheader', { name: 'curl/8.5.0' }).waitFor()
    assert.deepEqual(broken, [])
  })

  test(`staff clear a cache: ${view}`, async () => {
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    await page.goto('/products')
    await page.goto('/admin/caches')
    await look(page, view, 'caches')
    const lists = page.getByRole('listitem').filter({ hasText: 'catalogue-lists' })
    await lists.getByRole('button', { name: 'Clear everywhere' }).click()
    await page.waitForURL('/admin/caches')
    await lists.getByText('0 entries').waitFor()
    assert.deepEqual(broken, [])
  })
}

test('long list → numbered pages to ten thousand, links beyond; API has all', async () => {
  const { semel } = at
  const event = '01920000-0000-7000-8000-000000000000'
  await sql`insert into events values (${event}, 'announcement.published', '{}', '2024-09-01')`.execute(semel.db)
  await sql`
    insert into deliveries (id, event_id, kind, recipient, state, created_at, ended_at)
    select overlay(${event} placing lpad(to_hex(n), 12, '0') from 25)::uuid, ${event}, 'announcement.published', 'user:' || n, 'sent',
      '2024-09-01'::timestamptz + n * interval '1 hour', now()
    from generate_series(1, 10100) n
  `.execute(semel.db)
  await using opened = await openAs(at, 'staff', 'wide')
  const { page } = opened
  await page.goto(`/admin/deliveries?event=${event}&page=9999`)
  await page.getByText('More than 10,000 emails').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Page 400' }).getAttribute('aria-current'), 'page')
  assert.equal(await page.getByRole('row').count(), 26)
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/page=401/)
  assert.equal(await page.getByRole('row').count(), 26)
  assert.equal(await page.locator('.pagination [aria-current=page]').count(), 0)
  await page.getByRole('link', { name: 'Previous' }).click()
  await page.waitForURL(/page=400/)

  const staff = await person(semel, 'staff')
  const { body } = await semel.client().get(`/api/admin/deliveries?event=${event}&page=101&limit=100`, staff)
  assert.deepEqual([body.totalCount, body.totalCountIsAtLeast, body.items.length], [10_000, true, 100])
  assert.equal(body.items.at(-1).id, `${event.slice(0, -1)}1`)
})

test('filter buttons and long words stay inside the page at any width', async () => {
  const { semel } = at
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenständer'.padEnd(80, 'x')
  const id = await stockProduct(semel.db, { name: word, category: 'Hats' })
  const buyer = await person(semel)
  const order = { items: [{ productId: id, quantity: 1 }], note: 'Ring twice' }
  assert.equal((await semel.client().post('/api/orders', order, buyer)).status, 201)
  await using opened = await openAs(at, 'admin', 'wide')
  const { page } = opened
  const pages = [
    'products?category=Hats',
    `products/${id}`,
    'orders?q=7',
    `orders?user=${buyer.id}`,
    'users?q=ada',
    'deliveries?state=sent',
  ]
  const beyond: string[] = []
  for (const address of pages) {
    await page.goto(`/admin/${address}`)
    for (const width of [320, 700, 960, 1100, 1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const out: number = await page.evaluate(`(() => {
        const main = document.querySelector('main')
        const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight)
        const parts = [...main.querySelectorAll('h1, .filters *, .table table')]
        return Math.max(...parts.map(part => part.getBoundingClientRect().right)) - edge
      })()`)
      if (out > 1) beyond.push(`${address} at ${width}: ${Math.round(out)} px`)
    }
  }
  assert.deepEqual(beyond, [])
})
