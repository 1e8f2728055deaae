/*
 * The money of the payment provider of development: pages, payments, refunds and disputes as Stripe has them, and the events
 * about each change. It knows no HTTP. Tests and proofs count here what really happened.
 */
import { randomBytes } from 'node:crypto'

export type Session = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  amount_total: number
  currency: string
  payment_intent: string | null
  metadata: Record<string, string>
  url: string
  success_url: string
  cancel_url: string
  created: number
  expires_at: number
  /** Cards are authorized first. */
  capturesLater: boolean
  intentMetadata: Record<string, string>
}

export type Intent = {
  id: string
  object: 'payment_intent'
  status: 'requires_capture' | 'succeeded' | 'canceled' | 'processing' | 'requires_payment_method'
  amount: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
  /** Not of Stripe: how often its money was taken. */
  captures: number
}

export type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Record<string, string>
  created: number
}

export type Dispute = { id: string; object: 'dispute'; payment_intent: string; amount: number; status: string }

type BankObject = Session | Intent | Refund | Dispute

/** What Stripe answers when it will not do something. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(message: string, { status = 400, code = 'invalid_request' } = {}) {
    super(message)
    this.status = status
    this.code = code
  }
}

export class Bank {
  sessions = new Map<string, Session>()
  intents = new Map<string, Intent>()
  refunds = new Map<string, Refund>()
  disputes = new Map<string, Dispute>()
  /** Called with each change. */
  onEvent: (type: string, object: BankObject) => void = () => {}

  session(id: string): Session {
    const session = found(this.sessions.get(id), `No such checkout session: ${id}`)
    if (session.status === 'open' && session.expires_at <= now()) this.#change(session, 'expired')
    return session
  }

  intent(id: string): Intent {
    return found(this.intents.get(id), `No such payment_intent: ${id}`)
  }

  createSession(
    session: Omit<Session, 'id' | 'object' | 'status' | 'payment_intent' | 'created' | 'url'>,
    url: (id: string) => string,
  ) {
    if (session.expires_at < now() + 29 * 60) throw new Refused('expires_at must be at least 30 minutes from now.')
    const id = newId('cs_test')
    const made: Session = {
      ...session,
      id,
      object: 'checkout.session',
      status: 'open',
      payment_intent: null,
      created: now(),
      url: url(id),
    }
    this.sessions.set(id, made)
    return made
  }

  expire(id: string): Session {
    const session = this.session(id)
    if (session.status !== 'open')
      throw new Refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      )
    return this.#change(session, 'expired')
  }

  #change(session: Session, status: 'expired'): Session {
    session.status = status
    this.onEvent('checkout.session.expired', session)
    return session
  }

  /**
   * The customer pays.
   * @param mistakes what a provider does that takes another amount, or takes money after the page has expired
   */
  pay(id: string, mistakes: { amount?: number; currency?: string; late?: boolean } = {}): Session {
    const { amount, currency, late = false } = mistakes
    const session = this.session(id)
    if (late) session.capturesLater = false
    else if (session.status !== 'open') throw new Refused(`This page is ${session.status}.`)
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: session.capturesLater ? 'requires_capture' : 'succeeded',
      amount: amount ?? session.amount_total,
      amount_received: session.capturesLater ? 0 : (amount ?? session.amount_total),
      currency: currency ?? session.currency,
      metadata: session.intentMetadata,
      captures: session.capturesLater ? 0 : 1,
    }
    if (amount !== undefined) session.amount_total = amount
    if (currency !== undefined) session.currency = currency
    this.intents.set(intent.id, intent)
    session.status = 'complete'
    session.payment_intent = intent.id
    this.onEvent('checkout.session.completed', session)
    this.onEvent(
      session.capturesLater ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded',
      intent,
    )
    return session
  }

  /** The bank of the customer says no. The page stays open for another card. */
  decline(id: string): Session {
    const session = this.session(id)
    this.onEvent('payment_intent.payment_failed', session)
    return session
  }

  capture(id: string, amount: number): Intent {
    const intent = this.intent(id)
    if (intent.status !== 'requires_capture')
      throw new Refused(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      })
    intent.status = 'succeeded'
    intent.amount_received = amount
    intent.captures++
    this.onEvent('payment_intent.succeeded', intent)
    return intent
  }

  cancel(id: string): Intent {
    const intent = this.intent(id)
    if (intent.status !== 'requires_capture')
      throw new Refused(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      })
    intent.status = 'canceled'
    this.onEvent('payment_intent.canceled', intent)
    return intent
  }

  refund(intentId: string, amount: number, metadata: Record<string, string>): Refund {
    const intent = this.intent(intentId)
    const left = intent.amount_received - this.refundedOf(intentId)
    if (amount > left)
      throw new Refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
        code: 'charge_already_refunded',
      })
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      payment_intent: intentId,
      amount,
      status: 'succeeded',
      metadata,
      created: now(),
    }
    this.refunds.set(refund.id, refund)
    this.onEvent('refund.created', refund)
    return refund
  }

  refundedOf(intentId: string): number {
    return this.refundsOf(intentId).reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
  }

  refundsOf(intentId: string): Refund[] {
    return [...this.refunds.values()].filter(refund => refund.payment_intent === intentId).toReversed()
  }

  dispute(intentId: string, status: string): Dispute {
    const intent = this.intent(intentId)
    const known = [...this.disputes.values()].find(dispute => dispute.payment_intent === intentId)
    const amount = intent.amount_received
    const dispute = known ?? { id: newId('du'), object: 'dispute' as const, payment_intent: intentId, amount, status }
    dispute.status = status
    this.disputes.set(dispute.id, dispute)
    this.onEvent(known ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
    return dispute
  }

  /** The sessions whose payments belong to an order, as the metadata says. */
  sessionsOf(orderId: number): Session[] {
    return [...this.sessions.values()].filter(({ metadata }) => metadata.order === String(orderId))
  }

  toJSON() {
    const { sessions, intents, refunds, disputes } = this
    return { sessions: [...sessions], intents: [...intents], refunds: [...refunds], disputes: [...disputes] }
  }

  load({ sessions, intents, refunds, disputes }: ReturnType<Bank['toJSON']>): void {
    this.sessions = new Map(sessions)
    this.intents = new Map(intents)
    this.refunds = new Map(refunds)
    this.disputes = new Map(disputes)
  }
}

function found<T>(thing: T | undefined, message: string): T {
  if (!thing) throw new Refused(message, { status: 404, code: 'resource_missing' })
  return thing
}

export function now(): number {
  return Math.floor(Date.now() / 1000)
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
