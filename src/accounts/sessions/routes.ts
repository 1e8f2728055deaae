import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerPage, PAGE_QUERY, Page } from '../../http/paginated-list.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { visitOf } from '../audit-log.ts'
import { Code } from '../input.ts'
import { sendSmsCode } from '../second-factors/sms-codes.ts'
import { reauthenticate, stepUpPurpose } from '../second-factors/step-up.ts'
import { enteredCode, enteredRecoveryCode } from '../sign-in/second-step.ts'
import { answerWithSession, clearCookie, SignInResponse, SmsSent } from '../sign-in/sign-in-response.ts'
import { signedIn } from './access.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { issueCsrfToken } from './visitor.ts'

const Session = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    current: Type.Boolean({ description: 'True for the session of this request.' }),
    createdAt: Type.String({ format: 'date-time' }),
    lastSeenAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.String({ format: 'date-time' }),
    ip: Type.Union([Type.String(), Type.Null()]),
    userAgent: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'Session' },
)
const Id = uuidOf('session')
const Nothing = { 204: Type.Null() }

export function sessionRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  api.get(
    '/auth/csrf',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getCsrfToken',
        summary: 'Get a CSRF token',
        description: 'The response sets a cookie that the token is bound to.',
        response: { 200: Type.Object({ csrfToken: Type.String() }) },
      },
    },
    async (request, reply) => ({ csrfToken: issueCsrfToken(context, request, reply) }),
  )

  api.post(
    '/auth/logout',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'logout',
        summary: 'Sign out',
        description: 'The token stops working at once, on every process.',
        response: Nothing,
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = signedIn(request)
      await endSession(context, { userId, id: sessionId, action: 'signed_out', visit: visitOf(request) })
      clearCookie(context, reply, 'session')
      // The browser also deletes the account data that it has stored.
      reply.header('clear-site-data', '"cache", "storage"')
      return reply.code(204).send(null)
    },
  )

  api.get(
    '/auth/sessions',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        querystring: Type.Object(PAGE_QUERY),
        response: { 200: Page(Session) },
      },
    },
    async (request, reply) => {
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
  )

  api.delete(
    '/auth/sessions/:id',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'endSession',
        summary: 'End a session',
        description: 'Its token stops working at once, on every process.',
        problems: ['not_found'],
        params: Id,
        response: Nothing,
      },
    },
    async (request, reply) => {
      const { userId } = signedIn(request)
      const { id } = request.params
      if (!(await endSession(context, { userId, id, action: 'session_ended', visit: visitOf(request) }))) {
        throw new Problem('not_found', 'This session does not exist or has ended.')
      }
      return reply.code(204).send(null)
    },
  )

  api.delete(
    '/auth/sessions',
    {
      config: { access: 'user' },
      schema: { operationId: 'endOtherSessions', summary: 'End all other sessions', response: Nothing },
    },
    async (request, reply) => {
      await endOtherSessions(context, signedIn(request), visitOf(request))
      return reply.code(204).send(null)
    },
  )

  api.post(
    '/auth/reauthenticate',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'reauthenticate',
        summary: 'Step up with a code',
        description:
          'Some operations need a second factor of the last ten minutes. Send a code or a recovery code. The session continues under a new token. Ten wrong codes in a row end it.',
        problems: [
          'invalid_code',
          'code_from_the_future',
          'code_expired',
          'second_factor_disabled',
          'code_already_used',
          'rate_limited',
        ],
        body: Type.Object({ code: Type.Optional(Code), recoveryCode: Type.Optional(Code) }),
        response: { 200: SignInResponse },
      },
    },
    async (request, reply) => {
      const session = signedIn(request)
      const { code, recoveryCode } = request.body
      if (code === undefined && recoveryCode === undefined) {
        throw invalidInput({ field: 'code', reason: 'is required', code: 'required' })
      }
      const factor =
        code === undefined ? enteredRecoveryCode(recoveryCode!) : enteredCode(code, stepUpPurpose(session.sessionId))
      return answerWithSession(context, reply, await reauthenticate(context, session, factor, visitOf(request)))
    },
  )

  api.post(
    '/auth/reauthenticate/sms',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'sendReauthenticationSms',
        summary: 'Send a step-up code by text message',
        problems: ['no_sms_factor', 'rate_limited', 'sms_not_sent', 'sms_disabled'],
        response: { 202: SmsSent },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = signedIn(request)
      const smsRequest = { userId, purpose: stepUpPurpose(sessionId), visit: visitOf(request) }
      return reply.code(202).send(await sendSmsCode(context, smsRequest))
    },
  )
}
