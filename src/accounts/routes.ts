import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { guestAccountPages } from './guests/account-pages.ts'
import { resetPages } from './passwords/reset-pages.ts'
import { resetRoutes } from './passwords/reset-routes.ts'
import { recoveryAdminRoutes } from './recovery/admin-routes.ts'
import { recoveryPages } from './recovery/pages.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { enrollmentPages } from './second-factors/enrollment-pages.ts'
import { passkeyRoutes } from './second-factors/passkey-routes.ts'
import { factorRoutes } from './second-factors/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInPages } from './sign-in/pages.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { invitationPages } from './staff/invitation-pages.ts'
import { invitationRoutes } from './staff/invitation-routes.ts'
import { permissionRoutes } from './staff/permission-routes.ts'
import { shopAddressPage } from './staff/shop-address-page.ts'
import { shopAddressRoutes } from './staff/shop-address-routes.ts'
import { accountPage } from './users/account-page.ts'
import { accountAdminRoutes } from './users/admin-routes.ts'
import { profileRoutes } from './users/profile-routes.ts'
import { registerPages } from './users/registration-pages.ts'

export function accountRoutes(api: App, context: AppContext): void {
  for (const routes of [
    signInRoutes,
    sessionRoutes,
    resetRoutes,
    recoveryRoutes,
    recoveryAdminRoutes,
    profileRoutes,
    factorRoutes,
    passkeyRoutes,
    accountAdminRoutes,
    permissionRoutes,
    invitationRoutes,
    shopAddressRoutes,
  ])
    routes(api, context)
}

export function accountPages(app: App, context: AppContext): void {
  for (const pages of [
    registerPages,
    guestAccountPages,
    invitationPages,
    shopAddressPage,
    signInPages,
    resetPages,
    recoveryPages,
    accountPage,
    enrollmentPages,
  ])
    pages(app, context)
}
