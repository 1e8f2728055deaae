/** The addresses to which nothing is sent, why, and which confirmations and invoices their owners therefore do not have. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { listSuppressed, type SuppressedAddress } from '../../notifications/suppression/suppressed.ts'
import type { SuppressionReason } from '../../notifications/tables.ts'
import { badge, empty } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { removal } from '../../pages/form-kinds.ts'
import { count, time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'

export function suppressedPage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: '/admin/suppressed-addresses',
    forms: [clear],
    async render(visitor, request, states) {
      const paging = readPaging(request)
      return consolePage({
        title: 'Addresses without emails',
        visitor,
        states,
        main: html`<h1>${t('Addresses without emails')}</h1>
          <p>${t('Emails to these addresses came back, or their readers pressed “spam”. We send them nothing more, except that those who complained still get emails about their orders.')}</p>
          ${renderList(request, {
            ...(await listSuppressed(db, paging)),
            paging,
            nouns: ['address', 'addresses'],
            none: empty('No addresses here', 'An address appears here when emails to it come back.'),
            show: items => list(visitor, items, states),
          })}`,
      })
    },
  })
}

const SUPPRESSION_LABELS: Record<SuppressionReason, string> = {
  bounced: 'Came back',
  refused: 'Refused',
  complained: 'Complained',
}

function list(visitor: Visitor, addresses: readonly SuppressedAddress[], states: FormStates): Html {
  return html`<ul class="letters">${addresses.map(
    ({ id, address, reason, detail, since, userId, deliveryId, unsent }) => html`<li class="card">
      <div class="row apart"><h2><bdi>${address}</bdi></h2>${badge(SUPPRESSION_LABELS[reason], 'warn')}</div>
      <p class="as-written">${detail}</p>
      <p class="soft">Since ${time(since)}${
        userId &&
        html` ·
        <a href="/admin/users/${userId}">${t('Customer')}<span class="unseen">
        ${address}</span></a>`
      }${
        deliveryId &&
        html` ·
        <a href="/admin/deliveries/${deliveryId}">${t('Email')}<span class="unseen"> to ${address}</span></a>`
      }</p>
      ${
        unsent > 0 &&
        html`<p class="notice warning">${count(unsent)} ${
          unsent === 1 ? 'confirmation, invoice or receipt was' : 'confirmations, invoices or receipts were'
        } not sent. Give them
        to the customer another way, or send them again:
        <a href="/admin/deliveries?user=${userId}&state=failed">${t('Show them')}<span class="unseen"> for ${address}</span></a></p>`
      }
      ${rowFormsOf(visitor, states, { id })(clear, {}, address)}
    </li>`,
  )}</ul>`
}

const clear = removal({
  at: '/admin/suppressed-addresses/:id/clear',
  api: '/api/admin/suppressed-addresses/:id',
  button: 'Send emails again',
  confirm: 'Send emails to this address again? Do this when its owner says that it works.',
  done: 'Emails go there again. What was not sent stays unsent.',
  look: 'quiet',
})
