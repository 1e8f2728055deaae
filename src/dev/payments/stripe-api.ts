/** The part of Stripe's API that Semel uses, on the money of development. */
import { type Bank, Refused, type Session } from './bank.ts'
import type { ProviderWork } from './faults.ts'

type Request = { method: string; pathname: string; params: Record<string, unknown> }

const WORKS: [RegExp, ProviderWork][] = [
  [/^POST \/v1\/checkout\/sessions$/, 'create'],
  [/^POST \/v1\/checkout\/sessions\/\w+\/expire$/, 'expire'],
  [/^POST \/v1\/payment_intents\/\w+\/capture$/, 'capture'],
  [/^POST \/v1\/payment_intents\/\w+\/cancel$/, 'cancel'],
  [/^POST \/v1\/refunds$/, 'refund'],
]

export function workOf(method: string, pathname: string): ProviderWork {
  return WORKS.find(([pattern]) => pattern.test(`${method} ${pathname}`))?.[1] ?? 'read'
}

export function answerTo(bank: Bank, { method, pathname, params }: Request, pageOf: (id: string) => string): unknown {
  const [, , collection = '', ...path] = pathname.split('/')
  const text = (name: string) => String(params[name] ?? '')
  const number = (name: string) => Number(params[name])
  switch (workOf(method, pathname)) {
    case 'create':
      return bank.createSession(
        {
          amount_total: number('line_items[0][price_data][unit_amount]'),
          currency: text('line_items[0][price_data][currency]'),
          metadata: metadataIn(params, 'metadata'),
          intentMetadata: metadataIn(params, 'payment_intent_data[metadata]'),
          capturesLater: params['payment_method_options[card][capture_method]'] === 'manual',
          success_url: text('success_url'),
          cancel_url: text('cancel_url'),
          expires_at: number('expires_at'),
        },
        pageOf,
      )
    case 'expire':
      return bank.expire(path[1]!)
    case 'capture':
      return bank.capture(path[0]!, number('amount_to_capture'))
    case 'cancel':
      return bank.cancel(path[0]!)
    case 'refund':
      return bank.refund(text('payment_intent'), number('amount'), metadataIn(params, 'metadata'))
    case 'read':
      return read(
        bank,
        collection === 'checkout' ? path[0]! : collection,
        collection === 'checkout' ? path[1] : path[0],
        params,
      )
  }
}

function read(bank: Bank, collection: string, id: string | undefined, params: Request['params']): unknown {
  if (collection === 'sessions') {
    if (id) return expanded(bank, bank.session(id))
    const since = Number(params['created[gte]'] ?? 0)
    return page([...bank.sessions.values()].filter(({ created }) => created >= since).toReversed(), params)
  }
  const intent = String(params.payment_intent)
  if (collection === 'refunds') return page(bank.refundsOf(intent), params)
  if (collection === 'disputes')
    return page(
      [...bank.disputes.values()].filter(dispute => dispute.payment_intent === intent),
      params,
    )
  throw new Refused(`Unrecognized request URL (${collection}).`, { status: 404 })
}

function expanded(bank: Bank, session: Session) {
  return { ...session, payment_intent: session.payment_intent && bank.intent(session.payment_intent) }
}

function page(all: { id: string }[], params: Request['params']) {
  const start = all.findIndex(({ id }) => id === params.starting_after) + 1
  const limit = Number(params.limit ?? 10)
  return { object: 'list', data: all.slice(start, start + limit), has_more: all.length > start + limit, url: '/v1' }
}

/** `metadata[payment]=…` */
function metadataIn(params: Request['params'], name: string): Record<string, string> {
  const prefix = `${name}[`
  return Object.fromEntries(
    Object.entries(params)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length, -1), String(value)]),
  )
}
