import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { findPaymentFindings, readPaymentHealth } from '../../src/payments/findings/findings.ts'
import { claimReturn } from '../../src/payments/ledger/due-looks.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { readMissedEvents } from '../../src/payments/providers/missed-events.ts'
import { startWorker } from '../../src/worker.ts'
import { firing } from '../support/alerts.ts'
import { openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* The watch counts events that never came and refusals of the provider, and reports them to those who must act. */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  provider = await openProvider(semel)
  staff = await person(semel, 'staff')
})
beforeEach(async () => {
  buyer = await person(semel)
  provider.faults.clear()
  provider.events.lost = 0
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const withWorker = async (work: () => Promise<unknown>) => {
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await work()
}
const stripe = async () => (await findProvider(semel, 'stripe'))!
const health = () => readPaymentHealth(semel.db, new Date())
const texts = async () => (await findPaymentFindings(semel.db, new Date())).map(({ text }) => text).join('\n')
const metrics = async () => (await semel.client().get('/metrics')).text
const paymentOf = (id: number) =>
  semel.db.selectFrom('payments').selectAll().where('order_id', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow()
/** Events lie in the list as if they had been made so long ago. */
const age = (seconds: number) => {
  for (const made of provider.events.made)
    made.body = made.body.replace(
      /"created":(\d+),"livemode"/,
      (_, at) => `"created":${Number(at) - seconds},"livemode"`,
    )
}
const listAgain = () =>
  sql`update provider_cursors set due_at = now(), read_until = now() - interval '1 day'`.execute(semel.db)

async function paidOrder() {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await withWorker(async () => {
    await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
    await settled(semel)
  })
  return { id, intent: (await paymentOf(id)).transaction_id! }
}

test('refund, failed refund, all events lost → found in the list once, counted', async () => {
  const { id, intent } = await paidOrder()
  await provider.events.quiet()
  provider.events.lost = 1
  provider.bank.refund(intent, 300)
  age(300)
  await readMissedEvents(semel, await stripe())
  await listAgain()
  const readers = await Promise.all(Array.from({ length: 4 }, async () => readMissedEvents(semel, await stripe())))
  assert.equal(readers.filter(missed => missed !== undefined).length, 1)
  await withWorker(() => until(async () => (await paymentStatus(semel, id)) === 'partly_refunded', 'found'))
  const { missed } = await health()
  assert.ok(missed >= 1)
  assert.match(
    await texts(),
    /1 event of the payment provider Stripe did not come in the last 24 hours, but its list has it/,
  )
  await listAgain()
  assert.equal(await readMissedEvents(semel, await stripe()), 0)
  // One that comes after all was not missed.
  const late = provider.events.made.at(-1)!
  await semel
    .client()
    .request('POST', '/hooks/payments/stripe', { body: late.body, headers: provider.events.sign(late.body) })
  assert.equal((await health()).missed, missed - 1)
})

test('payment with money → looked at daily without any event, chargeback is seen', async () => {
  const { id, intent } = await paidOrder()
  const { check_at: checkAt } = await paymentOf(id)
  assert.ok(Math.abs(checkAt!.getTime() - Date.now() - 86_400_000) < 60_000)
  provider.events.lost = 1
  provider.bank.refund(intent, 400)
  await sql`update payments set check_at = now() where order_id = ${id}`.execute(semel.db)
  await withWorker(() => until(async () => (await paymentStatus(semel, id)) === 'partly_refunded', 'seen'))
  await sql`update payments set created_at = now() - interval '130 days', check_at = now() where order_id = ${id}`.execute(
    semel.db,
  )
  await withWorker(() => until(async () => (await paymentOf(id)).check_at === null, 'no longer'))
})

test('wrong secret → refused events counted, finding and alert, until one is accepted', async () => {
  const body = JSON.stringify({
    id: 'evt_wrong',
    object: 'event',
    type: 'refund.created',
    data: { object: { id: 're_1' } },
  })
  const send = (secret?: string) =>
    semel.client().request('POST', '/hooks/payments/stripe', {
      body,
      headers: provider.events.sign(body, undefined, secret),
    })
  for (let n = 0; n < 8; n++) assert.equal((await send('whsec_other')).status, 400)
  await until(async () => (await health()).refusedEvents > 0, 'counted')
  await sql`update refused_events set number = 8`.execute(semel.db)
  assert.match(await texts(), /8 events were refused, because their signature is not by STRIPE_WEBHOOK_SECRET/)
  const figures = await metrics()
  assert.match(figures, /^semel_payment_events_refused 8$/m)
  assert.ok(firing(figures).includes('SemelPaymentEventsRefused'))
  const page = await semel.client().get('/admin/health', { headers: { cookie: `semel_session=${staff.token}` } })
  assert.match(page.text, /8 events were refused/)
  assert.equal((await send()).status, 200)
  assert.equal((await health()).refusedEvents, 0)
  assert.ok((await health()).lastEventAt)
})

test('key revoked or unable to read → named in provider’s words, and alerted', async () => {
  const { id } = await orderOnline(semel, buyer)
  const message = 'Invalid API Key provided: sk_test_****1234'
  provider.faults.add({ at: 'create', kind: 'refuse', status: 401, message, times: 99 })
  await semel.client().post(`/api/orders/${id}/payment`, {}, { token: buyer.token })
  await sql`update payment_calls set created_at = now() - interval '11 minutes' where state = 'pending'`.execute(
    semel.db,
  )
  await sql`update payments set created_at = now() - interval '11 minutes' where order_id = ${id}`.execute(semel.db)
  const { failing, unanswered } = await health()
  assert.deepEqual([failing >= 1, unanswered >= 1], [true, true])
  assert.match(await texts(), /no answer for more than 5 minutes.*Invalid API Key/)
  assert.ok(firing(await metrics()).includes('SemelPaymentsFailing'))
  const page = await semel.client().get(`/admin/orders/${id}`, { headers: { cookie: `semel_session=${staff.token}` } })
  assert.match(page.text, /Invalid API Key provided/)
  provider.faults.clear()
  await sql`update payment_calls set due_at = now() where state = 'pending'`.execute(semel.db)
  await withWorker(() => until(async () => (await health()).failing === 0, 'again'))
})

test('payment unreadable for ten minutes → named, and forgotten once it is readable', async () => {
  const { id } = await paidOrder()
  provider.faults.add({ at: 'read', kind: 'refuse', status: 403, message: 'The key may not read Disputes.', times: 99 })
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await withWorker(() => until(async () => (await paymentOf(id)).unread_since !== null, 'unread'))
  await sql`update payments set unread_since = unread_since - interval '11 minutes' where unread_since is not null`.execute(
    semel.db,
  )
  assert.match(await texts(), /has not said how 1 payment stands.*The key may not read Disputes/)
  provider.faults.clear()
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await withWorker(() => until(async () => (await paymentOf(id)).unread_since === null, 'read'))
})

test('provider refuses a page → console has its words, customer not in circles', async () => {
  const { id } = await orderOnline(semel, buyer)
  const message = 'Your account cannot currently make charges in this currency.'
  provider.faults.add({ at: 'create', kind: 'refuse', status: 400, message, times: 9 })
  await semel.client().post(`/api/orders/${id}/payment`, {}, { token: buyer.token })
  await until(async () => (await paymentOf(id)).state === 'failed')
  assert.match(await texts(), /has refused 1 call in the last 24 hours. It says: Your account cannot/)
  const page = (path: string, { token }: Person) =>
    semel.client().get(path, { headers: { cookie: `semel_session=${token}` } })
  assert.match((await page(`/admin/orders/${id}`, staff)).text, /cannot currently make charges/)
  const own = (await page(`/orders/${id}`, buyer)).text
  assert.match(own, /does not take this payment at the moment/)
  assert.doesNotMatch(own, /Pay €48\.00 online/)
  await withWorker(async () => {
    const found = async () =>
      (await semel.mailTo(buyer.email, 1)).find(({ subject }) => subject.includes('did not come through'))
    await until(async () => (await found()) !== undefined, 'told')
    const mail = await found()
    assert.doesNotMatch(mail!.text, /You can pay again/)
    assert.match(mail!.text, /another way to pay/)
  })
})

test('customer reloads the page of return → provider asked once in two seconds', async () => {
  const { id } = await orderOnline(semel, buyer)
  await openedPage(semel, id, buyer)
  const { id: paymentId } = await paymentOf(id)
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimReturn(semel.db, paymentId)))
  assert.equal(claims.filter(Boolean).length, 1)
  await sql`update payments set returned_at = now() - interval '3 seconds' where id = ${paymentId}`.execute(semel.db)
  assert.equal(await claimReturn(semel.db, paymentId), true)
})

test('signed events of unknown shape, and with U+0000 → 200, nothing is stored', async () => {
  const stored = async () => (await semel.db.selectFrom('provider_events').select('event_id').execute()).length
  const before = await stored()
  for (const body of [
    '{"id":"evt_1","object":"v2.core.event","type":"v1.billing.meter.error_report_triggered","related_object":{"id":"x"}}',
    '{"id":"evt_2","object":"event","type":"ping","data":{"object":null}}',
    '{"id":"evt_\\u0000","type":"refund.created","data":{"object":{"id":"re_1"}}}',
    '{"id":"evt_3","type":"refund\\u0000","data":{"object":{"id":"re_1"}}}',
    'no json',
    '',
    '[]',
  ]) {
    const { status } = await semel
      .client()
      .request('POST', '/hooks/payments/stripe', { body, headers: provider.events.sign(body) })
    assert.equal(status, 200, body)
  }
  assert.equal(await stored(), before)
  const named =
    '{"id":"evt_4","type":"refund.created","data":{"object":{"id":"re_\\u0000","metadata":{"payment":"\\u0000"}}}}'
  assert.equal(
    (
      await semel
        .client()
        .request('POST', '/hooks/payments/stripe', { body: named, headers: provider.events.sign(named) })
    ).status,
    200,
  )
})
