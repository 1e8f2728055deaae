import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { tell } from '../../src/database/news/wakeup.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { cancelIfUnpaid, cancelUnpaid } from '../../src/orders/transition.ts'
import { claimCalls, recordCall } from '../../src/payments/ledger/calls.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { look } from '../../src/payments/standing.ts'
import { startWorker } from '../../src/worker.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

/* The races of payments, and every place where a call can fail. The worker runs only where a test wants it. */
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
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const withWorker = async (work: () => Promise<void>) => {
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await work()
}
const pay = (id: number) => semel.client().post(`/api/orders/${id}/payment`, {}, { token: buyer.token })
const refund = (id: number, amount?: number) =>
  semel.client().post(`/api/orders/${id}/refunds`, amount ? { amount } : {}, { token: staff.token })
const stripe = async () => (await findProvider(semel, 'stripe'))!
const paymentOf = (id: number) =>
  semel.db.selectFrom('payments').selectAll().where('order_id', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow()
const callsOf = async (id: number, kind: string) => {
  const { rows } = await sql<{ state: string; attempts: number; key_number: number; reply: string | null; id: string }>`
    select c.state, attempts, key_number, reply, c.id from payment_calls c join payments p on p.id = c.payment_id
    where p.order_id = ${id} and c.kind = ${kind} order by c.id
  `.execute(semel.db)
  return rows
}
const soon = () => sql`update payment_calls set due_at = now() where state in ('pending', 'sending')`.execute(semel.db)
/** Leaves those alone that a worker is making. The worker of this process looks at once. */
const soonAgain = async () => {
  await sql`update payment_calls set due_at = now() where state = 'pending' and due_at > now()`.execute(semel.db)
  tell(semel.db)
}
/** Leaves out the pauses between the attempts. */
const untilRetried = (isSo: () => Promise<boolean>, what: string) =>
  until(async () => {
    if (await isSo()) return true
    await soonAgain()
    return false
  }, what)

async function paidOrder() {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await withWorker(() => until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid'))
  return id
}

test('ten tabs pay at once → one payment, one page, one address', async () => {
  const { id } = await orderOnline(semel, buyer)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(id)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body.redirect)).size, 1)
  assert.equal(capturedFor(provider, id).sessions, 1)
})

test('customer returns while the event arrives three times → paid and told once', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.events.copies = 3
  provider.bank.pay(await openedPage(semel, id, buyer))
  provider.events.copies = 1
  const { id: paymentId } = await paymentOf(id)
  const back = Array.from({ length: 5 }, async () =>
    look(semel, await stripe(), { id: paymentId, lease: null }, cancelIfUnpaid),
  )
  await withWorker(async () => {
    await Promise.all(back)
    await until(async () => (await paymentStatus(semel, id)) === 'paid')
    await provider.events.quiet()
    await settled(semel)
  })
  const { rows } = await sql<{ told: number; fed: number; captures: number }>`
    select (select count(*)::int from events where type = 'payment.received' and payload ->> 'paymentId' = ${paymentId}) as told,
      (select count(*)::int from payment_calls where payment_id = ${paymentId} and kind = 'capture') as captures,
      (select count(*)::int from event_outbox where type = 'payment.received' and data ->> 'paymentId' = ${paymentId})
      + (select count(*)::int from event_feed where type = 'payment.received' and data ->> 'paymentId' = ${paymentId}) as fed
  `.execute(semel.db)
  assert.deepEqual(rows, [{ told: 1, fed: 1, captures: 1 }])
  assert.equal(capturedFor(provider, id).captures, 1)
})

test('ten refunds at once exceed the money → as many as fit', async () => {
  const id = await paidOrder()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, 1000)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(4).fill(201), ...Array(6).fill(409)])
  await withWorker(() => settled(semel))
  assert.equal(capturedFor(provider, id).refunded, 4000)
})

