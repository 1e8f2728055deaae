import { requireStepUp } from '../accounts/second-factors/step-up.ts'
import { signedIn } from '../accounts/sessions/access.ts'
import { sessionEnded } from '../accounts/sessions/sessions.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { operation } from '../http/operation.ts'
import { consume } from '../http/rate-limits/attempts.ts'
import { makeCopy } from './copies.ts'
import { deleteAccount } from './delete-account.ts'
import { Export, exportUser } from './export.ts'

/** The rights of a person whose data is kept: a copy of it, and its deletion. */
export function privacyRoutes(api: App, context: AppContext): void {
  operation(api, 'GET /users/me/export', {
    id: 'exportMe',
    summary: 'Get the data about the current user',
    access: 'user',
    description: 'One at a time, and 20 a day. A copy that is read for more than 30 seconds may end for another one.',
    problems: ['reauthentication_required', 'rate_limited'],
    answers: { 200: Export },
    handler: async (request, reply) => {
      const now = () => context.clock.now()
      const session = signedIn(request)
      requireStepUp(session, now())
      const { userId } = session
      const data = await makeCopy({ userId, ip: request.ip, now }, reply, async () => {
        await consume(context.db, 'exports', userId, now())
        return exportUser(context.db, userId, now())
      })
      if (!data) throw sessionEnded()
      // A link on the account page downloads it.
      reply.header('content-disposition', 'attachment; filename="semel-data.json"')
      return data
    },
  })

  operation(api, 'DELETE /users/me', {
    id: 'deleteMe',
    summary: 'Delete the account of the current user',
    access: 'user',
    description:
      'All sessions end, and the email address is free for a new account. Orders are kept without the person, ' +
      'but with their country; invoices and credit notes are kept as they are until the retention of the shop ' +
      'ends. One last email confirms the deletion.',
    problems: ['reauthentication_required', 'open_orders'],
    handler: async request => {
      await deleteAccount(context, signedIn(request))
    },
  })
}
