/** Plays about a provider that is not believed too early: late effects, events that never come, other units, other amounts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { displayAmount } from '../../src/dev/payments/currencies.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { cancelIfUnpaid } from '../../src/orders/transition.ts'
import { endFinding, readToBook } from '../../src/payments/findings/end-finding.ts'
import { readPaymentHealth } from '../../src/payments/findings/findings.ts'
import { claimReturn } from '../../src/payments/ledger/due-looks.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { readMissedEvents } from '../../src/payments/providers/missed-events.ts'
import { startWorker } from '../../src/worker.ts'
import { capturedFor, openedPage, paymentStatus, settled } from '../../test/support/payments.ts'
import { person } from '../../test/support/people.ts'
import { stockProduct } from '../../test/support/products.ts'
import type { Semel } from '../../test/support/semel.ts'
import { until } from '../../test/support/until.ts'

type Bed = { semel: Semel; provider: DevProvider }

const expect = (name: string, is: unknown, wanted: unknown) => (is === wanted ? [] : [`${name}: ${is}, not ${wanted}`])
const WAIT = 15_000
/** Longer than a repeat with the same key and the question after it take. */
const LATE = 6_000

async function withWorker({ semel }: Bed, work: () => Promise<unknown>): Promise<void> {
  await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await work()
}

const newest = (semel: Semel, orderId: number) =>
  semel.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

async function opened({ semel }: Bed, currency = 'EUR') {
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { price: 4800, currency })
  const order = { items: [{ productId, quantity: 1 }], payment: { method: 'online' } }
  const { body } = await semel.client().post('/api/orders', order, { token: buyer.token })
  return { id: body.id as number, page: await openedPage(semel, body.id, buyer) }
}

async function paid(bed: Bed) {
  const { id, page } = await opened(bed)
  const { payment_intent: intent } = bed.provider.bank.pay(page)
  await withWorker(bed, () => until(async () => (await paymentStatus(bed.semel, id)) === 'paid', 'paid'))
  return { id, intent: intent! }
}

const refund = async ({ semel }: Bed, id: number, amount: number) => {
  const { token } = await person(semel, 'staff')
  return semel.client().post(`/api/orders/${id}/refunds`, { amount }, { token })
}

/** The hours pass in which a refund has to stay absent. */
async function afterHours({ semel }: Bed): Promise<void> {
  await sql`
    update payment_calls set absent_since = absent_since - interval '5 hours', due_at = now() where absent_since is not null
  `.execute(semel.db)
}

async function lateRefund(bed: Bed): Promise<string[]> {
  const { id } = await paid(bed)
  bed.provider.events.lost = 1
  bed.provider.faults.add({ at: 'refund', kind: 'late', milliseconds: LATE })
  await refund(bed, id, 500)
  // Waits from the first attempt on, which the worker makes at once.
  const isOver = sleep(LATE + 2_000)
  await withWorker(bed, async () => {
    await isOver
    await until(
      async () => {
        await afterHours(bed)
        return (await newest(bed.semel, id)).refunded > 0
      },
      'seen',
      WAIT,
    )
    await settled(bed.semel)
  })
  return [
    ...expect('refunded at the provider', capturedFor(bed.provider, id).refunded, 500),
    ...expect('refunded here', (await newest(bed.semel, id)).refunded, 500),
  ]
}

async function doubleRefund(bed: Bed): Promise<string[]> {
  const { id, intent } = await paid(bed)
  await refund(bed, id, 500)
  await withWorker(bed, async () => {
    await until(async () => (await newest(bed.semel, id)).refunded === 500, 'refunded')
    const [made] = bed.provider.bank.refundsOf(intent)
    bed.provider.bank.refund(intent, 500, made!.metadata)
    await bed.provider.events.quiet()
    await settled(bed.semel)
  })
  const { refunded, finding } = await newest(bed.semel, id)
  return [
    ...expect('refunded here', refunded, capturedFor(bed.provider, id).refunded),
    ...expect('it is named', finding?.includes('twice'), true),
  ]
}

/** Events lie in the provider's list as if they had been made minutes ago. */
function age({ events }: DevProvider): void {
  for (const made of events.made)
    made.body = made.body.replace(/"created":(\d+),"livemode"/, (_, at) => `"created":${Number(at) - 300},"livemode"`)
}

async function lostEvents(bed: Bed): Promise<string[]> {
  const { id, intent } = await paid(bed)
  await bed.provider.events.quiet()
  bed.provider.events.lost = 1
  bed.provider.bank.refund(intent, 700)
  age(bed.provider)
  const provider = (await findProvider(bed.semel, 'stripe'))!
  await readMissedEvents(bed.semel, provider)
  await sql`update provider_cursors set due_at = now(), read_until = now() - interval '1 day'`.execute(bed.semel.db)
  const readers = await Promise.all(Array.from({ length: 6 }, () => readMissedEvents(bed.semel, provider)))
  await withWorker(bed, () => settled(bed.semel))
  return [
    ...expect('readers at once', readers.filter(missed => missed !== undefined).length, 1),
    ...expect('refunded here', (await newest(bed.semel, id)).refunded, 700),
  ]
}

async function dailyLook(bed: Bed): Promise<string[]> {
  const { id, intent } = await paid(bed)
  await withWorker(bed, () => settled(bed.semel))
  bed.provider.events.lost = 1
  bed.provider.bank.refund(intent, 900)
  await sql`update payments set check_at = check_at - interval '1 day' where order_id = ${id}`.execute(bed.semel.db)
  await withWorker(bed, () =>
    until(async () => (await newest(bed.semel, id)).refunded > 0, 'seen', 5_000).catch(() => {}),
  )
  return expect('refunded here', (await newest(bed.semel, id)).refunded, 900)
}

