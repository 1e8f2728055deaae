import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { accountAdminRoutes } from './routes/admin.ts'
import { factorRoutes } from './routes/factors.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { profileRoutes } from './routes/profile.ts'
import { resetRoutes } from './routes/reset.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { signInRoutes } from './routes/sign-in.ts'

export function accountRoutes(api: App, ground: Ground): void {
  for (const routes of [
    signInRoutes,
    sessionRoutes,
    resetRoutes,
    profileRoutes,
    factorRoutes,
    passkeyRoutes,
    accountAdminRoutes,
  ])
    routes(api, ground)
}
