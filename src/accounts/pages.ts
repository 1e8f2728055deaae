import type { Ground } from '../ground.ts'
import type { App } from '../http/app.ts'
import { accountPage } from './pages/account.ts'
import { enrolmentPages } from './pages/enrolment.ts'
import { registerPages } from './pages/register.ts'
import { resetPages } from './pages/reset.ts'
import { signInPages } from './pages/sign-in.ts'

export function accountPages(app: App, ground: Ground): void {
  for (const pages of [registerPages, signInPages, resetPages, accountPage, enrolmentPages]) pages(app, ground)
}
