/** Finds a proxy in front of Semel that TRUSTED_PROXIES does not name, by the addresses from which visitors came. */

import { couldBeProxy, trustOf } from '../config/proxies.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import { UNKNOWN_CLIENT } from '../http/rate-limits/silent-proxy.ts'
import type { Finding } from '../words/text.ts'
import { t } from '../words/words.ts'

/** Judges the newest entries of the audit log: how many it reads, how many need an address, and from how many accounts. */
const ENTRIES_READ = 200
const ENOUGH = 10
const ACCOUNTS = 3

/**
 * Behind such a proxy every client has its address, and all share one rate limit. A process that serves notices the header that the
 * proxy sends, and writes it to its log. The audit log is where every process can see it.
 */
export async function findProxyFindings(db: Db, { production, trustedProxies }: Config): Promise<Finding[]> {
  if (!production) return []
  const newest = await db
    .selectFrom('audit_log')
    .select(['ip', 'user_id as userId'])
    .orderBy('id', 'desc')
    .limit(ENTRIES_READ)
    .execute()
  const visits = newest.filter(({ ip }) => ip !== null)
  const unknown = visits.filter(({ ip }) => ip === UNKNOWN_CLIENT).length
  if (unknown >= ENOUGH) {
    const text =
      'Of the newest {total} entries of the audit log, {unknown} came from a proxy on this machine that sends no X-Forwarded-For. All its clients share one rate limit: let it send the header, or set TRUSTED_PROXIES=none if it is no proxy.'
    return [{ level: 'warn', text: t(text, { total: visits.length, unknown }) }]
  }
  const [ip, ...others] = new Set(visits.map(visit => visit.ip!))
  const accounts = new Set(visits.map(({ userId }) => userId))
  if (ip === undefined || others.length > 0 || visits.length < ENOUGH || accounts.size < ACCOUNTS) return []
  if (!couldBeProxy(ip) || trustOf(trustedProxies)(ip, 0)) return []
  const text =
    'The newest {total} entries of the audit log all have the address {ip}. If that is a proxy, its clients share one rate limit, and their own addresses are unknown: name it in TRUSTED_PROXIES.'
  return [{ level: 'warn', text: t(text, { total: visits.length, ip }) }]
}
