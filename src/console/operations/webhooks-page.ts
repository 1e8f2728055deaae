import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { FEED_TYPES } from '../../feed/types.ts'
import { badge, copyable, empty, facts, table } from '../../pages/components.ts'
import { type Form, renderForm } from '../../pages/form.ts'
import { time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import {
  type Endpoint,
  type EndpointState,
  findEndpoint,
  findWebhookDelivery,
  listEndpoints,
  listWebhookAttempts,
  listWebhookDeliveries,
  type WebhookDelivery,
} from '../../webhooks/queries.ts'
import { WEBHOOK_STATES, type WebhookState } from '../../webhooks/tables.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { asUuid, filterForm, queryOneOf, select } from '../filters.ts'
import { consolePage, type FormStates, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'

/** Webhooks: create, show the secret once, follow every delivery, send again. For administrators only, as in the API. */
export function webhookPages(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: '/admin/webhooks',
    role: 'admin',
    forms: [create, confirmOnList],
    async render(visitor, _, states) {
      const endpoints = await listEndpoints(db)
      return consolePage({
        title: 'Webhooks',
        visitor,
        states,
        main: html`<h1>Webhooks</h1>
          <div class="split">
            <section aria-labelledby="webhooks"><h2 id="webhooks">Addresses that get our events</h2>
              ${
                endpoints.length > 0
                  ? html`<ul class="letters">${endpoints.map(brief)}</ul>`
                  : empty('No webhooks', 'A webhook tells another program about each event, such as a new order.')
              }
            </section>
            <section class="card" aria-labelledby="new-webhook"><h2 id="new-webhook">New webhook</h2>
              ${confirmation(confirmOnList, states, {}, visitor.csrfToken)}
              ${renderForm(create, explainConfirmation(states[create.id]) ?? {}, visitor.csrfToken)}
            </section>
          </div>`,
      })
    },
  })

  formsPage(app, {
    address: '/admin/webhooks/:id',
    role: 'admin',
    forms: [rotate, test, sendFailedAgain, disable, enable, remove, confirm],
    async render(visitor, request, states) {
      const endpoint = await endpointOf(request.params)
      const paging = readPaging(request)
      const state = queryOneOf(request, 'state', WEBHOOK_STATES)
      const deliveries = await listWebhookDeliveries(db, { endpointId: endpoint.id, state }, paging)
      return consolePage({
        title: endpoint.url,
        visitor,
        states,
        main: html`<div class="row apart head"><h1 class="as-written">${endpoint.url}</h1>${stateBadge(endpoint.state)}</div>
          <div class="split">
            <div class="card">${facts(factsOf(endpoint))}</div>
            ${actions(visitor, endpoint, states)}
          </div>
          <h2>Deliveries</h2>
          ${filterForm(request, [select('state', 'State', WEBHOOK_STATES, STATE_TEXT)])}
          ${renderList(request, {
            ...deliveries,
            paging,
            nouns: ['delivery', 'deliveries'],
            none: empty('No deliveries', 'Each event that this address gets is listed here.'),
            show: items => deliveryTable(endpoint.id, items),
          })}`,
      })
    },
  })

  formsPage(app, {
    address: '/admin/webhooks/:id/deliveries/:position',
    role: 'admin',
    forms: [sendAgain],
    async render(visitor, request, states) {
      const { id, url } = await endpointOf(request.params)
      const position = Number(/^\d{1,15}$/.exec((request.params as { position: string }).position)?.[0])
      const delivery = position > 0 ? await findWebhookDelivery(db, id, position) : undefined
      if (!delivery) throw new Problem('not_found', "We can't find that delivery.")
      const params = { id, position: String(position) }
      const attempts = await listWebhookAttempts(db, id, position)
      return consolePage({
        title: `${delivery.type} to ${url}`,
        visitor,
        states,
        main: html`<div class="row apart head"><h1>${delivery.type}</h1>${deliveryBadge(delivery.state)}</div>
          <div class="card">${facts([
            ['Webhook', html`<a class="as-written" href="/admin/webhooks/${id}">${url}</a>`],
            ['Position', position],
            ['webhook-id', html`<code>${delivery.eventId}</code>`],
            ['Data', html`<code class="as-written">${JSON.stringify(delivery.data)}</code>`],
            ['Happened', time(delivery.at)],
            ...(delivery.state === 'pending' ? [['Next attempt', time(delivery.dueAt)] as const] : []),
          ])}
            ${renderForm(sendAgain, { params, ...states[sendAgain.id] }, visitor.csrfToken)}</div>
          <h2>Attempts</h2>
          ${attempts.length > 0 ? attemptTable(attempts) : html`<p class="soft">No attempt has ended yet.</p>`}`,
      })
    },
  })

  async function endpointOf(params: unknown): Promise<Endpoint> {
    const id = asUuid((params as { id: string }).id)
    const endpoint = id && (await findEndpoint(db, id))
    if (!endpoint) throw new Problem('not_found', "We can't find that webhook.")
    return endpoint
  }
}

