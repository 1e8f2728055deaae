/** The API by which a shop brings its customers along. */
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { audit, visitOf } from '../audit-log.ts'
import { actorIdOf } from '../sessions/access.ts'
import { importUsers, UserImport, UserImportReport } from './customers.ts'

export function customerImportRoute(api: App, context: AppContext): void {
  operation(api, 'POST /users/import', {
    id: 'importUsers',
    summary: 'Import customers with the hashes of their passwords',
    access: { role: 'admin', scope: 'users:write' },
    stepUp: true,
    description:
      'Answers with one report. A customer who is refused does not hold up the others, and an address that has ' +
      'an account is left alone. Nobody gets an email. The first sign-in sets up an authenticator.',
    once: true,
    config: { mostValues: 50_000 },
    bodyLimit: 2 * 1024 * 1024,
    body: UserImport,
    answers: { 200: UserImportReport },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const report = await importUsers(context, tx, request.body)
        const by = request.caller.kind === 'user' ? { userId: request.caller.userId } : {}
        const detail = { by: actorIdOf(request), added: report.added }
        await audit(tx, 'customers_imported', { at: context.clock.now(), visit: visitOf(request), detail, ...by })
        return report
      }),
  })
}
