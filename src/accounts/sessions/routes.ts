/** The API of sessions: a CSRF token, list and end sessions, sign out, and step up. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, PAGE_QUERY, Page } from '../../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { visitOf } from '../audit-log.ts'
import { Code, RecoveryCode } from '../input.ts'
import { sendSmsCode } from '../second-factors/sms-codes.ts'
import { reauthenticate, stepUpPurpose } from '../second-factors/step-up.ts'
import { enteredCode, enteredRecoveryCode } from '../sign-in/presented-factor.ts'
import { answerWithSession, clearCookie, SignInResponse, SmsSent } from '../sign-in/sign-in-response.ts'
import { signedIn } from './access.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { issueCsrfToken } from './visitor.ts'

const Session = Type.Object(
  {
    id: Uuid,
    current: Type.Boolean({ description: 'True for the session of this request.' }),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
    ip: orNull(Type.String()),
    userAgent: orNull(Type.String()),
  },
  { title: 'Session' },
)
const Id = uuidOf('session')

export function sessionRoutes(api: App, context: AppContext): void {
  presentSessionRoutes(api, context)
  sessionListRoutes(api, context)
  reauthenticationRoutes(api, context)
}

function presentSessionRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /auth/csrf', {
    id: 'getCsrfToken',
    summary: 'Get a CSRF token',
    access: 'public',
    description: 'The response sets a cookie that the token is bound to.',
    answers: { 200: Type.Object({ csrfToken: Type.String() }) },
    handler: async (request, reply) => ({ csrfToken: issueCsrfToken(context, request, reply) }),
  })

  operation(api, 'POST /auth/logout', {
    id: 'logout',
    summary: 'Sign out',
    access: 'user',
    description: 'The token stops working at once, on every process.',
    handler: async (request, reply) => {
      const { userId, sessionId } = signedIn(request)
      await endSession(context, { userId, id: sessionId, action: 'signed_out', visit: visitOf(request) })
      clearCookie(context, reply, 'session')
      // The browser also deletes the account data that it has stored.
      reply.header('clear-site-data', '"cache", "storage"')
    },
  })
}

function sessionListRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /auth/sessions', {
    id: 'listSessions',
    summary: 'List your sessions',
    access: 'user',
    query: Type.Object(PAGE_QUERY),
    answers: { 200: Page(Session) },
    handler: async (request, reply) => {
      const { sessionId, userId } = signedIn(request)
      const list = await listSessions(db, userId, clock.now(), request.query)
      const items = list.items.map(session => ({
        id: session.id,
        current: session.id === sessionId,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        expiresAt: session.expires_at.toISOString(),
        ip: session.ip,
        userAgent: session.user_agent,
      }))
      return answerPage(request, reply, { items, totalCount: list.totalCount })
    },
  })

  operation(api, 'DELETE /auth/sessions/:id', {
    id: 'endSession',
    summary: 'End a session',
    access: 'user',
    description: 'Its token stops working at once, on every process.',
    problems: ['not_found'],
    params: Id,
    handler: async request => {
      const { userId } = signedIn(request)
      const { id } = request.params
      if (!(await endSession(context, { userId, id, action: 'session_ended', visit: visitOf(request) }))) {
        throw new Problem('not_found', 'This session does not exist or has ended.')
      }
    },
  })

  operation(api, 'DELETE /auth/sessions', {
    id: 'endOtherSessions',
    summary: 'End all other sessions',
    access: 'user',
    handler: async request => {
      await endOtherSessions(context, signedIn(request), visitOf(request))
    },
  })
}

function reauthenticationRoutes(api: App, context: AppContext): void {
  operation(api, 'POST /auth/reauthenticate', {
    id: 'reauthenticate',
    summary: 'Step up with a code',
    access: 'user',
    description:
      'Some operations need a second factor of the last ten minutes. Send a code or a recovery code. The session ' +
      'continues under a new token. Ten wrong codes in a row end it.',
    problems: [
      'invalid_code',
      'code_from_the_future',
      'code_expired',
      'second_factor_disabled',
      'code_already_used',
      'rate_limited',
    ],
    body: Type.Object({ code: Type.Optional(Code), recoveryCode: Type.Optional(RecoveryCode) }),
    answers: { 200: SignInResponse },
    handler: async (request, reply) => {
      const session = signedIn(request)
      const { code, recoveryCode } = request.body
      if (code === undefined && recoveryCode === undefined) {
        throw invalidInput({ field: 'code', reason: 'is required', code: 'required' })
      }
      const factor =
        code === undefined ? enteredRecoveryCode(recoveryCode!) : enteredCode(code, stepUpPurpose(session.sessionId))
      return answerWithSession(context, reply, await reauthenticate(context, session, factor, visitOf(request)))
    },
  })

  operation(api, 'POST /auth/reauthenticate/sms', {
    id: 'sendReauthenticationSms',
    summary: 'Send a step-up code by text message',
    access: 'user',
    problems: ['no_sms_factor', 'rate_limited', 'sms_not_sent', 'sms_disabled'],
    answers: { 202: SmsSent },
    handler: async (request, reply) => {
      const { userId, sessionId } = signedIn(request)
      const smsRequest = { userId, purpose: stepUpPurpose(sessionId), visit: visitOf(request) }
      return reply.code(202).send(await sendSmsCode(context, smsRequest))
    },
  })
}
