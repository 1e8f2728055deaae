/** The work that waits for staff: how much of it, what hinders it, and where it is done. */
import { findAddressFindings } from '../../accounts/staff/shop-addresses.ts'
import { countOpenMessages } from '../../contact/queries.ts'
import { findDatabaseFindings } from '../../database/health/findings.ts'
import { countRows } from '../../database/lists/count.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { findStoppedAnnouncements } from '../../notifications/announcements/announcements.ts'
import { findingsOf, readDeliveryHealth } from '../../notifications/health.ts'
import { findSuppressionFindings } from '../../notifications/suppression/suppressed.ts'
import { countOrders } from '../../orders/queries.ts'
import { section, stats } from '../../pages/components.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { countPaymentsToLookAt } from '../../payments/queries.ts'
import { countIncoming } from '../../payments/transfers-in/queries.ts'
import { countTransfers } from '../../payments/transfers-out/queries.ts'
import { countOpenReturns } from '../../returns/queries.ts'
import { countOpenWithdrawals } from '../../returns/withdrawals/queries.ts'
import { findWebhookFindings } from '../../webhooks/findings.ts'
import { t } from '../../words/words.ts'
import { mayOpen } from '../layout.ts'
import { amount } from '../list-page.ts'
import { findTextFindings } from '../settings/email-text-findings.ts'

export type Work = Awaited<ReturnType<typeof readWork>>

export async function readWork(db: Db, visitor: Visitor, now: Date) {
  const outOfStock = db.selectFrom('products').where('status', '=', 'out_of_stock').where('removed_at', 'is', null)
  const [
    orders,
    messages,
    withdrawals,
    returns,
    missing,
    health,
    database,
    texts,
    unsent,
    payments,
    transfers,
    incoming,
    webhooks,
    stopped,
    addresses,
  ] = await Promise.all([
    countOrders(db),
    countOpenMessages(db),
    countOpenWithdrawals(db),
    countOpenReturns(db),
    countRows(db, outOfStock),
    readDeliveryHealth(db, now),
    findDatabaseFindings(db),
    findTextFindings(db),
    findSuppressionFindings(db),
    countPaymentsToLookAt(db),
    countTransfers(db),
    countIncoming(db, 'open'),
    mayOpen(visitor, '/admin/webhooks') ? findWebhookFindings(db) : [],
    mayOpen(visitor, '/admin/announcements') ? findStoppedAnnouncements(db) : [],
    mayOpen(visitor, '/admin/settings') ? findAddressFindings(db) : [],
  ])
  return {
    toPrepare: orders.placed ?? 0,
    toShip: orders.processing ?? 0,
    unpaid: orders.unpaid ?? 0,
    refundsDue: orders.refund_due ?? 0,
    payments,
    transfers,
    incoming,
    messages,
    withdrawals,
    recoveries: visitor.work?.['/admin/recovery-requests'] ?? 0,
    returns,
    missing,
    emails: health.failed + health.inDoubt,
    findings: [
      ...database,
      ...findingsOf(health).filter(({ level }) => level !== 'good'),
      ...texts,
      ...stopped,
      ...addresses,
      ...unsent,
      ...webhooks,
    ],
  }
}

export function toDo(visitor: Visitor, work: Work): Html {
  const tasks = (
    [
      ['Orders to prepare', '/admin/orders?status=placed', work.toPrepare],
      ['Orders to ship', '/admin/orders?status=processing', work.toShip],
      ['Orders to be paid', '/admin/orders?status=unpaid', work.unpaid],
      ['Refunds due', '/admin/orders?status=refund_due', work.refundsDue],
      // These are a part of the refunds due, not money beside them.
      ['Of these, transfers to make', '/admin/payments/transfers', work.transfers],
      ['Transfers to confirm', '/admin/bank', work.incoming],
      ['Payments to look at', '/admin/payments?state=to_look_at', work.payments],
      ['Messages to answer', '/admin/contact-messages', work.messages],
      ['Withdrawals to decide', '/admin/withdrawals', work.withdrawals],
      ['Lost sign-ins to decide', '/admin/recovery-requests', work.recoveries],
      ['Returns to deal with', '/admin/returns', work.returns],
      ['Products out of stock', '/admin/products?status=out_of_stock', work.missing],
      ['Emails failed or in doubt', '/admin/health', work.emails],
    ] as const
  )
    .filter(([, href]) => mayOpen(visitor, href))
    .map(
      ([label, href, count]) =>
        [
          t(label),
          html`<a href="${href}"${count === 0 && html` class="nothing"`}>${amount(count)}<span class="unseen"> ${t(label)}</span></a>`,
        ] as const,
    )
  return section('tasks', 'To do', stats(tasks), { look: 'figures tasks' })
}
