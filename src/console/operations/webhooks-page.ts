/** Webhooks: create, show the secret once, follow every delivery, send again. For administrators only, as in the API. */

import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, empty, facts, section, stateBadge, table } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { type Endpoint, listEndpoints, listWebhookDeliveries, type WebhookDelivery } from '../../webhooks/queries.ts'
import { ENDPOINT_LABELS, WEBHOOK_LABELS, WEBHOOK_STATES } from '../../webhooks/states.ts'
import { t } from '../../words/words.ts'
import { confirmation, explainConfirmation } from '../confirm.ts'
import { filterForm, queryOneOf, select } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import { webhookDeliveryPage, webhookOf } from './webhook-delivery-page.ts'
import {
  askAgain,
  confirm,
  confirmOnList,
  create,
  disable,
  enable,
  remove,
  resume,
  rotate,
  sendFailedAgain,
  takeOver,
  test,
} from './webhook-forms.ts'

export function webhookPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  formsPage(app, {
    address: '/admin/webhooks',
    forms: [create, confirmOnList],
    async render(visitor, _, states) {
      const endpoints = await listEndpoints(db)
      return consolePage({
        title: 'Webhooks',
        visitor,
        states,
        main: html`<h1>${t('Webhooks')}</h1>
          <div class="split">
            ${section(
              'webhooks',
              'Addresses that get our events',
              endpoints.length > 0 ? html`<ul class="letters">${endpoints.map(brief)}</ul>` : NONE,
            )}
            ${section('new-webhook', 'New webhook', newWebhook(visitor, states), { look: 'card' })}
          </div>`,
      })
    },
  })

  formsPage(app, {
    address: '/admin/webhooks/:id',
    forms: [rotate, test, sendFailedAgain, disable, enable, takeOver, remove, confirm],
    async render(visitor, request, states) {
      const endpoint = await webhookOf(db, request.params)
      const paging = readPaging(request)
      const state = queryOneOf(request, 'state', WEBHOOK_STATES)
      const deliveries = await listWebhookDeliveries(db, { endpointId: endpoint.id, state }, paging)
      return consolePage({
        title: endpoint.url,
        visitor,
        states,
        main: html`<div class="row apart head">
            <h1 class="as-written">${endpoint.url}</h1>${stateBadge(ENDPOINT_LABELS[endpoint.state])}
          </div>
          <div class="split">
            <div class="card" data-live="facts">${facts(factsOf(endpoint))}</div>
            ${actions(visitor, endpoint, states)}
          </div>
          <h2>${t('Deliveries')}</h2>
          ${filterForm(request, [select('state', 'Status', WEBHOOK_STATES, WEBHOOK_LABELS)])}
          <div data-live="deliveries">${renderList(request, {
            ...deliveries,
            paging,
            nouns: ['delivery', 'deliveries'],
            none: empty('No deliveries', 'Each event that this address gets is listed here.'),
            show: items => deliveryTable(endpoint.id, items),
          })}</div>`,
      })
    },
  })

  webhookDeliveryPage(app, context)
}

const NONE = empty('No webhooks', 'A webhook tells another program about each event, such as a new order.')

function newWebhook(visitor: Visitor, states: FormStates): Html {
  return html`${confirmation(confirmOnList, visitor, states)}
    ${formsOf(visitor, explainConfirmation(states))(create)}`
}

const BECAUSE = {
  operator: 'by a person',
  gone: 'it answered 410 (Gone)',
  failing: 'it failed for three days',
} as const

function brief({ id, url, description, state, types, open }: Endpoint): Html {
  return html`<li class="card">
    <div class="row apart"><h3 class="as-written"><a href="/admin/webhooks/${id}">${url}</a></h3>${stateBadge(ENDPOINT_LABELS[state])}</div>
    ${description && html`<p>${description}</p>`}
    <p>${types.length === 0 ? t('All events') : types.map(type => html`<code class="scope">${type}</code> `)}</p>
    <p class="soft">${open === 0 ? t('Nothing is waiting.') : t('{number} waiting.', { number: counted(open) })}</p>
  </li>`
}