test('captured and cancelled at once → money taken and returned, or never taken', async () => {
  for (let n = 0; n < 10; n++) {
    const { id } = await orderOnline(semel, buyer)
    provider.events.lost = 1
    provider.bank.pay(await openedPage(semel, id, buyer))
    provider.events.lost = 0
    const { id: paymentId } = await paymentOf(id)
    await look(semel, await stripe(), { id: paymentId, lease: null }, cancelIfUnpaid)
    const cancel = semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: buyer.token })
    await withWorker(async () => {
      assert.equal((await cancel).status, 200)
      await until(async () => ['open', 'refunded'].includes(await paymentStatus(semel, id)), 'ended')
      await settled(semel)
    })
    const { captured, refunded } = capturedFor(provider, id)
    assert.equal(captured, refunded)
    assert.equal(await paymentStatus(semel, id), captured > 0 ? 'refunded' : 'open')
  }
})

for (const kind of ['drop', 'lose', 'limit', 'conflict'] as const)
  test(`lost answer to create, capture and refund (${kind}) → each takes effect once`, async () => {
    // The SDK itself repeats a request whose connection was closed, once, with the same key.
    const times = kind === 'drop' || kind === 'lose' ? 2 : 1
    provider.faults.add({ at: 'create', kind, times })
    const { id } = await orderOnline(semel, buyer)
    const { body } = await pay(id)
    assert.deepEqual([body.state, body.redirect], ['created', null])
    await soon()
    const page = await openedPage(semel, id, buyer)
    provider.faults.add({ at: 'capture', kind, times }, { at: 'refund', kind, times })
    provider.bank.pay(page)
    await withWorker(async () => {
      await untilRetried(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
      await refund(id)
      await untilRetried(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
      await soon()
      await settled(semel)
    })
    assert.deepEqual(capturedFor(provider, id), {
      captures: 1,
      captured: 4800,
      refunded: 4800,
      refunds: 1,
      sessions: 1,
    })
    for (const call of ['create', 'capture', 'refund'])
      assert.deepEqual(
        (await callsOf(id, call)).map(({ state }) => state),
        ['done'],
        call,
      )
    assert.equal((await callsOf(id, 'create'))[0]!.attempts, 2)
  })

/** The four hours in which a refund has to stay absent have passed. */
const makeAbsentLong = async () => {
  await sql`
    update payment_calls set absent_since = absent_since - interval '5 hours', due_at = now() where absent_since is not null
  `.execute(semel.db)
  tell(semel.db)
}
const isAbsent = async (id: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payment_calls c join payments p on p.id = c.payment_id
    where p.order_id = ${id} and absent_since is not null and c.state = 'pending'
  `.execute(semel.db)
  return rows[0]!.n > 0
}

test('provider repeats its failure → asked twice hours apart, done with another key', async () => {
  const id = await paidOrder()
  provider.faults.add({ at: 'refund', kind: 'error' })
  await refund(id)
  await withWorker(async () => {
    await untilRetried(() => isAbsent(id), 'absent')
    assert.equal((await callsOf(id, 'refund'))[0]!.key_number, 1)
    await makeAbsentLong()
    await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
  })
  const [call] = await callsOf(id, 'refund')
  assert.equal(call!.key_number, 2)
  assert.equal(capturedFor(provider, id).refunds, 1)
})

for (const [heard, hears] of [
  ['with its event', true],
  ['without an event', false],
] as const)
  test(`refund seconds after the provider answered 500, ${heard} → made once`, async () => {
    const id = await paidOrder()
    provider.faults.add({ at: 'refund', kind: 'late', milliseconds: 5000 })
    provider.events.lost = hears ? 0 : 1
    await refund(id, 500)
    await withWorker(async () => {
      await until(() => isAbsent(id), 'absent')
      assert.equal(capturedFor(provider, id).refunds, 0)
      await until(() => capturedFor(provider, id).refunds === 1, 'made')
      if (!hears) await makeAbsentLong()
      await until(async () => (await callsOf(id, 'refund'))[0]!.state === 'done', 'done')
      await settled(semel)
    })
    provider.events.lost = 0
    assert.deepEqual([capturedFor(provider, id).refunded, (await paymentOf(id)).refunded], [500, 500])
  })

test('provider lists lag → refund with a lost answer is not made twice', async () => {
  const id = await paidOrder()
  provider.faults.add({ at: 'refund', kind: 'drop', times: 2 })
  provider.events.lost = 1
  provider.lag = 60_000
  await refund(id, 500)
  await withWorker(async () => {
    await until(async () => (await callsOf(id, 'refund'))[0]!.reply !== null)
    await makeOldKey()
    provider.forgetKeys()
    await soonAgain()
    await until(() => isAbsent(id), 'absent')
    provider.lag = 0
    await makeAbsentLong()
    await until(async () => (await callsOf(id, 'refund'))[0]!.state === 'done', 'done')
    await settled(semel)
  })
  provider.events.lost = 0
  assert.deepEqual([capturedFor(provider, id).refunded, (await paymentOf(id)).refunded], [500, 500])
})

test('two refunds at the provider with one operation → second booked, and named', async () => {
  const id = await paidOrder()
  await refund(id, 500)
  await withWorker(async () => {
    await until(async () => (await callsOf(id, 'refund'))[0]!.state === 'done', 'done')
    await settled(semel)
    const [call] = await callsOf(id, 'refund')
    provider.bank.refund((await paymentOf(id)).transaction_id!, 500, { operation: call!.id })
    await until(async () => (await paymentOf(id)).refunded === 1000, 'booked')
    await settled(semel)
  })
  assert.match((await paymentOf(id)).finding!, /twice/)
  const { body } = await semel.client().get(`/api/orders/${id}/payment`, { token: staff.token })
  assert.deepEqual(
    body.refunds.map(({ source }: { source: string }) => source),
    ['shop', 'external'],
  )
})

test('provider was away for an hour → page opens with a new end', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.faults.add({ at: 'create', kind: 'away', times: 1 })
  await pay(id)
  await sql`
    update payments set expires_at = expires_at - interval '1 hour', created_at = created_at - interval '1 hour' where order_id = ${id}
  `.execute(semel.db)
  await withWorker(() => until(async () => (await paymentOf(id)).state === 'pending', 'opened'))
  assert.equal(capturedFor(provider, id).sessions, 1)
})

const makeOldKey = () =>
  sql`update payment_calls set key_since = key_since - interval '24 hours' where state = 'pending'`.execute(semel.db)

test('answer lost and key forgotten → asked first, and never done twice', async () => {
  for (const at of ['create', 'refund'] as const) {
    const isCreate = at === 'create'
    if (isCreate) provider.faults.add({ at, kind: 'drop', times: 2 })
    const id = isCreate ? (await orderOnline(semel, buyer)).id : await paidOrder()
    if (isCreate) await pay(id)
    else {
      provider.faults.add({ at, kind: 'drop', times: 2 })
      await refund(id)
      await withWorker(() => until(async () => (await callsOf(id, at))[0]!.attempts === 1 && provider.faults.met > 0))
    }
    await until(async () => (await callsOf(id, at))[0]!.state === 'pending')
    await makeOldKey()
    provider.forgetKeys()
    await soon()
    await withWorker(() => until(async () => (await callsOf(id, at))[0]!.state === 'done', 'done'))
    const { sessions, refunds } = capturedFor(provider, id)
    assert.deepEqual([sessions, refunds], [1, isCreate ? 0 : 1])
    assert.equal((await callsOf(id, at))[0]!.key_number, 1)
  }
})

test('key forgotten and call surely not made → made with another key', async () => {
  const id = await paidOrder()
  provider.faults.add({ at: 'refund', kind: 'lose', times: 2 })
  await refund(id)
  await withWorker(() => until(async () => (await callsOf(id, 'refund'))[0]!.reply !== null))
  await makeOldKey()
  provider.forgetKeys()
  await soon()
  await withWorker(async () => {
    await until(() => isAbsent(id), 'absent')
    await makeAbsentLong()
    await until(async () => (await paymentStatus(semel, id)) === 'refunded')
  })
  assert.equal((await callsOf(id, 'refund'))[0]!.key_number, 2)
  assert.equal(capturedFor(provider, id).refunds, 1)
})

test('provider no longer knows the payment → in doubt until a person decides', async () => {
  for (const done of [true, false]) {
    const id = await paidOrder()
    const [session] = provider.bank.sessionsOf(id)
    const intent = provider.bank.intent(session!.payment_intent!)
    provider.bank.intents.delete(intent.id)
    await refund(id)
    await withWorker(() => until(async () => (await callsOf(id, 'refund'))[0]!.state === 'in_doubt', 'in doubt'))
    const { body } = await semel.client().get(`/api/orders/${id}/payment`, { token: buyer.token })
    assert.equal(body.refunds[0].state, 'in_doubt')
    provider.bank.intents.set(intent.id, intent)
    const [call] = await callsOf(id, 'refund')
    const settle = () =>
      semel.client().post(`/api/admin/payment-calls/${call!.id}/settle`, { done }, { token: staff.token })
    const answers = await Promise.all([settle(), settle()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    await withWorker(async () => {
      await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
      await settled(semel)
    })
    assert.equal(capturedFor(provider, id).refunds, done ? 0 : 1)
  }
})

test('worker overtaken while waiting for the answer → its late result changes nothing', async () => {
  const { id } = await orderOnline(semel, buyer)
  const { keyLife, shortestPage } = await stripe()
  const which = { name: 'stripe', keyLife, shortestPage, limit: 1, paymentId: (await paymentOf(id)).id }
  const [slow] = await claimCalls(semel.db, which)
  assert.deepEqual(await claimCalls(semel.db, which), [])
  await soon()
  const [fast] = await claimCalls(semel.db, which)
  assert.equal(fast!.attempt, 2)
  assert.equal(fast!.key, slow!.key)
  assert.equal(await recordCall(semel.db, slow!, { outcome: 'failed', reply: 'late' }, cancelIfUnpaid), false)
  const made = { id: 'cs_test_1', redirect: 'https://pay.example/1' }
  assert.equal(await recordCall(semel.db, fast!, { outcome: 'done', made }, cancelIfUnpaid), true)
  assert.equal((await paymentOf(id)).state, 'pending')
})

test('event overtakes the answer to create → payment looked at once known', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.faults.add({ at: 'create', kind: 'slow', milliseconds: 1000 })
  const opening = pay(id)
  await until(() => provider.bank.sessionsOf(id).length === 1)
  provider.bank.pay(provider.bank.sessionsOf(id)[0]!.id)
  await provider.events.quiet()
  await opening
  await withWorker(() => until(async () => (await paymentStatus(semel, id)) === 'paid'))
  assert.equal(capturedFor(provider, id).captures, 1)
})

test('no event comes and nobody returns → the worker asks by itself', async () => {
  const { id } = await orderOnline(semel, buyer)
  provider.events.lost = 1
  provider.bank.pay(await openedPage(semel, id, buyer))
  provider.events.lost = 0
  const { look_at: lookAt } = await paymentOf(id)
  assert.ok(lookAt! < new Date(Date.now() + 61_000))
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(semel.db)
  await withWorker(() => until(async () => (await paymentStatus(semel, id)) === 'paid'))
})

test('create call unsent when the order is cancelled → nothing reaches the provider', async () => {
  const { id } = await orderOnline(semel, buyer)
  await semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: buyer.token })
  assert.equal((await paymentOf(id)).state, 'cancelled')
  await withWorker(() => settled(semel))
  assert.equal(capturedFor(provider, id).sessions, 0)
  assert.equal(await paymentStatus(semel, id), 'open')
})

test('invoice expires during a payment under way → only the provider ends that', async () => {
  const { id } = await orderOnline(semel, buyer)
  await openedPage(semel, id, buyer)
  await sql`update orders set placed_at = now() - interval '3 days' where id = ${id}`.execute(semel.db)
  await cancelUnpaid(semel.db, 86_400_000)
  const { body } = await semel.client().get(`/api/orders/${id}`, { token: buyer.token })
  assert.deepEqual([body.status, body.payment.status], ['placed', 'pending'])
})

test('database set back → earlier calls are asked about, forgotten ones are found', async () => {
  const id = await paidOrder()
  // The refund was sent, and the database has forgotten the answer, or all of it.
  await refund(id, 1000)
  const payment = await paymentOf(id)
  const [call] = await callsOf(id, 'refund')
  provider.events.lost = 1
  provider.bank.refund(payment.transaction_id!, 1000, { operation: call!.id })
  provider.bank.refund(payment.transaction_id!, 500, { operation: '01900000-0000-7000-8000-000000000000' })
  provider.events.lost = 0
  provider.forgetKeys()
  await sql`update database_history set changed_at = now(), settles_at = null`.execute(semel.db)
  await withWorker(async () => {
    await until(async () => (await paymentOf(id)).refunded === 1500, 'refunded')
    await settled(semel)
  })
  assert.equal(capturedFor(provider, id).refunded, 1500)
  await sql`update database_history set changed_at = null`.execute(semel.db)
})
