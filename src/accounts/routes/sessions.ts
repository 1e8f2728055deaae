import { Type } from 'typebox'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { signedIn } from '../access.ts'
import { audit, visitOf } from '../audit.ts'
import { takeCookie } from '../cookies.ts'
import { endSession } from '../sessions.ts'
import { issueCsrfToken } from '../visitor.ts'

export function sessionRoutes(api: App, ground: Ground): void {
  api.get(
    '/auth/csrf',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getCsrfToken',
        summary: 'Get a CSRF token',
        description: 'Comes with a cookie that it is bound to.',
        response: { 200: Type.Object({ csrfToken: Type.String() }) },
      },
    },
    async (request, reply) => ({ csrfToken: issueCsrfToken(ground, request, reply) }),
  )

  api.post(
    '/auth/logout',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'logout',
        summary: 'Sign out',
        description: 'The token is dead at once, everywhere.',
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = signedIn(request)
      await endSession(ground.db, userId, sessionId)
      await audit(ground.db, 'signed_out', { at: ground.clock.now(), visit: visitOf(request), userId })
      takeCookie(ground, reply, 'session')
      return reply.code(204).send(null)
    },
  )
}
