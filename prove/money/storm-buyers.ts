/**
 * The buyers of a storm, and what their banks and the shop do with their money meanwhile. Each order is one of them. What they wait for
 * may never come, because the provider misbehaves: then they go on without it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DisputeStatus, Session } from '../../src/dev/payments/objects.ts'
import { Client } from '../../test/support/client.ts'
import { paymentStatus } from '../../test/support/payments.ts'
import { type Person, person } from '../../test/support/people.ts'
import { until } from '../../test/support/until.ts'
import { TRANSFER_BUYERS, TWO_WAYS } from './storm-transfers.ts'
import { by, type Storm, send } from './storm-world.ts'

/** Time that a buyer waits for the provider or the shop. */
export const PATIENCE = 12_000

export type Order = { storm: Storm; id: number; buyer: Person }
export type Buyer = (order: Order) => Promise<void>

export async function oneOrder(storm: Storm): Promise<void> {
  const buyer = await person(storm.semel)
  const [name, , act] = chosen()
  storm.count(name)
  const id = await place(storm, buyer, TRANSFER_BUYERS.some(([other]) => other === name) ? 'invoice' : 'online')
  await act({ storm, id, buyer })
}

export async function place(storm: Storm, buyer: Person, method: 'invoice' | 'online'): Promise<number> {
  const items = [{ productId: storm.productId, quantity: 1 }]
  const { body } = await send(storm, '/api/orders', { items, payment: { method } }, buyer)
  return body.id
}

/**
 * Takes turns, so that each comes in a storm of a few orders too, and oftener those with a larger number. Every
 * second pays by transfer.
 */
let turn = Math.floor(Math.random() * 100)
function chosen(): (typeof BUYERS)[number] {
  const all = (turn % 2 ? BUYERS : [...TRANSFER_BUYERS, ...TWO_WAYS]).flatMap(buyer =>
    Array.from({ length: buyer[1] }, () => buyer),
  )
  // 37 is coprime to their numbers, so neighbors differ.
  return all[(Math.floor(turn++ / 2) * 37) % all.length]!
}

const BUYERS: [string, number, Buyer][] = [
  ['leave', 4, async order => void (await openPage(order))],
  ['declined', 6, declined],
  ['two tabs', 8, twoTabs],
  ['refunds in part', 8, refundsInPart],
  ['three refunds of all at once', 6, refundsOfAll],
  ['cancel while paying', 8, cancelWhilePaying],
  ['cancel, then pay the old page', 6, payOldPage],
  ['debit that succeeds', 4, order => debit(order, true)],
  ['debit that fails', 4, order => debit(order, false)],
  ['debit that is cancelled meanwhile', 4, cancelledDebit],
  ['refund in the dashboard', 6, order => dashboardRefund(order, false)],
  ['refund in the dashboard, and one of ours', 4, order => dashboardRefund(order, true)],
  ['capture refused', 4, refusedCapture],
  ['capture in the dashboard', 5, dashboardCapture],
  ['chargeback open', 2, order => disputed(order, ['needs_response'])],
  ['chargeback won', 3, order => disputed(order, ['needs_response', 'under_review', 'won'])],
  ['chargeback lost', 3, order => disputed(order, ['needs_response', 'under_review', 'lost'])],
  ['chargeback lost at once', 3, order => disputed(order, ['lost'])],
  ['chargeback reopened', 3, order => disputed(order, ['needs_response', 'won', 'needs_response', 'lost'])],
  ['chargeback prevented', 2, order => disputed(order, ['prevented'])],
  ['inquiry', 3, order => disputed(order, ['warning_needs_response', 'warning_under_review', 'warning_closed'])],
  ['refund that fails later', 6, failedRefund],
]

/** The page that the shop sends the customer to, if there is one in time. The provider may have others, whose address nobody knows. */
export async function openPage({ storm, id, buyer }: Order): Promise<Session | undefined> {
  await send(storm, `/api/orders/${id}/payment`, {}, buyer)
  let found: Session | undefined
  const isOpen = async () => {
    const [payment] = await storm.semel.db
      .selectFrom('payments')
      .select('provider_id as page')
      .where('order_id', '=', id)
      .where('redirect', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    found = payment?.page ? storm.provider.bank.session(payment.page) : undefined
    return found?.status === 'open'
  }
  await until(isOpen, 'a page', PATIENCE).catch(() => {})
  return found?.status === 'open' ? found : undefined
}

/** Pays by a card, which is mostly captured by the shop. @returns the payment at the provider, if money came in time */
async function paid(order: Order): Promise<string | undefined> {
  const { storm, id, buyer } = order
  const page = await openPage(order)
  if (!page) return undefined
  page.capturesLater = by(0.7)
  storm.provider.bank.pay(page.id)
  if (by(0.3)) {
    const headers = { cookie: `semel_session=${buyer.token}` }
    await new Client(storm.webs[0]!.process.origin).get(`/orders/${id}/paid`, { headers }).catch(() => {})
  }
  const isPaid = async () => (await paymentStatus(storm.semel, id)) === 'paid'
  await until(isPaid, 'paid', PATIENCE).catch(() => {})
  return page.payment_intent !== null && storm.provider.bank.intent(page.payment_intent).amount_received > 0
    ? page.payment_intent
    : undefined
}

async function declined(order: Order): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  const { bank } = order.storm.provider
  bank.decline(page.id)
  if (by(0.5)) return
  await sleep(Math.random() * 1000)
  if (page.status === 'open') bank.pay(page.id)
}

