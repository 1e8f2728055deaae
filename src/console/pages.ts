import type { FastifyInstance } from 'fastify'
import type { Ground } from '../ground.ts'
import { announcementPages } from './announcements-page.ts'
import { apiKeyPages } from './api-keys-page.ts'
import { cachePages } from './caches-page.ts'
import { readCondition } from './condition.ts'
import { deliveryPages } from './deliveries-page.ts'
import { staffPage } from './frame.ts'
import { messagePages } from './messages-page.ts'
import { readActivity } from './now.ts'
import { nowPage } from './now-page.ts'
import { orderPages } from './orders-page.ts'
import { productPages } from './products-page.ts'
import { userPages } from './users-page.ts'
import { versionPages } from './versions-page.ts'

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
export function consolePages(app: FastifyInstance, ground: Ground): void {
  const { db, clock } = ground

  staffPage(app, '/admin', async (visitor, request) => {
    const period = (request.query as { period?: unknown }).period === 'day' ? 'day' : 'hour'
    const now = clock.now()
    const [activity, condition] = await Promise.all([readActivity(db, period, now), readCondition(db, now)])
    return nowPage(visitor, period, activity, condition, now)
  })

  for (const pages of PAGES) pages(app, ground)
}
