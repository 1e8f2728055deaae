<<<<<<< HEAD
import { Type } from 'typebox'
import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { Problem } from '../problems.ts'
import { isStaff, signedIn } from './access.ts'
import { findUser, User } from './user.ts'
import { issueCsrfToken } from './visitor.ts'

const Id = Type.Object({ id: Type.String({ format: 'uuid' }) })

export function accountRoutes(api: App, ground: Ground): void {
  api.get(
    '/auth/csrf',
    { config: { access: 'public' }, schema: { response: { 200: Type.Object({ csrfToken: Type.String() }) } } },
    async (request, reply) => ({ csrfToken: issueCsrfToken(ground, request, reply) }),
  )

  api.get(
    '/users/me',
    { config: { access: 'user' }, schema: { response: { 200: User } } },
    async request => (await findUser(ground.db, signedIn(request).userId)) ?? gone(),
  )

  api.get(
    '/users/:id',
    { config: { access: { role: 'user', scope: 'users:read' } }, schema: { params: Id, response: { 200: User } } },
    async request => {
      const { caller } = request
      const { id } = request.params
      const allowed = caller.kind === 'key' || isStaff(caller) || (caller.kind === 'user' && caller.userId === id)
      return (allowed && (await findUser(ground.db, id))) || gone()
    },
  )
}

function gone(): never {
  throw new Problem('not_found', 'There is no such user, or it is not yours to see.')
=======
import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { profileRoutes } from './routes/profile.ts'
import { resetRoutes } from './routes/reset.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { signInRoutes } from './routes/sign-in.ts'

export function accountRoutes(api: App, ground: Ground): void {
  for (const routes of [signInRoutes, sessionRoutes, resetRoutes, profileRoutes]) routes(api, ground)
>>>>>>> d0f5466 (Accounts: register, sign in with a second factor, reset the password, change the profile)
}
