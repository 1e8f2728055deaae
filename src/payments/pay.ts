/** Lets a customer begin to pay, and come back from the provider's page. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { wakeWorkers } from '../database/news/wake.ts'
import type { Tx } from '../database/schema.ts'
import { invalidInput, Problem } from '../problems.ts'
import { after, HOUR, SECOND } from '../time.ts'
import { LEFT_TO_PAY } from './due.ts'
import { claimCalls } from './ledger/calls.ts'
import { claimReturn } from './ledger/due-looks.ts'
import { makeCall } from './ledger/make-call.ts'
import { startPayment } from './ledger/wishes.ts'
import { settleOrder } from './order-status.ts'
import type { Money } from './payment-section.ts'
import { findProvider, namesOfOffered } from './providers/find-provider.ts'
import { choosePayable, type NotPayable, notPayableOnline } from './providers/payable.ts'
import type { Provider } from './providers/provider.ts'
import { findDue, findLivePayment, findPayments } from './queries.ts'
import { PAY_WITHIN, readPaymentSettings } from './settings.ts'
import { type CancelIfUnpaid, look } from './standing.ts'
import type { PaymentMethod, PaymentState } from './states.ts'
import { accountPath } from './transfers-out/account.ts'
import { findWithoutAccount } from './transfers-out/queries.ts'

/** Time that a customer waits for the provider's page. Afterwards the answer has no address yet. */
const PATIENCE = 5 * SECOND

export type WaysToPay = {
  ways: PaymentMethod[]
  /** Reason why this amount cannot be paid online, in a shop where others can. */
  notOnline: NotPayable | undefined
}

/** Keeps a way to pay that the provider has refused from being offered again so soon. */
const REFUSAL_LASTS = HOUR

/** The ways in which an amount can be paid. */
export async function waysToPay(
  context: Pick<AppContext, 'config' | 'db' | 'development'>,
  { amount, currency }: { amount: number; currency: string },
): Promise<WaysToPay> {
  const { provider, notOnline } = choosePayable(await namesOfOffered(context), amount, currency)
  return { ways: provider === undefined ? ['invoice'] : ['invoice', 'online'], notOnline }
}

/** Reads the money of an order, as its page shows it. */
export async function readMoney(context: AppContext, orderId: number): Promise<Money> {
  const due = { amount: 0, currency: 'EUR', ...(await findDue(context.db, orderId)) }
  const [payments, { transfer }, { ways, notOnline }, withoutAccount] = await Promise.all([
    findPayments(context.db, orderId),
    readPaymentSettings(context.db),
    waysToPay(context, due),
    findWithoutAccount(context.db, orderId),
  ])
  const refusedAt = payments[0]?.refusedAt
  const isRefused = refusedAt != null && after(refusedAt, REFUSAL_LASTS) > context.clock.now()
  const accountLinks = new Map(withoutAccount.map(id => [id, accountPath(context.serviceKey, id)]))
  return { payments, transfer, isOnline: ways.includes('online'), notOnline, isRefused, accountLinks }
}

/** @returns the names of the providers that take new payments, at least one @throws Problem */
export async function requireOffered(context: AppContext, field: string): Promise<string[]> {
  const offered = await namesOfOffered(context)
  if (offered.length > 0) return offered
  throw invalidInput({ field, reason: 'must be invoice. This shop takes no payments online', code: 'not_offered' })
}

/**
 * Begins to pay for an order, or goes on with the payment that is under way: whatever tabs, clicks and retries do, there is
 * one. The lock of the order puts them in a row, and the unique index backs it up.
 * @param ownerId the customer; undefined for the shop
 * @param offered the providers that take new payments. The first one that can take the amount gets it
 * @returns the id of the payment
 */
