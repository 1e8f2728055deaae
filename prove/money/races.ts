/** The races of payments, each with the figures of the provider as its judge. */
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { expireUnpaidOnline } from '../../src/orders/expiry.ts'
import { cancelIfUnpaid } from '../../src/orders/transition.ts'
import { claimCalls, recordCall } from '../../src/payments/ledger/calls.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { look } from '../../src/payments/standing.ts'
import { startWorker } from '../../src/worker.ts'
import { capturedFor, openedPage, orderOnline, paymentStatus, settled } from '../../test/support/payments.ts'
import { type Person, person } from '../../test/support/people.ts'
import type { Semel } from '../../test/support/semel.ts'
import { until } from '../../test/support/until.ts'

type Bed = { semel: Semel; provider: DevProvider }

const expect = (name: string, is: unknown, wanted: unknown) => (is === wanted ? [] : [`${name}: ${is}, not ${wanted}`])

async function withWorker({ semel }: Bed, work: () => Promise<void>): Promise<void> {
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await work()
}

async function lookAt({ semel }: Bed, orderId: number): Promise<void> {
  const { id } = await newest(semel, orderId)
  await look(semel, (await findProvider(semel, 'stripe'))!, { id, lease: null }, cancelIfUnpaid)
}

const newest = (semel: Semel, orderId: number) =>
  semel.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** @param isKnown whether the shop hears of the payment by an event */
async function opened({ semel, provider }: Bed) {
  const buyer = await person(semel)
  const { id } = await orderOnline(semel, buyer)
  return { buyer, id, page: await openedPage(semel, id, buyer), bank: provider.bank }
}

async function paid(bed: Bed) {
  const order = await opened(bed)
  bed.provider.bank.pay(order.page)
  await withWorker(bed, () => until(async () => (await paymentStatus(bed.semel, order.id)) === 'paid', 'paid'))
  return order
}

const step = ({ semel }: Bed, id: number, name: string, { token }: Person) =>
  semel.client().post(`/api/orders/${id}/${name}`, undefined, { token })
const refund = async ({ semel }: Bed, id: number, amount?: number) => {
  const { token } = await person(semel, 'staff')
  return semel.client().post(`/api/orders/${id}/refunds`, amount ? { amount } : {}, { token })
}

async function told({ semel }: Bed, type: string, orderId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = ${type} and payload ->> 'orderId' = ${String(orderId)}
  `.execute(semel.db)
  return rows[0]!.n
}

async function tabs(bed: Bed): Promise<string[]> {
  const buyer = await person(bed.semel)
  const { id } = await orderOnline(bed.semel, buyer)
  // Ends the first payment, because an order without a live payment must get only one page, too.
  bed.provider.bank.expire(await openedPage(bed.semel, id, buyer))
  await lookAt(bed, id)
  const answers = await Promise.all(Array.from({ length: 6 }, () => step(bed, id, 'payment', buyer)))
  const pages = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.redirect))
  return [
    ...expect('pages', pages.size, 1),
    ...expect('sessions', capturedFor(bed.provider, id).sessions, 2),
    ...answers.filter(({ status }) => status >= 500).map(({ status }) => `a tab got ${status}`),
  ]
}

async function returnAndEvent(bed: Bed): Promise<string[]> {
  const { id, page, bank } = await opened(bed)
  bed.provider.events.copies = 3
  bank.session(page).capturesLater = false
  bank.pay(page)
  await Promise.all([...Array.from({ length: 4 }, () => lookAt(bed, id)), bed.provider.events.quiet()])
  await withWorker(bed, () => settled(bed.semel))
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from provider_events group by event_id order by 1 desc limit 1
  `.execute(bed.semel.db)
  return [
    ...expect('emails', await told(bed, 'payment.received', id), 1),
    ...expect('captures', capturedFor(bed.provider, id).captures, 1),
    ...expect('copies of an event', rows[0]?.n, 1),
  ]
}

