/** The API of invitations: admins send them, and a customer who is invited accepts one. */
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { Email } from '../../http/input/email.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, PAGE_QUERY, Page } from '../../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { visitOf } from '../audit-log.ts'
import { Token } from '../input.ts'
import { signedIn } from '../sessions/access.ts'
import { PERMISSIONS, type Permission } from '../tables.ts'
import { Permissions } from './change-permissions.ts'
import {
  type findInvitation,
  invite,
  joinStaff,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { DAILY_WORK, permissionsOf } from './permissions.ts'

const Role = Type.String({ enum: ['staff', 'admin'] })

const NewInvitation = Type.Object(
  {
    email: Email,
    role: Type.Optional(Type.String({ enum: ['staff', 'admin'], default: 'staff' })),
    permissions: Type.Optional(
      Type.Array(Type.String({ enum: [...PERMISSIONS] }), {
        ...Permissions,
        description: 'For staff. Default: `orders`, `products`, `customers` and `money`. An admin has all.',
      }),
    ),
  },
  { title: 'NewInvitation' },
)

const Invitation = Type.Object(
  {
    id: Uuid,
    email: Type.String({ format: 'email' }),
    role: Role,
    permissions: Type.Array(Type.String()),
    invitedBy: orNull(Type.String(), { description: 'The name of the admin; null for a former user.' }),
    createdAt: Time,
    sentAt: { ...Time, description: 'When the newest email was asked for.' },
    expiresAt: Time,
    isPaused: Type.Boolean({
      description: 'The admin who sent it is none at this moment, so nobody can accept it. Sent again, it is yours.',
    }),
  },
  { title: 'Invitation' },
)

const Id = uuidOf('invitation')

export function invitationRoutes(api: App, context: AppContext): void {
  adminRoutes(api, context)
  stepRoutes(api, context)

  operation(api, 'POST /users/me/invitation', {
    id: 'acceptInvitation',
    summary: 'Accept an invitation to the staff',
    access: 'user',
    description:
      'For an account that has the invited address already; without one, `POST /auth/register` takes the token. ' +
      'All sessions of the account end.',
    problems: ['invalid_invitation', 'invitation_ended', 'already_staff'],
    body: Type.Object({ invitation: Token }, { title: 'InvitationAcceptance' }),
    handler: async request => {
      const { userId } = signedIn(request)
      await joinStaff(context, { token: request.body.invitation, userId, visit: visitOf(request) })
    },
  })
}

function adminRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /admin/invitations', {
    id: 'listInvitations',
    summary: 'List the open invitations',
    access: 'admin',
    description: 'Newest first: those that nobody has accepted or withdrawn. They go a day after they have expired.',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Page(Invitation) },
    handler: async (request, reply) => {
      const list = await listInvitations(context.db, request.query)
      return answerPage(request, reply, { ...list, items: list.items.map(show) })
    },
  })

  operation(api, 'POST /admin/invitations', {
    id: 'inviteStaff',
    summary: 'Invite a colleague',
    access: 'admin',
    stepUp: true,
    description:
      'Sends one email with a link that works once, for 7 days. It leads to a password and a second factor, or ' +
      'to the sign-in of an account that has the address already. Only then the role counts.',
    problems: ['already_staff', 'already_invited'],
    once: true,
    body: NewInvitation,
    answers: { 201: Invitation },
    handler: async (request, reply) => {
      const now = context.clock.now()
      const session = signedIn(request)
      const { email, role = 'staff', permissions = DAILY_WORK } = request.body
      const invitation = {
        email,
        role: role as 'staff' | 'admin',
        permissions: permissions as Permission[],
        by: session.userId,
        visit: visitOf(request),
        now,
      }
      return once(context, request, reply, async tx => ({
        body: show(await invite(tx, invitation)),
        location: '/api/admin/invitations',
      }))
    },
  })
}

function stepRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /admin/invitations/:id/resend', {
    id: 'resendInvitation',
    summary: 'Send an invitation again',
    access: 'admin',
    stepUp: true,
    description: 'One more email, and the link works for 7 days from now on. The invitation is yours then.',
    problems: ['invitation_ended'],
    once: true,
    params: Id,
    answers: { 200: Invitation },
    handler: async (request, reply) => {
      const now = context.clock.now()
      const session = signedIn(request)
      const step = { id: request.params.id, by: session.userId, visit: visitOf(request), now }
      return answerOnce(context, request, reply, async tx => show(await resendInvitation(tx, step)))
    },
  })

  operation(api, 'DELETE /admin/invitations/:id', {
    id: 'withdrawInvitation',
    summary: 'Withdraw an invitation',
    access: 'admin',
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'Its link stops working at once.',
    problems: ['not_found'],
    params: Id,
    handler: async request => {
      const { userId } = signedIn(request)
      const step = { id: request.params.id, by: userId, visit: visitOf(request), now: context.clock.now() }
      await withdrawInvitation(context, step)
    },
  })
}

function show({
  acceptedAt: _,
  withdrawnAt: __,
  inviterId: ___,
  inviterMay,
  ...row
}: NonNullable<Awaited<ReturnType<typeof findInvitation>>>): Static<typeof Invitation> {
  return {
    ...row,
    permissions: [...permissionsOf(row.role, row.permissions)],
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isPaused: !inviterMay,
  }
}
