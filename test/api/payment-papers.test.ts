import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { changeShop } from '../../src/shop/settings.ts'
import { openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { sendTransfers } from '../support/transfers.ts'
import { until } from '../support/until.ts'

/* Money that goes back and comes back: at the end the papers say what the money says, whatever happened in between. */
let semel: Semel
let provider: DevProvider
let buyer: Person
let staff: Person
before(async () => {
  semel = await startSemel()
  provider = await openProvider(semel)
  staff = await person(semel, 'admin')
  buyer = await person(semel)
  await changeShop(semel.db, {
    legalName: 'Tea & Co.',
    seat: 'High Street 1\nLondon',
    vatId: 'DE123456789',
    invoiceMoment: 'paid',
  })
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

const post = (path: string, body: object | undefined = undefined, who = staff) =>
  semel.client().post(path, body, { token: who.token })
const documentsOf = async (id: number) => {
  const { rows } = await sql<{ kind: string; total: number; reason: string | null }>`
    select kind, (content ->> 'total')::int as total, content ->> 'reason' as reason from documents where order_id = ${id} order by issued_at, id
  `.execute(semel.db)
  return rows
}
const papersOf = async (id: number) =>
  (await documentsOf(id)).reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0)
const papersAre = (id: number, amount: number) =>
  until(async () => (await papersOf(id)) === amount, `papers of ${id} ${amount}`)

async function invoicedOrder() {
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
  await papersAre(id, 4800)
  return { id, intent: provider.bank.sessionsOf(id)[0]!.payment_intent! }
}

/** Waits until the issuer has looked at each refund that is done. */
const nothingToWrite = () =>
  until(async () => {
    const { rows } =
      await sql`select from refunds where needs_credit_note and state in ('done', 'to_transfer')`.execute(semel.db)
    return rows.length === 0
  }, 'nothing to write')

test('refund fails → page offers a transfer, somebody makes it, and papers agree', async () => {
  const { id, intent } = await invoicedOrder()
  const pageOf = async () =>
    (await semel.client().get(`/admin/orders/${id}`, { headers: { cookie: `semel_session=${staff.token}` } })).text
  assert.doesNotMatch(await pageOf(), /refund-by-transfer|mark-unpaid/)
  await post(`/api/orders/${id}/refunds`, { amount: 700 })
  await papersAre(id, 4100)
  provider.bank.endRefund(provider.bank.refundsOf(intent)[0]!.id, 'failed')
  await papersAre(id, 4800)
  assert.match(await pageOf(), /refund-by-transfer/)
  const { status, body } = await post(`/api/orders/${id}/refunds`, { amount: 700, byTransfer: true })
  assert.deepEqual([status, body.state], [201, 'to_transfer'])
  assert.equal(provider.bank.refundedOf(intent), 0)
  await sendTransfers(semel, id, staff)
  await papersAre(id, 4100)
  assert.equal(await paymentStatus(semel, id), 'partly_refunded')
})

test('refund fails after its credit note → note taken back; made again → another', async () => {
  const { id, intent } = await invoicedOrder()
  await post(`/api/orders/${id}/refunds`, { amount: 700 })
  await papersAre(id, 4100)
  provider.bank.endRefund(provider.bank.refundsOf(intent)[0]!.id, 'failed')
  await papersAre(id, 4800)
  assert.equal(await paymentStatus(semel, id), 'paid')
  await post(`/api/orders/${id}/refunds`, { amount: 700 })
  await papersAre(id, 4100)
  assert.deepEqual(
    (await documentsOf(id)).map(({ total, reason }) => [total, reason]),
    [
      [4800, null],
      [700, 'price_reduced'],
      [-700, 'refund_failed'],
      [700, 'price_reduced'],
    ],
  )
  const { rows } = await sql<{ kind: string; n: number }>`
    select d.kind, count(*)::int as n from deliveries d join events e on e.id = d.event_id
    where e.payload ->> 'orderId' = ${String(id)} and d.kind in ('refund.sent', 'refund.failed', 'shop.refund_failed')
    group by 1 order by 1
  `.execute(semel.db)
  assert.deepEqual(rows, [
    { kind: 'refund.failed', n: 1 },
    { kind: 'refund.sent', n: 2 },
    { kind: 'shop.refund_failed', n: 1 },
  ])
})

test('lost chargeback → credit note only if wanted, taken back when won', async () => {
  const { id, intent } = await invoicedOrder()
  provider.bank.dispute(intent, 'lost')
  await until(async () => (await paymentStatus(semel, id)) === 'charged_back')
  await settled(semel)
  assert.equal(await papersOf(id), 4800)
  const { body } = await semel.client().get(`/api/orders/${id}/payment`, { token: staff.token })
  const decided = await post(`/api/admin/disputes/${body.disputes[0].id}/decision`, { decision: 'credited' })
  assert.equal(decided.status, 200)
  await papersAre(id, 0)
  assert.equal((await documentsOf(id)).at(-1)!.reason, 'charged_back')
  provider.bank.dispute(intent, 'won')
  await papersAre(id, 4800)
  assert.deepEqual([(await documentsOf(id)).at(-1)!.reason, await paymentStatus(semel, id)], ['chargeback_won', 'paid'])
})

type Step = {
  do: 'refund' | 'fail' | 'dispute' | 'credit' | 'claim'
  status: 'needs_response' | 'won' | 'lost'
  amount: number
}
const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('refund', 'fail', 'dispute', 'dispute', 'credit', 'claim'),
    status: fc.constantFrom('needs_response', 'won', 'lost'),
    amount: fc.integer({ min: 1, max: 2000 }),
  }),
  { minLength: 2, maxLength: 8 },
)