async function lastSecond(bed: Bed): Promise<string[]> {
  const found: string[] = []
  for (const capturesLater of [true, false]) {
    const { id, page, bank } = await opened(bed)
    await sql`update orders set placed_at = now() - interval '27 hours' where id = ${id}`.execute(bed.semel.db)
    await sql`update payments set expires_at = now() - interval '25 hours' where order_id = ${id}`.execute(bed.semel.db)
    bank.session(page).capturesLater = capturesLater
    bed.provider.events.lost = 1
    bank.pay(page)
    await expireUnpaidOnline(bed.semel.db)
    await withWorker(bed, () => settled(bed.semel))
    const order = await bed.semel.db
      .selectFrom('orders')
      .select(['status', 'payment_status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    found.push(...expect('the order', `${order.status} ${order.payment_status}`, 'placed paid'))
    found.push(...expect('captures', capturedFor(bed.provider, id).captures, 1))
  }
  return found
}

async function cancelledThenPaid(bed: Bed): Promise<string[]> {
  const { id, page, buyer, bank } = await opened(bed)
  await step(bed, id, 'cancel', buyer)
  await withWorker(bed, async () => {
    await until(() => bank.session(page).status === 'expired')
    await settled(bed.semel)
    bank.pay(page, { late: true })
    await bed.provider.events.quiet()
    await settled(bed.semel)
  })
  return [
    ...expect('refunded', capturedFor(bed.provider, id).refunded, 4800),
    ...expect('refunds', capturedFor(bed.provider, id).refunds, 1),
    ...expect('the order', await paymentStatus(bed.semel, id), 'refunded'),
  ]
}

/** The first page has expired, the second one is paid, and then the first one too, by a provider that takes money late. */
async function paidTwice(bed: Bed): Promise<string[]> {
  const { id, page, buyer, bank } = await opened(bed)
  await withWorker(bed, async () => {
    bank.expire(page)
    await until(async () => (await paymentStatus(bed.semel, id)) === 'open')
    bank.pay(await openedPage(bed.semel, id, buyer))
    await until(async () => (await paymentStatus(bed.semel, id)) === 'paid')
    bank.pay(page, { late: true })
    await bed.provider.events.quiet()
    await settled(bed.semel)
  })
  const { captured, refunded } = capturedFor(bed.provider, id)
  return [
    ...expect('captured', captured, 9600),
    ...expect('refunded', refunded, 4800),
    ...expect('the order', await paymentStatus(bed.semel, id), 'paid'),
    ...expect('emails', await told(bed, 'payment.received', id), 1),
  ]
}

/** The capture has reached the provider when the order is cancelled. */
async function captureAndCancel(bed: Bed): Promise<string[]> {
  const { id, page, buyer, bank } = await opened(bed)
  bed.provider.events.lost = 1
  bank.pay(page)
  await lookAt(bed, id)
  const { transaction_id: intent } = await newest(bed.semel, id)
  bank.capture(intent!, 4800)
  await step(bed, id, 'cancel', buyer)
  await withWorker(bed, async () => {
    await until(async () => (await paymentStatus(bed.semel, id)) === 'refunded', 'refunded', 5000).catch(() => {})
    await settled(bed.semel)
  })
  const { captured, refunded } = capturedFor(bed.provider, id)
  return [...expect('captured', captured, 4800), ...expect('refunded', refunded, 4800)]
}

async function refundsAtOnce(bed: Bed): Promise<string[]> {
  const { id } = await paid(bed)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(bed, id, 1000)))
  await withWorker(bed, () => settled(bed.semel))
  return [
    ...expect('accepted', answers.filter(({ status }) => status === 201).length, 4),
    ...expect('refunded', capturedFor(bed.provider, id).refunded, 4000),
  ]
}

async function elsewhere(bed: Bed): Promise<string[]> {
  const { id, bank } = await paid(bed)
  const { transaction_id: intent } = await newest(bed.semel, id)
  bank.refund(intent!, 1000, {})
  bank.dispute(intent!, 'needs_response')
  await bed.provider.events.quiet()
  await withWorker(bed, () => settled(bed.semel))
  const { refunded, refund_reserved: reserved, disputed } = await newest(bed.semel, id)
  return [
    ...expect('refunded', refunded, 1000),
    ...expect('reserved', reserved, 1000),
    ...expect('disputed', disputed, 3800),
  ]
}

/** A bank takes money, and gives it back, while staff refund and decide. */
async function backAndForth(bed: Bed): Promise<string[]> {
  const { id, bank } = await paid(bed)
  const { transaction_id: intent } = await newest(bed.semel, id)
  const found: string[] = []
  for (const [status, wanted] of [
    ['needs_response', 'disputed'],
    ['lost', 'charged_back'],
    ['under_review', 'disputed'],
    ['won', 'paid'],
    ['lost', 'charged_back'],
    ['won', 'paid'],
  ] as const) {
    bank.dispute(intent!, status)
    await bed.provider.events.quiet()
    await Promise.all([lookAt(bed, id), lookAt(bed, id)])
    found.push(...expect(`after ${status}`, await paymentStatus(bed.semel, id), wanted))
    if (wanted === 'paid') continue
    const answers = await Promise.all([refund(bed, id, 1000), refund(bed, id, 1000)])
    found.push(...expect('refunds of money that is gone', answers.filter(answer => answer.status === 201).length, 0))
  }
  return found
}