function counted(open: number): string {
  return open >= 1000 ? t('1,000 or more') : String(open)
}

function factsOf({
  types,
  snapshot,
  position,
  open,
  createdAt,
  failingSince,
  pausedUntil,
  pausedBecause,
  createdBy,
  createdByKey,
  disabledAt,
  disabledBecause,
  description,
  ...endpoint
}: Endpoint) {
  const maker = createdBy
    ? html`<a href="/admin/users/${createdBy}">${t('An admin')}</a>`
    : createdByKey
      ? html`<a href="/admin/api-keys">${t('An API key')}</a>`
      : t('The command line')
  return [
    ...(description ? [['Description', description] as const] : []),
    ['Events', types.length === 0 ? t('All') : html`<code>${types.join(', ')}</code>`] as const,
    ['Sent with each event', snapshot ? t('Its order, user, product or email') : t('Ids and states only')] as const,
    ['Waiting', counted(open)] as const,
    ['Position in the feed', position] as const,
    ...consentOf(endpoint),
    ...(failingSince ? [['Failing since', time(failingSince)] as const] : []),
    ...(pausedUntil ? [['Paused until', time(pausedUntil)] as const] : []),
    ...(disabledAt
      ? [['Disabled', html`${time(disabledAt)}, ${t(BECAUSE[disabledBecause ?? 'operator'])}`] as const]
      : []),
    ['Created', time(createdAt)] as const,
    [
      'Made by',
      html`${maker}${pausedBecause === 'maker' && html` ${badge(createdBy ? 'No active admin' : 'No longer works', 'bad')}`}`,
    ] as const,
  ]
}

function consentOf({
  handshake,
  agreedAt,
  handshakeFailure,
}: Pick<Endpoint, 'handshake' | 'agreedAt' | 'handshakeFailure'>) {
  const failure = html`<span class="as-written">${handshakeFailure}</span>`
  return [
    ...(handshake
      ? [['Consent', agreedAt ? rich('Given {time}', { time: time(agreedAt) }) : t('Not yet')] as const]
      : []),
    ...(handshakeFailure ? [['Last answer', failure] as const] : []),
  ]
}

function actions(visitor: Visitor, { id, pausedBecause, disabledAt }: Endpoint, states: FormStates): Html {
  const params = { id }
  const show = formsOf(visitor, explainConfirmation(states), params)
  return html`<div class="card actions"><h2>${t('Actions')}</h2>
    ${confirmation(confirm, visitor, states, params)}
    ${!disabledAt && html`${show(test)}${show(sendFailedAgain)}`}
    ${
      pausedBecause === 'maker' &&
      html`<p class="notice warning">${t('Nothing is sent, because whoever made this webhook may no longer make one. Its events wait.')}</p>${show(takeOver)}`
    }
    ${
      pausedBecause === 'handshake' &&
      html`<p class="notice warning">${t('Nothing is sent, because the address has not agreed to get events. They wait.')}</p>
        ${show(askAgain)}`
    }
    ${pausedBecause === 'failing' && show(resume)}
    ${show(rotate)}
    ${show(disabledAt ? enable : disable)}
    ${show(remove)}
  </div>`
}

function deliveryTable(id: string, deliveries: readonly WebhookDelivery[]): Html {
  return table(
    'Deliveries',
    [
      {
        label: 'Event',
        cell: ({ type, position }) =>
          html`<a href="/admin/webhooks/${id}/deliveries/${position}"><code>${type}</code><span
            class="unseen"> ${t('at {position}', { position })}</span></a>`,
      },
      { label: 'Position', cell: ({ position }) => position },
      { label: 'Happened', cell: ({ at }) => time(at) },
      { label: 'Status', cell: ({ state }) => stateBadge(WEBHOOK_LABELS[state]) },
      { label: 'Attempts', cell: ({ attempts }) => attempts },
      { label: 'Last response', cell: ({ last }) => html`<span class="as-written">${last ?? '–'}</span>` },
    ],
    deliveries,
  )
}
