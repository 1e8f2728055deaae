/** The tables and marks of the pages of users. */
import type { listAudit } from '../../accounts/audit-log.ts'
import type { listFactors } from '../../accounts/second-factors/factors.ts'
import { deviceOf, type listSessions } from '../../accounts/sessions/sessions.ts'
import type { Role } from '../../accounts/tables.ts'
import { nameOf } from '../../accounts/users/user.ts'
import { type Html, html } from '../../html/html.ts'
import { badge, table } from '../../pages/components.ts'
import { date, time } from '../../pages/format.ts'
import { t, translated } from '../../words/words.ts'
import type { ListRequest } from '../filters.ts'
import { sortedByAge } from '../list-page.ts'
import type { searchUsers } from '../search/user-search.ts'
import { sayAction } from './audit-words.ts'

export const ROLES: Record<Role, string> = { customer: 'Customer', staff: 'Staff', admin: 'Admin' }

type Listed = Awaited<ReturnType<typeof searchUsers>>['items'][number]

export function userTable(users: readonly Listed[], request: ListRequest): Html {
  return table(
    'Users',
    [
      {
        label: 'Name',
        cell: ({ id, userName, email }) =>
          html`<a href="/admin/users/${id}"><bdi>${nameOf({ userName, email })}</bdi><span class="unseen">,
            ${email}</span></a> <small title="${email}"><bdi>${email}</bdi></small>`,
      },
      { label: 'Email', cell: ({ verifiedAt }) => verifiedBadge(verifiedAt !== null) },
      { label: 'Role', cell: ({ role, disabledAt }) => html`${roleBadge(role)} ${disabledAt && DISABLED}` },
      { label: 'Created', cell: ({ createdAt }) => date(createdAt), sort: sortedByAge(request) },
    ],
    users,
    { look: 'rows in-pairs' },
  )
}

export const DISABLED = badge('Disabled', 'bad')

export function verifiedBadge(isVerified: boolean): Html {
  return isVerified ? badge('Verified', 'good') : badge('Not verified', 'warn')
}

export function roleBadge(role: Role): Html {
  return role === 'customer' ? badge(ROLES.customer) : badge(ROLES[role], 'info')
}

const FACTOR_NAMES: Record<string, string> = {
  totp: 'Authenticator app',
  sms: 'Text message',
  hardware: 'Hardware token',
  passkey: 'Passkey',
}

export function factorList(factors: Awaited<ReturnType<typeof listFactors>>): Html | string {
  if (factors.length === 0) return 'None'
  return html`${factors.map(({ kind, disabled_at }) => {
    const name = FACTOR_NAMES[kind] ?? kind
    if (disabled_at) return html`${badge(`${name}, disabled`, 'bad')} `
    return html`${badge(name, 'good')} `
  })}`
}

export function sessionTable(sessions: Awaited<ReturnType<typeof listSessions>>['items']): Html {
  return table(
    'Sessions',
    [
      { label: 'Last seen', cell: ({ last_seen_at }) => time(last_seen_at) },
      { label: 'Signed in', cell: ({ created_at }) => time(created_at) },
      { label: 'IP address', cell: ({ ip }) => ip ?? '–' },
      { label: 'Browser', cell: ({ user_agent }) => html`<span title="${user_agent}">${deviceOf(user_agent)}</span>` },
    ],
    sessions,
  )
}

export function auditTable(entries: readonly Awaited<ReturnType<typeof listAudit>>['items'][number][]): Html {
  return table(
    'Audit log',
    [
      { label: 'When', cell: ({ at }) => time(at) },
      { label: 'Action', cell: ({ action }) => sayAction(action) },
      {
        label: 'Details',
        cell: ({ detail, actorId }) =>
          html`${detailText(detail)}${actorId && html` <a href="/admin/users/${actorId}">${t('by another user')}</a>`}`,
      },
      { label: 'From', cell: ({ ip }) => ip ?? '–' },
    ],
    entries,
  )
}

/** Names and values are those of the log, so that one can search for them; kinds of factors have words. */
function detailText(detail: Record<string, unknown>): Html {
  const parts = Object.entries(detail).map(([name, value]) =>
    name === 'method'
      ? translated(FACTOR_NAMES[String(value)] ?? String(value))
      : html`<code>${name} ${String(value)}</code>`,
  )
  return html`${parts.map((part, index) => html`${index > 0 && ', '}${part}`)}`
}
