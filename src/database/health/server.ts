/** Finds what will cause trouble later: weak settings of the server, a clock that differs, a certificate that ends soon. */
import { sql } from 'kysely'
import { describeCertificate, renewedBefore } from '../../secrets/certificates.ts'
import { type Clock, SECOND } from '../../time.ts'
import type { Finding } from '../../words/text.ts'
import { currentLocale, t } from '../../words/words.ts'
import { compareClocks } from '../clock.ts'
import { one } from '../rows.ts'
import type { Db } from '../schema.ts'
import { certificateOf } from './readiness.ts'

export type ServerHealth = {
  /** The settings that are off, although commits survive a crash only with them. */
  weak: string[]
  /** Minimum clock lead of the database, in ms. */
  skew: number
  /** Milliseconds until the certificate of the server ends; undefined without encryption. */
  certificateLeft: number | undefined
  /** Time before its end by which it should have been renewed. */
  certificateSoon?: number | undefined
}

export async function readServerHealth(db: Db, clock: Clock): Promise<ServerHealth> {
  const [weak, { skew }] = await Promise.all([findWeakSettings(db), compareClocks(db, clock)])
  const certificate = certificateOf(db)
  const certificateLeft = certificate && certificate.end.getTime() - Date.now()
  return { weak, skew, certificateLeft, certificateSoon: certificate && renewedBefore(certificate) }
}

/** Settings by which a commit survives a crash. An email goes out once, and an order stays, only with them. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']

async function findWeakSettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ weak: string[] }>`
    select coalesce(array_agg(name order by name), '{}') as weak
    from unnest(${DURABLE}::text[]) as name where current_setting(name) = 'off'
  `.execute(db)
  return one(rows).weak
}

export function describeServer({ weak, certificateLeft, certificateSoon }: ServerHealth): Finding[] {
  return [...weak.map(describeWeakSetting), ...describeCertificate('database', certificateLeft, certificateSoon)]
}

function describeWeakSetting(name: string): Finding {
  const text =
    name === 'synchronous_commit'
      ? // A setting of the database or the role comes before that of the server.
        '{name} is off, so a crash can lose orders and repeat emails. Run: alter system set {name} = on, and reset it for this database and role'
      : '{name} is off, so a crash can lose orders and repeat emails. Run: alter system set {name} = on'
  return { level: 'warn', text: t(text, { name }) }
}

/** Business rules use the clock of each machine, leases that of the database. An authenticator code lasts for 30 seconds. */
export function describeSkew(skew: number): Finding[] {
  const seconds = Math.abs(skew) / SECOND
  if (seconds < 1) return []
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  const by = new Intl.NumberFormat(`${currentLocale()}-u-nu-latn`, digits).format(seconds)
  const text =
    skew > 0
      ? t('the database is {seconds} s ahead of this machine; synchronize both clocks with NTP', { seconds: by })
      : t('the database is {seconds} s behind this machine; synchronize both clocks with NTP', { seconds: by })
  return [{ level: seconds < 10 ? 'warn' : 'bad', text }]
}
