/** The pages of the console, each from the folder of its subject. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { bankPage } from './books/bank-page.ts'
import { documentsPage } from './books/documents-page.ts'
import { categoryPages } from './catalogue/categories-page.ts'
import { feedsPage } from './catalogue/feeds-page.ts'
import { groupPages } from './catalogue/groups-page.ts'
import { productPages } from './catalogue/products-page.ts'
import { announcementPages } from './messages/announcements-page.ts'
import { messagePage } from './messages/message-page.ts'
import { messagePages } from './messages/messages-page.ts'
import { suppressedPage } from './messages/suppressed-page.ts'
import { apiKeyPages } from './operations/api-keys-page.ts'
import { cachePages } from './operations/caches-page.ts'
import { deliveryPages } from './operations/deliveries-page.ts'
import { healthPage } from './operations/health-page.ts'
import { versionPages } from './operations/versions-page.ts'
import { webhookPages } from './operations/webhooks-page.ts'
import { draftOrderPages } from './orders/draft-orders-page.ts'
import { orderPages } from './orders/order-page.ts'
import { overviewPage } from './overview/overview-page.ts'
import { batchPage } from './packing/batch-page.ts'
import { labelPages } from './packing/labels-page.ts'
import { numbersPages } from './packing/numbers-page.ts'
import { paymentPages } from './payments/payments-page.ts'
import { recoveryPage } from './people/recovery-page.ts'
import { teamPage } from './people/team-page.ts'
import { userPages } from './people/users-page.ts'
import { deliveryMethodPages } from './pricing/delivery-methods-page.ts'
import { discountCodePages } from './pricing/discount-codes-page.ts'
import { taxRatePages } from './pricing/tax-rates-page.ts'
import { returnPages } from './returns/returns-page.ts'
import { withdrawalPages } from './returns/withdrawals-page.ts'
import { searchPage } from './search/search-page.ts'
import { emailTextPages } from './settings/email-texts-page.ts'
import { legalPages } from './settings/legal-pages-page.ts'
import { settingsPages } from './settings/settings-pages.ts'
import { homeEditor } from './site/home-page.ts'
import { ownPagesEditor } from './site/own-pages.ts'
import { countWork } from './work.ts'

/** The operator's console at /admin: everything that staff can see and do. */
export function consolePages(app: FastifyInstance, context: AppContext): void {
  app.decorate('countWork', () => countWork(context.db))
  overviewPage(app, context)
  searchPage(app, context)
  healthPage(app, context)
  deliveryPages(app, context)
  orderPages(app, context)
  draftOrderPages(app, context)
  numbersPages(app, context)
  labelPages(app, context)
  batchPage(app, context)
  paymentPages(app, context)
  bankPage(app, context)
  documentsPage(app, context)
  returnPages(app, context)
  withdrawalPages(app, context)
  feedsPage(app, context)
  productPages(app, context)
  categoryPages(app, context)
  groupPages(app, context)
  discountCodePages(app, context)
  userPages(app, context)
  recoveryPage(app, context)
  teamPage(app, context)
  messagePages(app, context)
  messagePage(app, context)
  suppressedPage(app, context)
  announcementPages(app, context)
  homeEditor(app, context)
  ownPagesEditor(app, context)
  legalPages(app, context)
  deliveryMethodPages(app, context)
  taxRatePages(app, context)
  settingsPages(app, context)
  emailTextPages(app, context)
  apiKeyPages(app, context)
  webhookPages(app, context)
  versionPages(app, context)
  cachePages(app, context)
}