async function twoTabs(order: Order): Promise<void> {
  const { storm, id, buyer } = order
  await Promise.all([0, 1, 2].map(() => send(storm, `/api/orders/${id}/payment`, {}, buyer)))
  await paid(order)
}

export async function refund({ storm, id }: Order, amount?: number): Promise<void> {
  const { status, body } = await send(storm, `/api/orders/${id}/refunds`, amount ? { amount } : {}, storm.staff)
  if (status === 201) storm.refunds.push({ orderId: id, id: body.id, amount: body.amount })
}

export const part = (most: number) => 100 + Math.floor(Math.random() * most)

async function refundsInPart(order: Order): Promise<void> {
  await paid(order)
  await Promise.all([refund(order, part(3000)), refund(order, part(3000))])
}

async function refundsOfAll(order: Order): Promise<void> {
  await paid(order)
  await Promise.all([refund(order), refund(order), refund(order)])
}

export const cancel = ({ storm, id, buyer }: Order) => send(storm, `/api/orders/${id}/cancel`, undefined, buyer)

async function cancelWhilePaying(order: Order): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  const cancelled = cancel(order)
  await sleep(Math.random() * 300)
  if (page.status === 'open') order.storm.provider.bank.pay(page.id)
  await cancelled
}

async function payOldPage(order: Order): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  await cancel(order)
  await sleep(Math.random() * 2000)
  if (page.status !== 'complete') order.storm.provider.bank.pay(page.id, { late: true })
}

async function debit(order: Order, succeeds: boolean): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  const { bank } = order.storm.provider
  bank.pay(page.id, { debit: true })
  await sleep(Math.random() * 4000)
  bank.endDebit(page.id, succeeds)
}

async function cancelledDebit(order: Order): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  const { bank } = order.storm.provider
  bank.pay(page.id, { debit: true })
  await sleep(Math.random() * 2000)
  await cancel(order)
  await sleep(Math.random() * 2000)
  if (bank.intent(page.payment_intent!).status === 'processing') bank.endDebit(page.id, by(0.5))
}

/** Somebody presses "Refund" in the console of the provider. */
async function dashboardRefund(order: Order, withOurs: boolean): Promise<void> {
  const intent = await paid(order)
  if (!intent) return
  const { bank } = order.storm.provider
  const ours = withOurs ? refund(order, part(4000)) : undefined
  await sleep(Math.random() * 100)
  const left = bank.intent(intent).amount_received - bank.refundedOf(intent)
  const amount = Math.min(left, part(900))
  if (amount > 0) bank.refund(intent, amount)
  await ours
}

async function refusedCapture(order: Order): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  const { bank, faults } = order.storm.provider
  page.capturesLater = true
  bank.pay(page.id)
  faults.add({ at: 'capture', kind: 'refuse', about: page.payment_intent!, message: 'Your card was declined.' })
}

/** Somebody presses "Capture" in the console of the provider while the shop captures. */
async function dashboardCapture(order: Order): Promise<void> {
  const page = await openPage(order)
  if (!page) return
  const { bank } = order.storm.provider
  page.capturesLater = true
  bank.pay(page.id)
  await sleep(Math.random() * 300)
  if (bank.intent(page.payment_intent!).status === 'requires_capture') bank.capture(page.payment_intent!)
}

/** The bank takes the money back step by step, while people decide, and some customers pay again. */
async function disputed(order: Order, statuses: DisputeStatus[]): Promise<void> {
  const { storm, id } = order
  const intent = await paid(order)
  if (!intent) return
  for (const status of statuses) {
    storm.provider.bank.dispute(intent, status)
    await sleep(Math.random() * 1500)
  }
  if (by(0.3)) await refund(order, part(1000))
  if (!statuses.includes('lost')) return
  const isGone = async () => (await paymentStatus(storm.semel, id)) === 'charged_back'
  await until(isGone, 'charged back', PATIENCE).catch(() => {})
  if (by(0.3)) await decide(order)
  if (by(0.4)) await paid(order)
  if (by(0.3)) storm.provider.bank.dispute(intent, 'won')
}

async function decide({ storm, id }: Order): Promise<void> {
  const [dispute] = await storm.semel.db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select('disputes.id')
    .where('payments.order_id', '=', id)
    .execute()
  const decision = by(0.5) ? 'credited' : 'claimed'
  if (dispute) await send(storm, `/api/admin/disputes/${dispute.id}/decision`, { decision }, storm.staff)
}

/** The bank of the customer sends a refund back, and the shop makes it again. */
async function failedRefund(order: Order): Promise<void> {
  const intent = await paid(order)
  if (!intent) return
  const { bank } = order.storm.provider
  await refund(order, part(3000))
  const made = () => bank.refundsOf(intent).find(({ status }) => status === 'succeeded')
  await until(() => made() !== undefined, 'refunded', PATIENCE).catch(() => {})
  await sleep(Math.random() * 1500)
  const one = made()
  if (!one) return
  bank.endRefund(one.id, 'failed')
  await sleep(Math.random() * 1500)
  if (by(0.6)) await refund(order, one.amount)
}
