/** The API by which a shop brings its customers along. */
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { operation } from '../../http/operation.ts'
import { importUsers, UserImport, UserImportReport } from './customers.ts'
import { asImport, importOnce } from './import-once.ts'

export function customerImportRoute(api: App, context: AppContext): void {
  operation(api, 'POST /users/import', {
    id: 'importUsers',
    summary: 'Import customers with the hashes of their passwords',
    access: { role: 'admin', scope: 'users:write' },
    stepUp: true,
    description:
      'Answers with one report. A customer who is refused does not hold up the others, and an address that has ' +
      'an account is left alone. Nobody gets an email. The first sign-in sets up an authenticator.',
    ...asImport,
    body: UserImport,
    answers: { 200: UserImportReport },
    handler: async (request, reply) =>
      importOnce(context, request, reply, 'customers_imported', tx => importUsers(context, tx, request.body)),
  })
}
