import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { resetPages } from './passwords/reset-pages.ts'
import { enrollmentPages } from './second-factors/enrollment-pages.ts'
import { signInPages } from './sign-in/pages.ts'
import { accountPage } from './users/account-page.ts'
import { registerPages } from './users/registration-pages.ts'

export function accountPages(app: App, context: AppContext): void {
  for (const pages of [registerPages, signInPages, resetPages, accountPage, enrollmentPages]) pages(app, context)
}
