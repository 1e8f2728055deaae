/** One event on its way to a webhook: what was sent, and every attempt. */

import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { facts, stateBadge, table } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { count, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { Problem } from '../../problems.ts'
import { type Endpoint, findEndpoint, findWebhookDelivery, listWebhookAttempts } from '../../webhooks/queries.ts'
import { WEBHOOK_LABELS } from '../../webhooks/states.ts'
import { t } from '../../words/words.ts'
import { asUuid } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'

export function webhookDeliveryPage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: '/admin/webhooks/:id/deliveries/:position',
    forms: [sendAgain],
    async render(visitor, request, states) {
      const { id, url, disabledAt } = await webhookOf(db, request.params)
      const position = Number(/^\d{1,15}$/.exec((request.params as { position: string }).position)?.[0])
      const delivery = position > 0 ? await findWebhookDelivery(db, id, position) : undefined
      if (!delivery) throw new Problem('not_found', "We can't find that delivery.")
      const params = { id, position: String(position) }
      const attempts = await listWebhookAttempts(db, id, position)
      return consolePage({
        title: t('{event} to {address}', { event: delivery.type, address: url }),
        visitor,
        states,
        main: html`<div class="row apart head"><h1><code>${delivery.type}</code></h1><span
          data-live="state">${stateBadge(WEBHOOK_LABELS[delivery.state])}</span></div>
          <div class="card"><div data-live="facts">${facts([
            ['Webhook', html`<a class="as-written" href="/admin/webhooks/${id}">${url}</a>`],
            ['Position', position],
            ['webhook-id', html`<code>${delivery.eventId}</code>`],
            ['Data', html`<code class="as-written">${JSON.stringify(delivery.data)}</code>`],
            ['Happened', time(delivery.at)],
            ...(delivery.state === 'pending' && !disabledAt ? [['Next attempt', time(delivery.dueAt)] as const] : []),
          ])}</div>
            ${disabledAt && html`<p>${t('The webhook is disabled. Nothing is sent until it is enabled.')}</p>`}
            ${(!disabledAt || states[sendAgain.id]?.problem) && formsOf(visitor, states, params)(sendAgain)}</div>
          <h2>${t('Attempts')}</h2>
          <div data-live="attempts">${
            attempts.length > 0 ? attemptTable(attempts) : html`<p class="soft">${t('No attempt has ended yet.')}</p>`
          }</div>`,
      })
    },
  })
}

export async function webhookOf(db: Db, params: unknown): Promise<Endpoint> {
  const id = asUuid((params as { id: string }).id)
  const endpoint = id && (await findEndpoint(db, id))
  if (!endpoint) throw new Problem('not_found', "We can't find that webhook.")
  return endpoint
}

function attemptTable(attempts: Awaited<ReturnType<typeof listWebhookAttempts>>): Html {
  return table(
    'Attempts',
    [
      { label: 'Attempt', cell: ({ number }) => number },
      { label: 'Started', cell: ({ startedAt }) => time(startedAt) },
      { label: 'Took', cell: ({ milliseconds }) => `${count(milliseconds)} ms` },
      { label: 'Status', cell: ({ status }) => status ?? '–' },
      {
        label: 'Response',
        cell: ({ reason, response }) => html`<span class="as-written">${reason ?? response ?? ''}</span>`,
      },
    ],
    attempts,
  )
}

const sendAgain = step({
  at: '/admin/webhooks/:id/deliveries/:position/send-again',
  api: '/api/webhooks/:id/deliveries/:position/send-again',
  button: 'Send again',
  success: { say: 'The event is sent again, with the same webhook-id.', keepForm: true },
})
