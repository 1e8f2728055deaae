import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listAudit } from '../../accounts/audit-log.ts'
import { listFactors } from '../../accounts/second-factors/factors.ts'
import { listSessions } from '../../accounts/sessions/sessions.ts'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { badge, copyable, empty, facts, table } from '../../pages/components.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { confirmation, confirmForm, inPlainWords } from '../confirm.ts'
import { consolePage, staffAction, staffPage } from '../layout.ts'
import { asked, asUuid, filters, listed, pagingOf } from '../list-page.ts'
import { disabledSince, searchUsers } from './user-search.ts'

/** Users, and what was done with their accounts. */
export function userPages(app: FastifyInstance, { db, clock }: AppContext): void {
  staffPage(app, '/admin/users', async (visitor, request) => {
    const paging = pagingOf(request)
    const users = await searchUsers(db, asked(request, 'q'), paging)
    return consolePage({
      title: 'Users',
      visitor,
      main: html`<h1>Users</h1>
        ${filters(request, [{ name: 'q', label: 'Email, name or id' }])}
        ${listed(request, {
          ...users,
          paging,
          words: {
            one: 'user',
            many: 'users',
            none: empty('No users match', 'Search for the beginning of an email or a name, or for an id.'),
          },
          show: userTable,
        })}`,
    })
  })

  const showOne = async (
    visitor: Visitor,
    request: FastifyRequest,
    states: Partial<Record<string, FormState>> = {},
  ) => {
    const id = asUuid((request.params as { id: string }).id)
    const user = id && (await findUser(db, id))
    if (!user) throw new Problem('not_found', "We can't find that user.")
    const isAdmin = visitor.user?.role === 'admin'
    const paging = pagingOf(request)
    const [disabledAt, factors, sessions, log] = await Promise.all([
      disabledSince(db, user.id),
      listFactors(db, user.id),
      listSessions(db, user.id, clock.now(), { page: 1, limit: 50 }),
      isAdmin ? listAudit(db, { user: user.id, ...paging }) : undefined,
    ])
    return consolePage({
      title: user.userName,
      visitor,
      failed: Object.values(states).some(state => state?.problem),
      main: html`<div class="row apart head"><h1>${user.userName}</h1><span class="row">${disabledAt && DISABLED}${roleBadge(user.role)}</span></div>
        <div class="split">
          <div class="card">
            ${facts([
              ['Email', html`${user.email} ${user.emailVerified ? badge('Verified', 'good') : badge('Not verified')}`],
              ['Phone', user.phone ?? '–'],
              ['Created', time(user.createdAt)],
              ...(disabledAt ? [['Disabled', time(disabledAt)] as const] : []),
              ['Second factors', factorList(factors)],
              ['Id', html`<code>${user.id}</code>`],
            ])}
            <p class="row"><a class="button quiet" href="/admin/orders?user=${user.id}">Orders</a> <a class="button quiet" href="/admin/deliveries?user=${user.id}">Emails</a></p>
          </div>
          ${isAdmin && adminCard(visitor, { ...user, disabledAt }, states)}
        </div>
        <h2>Sessions</h2>
        ${sessions.items.length > 0 ? sessionTable(sessions.items) : html`<p class="soft">No active sessions.</p>`}
        ${
          log &&
          html`<h2>Audit log</h2>${listed(request, {
            ...log,
            paging,
            words: { one: 'entry', many: 'entries', none: html`` },
            show: auditTable,
          })}`
        }`,
    })
  }
  staffPage(app, '/admin/users/:id', (visitor, request) => showOne(visitor, request))
  for (const form of [changeRole, resetFactors, disable, enable, confirmForAdmin]) {
    const render = (visitor: Visitor, state: FormState, request: FastifyRequest) =>
      showOne(visitor, request, { [form.id]: state })
    staffAction(app, form, render, 'admin')
  }
}

const changeRole: Form = {
  id: 'role',
  action: '/admin/users/:id/role',
  operation: { method: 'PATCH', address: '/api/admin/users/:id' },
  fields: [
    {
      name: 'role',
      label: 'Role',
      type: 'select',
      required: true,
      options: ['customer', 'staff', 'admin'].map(value => ({ value, label: value })),
    },
  ],
  button: 'Change role',
  confirm: 'Change the role? This signs the user out everywhere.',
  success: { go: '/admin/users/{id}' },
  outdatedBy: ['reauthentication_required'],
  look: 'quiet',
}

const disable: Form = {
  id: 'disable',
  action: '/admin/users/:id/disable',
  operation: { method: 'POST', address: '/api/admin/users/:id/disable' },
  fields: [],
  button: 'Disable the account',
  confirm:
    'Disable the account? Its sessions, reset links and API keys stop working, and the user gets no more emails.',
  success: { go: '/admin/users/{id}' },
  outdatedBy: ['reauthentication_required'],
  look: 'danger',
}

