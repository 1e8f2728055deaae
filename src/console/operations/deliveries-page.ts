/** The delivery log: the ledger and every attempt. */

import type { FastifyInstance } from 'fastify'
import { findUsers } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { beginningOf } from '../../mail/message-id.ts'
import { type Delivery, findDelivery, listAttempts, listDeliveries } from '../../notifications/queries.ts'
import { DELIVERY_LABELS, DELIVERY_STATES, OUTCOME_LABELS } from '../../notifications/states.ts'
import { EVENT_TYPES } from '../../notifications/tables.ts'
import { facts, stateBadge, table } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { t } from '../../words/words.ts'
import { asUuid, orderIdIn, PERIOD_FILTERS, queryOneOf, queryPeriod, queryText, queryUser, select } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { listPage } from '../list-page.ts'
import { deliveryBadge, deliveryTable, duration, EMAIL_TEXT, recipientOf } from './delivery-components.ts'

export function deliveryPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listPage(app, context, {
    address: '/admin/deliveries',
    title: 'Email log',
    filters: () => [
      select('state', 'Status', DELIVERY_STATES, DELIVERY_LABELS),
      select('kind', 'Email', EVENT_TYPES, EMAIL_TEXT),
      { name: 'user', label: 'User (email or id)' },
      { name: 'order', label: 'Order' },
      { name: 'event', label: 'Event (id)' },
      ...PERIOD_FILTERS,
    ],
    read: async (db, request, paging) => {
      const filter = {
        eventId: asUuid(queryText(request, 'event')),
        type: queryOneOf(request, 'kind', EVENT_TYPES),
        userId: await queryUser(db, request),
        orderId: orderIdIn(queryText(request, 'order')),
        state: queryOneOf(request, 'state', DELIVERY_STATES),
        ...(await queryPeriod(db, request)),
      }
      return listDeliveries(db, filter, paging)
    },
    nouns: ['email', 'emails'],
    show: (items, _request, visitor) => deliveryTable(visitor, items),
  })

  formsPage(app, {
    address: '/admin/deliveries/:id',
    forms: [arrived, sendAgain],
    async render(visitor, request, states) {
      const id = asUuid((request.params as { id: string }).id)
      const delivery = id && (await findDelivery(db, id))
      if (!delivery) throw new Problem('not_found', "We can't find that email.")
      const attempts = await listAttempts(db, delivery.id)
      return deliveryPage(visitor, ...(await withNames(db, delivery, attempts)), states)
    },
  })
}

const arrived = step({
  at: '/admin/deliveries/:id/arrived',
  api: '/api/admin/deliveries/:id/arrived',
  button: 'It arrived',
  done: 'Marked as arrived.',
  outdatedBy: ['not_in_doubt'],
  look: 'primary',
})

const sendAgain = step({
  at: '/admin/deliveries/:id/send-again',
  api: '/api/admin/deliveries/:id/send-again',
  button: 'Send again',
  confirm: 'Send it again? If the first email arrived after all, the recipient gets two.',
  done: 'The email is on its way again.',
  outdatedBy: ['not_in_doubt', 'reply_outstanding'],
  look: 'danger',
})

const SAID = /(?<=, says )[0-9a-f-]{36}(?=\.$)/

/** The log names who has resolved a doubt by id, as the audit log does. People know each other by name. */
async function withNames(db: Db, delivery: Delivery, attempts: readonly Attempt[]): Promise<[Delivery, Attempt[]]> {
  const ids = [delivery, ...attempts].flatMap(({ reply }) => SAID.exec(reply ?? '')?.[0] ?? [])
  const names = new Map((await findUsers(db, [...new Set(ids)])).map(({ id, userName }) => [id, userName]))
  const named = <T extends { reply: string | null }>(entry: T): T => ({
    ...entry,
    reply: entry.reply?.replace(SAID, id => names.get(id) ?? id) ?? null,
  })
  return [named(delivery), attempts.map(named)]
}

type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

