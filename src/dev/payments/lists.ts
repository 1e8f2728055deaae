/** Reads single objects and pages of lists, newest first. */

import { type Dispute, type Refund, Refused } from './objects.ts'
import { integerIn, type Params, requireKnown, textIn } from './parameters.ts'
import { showSession } from './shapes.ts'
import type { World } from './world.ts'

const PAGING = [
  'limit',
  'starting_after',
  'ending_before',
  'expand[*]',
  'created[gt]',
  'created[gte]',
  'created[lt]',
  'created[lte]',
]

export function readSessions(world: World, id: string, params: Params): unknown {
  const { bank, replica, lag } = world
  requireKnown(params, id ? ['expand[*]'] : [...PAGING, 'status', 'payment_intent'])
  if (id) return showSession(bank, replica.seen(bank.session(id), lag), params, intent => replica.seen(intent, lag))
  const all = [...bank.sessions.values()].toReversed()
  const { payment_intent: intent, status } = params
  const chosen = all.filter(
    session => (!intent || session.payment_intent === intent) && (!status || session.status === status),
  )
  return page(world, chosen, params, session => showSession(bank, session, params))
}

export function readOf(world: World, collection: 'refunds' | 'disputes', id: string, params: Params): unknown {
  const { bank } = world
  requireKnown(params, id ? ['expand[*]'] : [...PAGING, 'payment_intent'])
  const all: (Refund | Dispute)[] = [...bank[collection].values()].toReversed()
  if (id) {
    const one = all.find(thing => thing.id === id)
    if (one) return one
    throw new Refused(`No such ${collection.slice(0, -1)}: '${id}'`, { status: 404, code: 'resource_missing' })
  }
  if (params.payment_intent !== undefined) bank.intent(textIn(params, 'payment_intent'))
  const chosen = all.filter(thing => !params.payment_intent || thing.payment_intent === params.payment_intent)
  return page(world, chosen, params, thing => thing)
}

/** Events of the last 30 days, newest first. */
export function readEvents(world: World, id: string, params: Params): unknown {
  requireKnown(params, id ? ['expand[*]'] : [...PAGING, 'type', 'types[*]', 'delivery_success'])
  const types = Object.entries(params).flatMap(([name, value]) => (/^types?(?:\[|$)/.test(name) ? [String(value)] : []))
  if (types.length > 20) throw new Refused('You may specify up to 20 types.')
  const month = Math.floor(Date.now() / 1000) - 30 * 86_400
  const all = world.events.made.toReversed().map(({ body, isDelivered }) => ({ event: JSON.parse(body), isDelivered }))
  const chosen = all
    .filter(({ event }) => event.created >= month && (types.length === 0 || types.includes(event.type)))
    .filter(
      ({ isDelivered }) => params.delivery_success === undefined || String(isDelivered) === params.delivery_success,
    )
    .map(({ event }) => event as { id: string; created: number })
  if (!id) return page(world, chosen, params, event => event)
  const one = chosen.find(event => event.id === id)
  if (one) return one
  throw new Refused(`No such event: '${id}'`, { status: 404, code: 'resource_missing' })
}

function page<T extends { id: string; created: number }>(
  { lag }: World,
  all: T[],
  params: Params,
  show: (one: T) => unknown,
): unknown {
  const limit = params.limit === undefined ? 10 : integerIn(params, 'limit')
  if (limit > 100)
    throw new Refused('This value must be less than or equal to 100.', { code: 'parameter_invalid_integer' })
  const limits = (name: string) =>
    params[`created[${name}]`] === undefined ? undefined : integerIn(params, `created[${name}]`, { least: 0 })
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map(limits)
  const until = Math.floor((Date.now() - lag) / 1000)
  const shown = all.filter(
    ({ created }) =>
      (lag === 0 || created < until) &&
      !(gt !== undefined && created <= gt) &&
      !(gte !== undefined && created < gte) &&
      !(lt !== undefined && created >= lt) &&
      !(lte !== undefined && created > lte),
  )
  const place = (id: unknown) => {
    const found = shown.findIndex(one => one.id === id)
    if (found < 0) throw new Refused(`No such object: '${id}'`, { status: 404, code: 'resource_missing' })
    return found
  }
  // Objects before one: the nearest newer ones.
  const before = params.ending_before === undefined ? undefined : place(params.ending_before)
  const start =
    before === undefined
      ? params.starting_after === undefined
        ? 0
        : place(params.starting_after) + 1
      : Math.max(0, before - limit)
  const end = before ?? start + limit
  const data = shown.slice(start, Math.min(end, start + limit)).map(show)
  return { object: 'list', data, has_more: before === undefined ? shown.length > start + limit : start > 0, url: '/v1' }
}