const STATES: Record<EndpointState, Parameters<typeof badge>> = {
  active: ['Active', 'good'],
  failing: ['Failing', 'warn'],
  paused: ['Paused', 'bad'],
  disabled: ['Disabled', 'bad'],
}

const BECAUSE = { operator: 'by a person', gone: 'it answered 410 (Gone)', failing: 'it failed for three days' }

const STATE_TEXT: Record<WebhookState, string> = {
  pending: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed: 'Failed',
}

function stateBadge(state: EndpointState): Html {
  return badge(...STATES[state])
}

function deliveryBadge(state: WebhookState): Html {
  return badge(
    STATE_TEXT[state],
    ({ pending: 'info', sending: 'info', delivered: 'good', failed: 'bad' } as const)[state],
  )
}

function brief({ id, url, description, state, types, open }: Endpoint): Html {
  return html`<li class="card">
    <div class="row apart"><h3 class="as-written"><a href="/admin/webhooks/${id}">${url}</a></h3>${stateBadge(state)}</div>
    ${description && html`<p>${description}</p>`}
    <p>${types.length === 0 ? 'All events' : types.map(type => html`<code class="scope">${type}</code> `)}</p>
    <p class="soft">${open === 0 ? 'Nothing is waiting.' : `${counted(open)} waiting.`}</p>
  </li>`
}

function counted(open: number): string {
  return open >= 1000 ? '1,000 or more' : String(open)
}

function factsOf({
  types,
  position,
  open,
  createdAt,
  failingSince,
  disabledAt,
  disabledBecause,
  description,
}: Endpoint) {
  return [
    ...(description ? [['Description', description] as const] : []),
    ['Events', types.length === 0 ? 'All' : types.join(', ')] as const,
    ['Waiting', counted(open)] as const,
    ['Position in the feed', position] as const,
    ...(failingSince ? [['Failing since', time(failingSince)] as const] : []),
    ...(disabledAt
      ? [['Disabled', html`${time(disabledAt)}, ${BECAUSE[disabledBecause ?? 'operator']}`] as const]
      : []),
    ['Created', time(createdAt)] as const,
  ]
}

