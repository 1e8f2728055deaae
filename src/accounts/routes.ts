import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { resetRoutes } from './passwords/reset-routes.ts'
import { passkeyRoutes } from './second-factors/passkey-routes.ts'
import { factorRoutes } from './second-factors/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { accountAdminRoutes } from './users/admin-routes.ts'
import { profileRoutes } from './users/profile-routes.ts'

export function accountRoutes(api: App, context: AppContext): void {
  for (const routes of [
    signInRoutes,
    sessionRoutes,
    resetRoutes,
    profileRoutes,
    factorRoutes,
    passkeyRoutes,
    accountAdminRoutes,
  ])
    routes(api, context)
}
