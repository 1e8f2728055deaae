import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SCOPES, type Scope } from '../../accounts/sessions/access.ts'
import { listApiKeys } from '../../accounts/sessions/api-keys.ts'
import type { AppContext } from '../../context.ts'
import { badge, copyable, empty } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { confirmation, confirmForm, inPlainWords } from '../confirm.ts'
import { consolePage, staffAction, staffPage } from '../layout.ts'
import { listed, pagingOf } from '../list-page.ts'

/** Keys for programs: made, shown once, revoked. For administrators, as over the API. */
export function apiKeyPages(app: FastifyInstance, { db }: AppContext): void {
  const show = async (visitor: Visitor, request: FastifyRequest, states: Partial<Record<string, FormState>> = {}) => {
    const paging = pagingOf(request)
    const keys = await listApiKeys(db, paging)
    return consolePage({
      title: 'API keys',
      visitor,
      failed: Object.values(states).some(state => state?.problem),
      main: html`<h1>API keys</h1>
        <div class="split">
          <section aria-labelledby="keys"><h2 id="keys">Keys</h2>
            ${listed(request, {
              ...keys,
              paging,
              words: {
                one: 'key',
                many: 'keys',
                none: empty('No keys', 'A key gives a program access to its scopes.'),
              },
              show: items => keyList(visitor, items, states),
            })}
          </section>
          <section class="card" aria-labelledby="new-key"><h2 id="new-key">New key</h2>
            ${confirmation(confirm, states, {}, visitor.csrfToken)}
            ${renderForm(create, inPlainWords(states[create.id]) ?? {}, visitor.csrfToken)}
          </section>
        </div>`,
    })
  }
  staffPage(app, '/admin/api-keys', (visitor, request) => show(visitor, request), 'admin')
  for (const form of [create, confirm]) {
    staffAction(app, form, (visitor, state, request) => show(visitor, request, { [form.id]: state }), 'admin')
  }
  const afterRevoking = (visitor: Visitor, state: FormState, request: FastifyRequest) =>
    show(visitor, request, { [`${revoke.id}-${state.params?.id}`]: state })
  staffAction(app, revoke, afterRevoking, 'admin')
}

type Key = Awaited<ReturnType<typeof listApiKeys>>['items'][number]

function keyList(visitor: Visitor, keys: readonly Key[], states: Partial<Record<string, FormState>>): Html {
  return html`<ul class="letters">${keys.map(({ id, name, scopes, createdAt, revokedAt }) => {
    // Each form on the page has an id of its own.
    const form = { ...revoke, id: `${revoke.id}-${id}`, about: name }
    return html`<li class="card">
      <div class="row apart"><h3>${name}</h3>${revokedAt ? badge('Revoked') : badge('Active', 'good')}</div>
      <p>${scopes.map(scope => html`<code class="scope">${scope}</code> `)}</p>
      <p class="soft">Created ${time(createdAt)}${revokedAt && html`, revoked ${time(revokedAt)}`}</p>
      ${!revokedAt && renderForm(form, { params: { id }, ...states[form.id] }, visitor.csrfToken)}
    </li>`
  })}</ul>`
}

const MEANINGS: Record<Scope, string> = {
  'products:read': 'Read products',
  'users:read': 'Read users',
  'orders:read': 'Read orders',
  'notifications:send': 'Send order confirmations',
  'auth:reset': 'Ask for password resets',
}

const create: Form = {
  id: 'create',
  action: '/admin/api-keys',
  operation: { method: 'POST', address: '/api/admin/api-keys' },
  fields: [
    { name: 'name', label: 'Name', type: 'text', required: true, hint: 'The program that will use the key.' },
    ...SCOPES.map((scope, place) => ({
      name: `scopes.${place}`,
      label: MEANINGS[scope],
      type: 'checkbox' as const,
      ticked: scope,
      hint: scope,
    })),
  ],
  button: 'Create key',
  success: { show: created },
  outdatedBy: ['reauthentication_required'],
}

function created({ key }: { key: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><h2>Copy your key now</h2>
    <p>You won't see it again.</p></div>
    ${copyable(key, 'Copy')}
    <p><a href="/admin/api-keys">All keys</a></p>`
}

const revoke: Form = {
  id: 'revoke',
  action: '/admin/api-keys/:id/revoke',
  operation: { method: 'DELETE', address: '/api/admin/api-keys/:id' },
  fields: [],
  button: 'Revoke',
  confirm: 'Revoke this key? Programs that use it lose access immediately.',
  success: { go: '/admin/api-keys' },
  look: 'danger',
}

const confirm = confirmForm('/admin/api-keys/confirm')