function actions(visitor: Visitor, { id, disabledAt }: Endpoint, states: FormStates): Html {
  const params = { id }
  const show = (form: Form) => renderForm(form, { params, ...explainConfirmation(states[form.id]) }, visitor.csrfToken)
  return html`<div class="card actions"><h2>Actions</h2>
    ${confirmation(confirm, states, params, visitor.csrfToken)}
    ${!disabledAt && html`${show(test)}${show(sendFailedAgain)}`}
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
          html`<a href="/admin/webhooks/${id}/deliveries/${position}">${type}<span class="unseen"> at ${position}</span></a>`,
      },
      { label: 'Position', cell: ({ position }) => position },
      { label: 'Happened', cell: ({ at }) => time(at) },
      { label: 'State', cell: ({ state }) => deliveryBadge(state) },
      { label: 'Attempts', cell: ({ attempts }) => attempts },
      { label: 'Last response', cell: ({ last }) => html`<span class="as-written">${last ?? '–'}</span>` },
    ],
    deliveries,
  )
}

function attemptTable(attempts: Awaited<ReturnType<typeof listWebhookAttempts>>): Html {
  return table(
    'Attempts',
    [
      { label: 'Attempt', cell: ({ number }) => number },
      { label: 'Started', cell: ({ startedAt }) => time(startedAt) },
      { label: 'Took', cell: ({ milliseconds }) => `${milliseconds.toLocaleString('en')} ms` },
      { label: 'Status', cell: ({ status }) => status ?? '–' },
      {
        label: 'Response',
        cell: ({ reason, response }) => html`<span class="as-written">${reason ?? response ?? ''}</span>`,
      },
    ],
    attempts,
  )
}

/** `order.placed` is "Order placed". */
function inWords(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll(/[._]/g, ' ')
}

const create: Form = {
  id: 'create',
  action: '/admin/webhooks',
  operation: { method: 'POST', address: '/api/webhooks' },
  fields: [
    { name: 'url', label: 'Address', type: 'text', inputmode: 'text', required: true, hint: 'It begins with https://' },
    { name: 'description', label: 'Description', type: 'text', hint: 'The program that gets the events.' },
    ...FEED_TYPES.filter(type => type !== 'webhook.test').map((type, index) => ({
      name: `types.${index}`,
      label: inWords(type),
      type: 'checkbox' as const,
      ticked: type,
      group: 'Events. Without a choice, all are sent',
    })),
  ],
  button: 'Create webhook',
  once: true,
  success: { show: showSecret },
  outdatedBy: ['reauthentication_required'],
}

function showSecret({ id, secret }: { id: string; secret: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><h2>Copy the secret now</h2>
    <p>The receiver verifies our requests with it. You won't see it again.</p></div>
    ${copyable(secret, 'Copy')}
    <p><a href="/admin/webhooks/${id}">See the webhook</a></p>`
}

function action(id: string, form: Pick<Form, 'button' | 'success'> & Partial<Form>): Form {
  return {
    id,
    action: `/admin/webhooks/:id/${id}`,
    operation: { method: 'POST', address: `/api/webhooks/:id/${id}` },
    fields: [],
    look: 'quiet',
    ...form,
  }
}

const rotate = action('rotate', {
  fields: [
    {
      name: 'graceHours',
      label: 'Hours for which the earlier secret signs too',
      type: 'number',
      value: 'integer',
      width: 'short',
      hint: 'By default 24, at most 168. Enter 0 if the secret has leaked.',
    },
  ],
  button: 'Replace the secret',
  success: { show: showSecret },
  outdatedBy: ['reauthentication_required'],
})
const test = action('test', { button: 'Send a test event', success: { say: '{message}', keepForm: true } })
const sendFailedAgain = action('send-failed-again', {
  button: 'Send all failed deliveries again',
  success: { say: 'Deliveries that are sent again: {count}', keepForm: true },
})
const disable = action('disable', {
  button: 'Disable',
  confirm: 'Disable this webhook? Nothing is sent until you enable it. Then it continues where it stopped.',
  success: { go: '/admin/webhooks/{id}', done: 'Webhook disabled.' },
})
const enable = action('enable', { button: 'Enable', success: { go: '/admin/webhooks/{id}', done: 'Webhook enabled.' } })
const remove = action('delete', {
  operation: { method: 'DELETE', address: '/api/webhooks/:id' },
  button: 'Delete',
  confirm: "Delete this webhook with the log of its deliveries? This can't be undone.",
  success: { go: '/admin/webhooks', done: 'Webhook deleted.' },
  look: 'danger',
})
const sendAgain: Form = {
  id: 'send-again',
  action: '/admin/webhooks/:id/deliveries/:position/send-again',
  operation: { method: 'POST', address: '/api/webhooks/:id/deliveries/:position/send-again' },
  fields: [],
  button: 'Send again',
  success: { say: 'The event is sent again, with the same webhook-id.', keepForm: true },
  look: 'quiet',
}

const confirmOnList = confirmForm('/admin/webhooks/confirm')
const confirm = confirmForm('/admin/webhooks/:id/confirm')