export async function beginToPay(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  {
    orderId,
    ownerId,
    offered,
    field,
  }: {
    orderId: number
    ownerId: string | undefined
    offered: readonly string[]
    /** Names what chose to pay online, for a refusal. */
    field: string
  },
): Promise<string> {
  const order = await tx
    .selectFrom('orders')
    .select(['status', 'owner_id', 'currency', 'payment_status', LEFT_TO_PAY.as('left')])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order || (ownerId !== undefined && order.owner_id !== ownerId))
    throw new Problem('not_found', 'There is no such order, or it is not yours.')
  const live = await findLivePayment(tx, orderId)
  if (order.left === 0) throw notPayable('Nothing is left to pay.', order.payment_status)
  if (order.status === 'cancelled') throw notPayable('The order is cancelled.', order.payment_status)
  if (live && (live.state === 'created' || live.state === 'pending')) return live.id
  const waits = live && WAIT_REASONS[live.state]
  if (waits) throw notPayable(waits, 'pending')
  // Staff have added something to an order that was paid online, so its payment is complete.
  const isGrown = order.payment_status === 'partly_paid' && !live
  const ended = isGrown ? undefined : ENDED[order.payment_status]
  if (ended) throw notPayable(ended, order.payment_status)
  const { provider, notOnline } = choosePayable(offered, order.left, order.currency)
  if (notOnline) throw notPayableOnline(notOnline, field)
  const id = await startPayment(tx, { orderId, provider: provider!, payWithin: PAY_WITHIN })
  if (id === undefined) throw notPayable('The order has a payment already.', 'pending')
  await settleOrder(tx, orderId, clock.now())
  return id
}

/** Reasons why an order cannot be paid while its payment is on its way. */
const WAIT_REASONS: Partial<Record<PaymentState, string>> = {
  cancelling: 'The payment is being stopped. Try again in a moment.',
  authorized: 'The payment is being taken.',
  processing: 'Your bank is making the payment. Wait until it has ended.',
}

const ALREADY_PAID = 'The order is paid.'
/** Reasons why an order cannot be paid again. Nothing is due of the others, or it can be. */
const ENDED: Record<string, string | undefined> = {
  partly_paid: 'A part has come by bank transfer. Transfer the rest too.',
  paid: ALREADY_PAID,
  pending: ALREADY_PAID,
  refund_due: ALREADY_PAID,
  partly_refunded: ALREADY_PAID,
  refunded: ALREADY_PAID,
  disputed: 'Your bank has disputed the payment. Wait until that has ended.',
}

function notPayable(detail: string, from: string): Problem {
  return new Problem('wrong_payment_state', detail, {
    members: { from: from === 'partly_paid' ? 'open' : from, to: 'pending' },
  })
}

/** Makes the call that was written, unless a worker is faster, and waits for the provider's page. */
export async function openPage(context: AppContext, paymentId: string, cancelIfUnpaid: CancelIfUnpaid): Promise<void> {
  const provider = await findProviderOf(context, paymentId)
  if (!provider) return
  const until = performance.now() + PATIENCE
  const work = makeCallsOf(context, provider, paymentId, cancelIfUnpaid).catch(error => {
    context.log.warn({ err: error, payment: paymentId }, 'the page of a payment was left for a worker')
  })
  await Promise.race([work, sleep(PATIENCE, undefined, { ref: false })])
  while (performance.now() < until && (await stateOf(context, paymentId)) === 'created') await sleep(100)
}

async function findProviderOf(context: AppContext, paymentId: string): Promise<Provider | undefined> {
  const payment = await context.db
    .selectFrom('payments')
    .select('provider')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  return payment && findProvider(context, payment.provider)
}

async function stateOf({ db }: AppContext, paymentId: string): Promise<PaymentState | undefined> {
  return (await db.selectFrom('payments').select('state').where('id', '=', paymentId).executeTakeFirst())?.state
}

/** The customer comes back. Whether the provider's event has come before does not matter: both ask the provider. */
export async function comeBack(context: AppContext, orderId: number, cancelIfUnpaid: CancelIfUnpaid): Promise<void> {
  const live = await findLivePayment(context.db, orderId)
  const provider = live && (await findProvider(context, live.provider))
  if (!provider || live.state === 'captured') return
  const id = live.id
  if (await claimReturn(context.db, id)) await look(context, provider, { id, lease: null }, cancelIfUnpaid)
  // An authorization has a capture in the ledger now. A customer who waits for it sees that the order is paid.
  for (const until = performance.now() + PATIENCE; performance.now() < until; await sleep(100)) {
    if (await makeCallsOf(context, provider, id, cancelIfUnpaid))
      await look(context, provider, { id, lease: null }, cancelIfUnpaid)
    if ((await stateOf(context, id)) !== 'authorized') break
  }
  wakeWorkers(context.db)
}

/** @returns whether there were any */
async function makeCallsOf(
  context: AppContext,
  provider: Provider,
  paymentId: string,
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<boolean> {
  const calls = await claimCalls(context.db, { ...provider, limit: 2, paymentId })
  await Promise.all(calls.map(call => makeCall(context, provider, call, cancelIfUnpaid)))
  return calls.length > 0
}
