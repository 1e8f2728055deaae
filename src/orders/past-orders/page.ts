/** The page on which a customer reads the orders of the shop of before. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { html } from '../../html/html.ts'
import { pageNumber } from '../../http/filters.ts'
import { empty, pagination } from '../../pages/components.ts'
import { page } from '../../pages/layout.ts'
import { sendPage, sendToSignIn } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { pastOrderTable } from './past-order-table.ts'
import { listPastOrders } from './queries.ts'

const LIMIT = 20

export function pastOrderPage(app: FastifyInstance, { db }: AppContext): void {
  app.get('/past-orders', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    const number = pageNumber(request)
    const { items, totalCount } = await listPastOrders(db, visitor.user.id, { page: number, limit: LIMIT })
    const ways = pagination(number, Math.ceil(totalCount / LIMIT), page => `/past-orders?page=${page}`)
    return sendPage(
      reply,
      page({
        title: 'Earlier orders',
        visitor,
        main: html`<p><a href="/orders">${t('Your orders')}</a></p><h1>${t('Earlier orders')}</h1>
          <p>${t('You placed these orders before our shop moved here.')}</p>
          ${items.length > 0 ? html`${pastOrderTable(items)}${ways}` : empty('No earlier orders', 'There are none of yours.')}`,
      }),
    )
  })
}
