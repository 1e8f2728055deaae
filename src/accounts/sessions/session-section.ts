import { badge, section, table } from '../../pages/components.ts'
import { removal } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { AccountView } from '../users/account-view.ts'
import { deviceOf } from './sessions.ts'

const endForm = removal({
  at: '/account/sessions/:id/end',
  api: '/api/auth/sessions/:id',
  button: 'End',
  done: 'Session ended.',
  go: '/account',
  look: 'quiet',
})

const endOthersForm = removal({
  at: '/account/sessions/end-others',
  api: '/api/auth/sessions',
  button: 'End all other sessions',
  done: 'All other sessions are ended.',
  go: '/account',
})

export const SESSION_FORMS = [endForm, endOthersForm]

export function sessionSection({ sessions, sessionId, show, showIn }: AccountView): Html {
  const body = html`
    ${table(
      'Your sessions',
      [
        { label: 'Device', cell: session => deviceOf(session.user_agent) },
        { label: 'Address', cell: ({ ip }) => ip },
        { label: 'Last used', cell: session => time(session.last_seen_at) },
        {
          label: 'End',
          unseen: true,
          cell: ({ id, user_agent, ip }) => {
            if (id === sessionId) return badge('This device', 'good')
            return showIn({ id })(endForm, {}, `${deviceOf(user_agent)}, ${ip}`)
          },
        },
      ],
      sessions.items,
    )}
    ${sessions.totalCount > 1 && show(endOthersForm)}`
  return section('sessions-title', 'Active sessions', body, { look: 'card' })
}
