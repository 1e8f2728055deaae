/** API keys: create, show once, revoke. For administrators only, as in the API. */
import type { FastifyInstance } from 'fastify'
import { PUBLISHABLE, SCOPES, type Scope } from '../../accounts/sessions/access.ts'
import { listApiKeys } from '../../accounts/sessions/api-keys.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, copyable, empty, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { removal } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'

export function apiKeyPages(app: FastifyInstance, { db, clock }: AppContext): void {
  formsPage(app, {
    address: '/admin/api-keys',
    forms: [create, confirm, revoke],
    async render(visitor, request, states) {
      const paging = readPaging(request)
      const keys = await listApiKeys(db, paging)
      const list = renderList(request, {
        ...keys,
        paging,
        nouns: ['key', 'keys'],
        none: empty('No keys', 'A key gives a program access to its scopes.'),
        show: items => keyList(visitor, items, clock.now(), states),
      })
      return consolePage({
        title: 'API keys',
        visitor,
        states,
        main: html`<h1>${t('API keys')}</h1>
          <div class="split">
            ${section('keys', 'Keys', list)}
            ${section(
              'new-key',
              'New key',
              html`${confirmation(confirm, visitor, states)}${formsOf(visitor, explainConfirmation(states))(create)}`,
              { look: 'card' },
            )}
          </div>`,
      })
    },
  })
}

type Key = Awaited<ReturnType<typeof listApiKeys>>['items'][number]

function keyList(visitor: Visitor, keys: readonly Key[], now: Date, states: FormStates): Html {
  return html`<ul class="letters">${keys.map(
    ({ id, name, scopes, networks, createdAt, expiresAt, lastUsedAt, revokedAt, isPaused }) => {
      const isExpired = expiresAt !== null && new Date(expiresAt) <= now
      return html`<li class="card">
      <div class="row apart"><h3>${name}</h3>${keyBadge({ isExpired, revokedAt, isPaused })}</div>
      <p>${scopes.map(scope => html`<code class="scope">${scope}</code> `)}</p>
      ${networks.length > 0 && html`<p class="soft">${t('From {networks}', { networks: networks.join(', ') })}</p>`}
      <p class="soft">${rich('Created {time}', { time: time(createdAt) })}, ${
        lastUsedAt ? rich('last used {time}', { time: time(lastUsedAt) }) : t('never used')
      }${
        expiresAt &&
        html`, ${isExpired ? rich('expired {time}', { time: time(expiresAt) }) : rich('expires {time}', { time: time(expiresAt) })}`
      }${revokedAt && html`, ${rich('revoked {time}', { time: time(revokedAt) })}`}</p>
      ${isPaused && html`<p class="notice warning">${t('Refused, because whoever made it is no active admin.')}</p>`}
      ${!revokedAt && rowFormsOf(visitor, states, { id })(revoke, {}, name)}
    </li>`
    },
  )}</ul>`
}

function keyBadge({
  isExpired,
  revokedAt,
  isPaused,
}: Pick<Key, 'revokedAt' | 'isPaused'> & { isExpired: boolean }): Html {
  if (revokedAt) return badge('Revoked')
  if (isExpired) return badge('Expired')
  return isPaused ? badge('Paused', 'bad') : badge('Active', 'good')
}

const MEANINGS: Record<Scope, string> = {
  'products:read': 'Read products',
  'products:write': 'Change products',
  'users:read': 'Read users',
  'users:write': 'Import customers',
  'orders:read': 'Read orders',
  'orders:write':
    'Place, process, change and cancel orders. What a paid order has too much then goes back. The answers show ' +
    'the whole order, with its owner',
  'money:write':
    'Move money: record payments, refund orders and returns, and write invoices and credit notes. The answers show the whole order',
  'notifications:send': 'Send order confirmations, and see whether they were sent',
  'announcements:write': 'Publish announcements',
  'mail-reports:write': 'Report emails that came back',
  'auth:reset': 'Ask for password resets',
  'events:read': 'Read the event feed',
  'webhooks:manage': 'Manage webhooks',
  [PUBLISHABLE]: 'Stand in a page that everybody reads: active products and their categories, and nothing else',
}

const create: Form = {
  id: 'create',
  action: '/admin/api-keys',
  operation: { method: 'POST', address: '/api/admin/api-keys' },
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, hint: 'The program that will use the key.' },
    ...([...SCOPES, PUBLISHABLE] as Scope[]).map((scope, index) => ({
      name: `scopes.${index}`,
      label: MEANINGS[scope],
      type: 'checkbox' as const,
      ticked: scope,
      hint: scope,
    })),
    {
      name: 'expiresOn',
      label: 'Expires on',
      type: 'date',
      hint: 'It stops working when this day begins. Empty: it works until revoked.',
    },
    {
      name: 'networks.0',
      label: 'Network',
      type: 'text',
      hint: 'It works from here only, such as 203.0.113.0/24. Empty: from anywhere.',
    },
    { name: 'networks.1', label: 'Second network', type: 'text' },
  ],
  button: 'Create key',
  success: { show: showKey, page: true },
  outdatedBy: ['reauthentication_required'],
}

function showKey({ key }: { key: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><h2>${t('Copy your key now')}</h2>
    <p>${t("You won't see it again.")}</p></div>
    ${copyable(key, 'Copy')}
    <p><a href="/admin/api-keys">${t('Create another key')}</a></p>`
}

const revoke = removal({
  at: '/admin/api-keys/:id/revoke',
  api: '/api/admin/api-keys/:id',
  button: 'Revoke',
  confirm: 'Revoke this key? Programs that use it lose access immediately.',
  done: 'Key revoked.',
})

const confirm = confirmForm('/admin/api-keys/confirm')
