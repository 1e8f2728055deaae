/** The cleanup deletes what is expired, in every process, again and again. */
import { deleteOldAudit } from './accounts/audit-log.ts'
import { deleteExpiredAccountData } from './accounts/delete-expired.ts'
import { moveRecoveryRequests } from './accounts/recovery/due.ts'
import { deleteUnusedImages } from './catalogue/images/images.ts'
import { deleteOldImports } from './catalogue/import/kept-imports.ts'
import { deleteOldChanges } from './catalogue/paging/change-log.ts'
import { deleteOldPrices } from './catalogue/sales/sale.ts'
import { noteNewWords } from './catalogue/search/suggestions.ts'
import { deleteOldAlerts } from './catalogue/stock-alerts/alerts.ts'
import type { Config } from './config.ts'
import type { AppContext } from './context.ts'
import { compareClocks } from './database/clock.ts'
import { loggedError, troubleOf } from './database/errors.ts'
import type { Db } from './database/schema.ts'
import { eraseOldDocuments } from './documents/retention.ts'
import { deleteOldEvents } from './feed/retention.ts'
import { deleteExpiredIdempotencyKeys } from './http/idempotency/keys.ts'
import { deleteExpiredRateLimits } from './http/rate-limits/attempts.ts'
import { deleteOldDeliveries } from './notifications/retention.ts'
import { deleteOldBatches } from './orders/batches/keep.ts'
import { deleteOldCarts } from './orders/cart/store.ts'
import { expireUnpaidOnline } from './orders/expiry.ts'
import { tellOrdersOfDays } from './orders/notices/tell-shop.ts'
import { cancelUnpaid } from './orders/transition.ts'
import { deleteOldProviderEvents } from './payments/providers/events-in.ts'
import { adoptTransfers } from './payments/transfers-out/adopt.ts'
import { forgetOldAccounts } from './payments/transfers-out/retention.ts'
import { deleteOldVatIdChecks } from './pricing/vies/check.ts'
import { deleteFormerUsers } from './privacy/former-users.ts'
import { deleteOldDrafts, deleteOldGuests } from './privacy/guests.ts'
import { forgetAccountsOfReturns } from './returns/retention.ts'
import { MINUTE, SECOND } from './time.ts'
import { deleteOldWebhookDeliveries } from './webhooks/ledger.ts'

/**
 * Each task deletes rows that are expired, or does what is due, by the clock of the database. Any number of processes may run
 * them at the same time.
 */
const TASKS: ((db: Db, config: Config) => Promise<void> | undefined)[] = [
  deleteExpiredRateLimits,
  (db, { unpaidOrdersExpire: age }) => (age === undefined ? undefined : cancelUnpaid(db, age)),
  expireUnpaidOnline,
  adoptTransfers,
  deleteOldProviderEvents,
  deleteExpiredAccountData,
  moveRecoveryRequests,
  deleteFormerUsers,
  deleteOldGuests,
  deleteOldDrafts,
  eraseOldDocuments,
  forgetOldAccounts,
  forgetAccountsOfReturns,
  noteNewWords,
  tellOrdersOfDays,
  (db, { auditLogKept }) => deleteOldAudit(db, auditLogKept),
  deleteOldChanges,
  deleteOldAlerts,
  deleteOldPrices,
  deleteUnusedImages,
  deleteOldImports,
  deleteOldBatches,
  deleteOldCarts,
  deleteOldVatIdChecks,
  deleteExpiredIdempotencyKeys,
  (db, { deliveriesKept: kept }) => (kept === undefined ? undefined : deleteOldDeliveries(db, kept)),
  (db, { eventsKept }) => deleteOldEvents(db, eventsKept),
  deleteOldWebhookDeliveries,
]

const INTERVAL = 10 * MINUTE

/** Beyond this, one of the two clocks is wrong, and nobody knows which. */
const MAX_SKEW = 1 * MINUTE

/** Runs the cleanup now and after every interval, until it is disposed. */
export function startCleanup(context: AppContext): AsyncDisposable {
  let running = runCleanup(context)
  const timer = setInterval(() => {
    running = running.then(() => runCleanup(context))
  }, INTERVAL)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * A failed task does not stop the others, except while the database is away, and runs again after the interval. While
 * the clocks of this process and of the database disagree, nothing is deleted.
 */
export async function runCleanup({ db, clock, config, log }: AppContext): Promise<void> {
  try {
    const { skew } = await compareClocks(db, clock)
    if (Math.abs(skew) > MAX_SKEW) {
      const seconds = Math.round(skew / SECOND)
      log.error({ seconds }, 'clock differs from the database; no cleanup until both are synchronized')
      return
    }
  } catch (error) {
    log.error(loggedError(error), 'cleanup failed')
    return
  }
  for (const task of TASKS) {
    try {
      await task(db, config)
    } catch (error) {
      log.error(loggedError(error), 'cleanup task failed')
      // The others would meet the same.
      if (troubleOf(error) === 'gone') return
    }
  }
}
