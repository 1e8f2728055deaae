/**
 * Stripe behind the interface of providers. The customer pays at Stripe's own page (Checkout), so nothing of a card comes
 * here, and our pages keep their strict policy.
 *
 * - Cards are authorized first and captured by a call of ours, so an order that was cancelled meanwhile costs nobody money.
 *   Ways of paying that know no authorization are captured by Stripe at once.
 * - The ledger repeats calls (calls.ts), because it also knows when a key is too old. The SDK repeats one only after a connection
 *   that was closed, once and with the same key (stripe 23.1.0, RequestSender.js, `_shouldRetry`), which the provider answers once.
 * - Lists are read, never searched: the search lags behind (docs.stripe.com/search, API version 2025-03-31, "Data freshness").
 */
import Stripe from 'stripe'
import { DAY, HOUR, MINUTE, SECOND } from '../../time.ts'
import {
  type Call,
  type Provider,
  ProviderError,
  type ProviderEvent,
  type Standing,
  type StandingRefund,
  type Wish,
} from './provider.ts'
import { fromStripe, toStripe } from './stripe-currencies.ts'
import { readDisputes } from './stripe-disputes.ts'

export type StripeAccount = {
  secretKey: string
  /** Several while the secret is replaced. */
  webhookSecrets: readonly string[]
  /** Another address of the API, only outside production. */
  url?: string | undefined
}

const CALL_TIMEOUT = 20 * SECOND
/** Largest age of an event, in seconds. A recorded one cannot be sent again later. */
const TOLERANCE = 300
/** A sum of this shop is not found among more objects than this. */
const MOST_LISTED = 2000
const CLOCK_SLACK = HOUR

export function stripeProvider({ secretKey, webhookSecrets, url }: StripeAccount): Provider {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: CALL_TIMEOUT,
    telemetry: false,
    ...(url && addressOf(new URL(url))),
  })
  return {
    name: 'stripe',
    // Less than the 24 hours for which Stripe keeps a key at least (docs.stripe.com/api/idempotent_requests, API v1).
    keyLife: 23 * HOUR,
    // `expires_at` takes 30 minutes to 24 hours (stripe 23.1.0, resources/Checkout/Sessions.d.ts).
    shortestPage: 31 * MINUTE,
    // The SDK's words about `events.list` (stripe 23.1.0, resources/Events.d.ts).
    eventsKept: 30 * DAY,

    create: (call, wish) => create(stripe, call, wish),

    async capture({ key, amount, currency }, { transactionId }) {
      const params = { amount_to_capture: toStripe(amount, currency) }
      await asked(() => stripe.paymentIntents.capture(known(transactionId), params, { idempotencyKey: key }))
    },

    /** Only an open page can be closed, and only an authorization be given back. What else it is, `read` says afterwards. */
    async cancel({ key, keepsAuthorization }, { id }) {
      const session = await asked(() => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }))
      if (session.status === 'open') {
        await asked(() => stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `${key}-expire` }))
        return
      }
      const intent = intentOf(session)
      if (intent?.status !== 'requires_capture' || keepsAuthorization) return
      await asked(() => stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: `${key}-cancel` }))
    },

    async refund({ id, key, amount, currency }, { transactionId }) {
      const operation = { metadata: { operation: id } }
      const params = { payment_intent: known(transactionId), amount: toStripe(amount, currency), ...operation }
      await asked(() => stripe.refunds.create(params, { idempotencyKey: key }))
    },

    async read({ id }) {
      const session = await asked(() => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }))
      const intent = intentOf(session)
      const isCaptured = intent !== undefined && intent.amount_received > 0
      const currency = (session.currency ?? '').toUpperCase()
      return {
        paymentId: session.metadata?.payment,
        transactionId: intent?.id ?? null,
        state: stateOf(session, intent),
        amount: fromStripe(session.amount_total ?? 0, currency),
        currency,
        captured: fromStripe(intent?.amount_received ?? 0, currency),
        refunds: isCaptured ? await asked(() => readRefunds(stripe, intent.id, currency)) : [],
        disputes: isCaptured ? await asked(() => readDisputes(stripe, intent.id)) : [],
      }
    },

    findPayment: (operation, since) => findSession(stripe, operation, since),

    listEvents: span => listEvents(stripe, span),

    readEvent: (body, headers, now) => readEvent(stripe, webhookSecrets, { body, headers, now }),
  }
}

async function create(stripe: Stripe, { id, key }: Call, wish: Wish) {
  const { paymentId, orderId, amount, currency, expiresAt, paidAddress, backAddress } = wish
  const name = `Order #${orderId}`
  const metadata = { payment: paymentId, order: String(orderId) }
  const price = { currency: currency.toLowerCase(), unit_amount: toStripe(amount, currency), product_data: { name } }
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    client_reference_id: String(orderId),
    line_items: [{ quantity: 1, price_data: price }],
    metadata: { ...metadata, operation: id },
    payment_intent_data: { metadata, description: name },
    payment_method_options: { card: { capture_method: 'manual' } },
    // The currency that comes back is compared with the one that was asked.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(expiresAt.getTime() / SECOND),
    success_url: paidAddress,
    cancel_url: backAddress,
  }
  return made(await asked(() => stripe.checkout.sessions.create(params, { idempotencyKey: key })))
}

