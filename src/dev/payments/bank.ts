/*
 * The money of the payment provider of development, written from Stripe's documents: pages, payments, refunds and disputes, what
 * leads from one state to another, and the event about each change. All amounts are in Stripe's units. It knows no HTTP, and
 * nothing of the shop. Tests and proofs count here what really happened.
 *
 *     page:     open ──▶ complete, expired
 *     payment:  requires_payment_method ──▶ requires_capture ──▶ succeeded | canceled      a card
 *               processing ──▶ succeeded | requires_payment_method                         a debit, days later
 *     refund:   pending ──▶ succeeded ──▶ failed                                           the bank sends it back
 *     dispute:  warning_needs_response ──▶ warning_under_review ──▶ warning_closed         an inquiry: no money moved
 *               needs_response ──▶ under_review ──▶ won | lost, and again after either     a chargeback
 *               lost at once (a debit that was taken back), prevented
 */
import { randomBytes } from 'node:crypto'
import { currencyMistake, type Mistake, totalMistake, unitMistake } from './currencies.ts'
import {
  type BankObject,
  type Dispute,
  type DisputeStatus,
  type Intent,
  type NewSession,
  type Refund,
  Refused,
  type Session,
} from './objects.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export class Bank {
  sessions = new Map<string, Session>()
  intents = new Map<string, Intent>()
  refunds = new Map<string, Refund>()
  disputes = new Map<string, Dispute>()
  /** The balance is too low: refunds wait. */
  refundsPend = false
  /** Called with each change. */
  onEvent: (type: string, object: BankObject) => void = () => {}

  session(id: string): Session {
    const session = found(this.sessions.get(id), `No such checkout.session: '${id}'`)
    if (session.status === 'open' && session.expires_at <= now()) this.#expire(session)
    return session
  }

  intent(id: string): Intent {
    return found(this.intents.get(id), `No such payment_intent: '${id}'`)
  }

  createSession(wanted: NewSession, url: (id: string) => string): Session {
    refuse(currencyMistake(wanted.currency) ?? totalMistake(wanted.amount_total, wanted.currency))
    // A second of leeway: the request itself takes time.
    if (wanted.expires_at < now() + 30 * MINUTE - 5)
      throw new Refused('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.')
    if (wanted.expires_at > now() + DAY)
      throw new Refused('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.')
    const id = newId('cs_test')
    const made: Session = {
      ...wanted,
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
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
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        { isKept: true },
      )
    return this.#expire(session)
  }

  #expire(session: Session): Session {
    session.status = 'expired'
    session.url = null
    const intent = session.payment_intent && this.intents.get(session.payment_intent)
    if (intent && intent.status === 'requires_payment_method') intent.status = 'canceled'
    this.onEvent('checkout.session.expired', session)
    return session
  }

  /**
   * The customer pays.
   * @param way `amount` and `currency`: what a provider does that takes something else; `late`: it takes money after the page has
   *   expired; `debit`: from a bank account, which says days later whether it pays (`endDebit`)
   */
  pay(id: string, way: { amount?: number; currency?: string; late?: boolean; debit?: boolean } = {}): Session {
    const { amount, currency, late = false, debit = false } = way
    const session = this.session(id)
    if (late || debit) session.capturesLater = false
    if (!late && session.status !== 'open') throw new Refused(`This page is ${session.status}.`)
    if (amount !== undefined) session.amount_total = amount
    if (currency !== undefined) session.currency = currency
    const intent = this.#intentOf(session)
    session.status = 'complete'
    session.url = null
    intent.last_payment_error = null
    if (debit) {
      intent.status = 'processing'
      this.onEvent('payment_intent.processing', intent)
    } else if (session.capturesLater) {
      Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount })
      this.onEvent('payment_intent.amount_capturable_updated', intent)
    } else {
      this.#succeed(intent, intent.amount)
      session.payment_status = 'paid'
    }
    this.onEvent('checkout.session.completed', session)
    return session
  }

  /** The payment of a page, which exists from the first try on. */
  #intentOf(session: Session): Intent {
    const known = session.payment_intent === null ? undefined : this.intents.get(session.payment_intent)
    const { amount_total: amount, currency, intentMetadata: metadata } = session
    const intent: Intent = known ?? {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount,
      amount_capturable: 0,
      amount_received: 0,
      currency,
      metadata,
      created: now(),
      last_payment_error: null,
      captures: 0,
    }
    Object.assign(intent, { amount, currency })
    this.intents.set(intent.id, intent)
    session.payment_intent = intent.id
    return intent
  }

  #succeed(intent: Intent, amount: number): void {
    Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 })
    intent.captures++
    this.onEvent('payment_intent.succeeded', intent)
  }

  /** The bank of the customer says no. The page stays open for another card. */
  decline(id: string): Session {
    const session = this.session(id)
    if (session.status !== 'open') throw new Refused(`This page is ${session.status}.`)
    const intent = this.#intentOf(session)
    intent.last_payment_error = { code: 'card_declined', message: 'Your card was declined.' }
    this.onEvent('payment_intent.payment_failed', intent)
    return session
  }

  /** Days later, the bank of the customer pays a debit, or does not. */
  endDebit(id: string, isPaid: boolean): Session {
    const session = this.session(id)
    const intent = this.#intentOf(session)
    if (intent.status !== 'processing') throw new Refused(`This payment is ${intent.status}.`)
    if (isPaid) {
      this.#succeed(intent, intent.amount)
      session.payment_status = 'paid'
      this.onEvent('checkout.session.async_payment_succeeded', session)
    } else {
      intent.status = 'requires_payment_method'
      intent.last_payment_error = { code: 'payment_intent_payment_attempt_failed', message: 'Insufficient funds.' }
      this.onEvent('payment_intent.payment_failed', intent)
      this.onEvent('checkout.session.async_payment_failed', session)
    }
    return session
  }

  /** Takes all without an amount. A smaller amount releases the rest for good. */
  capture(id: string, amount?: number): Intent {
    const intent = this.intent(id)
    if (intent.status !== 'requires_capture')
      throw new Refused(
        `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a ` +
          'PaymentIntent with one of the following statuses may be captured: requires_capture.',
        { code: 'payment_intent_unexpected_state', isKept: true },
      )
    const taken = amount ?? intent.amount_capturable
    refuse(unitMistake(taken, intent.currency))
    if (taken > intent.amount_capturable)
      throw new Refused('The amount to capture is greater than the amount that can be captured.', {
        code: 'amount_too_large',
        isKept: true,
      })
    this.#succeed(intent, taken)
    for (const session of this.sessions.values()) if (session.payment_intent === id) session.payment_status = 'paid'
    return intent
  }

  cancel(id: string): Intent {
    const intent = this.intent(id)
    const isOpen = intent.status === 'requires_capture' || intent.status === 'processing'
    if (!isOpen)
      throw new Refused(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
        isKept: true,
      })
    Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
    this.onEvent('payment_intent.canceled', intent)
    return intent
  }

  refund(
    intentId: string,
    amount: number | undefined,
    metadata: Record<string, string> = {},
    reason: string | null = null,
  ): Refund {
    const intent = this.intent(intentId)
    const left = intent.amount_received - this.refundedOf(intentId)
    const wanted = amount ?? left
    if (intent.amount_received === 0)
      throw new Refused(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
        isKept: true,
      })
    if (this.disputesOf(intentId).some(dispute => !dispute.is_charge_refundable))
      throw new Refused('The charge has been charged back, so it cannot be refunded.', {
        code: 'charge_disputed',
        isKept: true,
      })
    if (left === 0)
      throw new Refused('The charge has already been refunded.', { code: 'charge_already_refunded', isKept: true })
    refuse(unitMistake(wanted, intent.currency))
    if (wanted > left)
      throw new Refused(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`, {
        isKept: true,
      })
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      payment_intent: intentId,
      amount: wanted,
      currency: intent.currency,
      status: this.refundsPend ? 'pending' : 'succeeded',
      reason,
      metadata,
      created: now(),
    }
    this.refunds.set(refund.id, refund)
    this.onEvent('refund.created', refund)
    return refund
  }

  /** A refund that waited goes out, or the bank of the customer sends one back, also one that had succeeded. */
  endRefund(id: string, status: 'succeeded' | 'failed', failure = 'expired_or_canceled_card'): Refund {
    const refund = found(this.refunds.get(id), `No such refund: '${id}'`)
    refund.status = status
    if (status === 'failed') refund.failure_reason = failure
    this.onEvent('refund.updated', refund)
    if (status === 'failed') this.onEvent('refund.failed', refund)
    return refund
  }

  refundedOf(intentId: string): number {
    const isBack = ({ status }: Refund) => status === 'failed' || status === 'canceled'
    return this.refundsOf(intentId).reduce((sum, refund) => sum + (isBack(refund) ? 0 : refund.amount), 0)
  }

  /** Newest first. */
  refundsOf(intentId: string): Refund[] {
    return [...this.refunds.values()].filter(refund => refund.payment_intent === intentId).toReversed()
  }

  /**
   * The bank of the customer disputes a payment, or the dispute goes on.
   * @param more `again` makes a second dispute of the same payment
   */
  dispute(
    intentId: string,
    status: DisputeStatus,
    more: { reason?: string; amount?: number; dueBy?: number | null; again?: boolean } = {},
  ): Dispute {
    const intent = this.intent(intentId)
    if (intent.amount_received === 0) throw new Refused('Nothing was paid that could be disputed.')
    const known = more.again ? undefined : this.disputesOf(intentId)[0]
    const dispute: Dispute = known ?? {
      id: newId('du'),
      object: 'dispute',
      payment_intent: intentId,
      amount: more.amount ?? intent.amount_received,
      currency: intent.currency,
      status,
      reason: more.reason ?? 'general',
      is_charge_refundable: false,
      evidence_details: { due_by: null, has_evidence: false, past_due: false, submission_count: 0 },
      metadata: {},
      created: now(),
    }
    const before = known?.status
    dispute.status = status
    if (more.reason) dispute.reason = more.reason
    // Inquiries have moved no money, and a dispute that was won has brought it back.
    dispute.is_charge_refundable = status.startsWith('warning_') || status === 'won'
    setEvidence(dispute, more.dueBy)
    this.disputes.set(dispute.id, dispute)
    this.onEvent(known ? 'charge.dispute.updated' : 'charge.dispute.created', dispute)
    if (hasTaken(status) && !(before && hasTaken(before))) this.onEvent('charge.dispute.funds_withdrawn', dispute)
    if (status === 'won') this.onEvent('charge.dispute.funds_reinstated', dispute)
    if (CLOSED.includes(status)) this.onEvent('charge.dispute.closed', dispute)
    return dispute
  }

  /** Newest first. */
  disputesOf(intentId: string): Dispute[] {
    return [...this.disputes.values()].filter(dispute => dispute.payment_intent === intentId).toReversed()
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

const CLOSED: DisputeStatus[] = ['won', 'lost', 'warning_closed', 'prevented']

function setEvidence({ status, evidence_details: details }: Dispute, dueBy: number | null | undefined): void {
  if (dueBy !== undefined) details.due_by = dueBy
  else if (status.endsWith('needs_response')) details.due_by = now() + 7 * DAY
  else if (!status.endsWith('under_review')) details.due_by = null
  if (status.endsWith('under_review')) Object.assign(details, { has_evidence: true, submission_count: 1 })
}

function hasTaken(status: DisputeStatus): boolean {
  return !status.startsWith('warning_') && status !== 'won' && status !== 'prevented'
}

function refuse(mistake: Mistake | undefined): void {
  if (mistake) throw new Refused(mistake.message, { code: mistake.code })
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
