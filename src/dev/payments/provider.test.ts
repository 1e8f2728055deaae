import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { until } from '../../../test/support/until.ts'
import { type DevProvider, openDevProvider } from './provider.ts'

/* The provider of development refuses what Stripe's documents say that Stripe refuses, and keeps its promises about keys. */
let provider: DevProvider
before(async () => {
  provider = await openDevProvider({ shop: () => 'http://127.0.0.1:9', hooks: () => ['http://127.0.0.1:9'] })
  provider.events.lost = 1
})
beforeEach(() => provider.faults.clear())
after(() => provider[Symbol.asyncDispose]())

const GOOD = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '4800',
  'line_items[0][price_data][product_data][name]': 'Order #1',
  success_url: 'https://shop.example/paid',
  'payment_method_options[card][capture_method]': 'manual',
}
type Params = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes
type Answer = { status: number; body: any; isReplay: boolean }

async function ask(method: string, path: string, params: Params = {}, headers: Params = {}): Promise<Answer> {
  const query = new URLSearchParams(params)
  const response = await fetch(`${provider.url}/v1/${path}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { authorization: 'Bearer sk_test_x', ...headers },
    ...(method === 'POST' && { body: query }),
  })
  const isReplay = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, body: await response.json(), isReplay }
}
const create = (more: Params = {}, headers: Params = {}) =>
  ask('POST', 'checkout/sessions', { ...GOOD, ...more }, headers)
const priced = (currency: string, amount: number) =>
  create({
    'line_items[0][price_data][currency]': currency,
    'line_items[0][price_data][unit_amount]': String(amount),
  })

async function paid(amount?: number): Promise<string> {
  const { body } = await create()
  const { payment_intent: intent } = provider.bank.pay(body.id)
  provider.bank.capture(intent!, amount)
  return intent!
}

test('requests that Stripe refuses → refused, with the code of its documents', async () => {
  const soon = String(Math.floor(Date.now() / 1000) + 60)
  const late = String(Math.floor(Date.now() / 1000) + 90_000)
  for (const [params, code] of [
    [{ colour: 'red' }, 'parameter_unknown'],
    [{ 'line_items[0][price_data][unit_amount]': '48.00' }, 'parameter_invalid_integer'],
    [{ 'line_items[0][price_data][currency]': 'EUR' }, 'parameter_invalid_empty'],
    [{ 'line_items[0][price_data][currency]': 'iqd' }, 'parameter_invalid_empty'],
    [{ success_url: '/paid' }, 'url_invalid'],
    [{ expires_at: soon }, undefined],
    [{ expires_at: late }, undefined],
    [{ [`metadata[${'k'.repeat(41)}]`]: 'v' }, undefined],
    [{ 'metadata[k]': 'v'.repeat(501) }, undefined],
    [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`metadata[k${n}]`, 'v'])), 'metadata_too_many_keys'],
  ] as [Params, string | undefined][]) {
    const { status, body } = await create(params)
    assert.deepEqual([status, body.error?.code], [400, code], JSON.stringify(params).slice(0, 80))
  }
  assert.equal((await fetch(`${provider.url}/v1/refunds`)).status, 401)
  assert.equal((await ask('GET', 'customers')).status, 404)
})

test('amounts in wrong units, too small or too large → refused', async () => {
  for (const [currency, amount, code] of [
    ['isk', 500_000, undefined],
    ['isk', 5_050, 'invalid_charge_amount_no_decimal_compatible'],
    ['ugx', 50_001, 'invalid_charge_amount_no_decimal_compatible'],
    ['kwd', 1_230, undefined],
    ['kwd', 1_234, 'parameter_invalid_integer'],
    ['mga', 10_000, undefined],
    ['jpy', 50, undefined],
    ['jpy', 49, 'amount_too_small'],
    ['eur', 49, 'amount_too_small'],
    ['huf', 17_500, undefined],
    ['huf', 17_499, 'amount_too_small'],
    ['eur', 99_999_999, undefined],
    ['eur', 100_000_000, 'amount_too_large'],
  ] as const)
    assert.equal((await priced(currency, amount)).body.error?.code, code, `${currency} ${amount}`)
})

test('one key → same answer, also 500; other parameters or still running → refused', async () => {
  const key = { 'idempotency-key': 'one' }
  const first = await create({}, key)
  const again = await create({}, key)
  assert.deepEqual([again.body.id, again.isReplay], [first.body.id, true])
  const other = await create({ client_reference_id: '2' }, key)
  assert.deepEqual([other.status, other.body.error.type], [400, 'idempotency_error'])
  provider.faults.add({ at: 'create', kind: 'error' })
  const failed = { 'idempotency-key': 'failed' }
  assert.deepEqual([(await create({}, failed)).status, (await create({}, failed)).isReplay], [500, true])
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  provider.faults.add({ at: 'create', kind: 'held', until: released })
  const { size } = provider.bank.sessions
  const slow = create({}, { 'idempotency-key': 'slow' })
  await until(() => provider.bank.sessions.size > size, 'made')
  assert.equal((await create({}, { 'idempotency-key': 'slow' })).status, 409)
  release()
  assert.equal((await slow).status, 200)
  // A request that was refused for its parameters can be sent again with the same key.
  const mended = { 'idempotency-key': 'mended' }
  assert.equal((await create({ colour: 'red' }, mended)).status, 400)
  assert.equal((await create({}, mended)).status, 200)
})

test('a 500 whose work is done later → seen only then', async () => {
  const intent = await paid()
  provider.faults.add({ at: 'refund', kind: 'late', milliseconds: 200 })
  assert.equal((await ask('POST', 'refunds', { payment_intent: intent, amount: '500' })).status, 500)
  const seen = async () => (await ask('GET', 'refunds', { payment_intent: intent })).body.data.length
  assert.equal(await seen(), 0)
  await until(async () => (await seen()) === 1, 'seen')
})

test('refunds → pending, may still fail, never above the rest, none while disputed', async () => {
  const intent = await paid()
  const refund = (amount: number) => ask('POST', 'refunds', { payment_intent: intent, amount: String(amount) })
  const { body } = await refund(800)
  provider.bank.endRefund(body.id, 'failed')
  assert.equal(provider.bank.refundedOf(intent), 0)
  provider.bank.refundsPend = true
  const { body: waiting } = await refund(4_800)
  provider.bank.refundsPend = false
  assert.equal(waiting.status, 'pending')
  assert.equal((await refund(1)).body.error.code, 'charge_already_refunded')
  provider.bank.endRefund(waiting.id, 'succeeded')
  const disputed = await paid(3_000)
  assert.equal(provider.bank.intent(disputed).amount_received, 3_000)
  const over = await ask('POST', 'refunds', { payment_intent: disputed, amount: '3001' })
  assert.equal(over.status, 400)
  const refused = async () => (await ask('POST', 'refunds', { payment_intent: disputed, amount: '1' })).body.error?.code
  provider.bank.dispute(disputed, 'needs_response', { reason: 'fraudulent' })
  assert.equal(await refused(), 'charge_disputed')
  provider.bank.dispute(disputed, 'won')
  assert.equal(await refused(), undefined)
})

test('each status of a dispute → its object, deadline and events', async () => {
  const intent = await paid()
  for (const status of [
    'warning_needs_response',
    'warning_under_review',
    'needs_response',
    'under_review',
    'won',
    'lost',
  ] as const) {
    provider.bank.dispute(intent, status)
    const [dispute] = (await ask('GET', 'disputes', { payment_intent: intent })).body.data
    assert.equal(dispute.status, status)
    assert.equal(dispute.evidence_details.due_by !== null, status.includes('response') || status.includes('review'))
  }
  const types = provider.events.made.filter(({ body }) => body.includes(intent)).map(({ type }) => type)
  assert.deepEqual(
    types.filter(type => type.startsWith('charge.dispute.')).map(type => type.slice(15)),
    [
      ...['created', 'updated', 'updated', 'funds_withdrawn', 'updated'],
      ...['updated', 'funds_reinstated', 'closed', 'updated', 'funds_withdrawn', 'closed'],
    ],
  )
  provider.bank.dispute(await paid(), 'lost', { reason: 'debit_not_authorized' })
  provider.bank.dispute(await paid(), 'prevented')
})

test('a debit → under way, and paid or failed days later', async () => {
  for (const isPaid of [true, false]) {
    const { body } = await create()
    const { payment_intent: intent } = provider.bank.pay(body.id, { debit: true })
    assert.equal(provider.bank.intent(intent!).status, 'processing')
    provider.bank.endDebit(body.id, isPaid)
    assert.equal(provider.bank.intent(intent!).status, isPaid ? 'succeeded' : 'requires_payment_method')
  }
})

test('events → newest first, by types, in pages, or the undelivered alone', async () => {
  await paid()
  const { body: all } = await ask('GET', 'events', { limit: '2', 'types[0]': 'payment_intent.succeeded' })
  assert.ok(all.data.every(({ type }: { type: string }) => type === 'payment_intent.succeeded'))
  assert.equal(all.has_more, true)
  const { body: next } = await ask('GET', 'events', { starting_after: all.data[1].id, limit: '100' })
  assert.ok(!next.data.some(({ id }: { id: string }) => id === all.data[1].id))
  assert.equal((await ask('GET', 'events', { delivery_success: 'true' })).body.data.length, 0)
  assert.equal((await ask('GET', 'events', { starting_after: 'evt_none' })).status, 404)
})