async function otherAmount(bed: Bed): Promise<string[]> {
  const { id, page, bank } = await opened(bed)
  bank.session(page).capturesLater = false
  bank.pay(page, { amount: 4700 })
  await lookAt(bed, id)
  const { finding } = await newest(bed.semel, id)
  return [
    ...expect('the order', await paymentStatus(bed.semel, id), 'pending'),
    ...(finding ? [] : ['there is no finding']),
  ]
}

/** The refund was sent, and the database has forgotten that. */
async function setBack(bed: Bed): Promise<string[]> {
  const { id, bank } = await paid(bed)
  await refund(bed, id, 1000)
  const { id: paymentId, transaction_id: intent } = await newest(bed.semel, id)
  const call = await bed.semel.db
    .selectFrom('payment_calls')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow()
  bed.provider.events.lost = 1
  bank.refund(intent!, 1000, { operation: call.id })
  bed.provider.forgetKeys()
  await sql`update database_history set changed_at = now(), settles_at = null`.execute(bed.semel.db)
  await withWorker(bed, () => settled(bed.semel))
  await sql`update database_history set changed_at = null`.execute(bed.semel.db)
  return [
    ...expect('refunded', capturedFor(bed.provider, id).refunded, 1000),
    ...expect('in the database', (await newest(bed.semel, id)).refunded, 1000),
  ]
}

/** The answer to a refund was lost, and the provider has forgotten the key when it is repeated. */
async function oldKey(bed: Bed): Promise<string[]> {
  const { id } = await paid(bed)
  bed.provider.faults.add({ at: 'refund', kind: 'drop', times: 2 })
  bed.provider.events.lost = 1
  await refund(bed, id, 1000)
  const { id: paymentId } = await newest(bed.semel, id)
  const attempted = () =>
    bed.semel.db
      .selectFrom('payment_calls')
      .select('reply')
      .where('payment_id', '=', paymentId)
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow()
  await withWorker(bed, () => until(async () => (await attempted()).reply !== null, 'attempted'))
  await sql`update payment_calls set key_since = key_since - interval '24 hours', due_at = now() where state = 'pending'`.execute(
    bed.semel.db,
  )
  bed.provider.forgetKeys()
  await withWorker(bed, () => settled(bed.semel))
  return expect('refunded', capturedFor(bed.provider, id).refunded, 1000)
}

async function overtaken(bed: Bed): Promise<string[]> {
  const { id } = await orderOnline(bed.semel, await person(bed.semel))
  const { keyLife, shortestPage } = (await findProvider(bed.semel, 'stripe'))!
  const which = { name: 'stripe', keyLife, shortestPage, limit: 1, paymentId: (await newest(bed.semel, id)).id }
  const [slow] = await claimCalls(bed.semel.db, which)
  await sql`update payment_calls set due_at = now() where id = ${slow!.id}`.execute(bed.semel.db)
  const [fast] = await claimCalls(bed.semel.db, which)
  const made = { id: `cs_test_${id}`, redirect: 'https://pay.example/1' }
  await recordCall(bed.semel.db, slow!, { outcome: 'failed', reply: 'late' }, cancelIfUnpaid)
  await recordCall(bed.semel.db, fast!, { outcome: 'done', made }, cancelIfUnpaid)
  return expect('the payment', (await newest(bed.semel, id)).state, 'pending')
}

export const RACES: { name: string; race: (bed: Bed) => Promise<string[]> }[] = [
  { name: 'six tabs at once make one payment', race: tabs },
  { name: 'an event that comes three times and the customer who returns', race: returnAndEvent },
  { name: 'an order expires while it is paid at the last second', race: lastSecond },
  { name: 'money for a cancelled order goes back', race: cancelledThenPaid },
  { name: 'an order that is paid twice gives the second payment back', race: paidTwice },
  { name: 'captured and cancelled at once', race: captureAndCancel },
  { name: 'eight refunds at once', race: refundsAtOnce },
  { name: 'a refund and a chargeback at the provider are recorded', race: elsewhere },
  { name: 'a chargeback goes back and forth', race: backAndForth },
  { name: 'another amount than was asked', race: otherAmount },
  { name: 'a database that was set back asks the provider', race: setBack },
  { name: 'a repeat after the life of the key asks first', race: oldKey },
  { name: 'a worker that is overtaken changes nothing', race: overtaken },
]
