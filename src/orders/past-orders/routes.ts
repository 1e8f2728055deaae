/** The API of orders from the shop of before. */
import { Type } from 'typebox'
import { asImport, importOnce } from '../../accounts/import/import-once.ts'
import { actsForShop, signedIn } from '../../accounts/sessions/access.ts'
import { readUserFilter, UserFilter } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { importOrders, OrderImport, OrderImportReport } from './import.ts'
import { PastOrder, showPastOrder } from './past-order.ts'
import { listPastOrders } from './queries.ts'

export function pastOrderRoutes(api: App, context: AppContext): void {
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

  operation(api, 'GET /past-orders', {
    id: 'listPastOrders',
    summary: 'List orders of a former shop',
    access: { role: 'user', permission: 'orders', scope: 'orders:read' },
    description: 'Newest first. Users see their own. Staff and API keys see all.',
    query: Type.Object({
      ...LIST_QUERY,
      user: Type.Optional({ ...UserFilter, description: 'The id or the email address of the customer; staff only.' }),
    }),
    answers: { 200: Page(PastOrder) },
    handler: async (request, reply) => {
      const { user, ...paging } = request.query
      const ownerId = actsForShop(request) ? await readUserFilter(context.db, user) : signedIn(request).userId
      const list = await listPastOrders(context.db, ownerId, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showPastOrder) })
    },
  })
}
