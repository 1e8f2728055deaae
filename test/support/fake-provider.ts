/** A second provider of payments, for tests alone: it keeps its payments in memory and has its own signature. */
import { createHmac } from 'node:crypto'
import type { Settings } from '../../src/config/settings.ts'
import {
  type AtProvider,
  type Call,
  type Provider,
  type ProviderEntry,
  ProviderError,
  type ProviderEvent,
  type Standing,
  type Wish,
} from '../../src/payments/providers/provider.ts'
import { DAY, HOUR, MINUTE } from '../../src/time.ts'

type Account = { secret: string }
type Kept = Standing & { id: string; operation: string }

/** Holds the payments of the fake provider. A test changes them, as a customer or a bank would. */
export class FakeBank {
  readonly payments = new Map<string, Kept>()
  readonly events: ProviderEvent[] = []
  /** The names of calls that were made, in order. */
  readonly calls: string[] = []
  /** The next payment gets this id. */
  nextId: string | undefined
  /** Calls wait for it. */
  hangs: Promise<void> | undefined

  of(orderPayment: string): Kept {
    const found = [...this.payments.values()].find(({ paymentId }) => paymentId === orderPayment)
    if (!found) throw new Error(`the fake provider has no payment ${orderPayment}`)
    return found
  }
}

/** Its line for the table. Its bank belongs to one test file. */
export function fakeProvider(bank: FakeBank): ProviderEntry<Account> {
  return {
    name: 'fake',
    title: 'Fake',
    secrets: ['FAKE_SECRET'],
    signedBy: 'FAKE_SECRET',
    readAccount,
    open: async account => opened(bank, account),
    takes: currency => currency === 'EUR',
    limits: () => ({ least: 1, most: 100_000 }),
    step: () => 1,
  }
}

/** Signs an event: the body and the headers that the fake sends. */
export function signed(secret: string, event: ProviderEvent) {
  const body = JSON.stringify(event)
  return { body, headers: { 'content-type': 'application/json', 'fake-signature': signatureOf(secret, body) } }
}

function readAccount(settings: Settings): Account | undefined {
  const secret = settings.optional('FAKE_SECRET', value => (value.length < 8 ? 'is too short' : undefined))
  return secret === undefined ? undefined : { secret }
}

function signatureOf(secret: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

function opened(bank: FakeBank, { secret }: Account): Provider {
  const known = ({ id }: AtProvider) => {
    const payment = bank.payments.get(id)
    if (!payment) throw new ProviderError('unknown', 'There is no such payment.')
    return payment
  }
  const note = async (kind: string, { key }: Call) => {
    bank.calls.push(`${kind} ${key}`)
    await bank.hangs
  }
  return {
    name: 'fake',
    keyLife: HOUR,
    shortestPage: MINUTE,
    eventsKept: 7 * DAY,
    async create(call, wish) {
      await note('create', call)
      return create(bank, call, wish)
    },
    async capture(call, payment) {
      await note('capture', call)
      Object.assign(known(payment), { state: 'captured', captured: call.amount })
    },
    async cancel(call, payment) {
      await note('cancel', call)
      if (known(payment).state !== 'captured') known(payment).state = 'cancelled'
    },
    async refund(call, payment) {
      await note('refund', call)
      known(payment).refunds.push({ id: `re_${call.id}`, operation: call.id, amount: call.amount, state: 'done' })
    },
    read: async payment => structuredClone(known(payment)),
    findPayment: async operation => [...bank.payments.values()].map(shown).find(made => made.operation === operation),
    readEvent(body, headers) {
      if (headers['fake-signature'] !== signatureOf(secret, body))
        throw new ProviderError('invalid_signature', 'Its signature is not by our secret.')
      return JSON.parse(body.toString()) as ProviderEvent
    },
    listEvents: async () => [...bank.events],
  }
}

function create(bank: FakeBank, { id: operation }: Call, { paymentId, amount, currency }: Wish) {
  const id = bank.nextId ?? `pay_${operation}`
  bank.nextId = undefined
  const standing = { paymentId, amount, currency, transactionId: id, state: 'pending' as const, captured: 0 }
  const kept: Kept = { ...standing, id, operation, refunds: [], disputes: [] }
  bank.payments.set(id, kept)
  return shown(kept)
}

function shown({ id, operation }: Kept) {
  return { id, operation, redirect: `https://fake.example/${id}` }
}
