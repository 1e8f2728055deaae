/** The API with which administrators manage accounts, API keys and the audit log. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { momentOf, uuidOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { CHECK, directionMark } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, PAGE_QUERY, Page } from '../../http/paginated-list.ts'
import { ifMatch } from '../../http/representation/entity-tags.ts'
import { Day, orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { startOfDay } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { listAudit, visitOf } from '../audit-log.ts'
import { resetFactors } from '../second-factors/reset-factors.ts'
import { PUBLISHABLE, SCOPES, type Scope, signedIn } from '../sessions/access.ts'
import { createApiKey, findKey, listApiKeys, revokeApiKey } from '../sessions/api-keys.ts'
import { Networks } from '../sessions/networks.ts'
import type { Role } from '../tables.ts'
import {
  type AdminAction,
  changeRole,
  disableAccount,
  enableAccount,
  endSessionsOf,
  type AccountState as State,
} from './administration.ts'
import { User } from './user.ts'

const Id = uuidOf('user')
const KeyId = uuidOf('API key')

const Key = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    networks: Networks,
    createdAt: Time,
    expiresAt: orNull(Time),
    lastUsedAt: orNull(Time, { description: 'To the minute.' }),
    revokedAt: orNull(Time),
    createdBy: orNull(Uuid, { description: 'The admin who made it; null for one of the command line.' }),
    isPaused: Type.Boolean({
      description: 'The admin who made it is none at this moment, so the key is refused.',
    }),
  },
  { title: 'ApiKey' },
)
const { lastUsedAt: _used, revokedAt: _revoked, createdBy: _by, isPaused: _paused, ...ownMembers } = Key.properties
const OwnKey = Type.Object(ownMembers, { title: 'OwnApiKey' })
const NewKey = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      'x-reason': 'is required',
      [CHECK]: directionMark,
    }),
    scopes: Type.Array(Type.String({ enum: [...SCOPES, PUBLISHABLE] }), {
      minItems: 1,
      maxItems: SCOPES.length,
      description:
        `A key with \`${PUBLISHABLE}\` may stand in a page: it reads active products, their groups and the ` +
        'categories, asks for reset emails, and has no other scope.',
    }),
    networks: Type.Optional(Networks),
    expiresAt: Type.Optional(
      Type.String({ ...Time, description: 'The key stops working then. Default: it works until revoked.' }),
    ),
    expiresOn: Type.Optional(
      Type.String({
        ...Day,
        description: 'In place of `expiresAt`: the key stops working when this day of the shop begins.',
      }),
    ),
  },
  { title: 'NewApiKey' },
)
const CreatedKey = Type.Object(
  {
    id: Uuid,
    key: Type.Optional(
      Type.String({
        description: 'Shown only once; a repeat with the same Idempotency-Key has it for 10 minutes.',
      }),
    ),
  },
  { title: 'CreatedApiKey' },
)
const AccountState = Type.Object({ id: Uuid, disabledAt: orNull(Time) }, { title: 'AccountState' })
const IssuedRecoveryCode = Type.Object(
  { recoveryCode: Type.String({ description: 'Shown only once.' }), expiresAt: Time },
  { title: 'IssuedRecoveryCode' },
)
const Entry = Type.Object(
  {
    id: Uuid,
    at: Time,
    action: Type.String(),
    userId: orNull(Uuid),
    actorId: orNull(Uuid),
    ip: orNull(Type.String()),
    userAgent: orNull(Type.String()),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditLogEntry' },
)

export function accountAdminRoutes(api: App, context: AppContext): void {
  apiKeyRoutes(api, context)
  auditRoutes(api, context)
  userAdminRoutes(api, context)
  accountStateRoutes(api, context)
}

function apiKeyRoutes(api: App, context: AppContext): void {
  const { db } = context

  operation(api, 'GET /api-keys/me', {
    id: 'getOwnApiKey',
    summary: 'Get the API key of the request',
    access: 'key',
    description: 'What the key may do, from where, and until when.',
    answers: { 200: OwnKey },
    handler: async request => {
      const { caller } = request
      if (caller.kind !== 'key') throw new Problem('forbidden', 'This is about API keys.')
      return findKey(db, caller.keyId)
    },
  })

  operation(api, 'GET /admin/api-keys', {
    id: 'listApiKeys',
    summary: 'List the API keys',
    access: 'admin',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Page(Key) },
    handler: async (request, reply) => answerPage(request, reply, await listApiKeys(db, request.query)),
  })

  operation(api, 'POST /admin/api-keys', {
    id: 'createApiKey',
    summary: 'Create an API key',
    access: 'admin',
    stepUp: true,
    once: true,
    body: NewKey,
    answers: { 201: CreatedKey },
    handler: async (request, reply) => {
      const { name, scopes, networks = [], expiresAt, expiresOn } = request.body
      const input = {
        name,
        networks,
        scopes: [...new Set(scopes)] as Scope[],
        expiresAt: expiresOn ? startOfDay(expiresOn, (await readShop(db)).timeZone) : momentOf(expiresAt),
        createdBy: signedIn(request).userId,
      }
      return createApiKey(context, input, visitOf(request), work => once(context, request, reply, work))
    },
  })

  operation(api, 'DELETE /admin/api-keys/:id', {
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    access: 'admin',
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'The key stops working at once, on every process.',
    problems: ['not_found'],
    params: KeyId,
    handler: async request => {
      const revoked = await revokeApiKey(context, request.params.id, signedIn(request).userId, visitOf(request))
      if (!revoked) throw new Problem('not_found', 'This API key does not exist or was already revoked.')
    },
  })
}

function auditRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /admin/audit-log', {
    id: 'listAuditLog',
    summary: 'List the audit log',
    access: 'admin',
    description: 'Newest first.',
    query: Type.Object({
      ...LIST_QUERY,
      user: Type.Optional(Type.String({ ...Uuid, description: 'Only entries about this user.' })),
      action: Type.Optional(Type.String({ description: 'Only this action, such as `signed_in`.' })),
    }),
    answers: { 200: Page(Entry) },
    handler: async (request, reply) => answerPage(request, reply, await listAudit(db, request.query)),
  })
}

function userAdminRoutes(api: App, context: AppContext): void {
  operation(api, 'DELETE /admin/users/:id/sessions', {
    id: 'endSessionsOf',
    summary: 'End all sessions of a user',
    access: 'admin',
    stepUp: WITHOUT_STEP_UP.ends,
    problems: ['not_found'],
    params: Id,
    handler: async request => {
      await endSessionsOf(context, actionOf(request))
    },
  })

  operation(api, 'PATCH /admin/users/:id', {
    id: 'changeRole',
    summary: 'Change the role of a user',
    access: 'admin',
    stepUp: true,
    description:
      'All sessions of the user end. Staff begin with the permissions `orders`, `products`, `customers` and ' +
      '`money`, unless they had others before. What the user has made works while the role and the permissions ' +
      'allow it (`listMade`). Only a user with a verified email address becomes staff or admin. When such a user ' +
      'changes the address, the role does not count until the new address is verified.',
    problems: ['not_found', 'email_not_verified', 'changed_meanwhile'],
    once: true,
    ifMatch: true,
    params: Id,
    body: Type.Object({ role: Type.String({ enum: ['customer', 'staff', 'admin'] }) }),
    answers: { 200: User },
    handler: async (request, reply) => {
      const action = { ...actionOf(request), role: request.body.role as Role }
      const check = ifMatch(request, reply)
      return answerOnce(context, request, reply, db => changeRole({ ...context, db }, action, check))
    },
  })
}

const asStateChange = {
  access: 'admin' as const,
  stepUp: true as const,
  problems: ['not_found' as const],
  params: Id,
  once: true as const,
  answers: { 200: AccountState },
}

function accountStateRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /admin/users/:id/disable', {
    id: 'disableUser',
    summary: 'Disable an account',
    ...asStateChange,
    description:
      'Until it is enabled again, nobody can sign in to it and its owner gets no email. All sessions, reset links and ' +
      'API keys of the user end. Webhooks, invitations and announcements of the user wait: `listMade` lists them.',
    handler: async (request, reply) => changeState(context, request, reply, disableAccount),
  })

  operation(api, 'POST /admin/users/:id/enable', {
    id: 'enableUser',
    summary: 'Enable a disabled account',
    ...asStateChange,
    description: 'Sessions and API keys that were ended do not come back. The user has to sign in again.',
    handler: async (request, reply) => changeState(context, request, reply, enableAccount),
  })

  operation(api, 'POST /admin/users/:id/reset-factors', {
    id: 'resetFactors',
    summary: "Reset a user's second factors",
    access: 'admin',
    stepUp: true,
    description:
      'Disables all second factors, ends all sessions, and replaces all recovery codes by one. It signs in once, ' +
      'together with the password. Make sure that you give it to the owner of the account.',
    problems: ['not_found'],
    params: Id,
    answers: { 200: IssuedRecoveryCode },
    handler: async request => {
      const { recoveryCode, expiresAt } = await resetFactors(context, actionOf(request))
      return { recoveryCode, expiresAt: expiresAt.toISOString() }
    },
  })
}

type RequestForUser = FastifyRequest<{ Params: { id: string } }>

export function actionOf(request: RequestForUser): AdminAction {
  return { userId: request.params.id, actorId: signedIn(request).userId, visit: visitOf(request) }
}

async function changeState(
  context: AppContext,
  request: RequestForUser,
  reply: FastifyReply,
  change: (context: AppContext, action: AdminAction) => Promise<State>,
) {
  return answerOnce(context, request, reply, async db => {
    const { id, disabledAt } = await change({ ...context, db }, actionOf(request))
    return { id, disabledAt: disabledAt?.toISOString() ?? null }
  })
}