function deliveryPage(visitor: Visitor, delivery: Delivery, attempts: readonly Attempt[], states: FormStates): Html {
  const { payload, state, address, reply, messageId, createdAt, endedAt, dueAt } = delivery
  return consolePage({
    title: title(delivery),
    visitor,
    states,
    main: html`<p class="crumb"><a href="/admin/deliveries">${t('Email log')}</a></p>
      <div class="row apart head"><h1>${title(delivery)}</h1><span>${deliveryBadge(delivery)}</span></div>
      ${state === 'pending' && delivery.late && late()}
      ${resolveForms(visitor, delivery, states)}
      <div class="card">${facts([
        ['Recipient', recipientOf(visitor, delivery)],
        ...subjectOf(payload),
        ['Event', html`<a href="/admin/deliveries?event=${delivery.eventId}"><code>${delivery.eventId}</code></a>`],
        ['Created', time(createdAt)],
        ...(state === 'pending' ? [['Next attempt', time(dueAt)] as const] : []),
        ...(endedAt
          ? [
              [
                'Ended',
                rich('{ended}, after {wait}', {
                  ended: time(endedAt),
                  wait: duration(endedAt.getTime() - createdAt.getTime()),
                }),
              ] as const,
            ]
          : []),
        ...(address ? [['Sent to', address] as const] : []),
        ...(reply ? [['Last reply', html`<span class="as-written">${reply}</span>`] as const] : []),
        ...(messageId
          ? [['Message-ID begins with', html`<code class="as-written">${beginningOf(messageId)}</code>`] as const]
          : []),
      ])}</div>
      <h2>${t('Attempts')}</h2>
      ${attempts.length > 0 ? attemptTable(attempts) : html`<p class="soft">${t('No attempt has ended yet.')}</p>`}`,
  })
}

const late =
  () => html`<p class="notice warning">${t('This email is late, but not lost: it goes out as soon as it can.')}
  ${rich('<a>System status</a> says what is wrong.', { a: link('/admin/health') })}</p>`

/**
 * Forms for a delivery in doubt, and for one that failed or was skipped. A refused form stays on the page even after
 * someone else has resolved the delivery.
 */
function resolveForms(visitor: Visitor, delivery: Delivery, states: FormStates): Html | false {
  const { id, state, isReplyAwaited } = delivery
  const show = formsOf(visitor, states, { id })
  const isOver = state === 'failed' || state === 'skipped'
  if (isOver && !states.arrived?.problem) {
    return html`<div class="card">
      <h2>${t(state === 'failed' ? 'It was not delivered' : 'It was not sent')}</h2>
      <p>${t('You can send it again once the reason below is gone. It goes to the current address of the recipient.')}</p>
      <div class="row">${show({ ...sendAgain, confirm: 'Send this email again?' })}</div>
    </div>`
  }
  const mayBeSentAgain = state === 'in_doubt' && !isReplyAwaited
  const forms = [
    ...(state === 'in_doubt' || states.arrived?.problem ? [arrived] : []),
    ...(mayBeSentAgain || states['send-again']?.problem ? [sendAgain] : []),
  ]
  if (forms.length === 0) return false
  return html`<div class="card doubt">
    <h2>${t('Did it arrive?')}</h2>
    <p>${t("We handed the whole email to the relay, and its reply never came. The email may have arrived. Before you decide, look for the Message-ID below in the relay's log, or ask the recipient.")}</p>
    ${
      state === 'in_doubt' &&
      isReplyAwaited &&
      html`<p>${rich('You can send it again after {time}. Until then its worker, which we lost contact with, may still get a reply.', { time: time(delivery.replyAwaitedUntil!) })}</p>`
    }
    <div class="row">${forms.map(form => show(form))}</div>
  </div>`
}

function title({ type, payload }: Delivery): string {
  return 'orderId' in payload ? `${t(EMAIL_TEXT[type])} #${payload.orderId}` : t(EMAIL_TEXT[type])
}

function subjectOf(payload: Delivery['payload']): (readonly [string, Renderable])[] {
  if ('orderId' in payload) return [['Order', html`<a href="/admin/orders/${payload.orderId}">#${payload.orderId}</a>`]]
  if ('messageId' in payload) return [['Message', html`<a href="/admin/contact-messages">${t('Contact messages')}</a>`]]
  return []
}

function attemptTable(attempts: readonly Attempt[]): Html {
  return table(
    'Attempts',
    [
      { label: 'Attempt', cell: ({ number }) => number },
      { label: 'Started', cell: ({ startedAt }) => (startedAt ? time(startedAt) : '–') },
      { label: 'Took', cell: took },
      { label: 'Worker', cell: ({ worker }) => (worker === null ? '–' : `#${worker}`) },
      { label: 'To', cell: ({ address }) => address ?? '–' },
      { label: 'Outcome', cell: ({ outcome }) => stateBadge(OUTCOME_LABELS[outcome]) },
      { label: 'Reply', cell: ({ reply }) => html`<span class="as-written">${reply}</span>` },
    ],
    attempts,
  )
}

function took({ startedAt, endedAt }: Attempt): string {
  return startedAt === null ? '–' : duration(endedAt.getTime() - startedAt.getTime())
}
