import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EventType } from '../events.ts'
import type { Ground } from '../ground.ts'
import { type Delivery, findDelivery, listAttempts, listDeliveries } from '../notifications/queries.ts'
import type { DeliveryState, Outcome } from '../notifications/tables.ts'
import { type Html, html, type Renderable } from '../pages/html.ts'
import { badge, empty, facts, pagination, table } from '../pages/parts.ts'
import { time } from '../pages/values.ts'
import type { Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { deliveryTable, recipientOf, STATE_WORDS, stateBadge } from './delivery-parts.ts'
import { consolePage, staffPage } from './frame.ts'
import { asked, askedPeriod, askedUser, asUuid, filters, foundWords, pageOf, pagePath } from './listing.ts'
import { duration } from './now-page.ts'

const PER_PAGE = 25

const STATES = Object.keys(STATE_WORDS) as DeliveryState[]

const EVENTS: EventType[] = [
  'order.placed',
  'order.confirmation_requested',
  'order.shipped',
  'order.cancelled',
  'user.registered',
  'user.password_reset_requested',
  'user.email_changed',
  'contact.message_received',
  'announcement.published',
]

/** The ledger as an operator asks it: what became of which e-mail. */
export function deliveryPages(app: FastifyInstance, { db }: Ground): void {
  staffPage(app, '/admin/deliveries', async (visitor, request) => {
    const page = pageOf(request)
    const filter = {
      eventId: asUuid(asked(request, 'event')),
      type: EVENTS.find(type => type === asked(request, 'kind')),
      userId: await askedUser(db, request),
      orderId: orderNumber(request),
      state: STATES.find(state => state === asked(request, 'state')),
      ...askedPeriod(request),
    }
    const { items, totalCount } = await listDeliveries(db, filter, { page, limit: PER_PAGE })
    return consolePage({
      title: 'Deliveries',
      visitor,
      main: html`<h1>Deliveries</h1>
        ${filters(request, [
          {
            name: 'state',
            label: 'State',
            options: [['', 'Any'], ...STATES.map(state => [state, STATE_WORDS[state]] as const)],
          },
          {
            name: 'kind',
            label: 'Kind of event',
            options: [['', 'Any'], ...EVENTS.map(type => [type, type] as const)],
          },
          { name: 'user', label: 'User (e-mail or id)' },
          { name: 'order', label: 'Order' },
          { name: 'event', label: 'Event (id)' },
          { name: 'from', label: 'From day (UTC)', type: 'date' },
          { name: 'until', label: 'Until day (UTC)', type: 'date' },
        ])}
        ${foundWords(totalCount, 'delivery', 'deliveries')}
        ${items.length > 0 ? deliveryTable(items) : empty('No such deliveries', 'Ask for something else, or show all.')}
        ${pagination(page, Math.ceil(totalCount / PER_PAGE), pagePath(request))}`,
    })
  })

  staffPage(app, '/admin/deliveries/:id', async (visitor, request) => {
    const id = asUuid((request.params as { id: string }).id)
    const delivery = id && (await findDelivery(db, id))
    if (!delivery) throw new Problem('not_found', 'There is no such delivery.')
    return deliveryPage(visitor, delivery, await listAttempts(db, delivery.id))
  })
}

function orderNumber(request: FastifyRequest): number | undefined {
  const digits = /^#?(\d{1,9})$/.exec(asked(request, 'order') ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

function deliveryPage(visitor: Visitor, delivery: Delivery, attempts: readonly Attempt[]): Html {
  const { type, payload, state, address, reply, message_id, created_at, ended_at, due_at } = delivery
  return consolePage({
    title: `Delivery of ${type}`,
    visitor,
    main: html`<div class="row apart head"><h1>${type}</h1><span>${stateBadge(delivery)}</span></div>
      ${state === 'in_doubt' && doubt()}
      <div class="card">${facts([
        ['For', recipientOf(delivery)],
        ...aboutOf(payload),
        ['Event', html`<a href="/admin/deliveries?event=${delivery.event_id}"><code>${delivery.event_id}</code></a>`],
        ['Caused', time(created_at)],
        ...(state === 'pending' ? [['Next attempt', time(due_at)] as const] : []),
        ...(ended_at
          ? [['Ended', html`${time(ended_at)}, after ${duration(ended_at.getTime() - created_at.getTime())}`] as const]
          : []),
        ...(address ? [['Sent to', address] as const] : []),
        ...(reply ? [['Last words', html`<span class="as-written">${reply}</span>`] as const] : []),
        ...(message_id ? [['Message-ID', html`<code class="as-written">${message_id}</code>`] as const] : []),
      ])}</div>
      <h2>Attempts</h2>
      ${attempts.length > 0 ? attemptTable(attempts) : html`<p class="soft">None has ended yet.</p>`}`,
  })
}

function doubt(): Html {
  return html`<p class="notice warning">The relay was told to take this e-mail, and its reply never came. It has probably arrived.
    Ask the relay's log for the Message-ID below before you decide.</p>`
}

function aboutOf(payload: Delivery['payload']): (readonly [string, Renderable])[] {
  if ('orderId' in payload) return [['Order', html`<a href="/admin/orders/${payload.orderId}">#${payload.orderId}</a>`]]
  if ('messageId' in payload) return [['Message', html`<a href="/admin/contact-messages">Contact messages</a>`]]
  return []
}

const OUTCOMES: Record<Outcome, readonly [words: string, tone?: 'good' | 'warn' | 'bad']> = {
  sent: ['Sent', 'good'],
  refused: ['Refused', 'bad'],
  temporary: ['Put off', 'warn'],
  unsent: ['Not sent', 'warn'],
  readdressed: ['New address'],
  skipped: ['Skipped'],
  worker_lost: ['Worker lost', 'warn'],
  in_doubt: ['In doubt', 'warn'],
  arrived: ['Had arrived', 'good'],
  not_arrived: ['Had not arrived', 'warn'],
}

function attemptTable(attempts: readonly Attempt[]): Html {
  return table(
    'Attempts',
    [
      { label: 'Attempt', cell: ({ number }) => number },
      { label: 'Began', cell: ({ started_at }) => started_at && time(started_at) },
      { label: 'Took', cell: took },
      { label: 'Worker', cell: ({ worker }) => worker !== null && `#${worker}` },
      { label: 'To', cell: ({ address }) => address ?? '–' },
      { label: 'Outcome', cell: ({ outcome }) => badge(...OUTCOMES[outcome]) },
      { label: 'Words', cell: ({ reply }) => html`<span class="as-written">${reply}</span>` },
    ],
    attempts,
  )
}

function took({ started_at, ended_at }: Attempt): string {
  return started_at === null ? '–' : duration(ended_at.getTime() - started_at.getTime())
}
