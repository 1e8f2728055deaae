/** The API by which a shop brings its customers and their orders along. */
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { operation } from '../../http/operation.ts'
import { importUsers, UserImport, UserImportReport } from './customers.ts'
import { asImport, importOnce } from './import-once.ts'
import { importOrders, OrderImport, OrderImportReport } from './past-orders.ts'

export function movingRoutes(api: App, context: AppContext): void {
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

  operation(api, 'POST /orders/import', {
    id: 'importOrders',
    summary: 'Import orders of a former shop',
    access: { role: 'admin', scope: 'orders:write' },
    stepUp: { no: 'It keeps orders of the past, which nobody pays or ships.' },
    description:
      'Customers and staff then read them as past orders. Nobody gets an email, and stock, sales and invoices ' +
      'stay as they are. An order that is refused does not hold up the others, and a number that was imported ' +
      'before is left alone.',
    ...asImport,
    body: OrderImport,
    answers: { 200: OrderImportReport },
    handler: async (request, reply) =>
      importOnce(context, request, reply, 'orders_imported', tx => importOrders(context, tx, request.body)),
  })
}
