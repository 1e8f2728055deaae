/**
 * Declares what a provider of payments does for Semel. Another provider is a file that exports a `ProviderEntry`, and its line in table.ts.
 *
 * A provider makes calls and reads; it decides nothing and writes nothing. Semel makes each call with a key, by which the
 * provider recognizes a repeat, and leaves our names with everything that it makes there (`operation`, `payment`), so that
 * it can be found again when an answer was lost.
 *
 * All amounts here are in the shop's units, the minor ones of ISO 4217. A provider converts them, once each way.
 */
import type { Settings } from '../../config/settings.ts'
import type { DisputeState } from '../disputes/states.ts'

/** Describes a provider before it is opened. Amounts are in the shop's units. */
export type ProviderEntry<Account = unknown> = {
  /** Name in addresses and in the database, so it never changes. */
  readonly name: string
  /** Its name for people. */
  readonly title: string
  /** Its settings that can also be read from a file. Their names begin with that of the provider. */
  readonly secrets: readonly string[]
  /** The setting that events are verified with. */
  readonly signedBy: string
  /** Reads its settings, and reports mistakes in them. Undefined: it is not configured. */
  readAccount(settings: Settings): Account | undefined
  open(account: Account): Promise<Provider>
  takes(currency: string): boolean
  limits(currency: string): { least: number; most: number }
  /** Every amount is a multiple of this. */
  step(currency: string): number
}

export type Provider = {
  readonly name: string
  /** Milliseconds for which the provider surely recognizes a key. */
  readonly keyLife: number
  /** Milliseconds for which a page has to take the payment at least. */
  readonly shortestPage: number
  /** Milliseconds for which `listEvents` knows an event. */
  readonly eventsKept: number
  create(call: Call, wish: Wish): Promise<{ id: string; redirect: string }>
  capture(call: Call, payment: AtProvider): Promise<void>
  /** @param keepsAuthorization stops a customer who has not paid yet, and nobody else */
  cancel(call: Call & { keepsAuthorization: boolean }, payment: AtProvider): Promise<void>
  refund(call: Call, payment: AtProvider): Promise<void>
  /** The status of a payment. */
  read(payment: AtProvider): Promise<Standing>
  /**
   * Finds what a call has made, if its answer was lost.
   * @returns undefined if it has surely made nothing
   * @throws ProviderError when the provider cannot say
   */
  findPayment(operation: string, since: Date): Promise<{ id: string; redirect: string } | undefined>
  /** Undefined: it is signed, and of a shape that is about no payment. @throws ProviderError with `invalid_signature` */
  readEvent(body: Buffer, headers: Record<string, unknown>, now: Date): ProviderEvent | undefined
  /** The events of a time, newest first, whether they came or not. */
  listEvents(span: { from: Date; until: Date }): Promise<ProviderEvent[]>
}

/** `id` is our name for what the call does. `key` names this and its repeats, while the provider remembers. */
export type Call = { id: string; key: string; amount: number; currency: string }

/** A payment that the provider knows by its `id`. */
export type AtProvider = { id: string; transactionId: string | null }

export type Wish = {
  paymentId: string
  orderId: number
  amount: number
  currency: string
  expiresAt: Date
  /** Page to which the customer comes back: after paying, and without. */
  paidAddress: string
  backAddress: string
}

/** State of a payment at the provider, in the same words for all providers. */
export type Standing = {
  /** Our name for the payment, as the provider has kept it. */
  paymentId: string | undefined
  transactionId: string | null
  /** `processing`: the customer has done their part, and their bank takes days. */
  state: 'pending' | 'processing' | 'authorized' | 'captured' | 'failed' | 'expired' | 'cancelled'
  amount: number
  currency: string
  captured: number
  refunds: StandingRefund[]
  disputes: StandingDispute[]
}

export type StandingRefund = {
  id: string
  /** Our name for the call that made it. Undefined: it was made by somebody else. */
  operation: string | undefined
  amount: number
  state: 'pending' | 'done' | 'failed'
}

/** The customer's bank wants the money back. */
export type StandingDispute = {
  id: string
  amount: number
  currency: string
  reason: string | null
  state: DisputeState
  /** The provider's own word for the state. */
  providerState: string
  /** The provider has taken the money, and has not given it back. */
  takesMoney: boolean
  respondBy: Date | null
  openedAt: Date
}

/** A webhook event. `names` may identify the payment: our id or ids of the provider. */
export type ProviderEvent = { id: string; type: string; names: string[]; isOurs: boolean }

/**
 * Reason why a call has not succeeded:
 *
 * - `refused`: the provider will not do it, and has not.
 * - `later`: nobody knows whether it did. The call is repeated with the same key.
 * - `key_spent`: the key belongs to another request or to a stored failure. Ask first, then use another key.
 * - `unknown`: the provider does not know the payment, so it cannot tell.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: 'refused' | 'later' | 'key_spent' | 'unknown' | 'invalid_signature'
  /** Milliseconds. */
  readonly retryAfter: number | undefined

  constructor(
    kind: ProviderError['kind'],
    message: string,
    { cause, retryAfter }: { cause?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message, { cause })
    this.kind = kind
    this.retryAfter = retryAfter
  }
}
