/** The API of orders from the shop of before. */
import { Type } from 'typebox'
import { actsForShop, signedIn } from '../../accounts/sessions/access.ts'
import { readUserFilter, UserFilter } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { PastOrder, showPastOrder } from './past-order.ts'
import { listPastOrders } from './queries.ts'

export function pastOrderRoutes(api: App, { db }: AppContext): void {
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
      const ownerId = actsForShop(request) ? await readUserFilter(db, user) : signedIn(request).userId
      const list = await listPastOrders(db, ownerId, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showPastOrder) })
    },
  })
}
