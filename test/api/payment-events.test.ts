import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { openedPage, openProvider, orderOnline, paymentStatus } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* Attacks on the address for events, and events that are about nothing. */
let semel: Semel
let provider: DevProvider
let buyer: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  buyer = await person(semel)
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const HOOK = '/hooks/payments/stripe'
const send = (body: string, headers: Record<string, string>, path = HOOK) =>
  semel.client().request('POST', path, { body, headers })
const eventOf = (object: object, id = 'evt_test', type = 'checkout.session.completed') =>
  JSON.stringify({ id, object: 'event', type, data: { object } })
const stored = async () => (await semel.db.selectFrom('provider_events').select('event_id').execute()).length
const seconds = () => Math.floor(Date.now() / 1000)

test('forged, old, future and unsigned events → 400, and nothing is stored', async () => {
  const body = eventOf({ id: 'cs_1' })
  const before = await stored()
  for (const headers of [
    { 'content-type': 'application/json' },
    { 'content-type': 'application/json', 'stripe-signature': '' },
    { 'content-type': 'application/json', 'stripe-signature': 'nonsense' },
    { 'content-type': 'application/json', 'stripe-signature': `t=${seconds()},v1=00` },
    provider.events.sign(body, seconds(), 'whsec_other'),
    provider.events.sign(body, seconds() - 400),
    provider.events.sign(body, seconds() + 400),
    provider.events.sign(`${body} `),
  ]) {
    const { status, body: problem } = await send(body, headers as Record<string, string>)
    assert.deepEqual([status, problem.code], [400, 'invalid_signature'], JSON.stringify(headers))
  }
  assert.equal((await semel.client().request('POST', HOOK, {})).status, 400)
  assert.equal(await stored(), before)
})

test('event claims more than the provider says → the order is not paid', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  const session = provider.bank.session(page)
  const body = eventOf({ ...session, status: 'complete', payment_status: 'paid' }, 'evt_liar')
  assert.equal((await send(body, provider.events.sign(body))).status, 200)
  const lookedAt = async () =>
    (await semel.db.selectFrom('payments').select('looked_at').where('order_id', '=', id).executeTakeFirstOrThrow())
      .looked_at
  await until(async () => (await lookedAt()) !== null)
  assert.equal(await paymentStatus(semel, id), 'pending')
})

test('repeated event, and one about nothing of ours → 200, stored once', async () => {
  const before = await stored()
  for (const object of [{ id: 'cus_1' }, { id: 'cs_unknown', metadata: { payment: 'not-a-uuid' } }, {}]) {
    const body = eventOf(object, `evt_${JSON.stringify(object)}`, 'customer.created')
    for (let n = 0; n < 3; n++) assert.equal((await send(body, provider.events.sign(body))).status, 200)
  }
  assert.equal(await stored(), before + 3)
  const lost = await semel.db.selectFrom('provider_events').select('event_id').where('is_lost', '=', true).execute()
  assert.equal(lost.length, 1)
})

test('a body above 256 KiB → 413; another provider, method or address → refused', async () => {
  const large = eventOf({ id: 'x'.repeat(257 * 1024) })
  assert.equal((await send(large, provider.events.sign(large))).status, 413)
  const body = eventOf({})
  assert.equal((await send(body, provider.events.sign(body), '/hooks/payments/mollie')).status, 404)
  assert.equal((await semel.client().get(HOOK)).status, 405)
  assert.equal((await send(body, provider.events.sign(body), '/hooks/payments/')).status, 404)
})

test('strange events that are signed → never a 5xx', async () => {
  for (const body of [
    '',
    'null',
    '[]',
    '{}',
    '"x"',
    '{"id":"e","type":"t","data":null}',
    '{"id":7,"type":{},"data":{"object":5}}',
    ...eventsWithNul(),
  ]) {
    const { status } = await send(body, provider.events.sign(body))
    assert.ok(status < 500, `${body} → ${status}`)
  }
})

/** One for each text that is read, with the character that PostgreSQL stores nowhere. */
function eventsWithNul(): string[] {
  const object = { id: 'cs_1', payment_intent: 'pi_1', metadata: { payment: 'x' }, currency: 'eur' }
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    account: 'acct_1',
    data: { object },
  }
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else for (const part of Object.values(value as object)) collect(part)
  }
  collect(event)
  return texts.map(text => JSON.stringify(event).replace(`"${text}"`, `"${text}\\u0000"`))
}

test('provider does not answer → its event is answered quickly, the looking waits', async () => {
  const { id } = await orderOnline(semel, buyer)
  const page = await openedPage(semel, id, buyer)
  provider.faults.add({ at: 'read', kind: 'slow', milliseconds: 3000, times: 2 })
  const started = performance.now()
  const body = eventOf({ id: page }, 'evt_slow')
  assert.equal((await send(body, provider.events.sign(body))).status, 200)
  assert.ok(performance.now() - started < 2000)
})

test('log and tables → no provider secret, nothing that a payment page says', async () => {
  const { rows } = await semel.db
    .selectFrom('payment_calls')
    .select('reply')
    .execute()
    .then(rows => ({ rows }))
  assert.ok(!JSON.stringify(rows).includes('sk_test'))
})
