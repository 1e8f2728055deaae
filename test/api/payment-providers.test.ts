import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { loadConfig } from '../../src/config.ts'
import { accountAt, type DevProvider, openDevProvider } from '../../src/dev/payments/provider.ts'
import { findPaymentFindings } from '../../src/payments/findings/findings.ts'
import { findProviderFindings } from '../../src/payments/findings/provider-findings.ts'
import { resumeStranded, strand } from '../../src/payments/ledger/stranded.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { readMissedEvents } from '../../src/payments/providers/missed-events.ts'
import { PROVIDERS } from '../../src/payments/providers/table.ts'
import { findOpenCalls } from '../../src/payments/queries.ts'
import { FakeBank, fakeProvider, signed } from '../support/fake-provider.ts'
import { openedPage, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* A second provider is one file and one line of the table: what belongs to one is never mixed with what belongs to another. */
const SECRET = 'a secret of the fake'
const bank = new FakeBank()
let semel: Semel
let stripe: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  PROVIDERS.push(fakeProvider(bank))
  stripe = await openDevProvider({ shop: () => semel.origin })
  semel = await startSemel({ payments: configured('fake', 'stripe') })
  buyer = await person(semel)
  staff = await person(semel, 'admin')
})
after(async () => {
  await semel[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

/** Both are configured, and these are offered. */
function configured(...offered: string[]) {
  const accounts = new Map<string, unknown>([
    ['stripe', accountAt(stripe.port)],
    ['fake', { secret: SECRET }],
  ])
  return { accounts, offered }
}
const offer = (...offered: string[]) => {
  semel.config.payments = configured(...offered)
}
const removeFake = () => {
  semel.config.payments = { accounts: new Map([['stripe', accountAt(stripe.port)]]), offered: undefined }
}
const paymentOf = (id: number) =>
  semel.db.selectFrom('payments').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow()
const callsOf = (payment: string) =>
  semel.db.selectFrom('payment_calls').selectAll().where('payment_id', '=', payment).orderBy('id').execute()
const send = (event: Parameters<typeof signed>[1], secret = SECRET, to = 'fake') =>
  semel.client().request('POST', `/hooks/payments/${to}`, signed(secret, event))
const isPaid = (id: number) => until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
const refund = (id: number, amount: number) =>
  semel.client().post(`/api/orders/${id}/refunds`, { amount }, { token: staff.token })
const findings = async () =>
  [...(await findPaymentFindings(semel.db, new Date())), ...(await findProviderFindings(semel, 'EUR'))]
    .map(({ text }) => text)
    .join('\n')

/** An order whose page is open at the fake. */
async function orderAtFake() {
  offer('fake', 'stripe')
  const { id } = await orderOnline(semel, buyer)
  await openedPage(semel, id, buyer)
  const payment = await paymentOf(id)
  assert.equal(payment.provider, 'fake')
  return { id, payment, kept: bank.of(payment.id) }
}
const eventAbout = (id: string, ...names: string[]) => ({ id, type: 'payment', names, isOurs: true })

test('two providers → the first that can take the amount gets the payment', async () => {
  const { id, kept } = await orderAtFake()
  kept.state = 'authorized'
  assert.equal((await send(eventAbout('first', kept.id))).status, 200)
  await isPaid(id)
  assert.equal(kept.captured, 4800)
  const { id: large } = await orderOnline(semel, buyer, 200_000)
  stripe.bank.pay(await openedPage(semel, large, buyer))
  await isPaid(large)
  assert.equal((await paymentOf(large)).provider, 'stripe')
  assert.equal(bank.payments.size, 1)
})

test('provider offered no more → its payment is captured, refunded, its event believed', async () => {
  const { id, payment, kept } = await orderAtFake()
  offer('stripe')
  kept.state = 'authorized'
  assert.equal((await send(eventAbout('later', payment.id))).status, 200)
  await isPaid(id)
  assert.equal((await refund(id, 800)).status, 201)
  await until(async () => (await paymentStatus(semel, id)) === 'partly_refunded', 'refunded')
  assert.deepEqual([kept.captured, kept.refunds.map(({ amount }) => amount)], [4800, [800]])
  const { id: next } = await orderOnline(semel, buyer)
  await openedPage(semel, next, buyer)
  assert.equal((await paymentOf(next)).provider, 'stripe')
})

test('nothing is offered → no new online orders, and open pages go on', async () => {
  const { id, kept } = await orderAtFake()
  offer()
  const { status, body } = await semel
    .client()
    .post(
      '/api/orders',
      { items: [{ productId: 1, quantity: 1 }], payment: { method: 'online' } },
      { token: buyer.token },
    )
  assert.deepEqual([status, body.errors?.[0]?.code], [422, 'not_offered'])
  kept.state = 'authorized'
  await semel.client().get(`/orders/${id}/paid`, { headers: { cookie: `semel_session=${buyer.token}` } })
  await isPaid(id)
})

test('two providers have equal ids → their events touch their own payments alone', async () => {
  offer('stripe')
  const { id: atStripe } = await orderOnline(semel, buyer)
  const session = await openedPage(semel, atStripe, buyer)
  bank.nextId = session
  const { payment: atFake, kept } = await orderAtFake()
  const stripes = await paymentOf(atStripe)
  assert.deepEqual([atFake.provider_id, stripes.provider_id], [session, session])
  const seen = async (id: string) =>
    (await semel.db.selectFrom('payments').select('looked_at').where('id', '=', id).executeTakeFirstOrThrow()).looked_at
  const before = await seen(stripes.id)
  // The same event id at both, the same name of a payment at both, and the id of the other one's payment.
  assert.equal((await send(eventAbout('evt_same', session))).status, 200)
  await until(async () => (await seen(atFake.id)) !== null, 'looked')
  assert.equal((await send(eventAbout('evt_stolen', stripes.id))).status, 200)
  assert.deepEqual(await seen(stripes.id), before)
  const body = JSON.stringify({
    id: 'evt_same',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: session, metadata: { payment: stripes.id } } },
  })
  const headers = stripe.events.sign(body)
  assert.equal((await semel.client().request('POST', '/hooks/payments/stripe', { body, headers })).status, 200)
  const kept2 = await semel.db
    .selectFrom('provider_events')
    .selectAll()
    .where('event_id', 'like', 'evt_s%')
    .orderBy('provider')
    .orderBy('event_id')
    .execute()
  assert.deepEqual(
    kept2.map(event => [event.provider, event.event_id, event.payment_id, event.is_lost]),
    [
      ['fake', 'evt_same', atFake.id, false],
      ['fake', 'evt_stolen', null, true],
      ['stripe', 'evt_same', stripes.id, false],
    ],
  )
  assert.match(await findings(), /1 event of the payment provider Fake is about payments/)
  await sql`update provider_events set is_lost = false`.execute(semel.db)
  // An answer of one about the other's payment is no answer.
  kept.paymentId = stripes.id
  Object.assign(kept, { state: 'captured', captured: 4800 })
  await sql`update payments set look_at = now() where id = ${atFake.id}`.execute(semel.db)
  await until(async () => (await paymentOf(atFake.order_id)).finding !== null, 'finding')
  assert.equal(await paymentStatus(semel, atStripe), 'pending')
  kept.paymentId = atFake.id
  await sql`update payments set look_at = now() where id = ${atFake.id}`.execute(semel.db)
  await isPaid(atFake.order_id)
})

test('event of one provider sent to another → 400, counted for the receiver', async () => {
  const event = eventAbout('evt_forged')
  assert.equal((await send(event, 'another secret')).status, 400)
  assert.equal((await send(event, SECRET, 'stripe')).status, 400)
  assert.equal((await send(event, SECRET, 'other')).status, 404)
  await until(async () => /FAKE_SECRET/.test(await findings()), 'finding')
  const refused = () => semel.db.selectFrom('refused_events').select('provider').orderBy('provider').execute()
  await until(async () => (await refused()).length > 1, 'both')
  assert.deepEqual(
    (await refused()).map(({ provider }) => provider),
    ['fake', 'stripe'],
  )
})

test('lost event → found in the list of its own provider, and named', async () => {
  const { payment } = await orderAtFake()
  bank.events.push(eventAbout('evt_missed', payment.id))
  await sql`update provider_cursors set due_at = now()`.execute(semel.db)
  await readMissedEvents(semel, (await findProvider(semel, 'stripe'))!)
  await until(async () => {
    await sql`update provider_cursors set due_at = now()`.execute(semel.db)
    await readMissedEvents(semel, (await findProvider(semel, 'fake'))!)
    return /1 event of the payment provider Fake did not come/.test(await findings())
  }, 'missed')
  const cursors = await semel.db.selectFrom('provider_cursors').select('provider').orderBy('provider').execute()
  assert.deepEqual(
    cursors.map(({ provider }) => provider),
    ['fake', 'stripe'],
  )
})

test('one provider hangs → the calls of the other go on', async () => {
  offer('fake', 'stripe')
  const { promise, resolve } = Promise.withResolvers<void>()
  bank.hangs = promise
  try {
    for (let n = 0; n < 20; n++) await orderOnline(semel, buyer)
    await until(async () => bank.calls.length >= 16, 'all places are taken')
    offer('stripe')
    const { id } = await orderOnline(semel, buyer)
    await until(async () => (await paymentOf(id)).state === 'pending', 'opened')
  } finally {
    bank.hangs = undefined
    resolve()
  }
  await settled(semel)
})

test('provider no longer configured → call in doubt, then fails or goes on', async () => {
  const made: Awaited<ReturnType<typeof orderAtFake>>[] = []
  for (const event of ['gone-1', 'gone-2']) {
    const { id, payment, kept } = await orderAtFake()
    kept.state = 'authorized'
    await send(eventAbout(event, kept.id))
    await isPaid(id)
    made.push({ id, payment, kept })
  }
  await settled(semel)
  removeFake()
  for (const { id } of made) assert.equal((await refund(id, 500)).status, 201)
  assert.doesNotMatch(await findings(), /is not configured anymore/)
  const late = () =>
    sql`
    update payment_calls c set due_at = now() - interval '2 hours' from payments p
    where p.id = c.payment_id and p.provider = 'fake' and c.state = 'pending'
  `.execute(semel.db)
  await late()
  assert.match(await findings(), /2 payments wait for Fake, which is not configured anymore/)
  assert.equal((await send(eventAbout('gone-3', made[0]!.kept.id))).status, 404)
  await Promise.all([strand(semel.db, ['stripe']), strand(semel.db, ['stripe'])])
  assert.match(await findings(), /2 calls to the payment provider Fake are in doubt/)
  const [first, second] = await Promise.all(made.map(async ({ payment }) => (await callsOf(payment.id)).at(-1)!))
  assert.match(first!.reply!, /^Fake is not configured anymore/)
  assert.deepEqual(
    (await findOpenCalls(semel.db, { onlyDoubts: true })).map(({ provider }) => provider),
    ['fake', 'fake'],
  )
  // A person has looked there: it was not made, and nobody can make it.
  const settle = await semel
    .client()
    .post(`/api/admin/payment-calls/${first!.id}/settle`, { done: false }, { token: staff.token })
  assert.equal(settle.status, 200)
  const failed = await semel.db
    .selectFrom('refunds')
    .select('state')
    .where('id', '=', first!.refund_id!)
    .executeTakeFirstOrThrow()
  assert.equal(failed.state, 'failed')
  assert.equal((await paymentOf(made[0]!.id)).refund_reserved, 0)
  // The provider comes back: what nobody has settled goes on.
  offer('stripe')
  await resumeStranded(semel.db, ['fake', 'stripe'])
  await until(async () => made[1]!.kept.refunds.length === 1, 'refunded')
  assert.deepEqual([made[0]!.kept.refunds, second!.state], [[], 'in_doubt'])
  await settled(semel)
  assert.doesNotMatch(await findings(), /in doubt|not configured/)
})

test('page open at a removed provider → finding, until ended or provider returns', async () => {
  const open = [await orderAtFake(), await orderAtFake()]
  await settled(semel)
  removeFake()
  const payments = open.map(({ payment }) => payment.id)
  await sql`update payments set look_at = now() - interval '2 hours' where id = any(${payments}::uuid[])`.execute(
    semel.db,
  )
  await strand(semel.db, ['stripe'])
  await strand(semel.db, ['stripe'])
  assert.match((await paymentOf(open[0]!.id)).finding!, /^Fake is not configured anymore/)
  const end = (as: string) =>
    semel.client().post(`/api/admin/payments/${payments[0]}/end-finding`, { as }, { token: staff.token })
  const booked = await end('booked')
  assert.deepEqual([booked.status, /not configured/.test(booked.body.detail)], [409, true])
  assert.equal((await end('closed')).status, 200)
  assert.deepEqual([(await paymentOf(open[0]!.id)).state, await paymentStatus(semel, open[0]!.id)], ['failed', 'open'])
  open[1]!.kept.state = 'authorized'
  offer('stripe')
  await isPaid(open[1]!.id)
  assert.equal((await paymentOf(open[1]!.id)).finding, null)
})

test('two providers’ settings → each reads its own; wrong choices named at start', () => {
  const both = { FAKE_SECRET: SECRET, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const load = (env: Record<string, string>) => loadConfig(env, PROVIDERS).payments
  assert.deepEqual([...load(both).accounts.keys()], ['stripe', 'fake'])
  assert.equal(load(both).offered, undefined)
  assert.deepEqual(load({ ...both, PAYMENT_PROVIDERS: 'fake, stripe' }).offered, ['fake', 'stripe'])
  assert.deepEqual(load({ ...both, PAYMENT_PROVIDERS: 'none' }).offered, [])
  for (const [settings, message] of [
    [{ PAYMENT_PROVIDERS: 'fake' }, /PAYMENT_PROVIDERS names fake, whose settings FAKE_… are missing/],
    [{ ...both, PAYMENT_PROVIDERS: 'other' }, /PAYMENT_PROVIDERS must be a list of stripe, fake, none, not "other"/],
    [{ ...both, PAYMENT_PROVIDERS: 'none,fake' }, /PAYMENT_PROVIDERS can be none, or a list/],
    [{ ...both, FAKE_SECRET: 'short' }, /FAKE_SECRET is too short/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together/],
  ] as const)
    assert.throws(() => load(settings), message)
})
