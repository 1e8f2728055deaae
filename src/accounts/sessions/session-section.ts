import { badge, table } from '../../pages/components.ts'
import { type Form, renderForm } from '../../pages/form.ts'
import { time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { AccountView } from '../users/account-view.ts'
import { deviceOf } from './sessions.ts'

const endForm: Form = {
  id: 'end',
  action: '/account/sessions/:id/end',
  operation: { method: 'DELETE', address: '/api/auth/sessions/:id' },
  fields: [],
  button: 'End',
  success: { go: '/account', done: 'Session ended.' },
  look: 'quiet',
}

const endOthersForm: Form = {
  id: 'end-others',
  action: '/account/sessions/end-others',
  operation: { method: 'DELETE', address: '/api/auth/sessions' },
  fields: [],
  button: 'End all other sessions',
  success: { go: '/account', done: 'All other sessions are ended.' },
  look: 'danger',
}

export const SESSION_FORMS = [endForm, endOthersForm]

export function sessionSection({ sessions, sessionId, stateOf, csrfToken }: AccountView): Html {
  return html`<section class="card" aria-labelledby="sessions-title"><h2 id="sessions-title">Active sessions</h2>
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
            const form = { ...endForm, id: `end-${id}`, about: `${deviceOf(user_agent)}, ${ip}` }
            return renderForm(form, { ...stateOf(form), params: { id } }, csrfToken)
          },
        },
      ],
      sessions.items,
    )}
    ${sessions.totalCount > 1 && renderForm(endOthersForm, stateOf(endOthersForm), csrfToken)}
  </section>`
}
