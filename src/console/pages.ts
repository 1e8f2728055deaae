import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { readDeliveryHealth } from '../notifications/health.ts'
import { staffPage } from './layout.ts'
import { apiKeyPages } from './operations/api-keys-page.ts'
import { cachePages } from './operations/caches-page.ts'
import { readActivity } from './operations/dashboard.ts'
import { nowPage } from './operations/dashboard-page.ts'
import { deliveryPages } from './operations/deliveries-page.ts'
import { versionPages } from './operations/versions-page.ts'
import { announcementPages } from './shop/announcements-page.ts'
import { messagePages } from './shop/messages-page.ts'
import { orderPages } from './shop/orders-page.ts'
import { productPages } from './shop/products-page.ts'
import { userPages } from './shop/users-page.ts'

const PAGES = [
  deliveryPages,
  orderPages,
  productPages,
  userPages,
  messagePages,
  announcementPages,
  apiKeyPages,
  versionPages,
  cachePages,
]

/** The operator's console: everything that staff can see and do, below /admin. */
export function consolePages(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context

  staffPage(app, '/admin', async (visitor, request) => {
    const period = (request.query as { period?: unknown }).period === 'day' ? 'day' : 'hour'
    const now = clock.now()
    const [activity, condition] = await Promise.all([readActivity(db, period, now), readDeliveryHealth(db, now)])
    return nowPage(visitor, period, activity, condition, now)
  })

  for (const pages of PAGES) pages(app, context)
}