async function findSession(stripe: Stripe, operation: string, since: Date) {
  const created = { gte: Math.floor((since.getTime() - CLOCK_SLACK) / SECOND) }
  return asked(async () => {
    let seen = 0
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
      if (session.metadata?.operation === operation) return made(session)
      if (++seen >= MOST_LISTED) throw new ProviderError('unknown', `It is not among the last ${seen} payments.`)
    }
    return undefined
  })
}

function addressOf({ hostname, port, protocol }: URL) {
  return { host: hostname, port, protocol: protocol.replace(':', '') as 'http' | 'https' }
}

function made({ id, url }: Stripe.Checkout.Session): { id: string; redirect: string } {
  return { id, redirect: url ?? '' }
}

function intentOf({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return typeof intent === 'object' && intent ? intent : undefined
}

function known(id: string | null): string {
  if (id === null) throw new ProviderError('later', 'There is no transaction yet.')
  return id
}

function stateOf({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | undefined): Standing['state'] {
  // Money counts, whatever the page says.
  if (intent && intent.amount_received > 0) return 'captured'
  if (status === 'expired') return 'expired'
  if (status === 'open' || !intent) return 'pending'
  switch (intent.status) {
    case 'requires_capture':
      return 'authorized'
    case 'canceled':
      return 'cancelled'
    // The page is done, and its way of paying has failed later, as a debit from a bank account can.
    case 'requires_payment_method':
      return 'failed'
    case 'processing':
      return 'processing'
    default:
      return 'pending'
  }
}

async function readRefunds(stripe: Stripe, intent: string, currency: string): Promise<StandingRefund[]> {
  const found: StandingRefund[] = []
  const shown = (amount: number) => Math.round(fromStripe(amount, currency))
  for await (const { id, amount, status, metadata } of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
    const state = status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
    found.push({ id, operation: metadata?.operation, amount: shown(amount), state })
  }
  return found
}

type Received = { body: Buffer; headers: Record<string, unknown>; now: Date }

function readEvent(
  stripe: Stripe,
  secrets: readonly string[],
  { body, headers, now }: Received,
): ProviderEvent | undefined {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') throw new ProviderError('invalid_signature', 'It has no signature.')
  for (const secret of secrets) {
    try {
      const { webhooks } = stripe
      const seconds = Math.floor(now.getTime() / SECOND)
      webhooks.signature!.verifyHeader(body, signature, secret, TOLERANCE, undefined, now.getTime())
      // The SDK refuses what is too old, and not what is from the future.
      if (Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) > seconds + TOLERANCE) break
      return showEvent(parsed(body))
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    }
  }
  throw new ProviderError('invalid_signature', 'Its signature is not by our secret, or is too old.')
}

/** Signed by the provider, and no JSON: nothing that is known today. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Undefined for other shapes, such as the thin events of version 2 of the API. */
function showEvent(event: unknown): ProviderEvent | undefined {
  const { id, type, data } = (event ?? {}) as Partial<Stripe.Event>
  if (!isName(id) || !isName(type) || typeof data?.object !== 'object' || !data.object) return undefined
  const object = data.object as { id?: string; payment_intent?: string | { id: string }; metadata?: Stripe.Metadata }
  const intent = typeof object.payment_intent === 'object' ? object.payment_intent?.id : object.payment_intent
  const names = [object.metadata?.payment, object.id, intent].filter(isName)
  return { id, type, names, isOurs: object.metadata?.payment !== undefined }
}

/** PostgreSQL stores no U+0000. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0')
}

/** Events that can be about a payment of ours. A request can ask for at most 20 types. */
const EVENT_TYPES = [
  ...['checkout.session.completed', 'checkout.session.expired'],
  ...['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'],
  ...['payment_intent.amount_capturable_updated', 'payment_intent.succeeded', 'payment_intent.canceled'],
  ...['payment_intent.payment_failed', 'payment_intent.processing'],
  ...['refund.created', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'],
  ...['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'],
]

async function listEvents(stripe: Stripe, { from, until }: { from: Date; until: Date }): Promise<ProviderEvent[]> {
  const created = { gte: Math.floor(from.getTime() / SECOND), lte: Math.floor(until.getTime() / SECOND) }
  const found: ProviderEvent[] = []
  return asked(async () => {
    for await (const event of stripe.events.list({ created, types: EVENT_TYPES, limit: 100 })) {
      const shown = showEvent(event)
      if (shown) found.push(shown)
    }
    return found
  })
}

/** Turns the errors of the SDK into the few that Semel tells apart. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new ProviderError(kindOf(error), error.message, { cause: error, retryAfter: retryAfter(error) })
  }
}

function kindOf({ statusCode = 0, code, type, headers }: InstanceType<typeof Stripe.errors.StripeError>) {
  // Another request with the key is in progress, whatever its type says.
  if (statusCode === 409) return 'later'
  if (type === 'StripeIdempotencyError') return 'key_spent'
  // A failure of Stripe itself that is stored under the key would come back for a day.
  if (statusCode >= 500 && headers?.['idempotent-replayed'] === 'true') return 'key_spent'
  if (code === 'lock_timeout' || code === 'rate_limit' || code === 'idempotency_key_in_use') return 'later'
  if (code === 'resource_missing') return 'unknown'
  return statusCode === 400 || statusCode === 402 || statusCode === 404 ? 'refused' : 'later'
}

function retryAfter({ headers }: InstanceType<typeof Stripe.errors.StripeError>): number | undefined {
  const seconds = Number(headers?.['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * SECOND, HOUR) : undefined
}