test('chargeback won after another payment → no credit note about what goes back', async () => {
  const { id, intent } = await invoicedOrder()
  provider.bank.dispute(intent, 'lost')
  await until(async () => (await paymentStatus(semel, id)) === 'charged_back', 'charged back')
  provider.bank.pay(await openedPage(semel, id, buyer))
  await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid again')
  provider.bank.dispute(intent, 'won')
  const again = provider.bank.sessionsOf(id)[1]!.payment_intent!
  await until(() => provider.bank.refundedOf(again) === 4800, 'what was too much goes back')
  await settled(semel)
  assert.equal(await paymentStatus(semel, id), 'paid')
  await nothingToWrite()
  assert.equal(await papersOf(id), 4800)
})

test('refunds, failures, disputes and decisions in any order → papers and money agree', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async events => {
      const { id, intent } = await invoicedOrder()
      for (const event of events) await happen(id, intent, event)
      await provider.events.quiet()
      await settled(semel)
      const { rows } = await sql<{ money: number; open: number }>`
        select sum(captured - refunded)::int as money, sum(charged_back + disputed)::int as open from payments where order_id = ${id}
      `.execute(semel.db)
      await papersAre(id, rows[0]!.money)
      const atProvider = 4800 - provider.bank.refundedOf(intent)
      assert.ok(rows[0]!.money <= atProvider)
    }),
    { numRuns: 6 },
  )
})

async function happen(id: number, intent: string, { do: what, status, amount }: Step): Promise<void> {
  if (what === 'refund') await post(`/api/orders/${id}/refunds`, { amount })
  if (what === 'fail') {
    const done = provider.bank.refundsOf(intent).find(refund => refund.status === 'succeeded')
    if (done) provider.bank.endRefund(done.id, 'failed')
  }
  if (what === 'dispute') provider.bank.dispute(intent, status)
  if (what === 'credit' || what === 'claim') {
    const { body } = await semel.client().get(`/api/orders/${id}/payment`, { token: staff.token })
    const decision = what === 'credit' ? 'credited' : 'claimed'
    if (body.disputes[0]) await post(`/api/admin/disputes/${body.disputes[0].id}/decision`, { decision })
  }
  await provider.events.quiet()
  await settled(semel)
}
