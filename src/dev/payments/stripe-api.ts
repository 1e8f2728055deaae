/** The part of Stripe's API that Semel uses, on the money of development. What Stripe refuses is refused here too. */
import type { Bank } from './bank.ts'
import { currencyMistake } from './currencies.ts'
import type { ProviderWork } from './faults.ts'
import { readEvents, readOf, readSessions } from './lists.ts'
import { Refused } from './objects.ts'
import { addressIn, integerIn, metadataIn, oneOfIn, type Params, requireKnown, textIn } from './parameters.ts'
import { showIntent, showRefund, showSession } from './shapes.ts'
import type { World } from './world.ts'

type Request = { method: string; pathname: string; params: Params }
const WORKS: [RegExp, ProviderWork][] = [
  [/^POST \/v1\/checkout\/sessions$/, 'create'],
  [/^POST \/v1\/checkout\/sessions\/\w+\/expire$/, 'expire'],
  [/^POST \/v1\/payment_intents\/\w+\/capture$/, 'capture'],
  [/^POST \/v1\/payment_intents\/\w+\/cancel$/, 'cancel'],
  [/^POST \/v1\/refunds$/, 'refund'],
  [/^GET \/v1\/events/, 'list'],
]

export function workOf(method: string, pathname: string): ProviderWork {
  return WORKS.find(([pattern]) => pattern.test(`${method} ${pathname}`))?.[1] ?? 'read'
}

export function answerTo(world: World, request: Request): unknown {
  const { method, pathname, params } = request
  const { bank } = world
  const [, , , first = '', second = ''] = pathname.split('/')
  switch (workOf(method, pathname)) {
    case 'create':
      return create(world, params)
    case 'expire':
      requireKnown(params, ['expand[*]'])
      return showSession(bank, bank.expire(second), params)
    case 'capture':
      requireKnown(params, ['amount_to_capture', 'final_capture', 'metadata[*]', 'expand[*]'])
      return showIntent(
        bank.capture(
          first,
          params.amount_to_capture === undefined ? undefined : integerIn(params, 'amount_to_capture'),
        ),
      )
    case 'cancel':
      requireKnown(params, ['cancellation_reason', 'expand[*]'])
      return showIntent(bank.cancel(first))
    case 'refund':
      return refund(bank, params)
    case 'list':
    case 'read':
      return read(world, request)
  }
}

function read(all: World, { method, pathname, params }: Request): unknown {
  const world = { ...all, lag: Math.random() < all.lagChance ? all.lag : 0 }
  const [, , collection, first = '', second = ''] = pathname.split('/')
  if (method !== 'GET') throw unknownAddress(method, pathname)
  if (collection === 'checkout' && first === 'sessions') return readSessions(world, second, params)
  if (collection === 'payment_intents' && first)
    return showIntent(world.replica.seen(world.bank.intent(first), world.lag))
  if (collection === 'refunds' || collection === 'disputes') return readOf(world, collection, first, params)
  if (collection === 'events') return readEvents(world, first, params)
  throw unknownAddress(method, pathname)
}

function unknownAddress(method: string, pathname: string): Refused {
  return new Refused(`Unrecognized request URL (${method}: ${pathname}).`, { status: 404 })
}

const LINE = 'line_items[*]'
const PRICE = `${LINE}[price_data]`

function create({ bank, pageOf, replica }: World, params: Params): unknown {
  requireKnown(params, [
    'mode',
    'client_reference_id',
    `${LINE}[quantity]`,
    `${PRICE}[currency]`,
    `${PRICE}[unit_amount]`,
    `${PRICE}[product_data][name]`,
    'metadata[*]',
    'payment_intent_data[metadata][*]',
    'payment_intent_data[description]',
    'payment_method_options[card][capture_method]',
    'adaptive_pricing[enabled]',
    'customer_email',
    'locale',
    'expires_at',
    'success_url',
    'cancel_url',
    'expand[*]',
  ])
  oneOfIn(params, 'mode', ['payment'])
  const { total, currency } = linesIn(params)
  const later = 'payment_method_options[card][capture_method]'
  const session = bank.createSession(
    {
      amount_total: total,
      currency,
      client_reference_id:
        params.client_reference_id === undefined ? null : textIn(params, 'client_reference_id', { most: 200 }),
      metadata: metadataIn(params, 'metadata'),
      intentMetadata: metadataIn(params, 'payment_intent_data[metadata]'),
      capturesLater: params[later] !== undefined && oneOfIn(params, later, ['manual']) === 'manual',
      success_url: addressIn(params, 'success_url'),
      cancel_url: params.cancel_url === undefined ? null : addressIn(params, 'cancel_url'),
      expires_at:
        params.expires_at === undefined ? Math.floor(Date.now() / 1000) + 86_400 - 60 : integerIn(params, 'expires_at'),
    },
    pageOf,
  )
  replica.note(session)
  return showSession(bank, session, params)
}

/** Lines are numbered from 0, and all have one currency. */
function linesIn(params: Params): { total: number; currency: string } {
  let total = 0
  let currency: string | undefined
  for (let n = 0; n < 100 && `line_items[${n}][quantity]` in params; n++) {
    const price = `line_items[${n}][price_data]`
    const named = textIn(params, `${price}[currency]`)
    const mistake = currencyMistake(named)
    if (mistake) throw new Refused(mistake.message, { code: mistake.code })
    textIn(params, `${price}[product_data][name]`, { most: 250 })
    if (currency !== undefined && named !== currency) throw new Refused('All line items must have the same currency.')
    currency = named
    total += integerIn(params, `line_items[${n}][quantity]`) * integerIn(params, `${price}[unit_amount]`, { least: 0 })
  }
  if (currency === undefined) throw new Refused('Missing required param: line_items.', { code: 'parameter_missing' })
  return { total, currency }
}

function refund(bank: Bank, params: Params): unknown {
  requireKnown(params, ['payment_intent', 'amount', 'reason', 'metadata[*]', 'expand[*]'])
  const amount = params.amount === undefined ? undefined : integerIn(params, 'amount')
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const
  const reason = params.reason === undefined ? null : oneOfIn(params, 'reason', reasons)
  return showRefund(bank.refund(textIn(params, 'payment_intent'), amount, metadataIn(params, 'metadata'), reason))
}
