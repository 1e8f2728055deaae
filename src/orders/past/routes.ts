/** The API of orders from the shop of before. */
import { Type } from 'typebox'
import { audit, visitOf } from '../../accounts/audit-log.ts'
import { actorIdOf, actsForShop, signedIn } from '../../accounts/sessions/access.ts'
import { readUserFilter, UserFilter } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
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
    once: true,
    config: { mostValues: 50_000 },
    bodyLimit: 2 * 1024 * 1024,
    body: OrderImport,
    answers: { 200: OrderImportReport },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const report = await importOrders(context, tx, request.body)
        const by = request.caller.kind === 'user' ? { userId: request.caller.userId } : {}
        const detail = { by: actorIdOf(request), added: report.added }
        await audit(tx, 'orders_imported', { at: context.clock.now(), visit: visitOf(request), detail, ...by })
        return report
      }),
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
