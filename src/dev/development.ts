import { join } from 'node:path'
import { DEMO_PASSWORD, DEMO_USERS } from '../accounts/users/demo-accounts.ts'
import type { Development } from '../context.ts'
import { requireKnownHost } from './known-host.ts'
import { ATTEMPT_HEADER, findInbox, isInboxOpen, openInbox, resultOf } from './mail-inbox.ts'
import { devPages } from './pages.ts'
import { payPages } from './payments/pages.ts'
import { findDevProvider, openDevProvider } from './payments/provider.ts'
import { devRoutes } from './routes.ts'
import { seed } from './seed.ts'
import { keepSms } from './sms-inbox.ts'
import { viesAddress, viesRoutes } from './vies/routes.ts'
import { welcome } from './welcome.ts'

/** Everything in this folder that the rest of Semel uses. `cli/open.ts` loads it outside production only. */
export const development: Development = {
  inbox: {
    open: openInbox,
    isOpen: isInboxOpen,
    findRelay: findInbox,
    attemptHeader: ATTEMPT_HEADER,
    resultOf,
  },
  keepSms,
  payments: {
    open: ({ config, db, baseUrl }) =>
      openDevProvider({ shop: baseUrl, db, file: join(config.dataDir, 'dev-payments.json') }),
    find: findDevProvider,
  },
  viesAddress,
  addPages(app, context) {
    void app.register(async vies => {
      requireKnownHost(vies, context)
      viesRoutes(vies.withTypeProvider())
    })
    void app.register(async pay => {
      requireKnownHost(pay, context)
      payPages(pay.withTypeProvider(), context)
    })
    if (context.config.smtpUrl) return
    void app.register(async inbox => {
      requireKnownHost(inbox, context)
      devRoutes(inbox.withTypeProvider(), context)
      devPages(inbox.withTypeProvider(), context)
    })
  },
  seed,
  admin: { email: DEMO_USERS.find(({ role }) => role === 'admin')!.email, password: DEMO_PASSWORD },
  welcome,
}