const enable: Form = {
  id: 'enable',
  action: '/admin/users/:id/enable',
  operation: { method: 'POST', address: '/api/admin/users/:id/enable' },
  fields: [],
  button: 'Enable the account',
  confirm: 'Enable the account? The user can sign in again.',
  success: { go: '/admin/users/{id}' },
  outdatedBy: ['reauthentication_required'],
  look: 'quiet',
}

const resetFactors: Form = {
  id: 'reset-factors',
  action: '/admin/users/:id/reset-factors',
  operation: { method: 'POST', address: '/api/admin/users/:id/reset-factors' },
  fields: [],
  button: 'Reset second factors',
  confirm:
    'Have you verified who is asking? All second factors and recovery codes of this account stop working. You get ' +
    'one recovery code to hand over.',
  success: { show: handedOver },
  outdatedBy: ['reauthentication_required'],
  look: 'quiet',
}

function handedOver({ recoveryCode, expiresAt }: { recoveryCode: string; expiresAt: string }): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus><h2>Recovery code</h2>
    <p>It signs the user in once, with their password, until ${time(expiresAt)}. You won't see it again.</p></div>
    ${copyable(recoveryCode, 'Copy')}`
}

const confirmForAdmin = confirmForm('/admin/users/:id/confirm')

function adminCard(
  visitor: Visitor,
  { id, role, disabledAt }: { id: string; role: string; disabledAt: Date | null },
  states: Partial<Record<string, FormState>>,
): Html {
  const params = { id }
  const show = (form: Form, values = {}) =>
    renderForm(form, { params, values, ...inPlainWords(states[form.id]) }, visitor.csrfToken)
  return html`<div class="card actions"><h2>Access</h2>
    ${confirmation(confirmForAdmin, states, params, visitor.csrfToken)}
    ${show(changeRole, { role })}
    ${show(resetFactors)}
    ${show(disabledAt ? enable : disable)}
  </div>`
}

type Listed = Awaited<ReturnType<typeof searchUsers>>['items'][number]

function userTable(users: readonly Listed[]): Html {
  return table(
    'Users',
    [
      {
        label: 'Name',
        cell: ({ id, userName, email }) =>
          html`<a href="/admin/users/${id}">${userName}<span class="unseen">, ${email}</span></a>`,
      },
      { label: 'Email', cell: ({ email }) => email },
      { label: 'Verified', cell: ({ verifiedAt }) => (verifiedAt ? badge('Verified', 'good') : badge('Not verified')) },
      { label: 'Role', cell: ({ role, disabledAt }) => html`${roleBadge(role)} ${disabledAt && DISABLED}` },
      { label: 'Created', cell: ({ createdAt }) => time(createdAt) },
    ],
    users,
  )
}

const DISABLED = badge('Disabled', 'bad')

function roleBadge(role: string): Html {
  return role === 'customer' ? badge('Customer') : badge(role === 'admin' ? 'Admin' : 'Staff', 'info')
}

const KINDS: Record<string, string> = {
  totp: 'Authenticator app',
  sms: 'Text message',
  hardware: 'Hardware token',
  passkey: 'Passkey',
}

function factorList(factors: Awaited<ReturnType<typeof listFactors>>): Html | string {
  if (factors.length === 0) return 'None'
  return html`${factors.map(({ kind, disabled_at }) => {
    const words = KINDS[kind] ?? kind
    if (disabled_at) return html`${badge(`${words}, disabled`, 'bad')} `
    return html`${badge(words, 'good')} `
  })}`
}

function sessionTable(sessions: Awaited<ReturnType<typeof listSessions>>['items']): Html {
  return table(
    'Sessions',
    [
      { label: 'Last seen', cell: ({ last_seen_at }) => time(last_seen_at) },
      { label: 'Signed in', cell: ({ created_at }) => time(created_at) },
      { label: 'Address', cell: ({ ip }) => ip ?? '–' },
      { label: 'Browser', cell: ({ user_agent }) => html`<span class="as-written">${user_agent ?? '–'}</span>` },
    ],
    sessions,
  )
}

function auditTable(entries: readonly Awaited<ReturnType<typeof listAudit>>['items'][number][]): Html {
  return table(
    'Audit log',
    [
      { label: 'When', cell: ({ at }) => time(at) },
      { label: 'Action', cell: ({ action }) => actionInWords(action) },
      {
        label: 'Details',
        cell: ({ detail, actorId }) =>
          html`${inWords(detail)}${actorId && html` <a href="/admin/users/${actorId}">by another user</a>`}`,
      },
      { label: 'From', cell: ({ ip }) => ip ?? '–' },
    ],
    entries,
  )
}

function actionInWords(action: string): string {
  if (action === 'code_replayed') return 'Code reused (refused)'
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(detail: Record<string, unknown>): string {
  const words = Object.entries(detail).map(([name, value]) =>
    name === 'method' ? (KINDS[String(value)] ?? String(value)) : `${name} ${String(value)}`,
  )
  return words.join(', ')
}
