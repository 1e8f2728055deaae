/** The part of a user's page that lists what the user has made, with one press each to end it. */
import type { Static } from 'typebox'
import { type Html, html } from '../../html/html.ts'
import { badge, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { removal, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import type { Made } from './made.ts'

type Thing = Static<typeof Made>

const THING_FORMS_AT = '/admin/users/:id/made/:thing'
const success = { say: 'Ended.' } as const

const END: Record<Thing['kind'], Form> = {
  api_key: removal({
    id: 'revoke-key',
    at: `${THING_FORMS_AT}/revoke-key`,
    api: '/api/admin/api-keys/:thing',
    button: 'Revoke',
    success,
  }),
  invitation: removal({
    id: 'withdraw-invitation',
    at: `${THING_FORMS_AT}/withdraw-invitation`,
    api: '/api/admin/invitations/:thing',
    button: 'Withdraw',
    success,
  }),
  webhook: step({
    id: 'disable-webhook',
    at: `${THING_FORMS_AT}/disable-webhook`,
    api: '/api/webhooks/:thing/disable',
    button: 'Disable',
    look: 'danger',
    success,
  }),
  announcement: step({
    id: 'end-announcement',
    at: `${THING_FORMS_AT}/end-announcement`,
    api: '/api/admin/announcements/:thing/end',
    button: 'End it',
    look: 'danger',
    success,
  }),
  address: removal({
    id: 'withdraw-address',
    at: `${THING_FORMS_AT}/withdraw-address`,
    api: '/api/admin/settings/addresses/:thing',
    button: 'Withdraw',
    success,
  }),
}

export const MADE_FORMS: readonly Form[] = Object.values(END)

const THING_NAMES: Record<Thing['kind'], string> = {
  api_key: 'API key',
  invitation: 'Invitation',
  webhook: 'Webhook',
  announcement: 'Announcement',
  address: 'Address in the settings',
}
const THING_PAGES: Record<Thing['kind'], (id: string) => string> = {
  api_key: () => '/admin/api-keys',
  invitation: () => '/admin/team',
  webhook: id => `/admin/webhooks/${id}`,
  announcement: id => `/admin/announcements/${id}`,
  address: () => '/admin/settings/emails',
}

export function madeSection(
  visitor: Visitor,
  userId: string,
  made: readonly Thing[],
  states: FormStates,
): Html | false {
  if (made.length === 0) return false
  return section(
    'made',
    'Made by this user',
    html`<p class="soft">${t('It works while this user may make it. End what you do not know.')}</p>
      <ul class="letters">${made.map(({ kind, id, name, createdAt, isPaused }) => {
        const show = rowFormsOf(visitor, states, { id: userId, thing: id })
        return html`<li class="card"><p class="row apart"><strong class="as-written"><a
          href="${THING_PAGES[kind](id)}">${name}</a></strong> ${isPaused ? badge('Paused', 'warn') : badge('Works', 'good')}</p>
          <p class="soft">${THING_NAMES[kind]}, ${time(createdAt)}</p>${show(END[kind], {}, `: ${name}`)}</li>`
      })}</ul>`,
  )
}
