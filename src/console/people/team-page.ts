/** The page of the team: its members, their permissions, and invitations. */
import type { FastifyInstance } from 'fastify'
import { listInvitations, listStaff } from '../../accounts/staff/invitations.ts'
import { DAILY_WORK, permissionsOf } from '../../accounts/staff/permissions.ts'
import { nameOf } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { removal, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t, translated } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage } from '../layout.ts'
import { PERMISSION_FIELDS, PERMISSION_TEXT, tickedIn } from './permission-fields.ts'

const outdatedBy = ['reauthentication_required']

const invite: Form = {
  id: 'invite',
  action: '/admin/team',
  operation: { method: 'POST', address: '/api/admin/invitations' },
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true },
    {
      name: 'role',
      label: 'Role',
      type: 'radio',
      options: [
        { value: 'staff', label: 'Staff', hint: 'Sees and does what is ticked below.' },
        { value: 'admin', label: 'Admin', hint: 'Sees and does everything, and manages the team.' },
      ],
    },
    ...PERMISSION_FIELDS,
  ],
  button: 'Send the invitation',
  once: true,
  success: { go: '/admin/team', done: 'Invitation on its way. Its link works once, for 7 days.' },
  outdatedBy,
}

const resend = step({
  at: '/admin/team/:id/resend',
  api: '/api/admin/invitations/:id/resend',
  button: 'Send again',
  go: '/admin/team',
  done: 'Sent again. The link works for 7 days from now on.',
  once: true,
  outdatedBy,
})

const withdraw = removal({
  at: '/admin/team/:id/withdraw',
  api: '/api/admin/invitations/:id',
  button: 'Withdraw',
  go: '/admin/team',
  done: 'Invitation withdrawn. Its link no longer works.',
})

const confirm = confirmForm('/admin/team/confirm')

export function teamPage(app: FastifyInstance, { db, clock }: AppContext): void {
  formsPage(app, {
    address: '/admin/team',
    forms: [invite, resend, withdraw, confirm],
    async render(visitor, _, states) {
      const [staff, invitations] = await Promise.all([listStaff(db), listInvitations(db, { page: 1, limit: 100 })])
      const show = formsOf(visitor, explainConfirmation(states))
      return consolePage({
        title: 'Team',
        visitor,
        states,
        main: html`<h1>${t('Team')}</h1>
          <div class="split">
            <div>
              ${staffTable(staff)}
              ${
                invitations.items.length > 0 &&
                section('invited', 'Invited', invitationList(visitor, invitations.items, clock.now(), states))
              }
            </div>
            ${section(
              'invite-somebody',
              'Invite a colleague',
              html`${confirmation(confirm, visitor, states)}${show(invite, tickedIn(DAILY_WORK))}`,
              { look: 'card' },
            )}
          </div>`,
      })
    },
  })
}

function staffTable(staff: Awaited<ReturnType<typeof listStaff>>): Html {
  return table(
    'Team',
    [
      {
        label: 'Name',
        cell: ({ id, userName, email }) =>
          html`<a href="/admin/users/${id}"><bdi>${nameOf({ userName, email })}</bdi><span class="unseen">, ${email}</span></a>`,
      },
      { label: 'Email', cell: ({ email }) => html`<bdi>${email}</bdi>` },
      {
        label: 'May work with',
        cell: ({ role, permissions, disabledAt }) =>
          html`${mayDo(role, permissionsOf(role, permissions))}${disabledAt && html` ${badge('Disabled', 'bad')}`}`,
      },
    ],
    staff,
  )
}

function mayDo(role: string, permissions: readonly string[]): Html | string {
  if (role === 'admin') return html`${badge('Admin', 'info')} ${t('Everything')}`
  return permissions.map(name => translated(PERMISSION_TEXT[name] ?? name)).join(', ')
}

type Invitation = Awaited<ReturnType<typeof listInvitations>>['items'][number]

function invitationList(visitor: Visitor, invitations: readonly Invitation[], now: Date, states: FormStates): Html {
  return html`<ul class="letters">${invitations.map(
    ({ id, email, role, permissions, invitedBy, sentAt, expiresAt, inviterMay }) => {
      const show = rowFormsOf(visitor, explainConfirmation(states), { id })
      const about = `: ${email}`
      return html`<li class="card">
      <p class="row apart"><strong><bdi>${email}</bdi></strong>
        ${expiresAt <= now ? badge('Expired', 'warn') : inviterMay ? badge('Invited') : badge('Paused', 'bad')}</p>
      ${
        !inviterMay &&
        html`<p class="notice warning">
          ${t('Nobody can accept it, because whoever sent it is no active admin. Send it again to make it yours.')}</p>`
      }
      <p>${mayDo(role, permissions)}</p>
      <p class="soft">${
        invitedBy
          ? rich('Sent {time} by {person}', { time: time(sentAt), person: html`<bdi>${invitedBy}</bdi>` })
          : rich('Sent {time}', { time: time(sentAt) })
      }, ${expiresAt <= now ? rich('expired {time}', { time: time(expiresAt) }) : html`${t('works until')} ${time(expiresAt)}`}</p>
      <div class="row">${show(resend, {}, about)}${show(withdraw, {}, about)}</div>
    </li>`
    },
  )}</ul>`
}
