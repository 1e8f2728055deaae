/** The API with which staff see recovery requests, and decide about them. */
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { visitOf } from '../audit-log.ts'
import { signedIn } from '../sessions/access.ts'
import { UserReference } from '../users/user.ts'
import { approveRecovery, type Decision, declineRecovery } from './decide.ts'
import type { FoundRequest } from './links.ts'
import { type ListedRecovery, listRecoveries } from './queries.ts'

const Request = Type.Object(
  {
    id: Uuid,
    user: UserReference,
    askedAt: Time,
    waitsUntil: { ...Time, description: 'No link is sent before.' },
    needsApproval: Type.Boolean({ description: 'Without approval, no link is sent at all.' }),
    approvedAt: orNull(Time),
    approvedBy: orNull(Type.String(), { description: 'The name of who approved; null for a former user.' }),
    linkSentAt: orNull(Time),
    endedAt: orNull(Time),
    outcome: orNull(Type.String(), {
      description:
        'How it ended: `objected`, `declined`, `signed_in`, `email_changed`, `account_disabled`, `expired` or `used`.',
    }),
    knownDevice: Type.Boolean({ description: 'Asked from a browser or a network that had signed in to the account.' }),
    accountCreatedAt: Time,
    lastSignInAt: orNull(Time, { description: 'As far as the audit log goes back.' }),
    addressConfirmedInSession: Type.Boolean(),
  },
  { title: 'RecoveryRequest' },
)

const Decided = Type.Object(
  { id: Uuid, waitsUntil: Time, approvedAt: orNull(Time), outcome: orNull(Type.String()) },
  { title: 'DecidedRecovery' },
)

const staff = { role: 'staff', permission: 'customers' } as const
const Id = uuidOf('recovery request')

export function recoveryAdminRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /admin/recovery-requests', {
    id: 'listRecoveryRequests',
    summary: 'List recovery requests',
    access: staff,
    description: 'Newest first, with what is known of their accounts. They go 90 days after their end.',
    query: Type.Object({
      ...LIST_QUERY,
      state: Type.Optional(
        Type.Enum(['to_decide', 'open', 'ended'], { description: '`to_decide`: those that wait for approval.' }),
      ),
    }),
    answers: { 200: Page(Request) },
    handler: async (request, reply) => {
      const { state, ...paging } = request.query
      const list = await listRecoveries(context.db, state, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(show) })
    },
  })

  operation(api, 'POST /admin/recovery-requests/:id/approve', {
    id: 'approveRecovery',
    summary: 'Approve a recovery request',
    access: staff,
    stepUp: true,
    description:
      'Says that the person who asks is the owner: ask for something that a reader of the mailbox does not know. The link ' +
      'still leaves only when the waiting time is over, and goes to the verified address of the account alone.',
    problems: ['not_found', 'recovery_ended', 'already_decided'],
    once: true,
    params: Id,
    answers: { 200: Decided },
    handler: async (request, reply) => {
      return answerOnce(context, request, reply, async db => {
        return showDecided(await approveRecovery({ ...context, db }, decisionOf(request)))
      })
    },
  })

  operation(api, 'POST /admin/recovery-requests/:id/decline', {
    id: 'declineRecovery',
    summary: 'Decline a recovery request',
    access: staff,
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'Until its link was used. The owner of the account is told.',
    problems: ['not_found', 'recovery_ended'],
    once: true,
    params: Id,
    answers: { 200: Decided },
    handler: async (request, reply) => {
      return answerOnce(context, request, reply, async db => {
        return showDecided(await declineRecovery({ ...context, db }, decisionOf(request)))
      })
    },
  })
}

function decisionOf(request: FastifyRequest<{ Params: { id: string } }>): Decision {
  const { id } = request.params
  return { id, actorId: signedIn(request).userId, visit: visitOf(request) }
}

function showDecided({ id, waitsUntil, approvedAt, outcome }: FoundRequest): Static<typeof Decided> {
  return { id, waitsUntil: waitsUntil.toISOString(), approvedAt: approvedAt?.toISOString() ?? null, outcome }
}

function show(row: ListedRecovery): Static<typeof Request> {
  const { id, userId, email, userName, needsApproval, approvedBy, outcome, isKnownDevice, isAddressOwned } = row
  const timeOf = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    id,
    user: { id: userId, email, userName },
    askedAt: row.askedAt.toISOString(),
    waitsUntil: row.waitsUntil.toISOString(),
    needsApproval,
    approvedAt: timeOf(row.approvedAt),
    approvedBy,
    linkSentAt: timeOf(row.linkedAt),
    endedAt: timeOf(row.endedAt),
    outcome,
    knownDevice: isKnownDevice,
    accountCreatedAt: row.createdAt.toISOString(),
    lastSignInAt: timeOf(row.lastSignInAt),
    addressConfirmedInSession: isAddressOwned,
  }
}
