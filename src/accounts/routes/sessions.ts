import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Ground } from '../../ground.ts'
import type { App } from '../../http/app.ts'
import { cookieNames, signedIn } from '../access.ts'
import { audit, visitOf } from '../audit.ts'
import { giveCookie, takeCookie } from '../cookies.ts'
import { csrfTokenFor } from '../csrf.ts'
import { endSession } from '../sessions.ts'

export function sessionRoutes(api: App, ground: Ground): void {
  api.get(
    '/auth/csrf',
    { config: { access: 'public' }, schema: { response: { 200: Type.Object({ csrfToken: Type.String() }) } } },
    async (request, reply) => {
      const value = request.cookies[cookieNames(ground).csrf] || randomBytes(32).toString('base64url')
      giveCookie(ground, reply, 'csrf', value)
      return { csrfToken: csrfTokenFor(value) }
    },
  )

  api.post(
    '/auth/logout',
    { config: { access: 'user' }, schema: { response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { userId, sessionId } = signedIn(request)
      await endSession(ground.db, userId, sessionId)
      await audit(ground.db, 'signed_out', { at: ground.clock.now(), visit: visitOf(request), userId })
      takeCookie(ground, reply, 'session')
      return reply.code(204).send(null)
    },
  )
}