async function wrongSecret(bed: Bed): Promise<string[]> {
  const { id, page } = await opened(bed)
  bed.provider.events.secret = 'whsec_wrong'
  bed.provider.bank.pay(page)
  await until(async () => (await readPaymentHealth(bed.semel.db, new Date())).refusedEvents > 0, 'counted', WAIT).catch(
    () => {},
  )
  const { refusedEvents } = await readPaymentHealth(bed.semel.db, new Date())
  bed.provider.events.secret = undefined
  await sql`update payments set look_at = now() where order_id = ${id}`.execute(bed.semel.db)
  await withWorker(bed, () => until(async () => (await paymentStatus(bed.semel, id)) === 'paid', 'paid'))
  return expect('refused events are counted', refusedEvents > 0, true)
}

async function reloads(bed: Bed): Promise<string[]> {
  const { id } = await opened(bed)
  const { id: paymentId } = await newest(bed.semel, id)
  const looks = await Promise.all(Array.from({ length: 20 }, () => claimReturn(bed.semel.db, paymentId)))
  return expect('looks of 20 reloads', looks.filter(Boolean).length, 1)
}

async function otherUnits(bed: Bed): Promise<string[]> {
  const found: string[] = []
  for (const currency of ['ISK', 'UGX', 'MGA', 'JPY']) {
    const { id, page } = await opened(bed, currency)
    const session = bed.provider.bank.session(page)
    const asked = displayAmount(session.amount_total, currency.toLowerCase())
    const wanted = currency === 'MGA' ? 'MGA 48' : `${currency} 4800`
    bed.provider.bank.pay(page)
    await withWorker(bed, () =>
      until(async () => (await paymentStatus(bed.semel, id)) === 'paid', 'paid', 5_000).catch(() => {}),
    )
    found.push(...expect('asked', asked, wanted), ...expect(currency, await paymentStatus(bed.semel, id), 'paid'))
  }
  return found
}

/** Money of another amount is named, booked by a person, and can go back: no state without a way out. */
async function bookedAsItIs(bed: Bed): Promise<string[]> {
  const { id, page } = await opened(bed)
  bed.provider.events.lost = 1
  const { payment_intent: intent } = bed.provider.bank.pay(page)
  bed.provider.bank.capture(intent!, 1000)
  const { id: paymentId } = await newest(bed.semel, id)
  await sql`update payments set look_at = now() where id = ${paymentId}`.execute(bed.semel.db)
  await withWorker(bed, async () => {
    await until(async () => (await newest(bed.semel, id)).finding !== null, 'named')
    const standing = await readToBook(bed.semel, paymentId)
    await endFinding(bed.semel.db, paymentId, { end: 'booked', standing }, cancelIfUnpaid)
    await sql`update payments set look_at = now() where id = ${paymentId}`.execute(bed.semel.db)
    await settled(bed.semel)
  })
  const { captured, finding } = await newest(bed.semel, id)
  const { status } = await refund(bed, id, 1000)
  await withWorker(bed, () => settled(bed.semel))
  return [
    ...expect('booked', captured, 1000),
    ...expect('the finding', finding, null),
    ...expect('the refund', status, 201),
    ...expect('refunded', capturedFor(bed.provider, id).refunded, 1000),
  ]
}

/** A transfer pays the order, and the customer agrees at the last moment: the page cannot be closed anymore. */
async function agreedTooLate(bed: Bed): Promise<string[]> {
  const { semel, provider } = bed
  const { id, page } = await opened(bed)
  provider.events.lost = 1
  provider.bank.pay(page)
  provider.lag = 60_000
  const { token } = await person(semel, 'staff')
  await semel.client().post(`/api/orders/${id}/mark-paid`, {}, { token })
  const { payment_intent: intent } = provider.bank.session(page)
  const lookNow = sql`update payments set look_at = now() where order_id = ${id} and state = 'cancelling'`
  await withWorker(bed, async () => {
    const calls = semel.db
      .selectFrom('payment_calls')
      .innerJoin('payments', 'payments.id', 'payment_calls.payment_id')
      .where('order_id', '=', id)
      .where('kind', '=', 'cancel')
      .where('payment_calls.state', '=', 'failed')
      .select('payment_calls.id')
    await until(async () => (await calls.execute()).length > 0, 'it cannot be closed', WAIT)
    provider.lag = 0
    await lookNow.execute(semel.db)
    await until(() => provider.bank.intent(intent!).status === 'canceled', 'given back', 5_000).catch(() => {})
  })
  return [
    ...expect('the authorization', provider.bank.intent(intent!).status, 'canceled'),
    ...expect('the order', await paymentStatus(semel, id), 'paid'),
  ]
}

export const WATCHES: { name: string; race: (bed: Bed) => Promise<string[]> }[] = [
  { name: 'a refund that comes seconds after an answer of 500', race: lateRefund },
  { name: 'two refunds at the provider for one of ours', race: doubleRefund },
  { name: 'events that never come are found in the list', race: lostEvents },
  { name: 'a payment with money is looked at daily', race: dailyLook },
  { name: 'events with a wrong secret are counted', race: wrongSecret },
  { name: 'twenty reloads of the page of return', race: reloads },
  { name: 'currencies with other units at the provider', race: otherUnits },
  { name: 'money of another amount is booked as it is', race: bookedAsItIs },
  { name: 'a customer agrees while the page is closed', race: agreedTooLate },
]
