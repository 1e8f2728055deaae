import { type Html, html } from '../../html/html.ts'
import { badge, section, table } from '../../pages/components.ts'
import { removal } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { AccountView } from '../users/account-view.ts'
import { deviceOf } from './sessions.ts'

const endForm = removal<Text>({
  at: '/account/sessions/:id/end',
  api: '/api/auth/sessions/:id',
  button: 'End',
  done: 'Session ended.',
  go: '/account',
  look: 'quiet',
})

const endOthersForm = removal<Text>({
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
      t('Your sessions'),
      [
        { label: t('Device'), cell: session => deviceOf(session.user_agent) },
        { label: t('IP address'), cell: ({ ip }) => ip },
        { label: t('Last used'), cell: session => time(session.last_seen_at) },
        {
          label: t('End'),
          unseen: true,
          cell: ({ id, user_agent, ip }) => {
            if (id === sessionId) return badge(t('This device'), 'good')
            return showIn({ id })(endForm, {}, `${deviceOf(user_agent)}, ${ip}`)
          },
        },
      ],
      sessions.items,
    )}
    ${sessions.totalCount > 1 && show(endOthersForm)}`
  return section('sessions-title', t('Active sessions'), body, { look: 'card' })
}
