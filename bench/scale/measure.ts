import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { suggestProducts } from '../../src/catalogue/search.ts'
import { runCleanup } from '../../src/cleanup.ts'
import { limitStatements } from '../../src/database/limits.ts'
import { claim, QueueStart } from '../../src/notifications/claim.ts'
import { readDeliveryHealth } from '../../src/notifications/health.ts'
import { requeueOrphans } from '../../src/notifications/ledger.ts'
import { HOUR } from '../../src/time.ts'
import { type Cost, StatementRecorder } from '../../test/support/buffers.ts'
import { person } from '../../test/support/people.ts'
import { type Semel, startSemel } from '../../test/support/semel.ts'
import { ANNOUNCED, fill, userId } from './fill.ts'

/** Fills a database and measures it. @returns the cost of each path in the database, by its name */
export async function measure(size: number, onProgress: (text: string) => void): Promise<Map<string, Cost>> {
  const recorder = new StatementRecorder()
  await using semel = await startSemel({}, { worker: false, log: recorder.log })
  await limitStatements(6 * HOUR, () => fill(semel.db, size, onProgress))
  const costs = new Map<string, Cost>()
  for (const [name, work] of await paths(semel, size)) {
    onProgress(name)
    // The first time builds what a process keeps, such as the rank samples of a list.
    await work()
    costs.set(name, await recorder.costOf(semel.databaseUrl, work))
  }
  return costs
}

async function paths(semel: Semel, size: number): Promise<[name: string, work: () => Promise<unknown>][]> {
  const { db } = semel
  const admin = await person(semel, 'admin')
  const requests = [
    ...['id', 'name', '-price', 'created_at', 'category', 'status'].flatMap(sort => [
      `/api/products?sort=${sort}`,
      `/api/products?sort=${sort}&page=${size / 20}`,
    ]),
    '/api/products?category=Category 7&sort=name&page=7',
    '/api/orders',
    '/api/orders?page=900',
    '/api/orders?sort=-total',
    '/api/orders?status=shipped',
    '/api/orders?status=cancelled',
    '/api/orders?product=7',
    '/api/orders?product=999999999',
    '/api/orders?from=2025-01-01T01:00:00Z&before=2025-01-01T01:30:00Z',
    `/api/orders?user=${userId(1)}`,
    `/api/orders?user=${userId(1)}&sort=-total`,
    '/api/admin/deliveries',
    '/api/admin/deliveries?page=900',
    ...['sent', 'failed', 'skipped', 'in_doubt', 'pending'].map(state => `/api/admin/deliveries?state=${state}`),
    ...['order.placed', 'user.registered', 'user.factors_reset'].map(kind => `/api/admin/deliveries?kind=${kind}`),
    `/api/admin/deliveries?event=${ANNOUNCED}`,
    `/api/admin/deliveries?user=${userId(2)}`,
    '/api/admin/deliveries?order=7',
    '/api/admin/announcements',
    '/api/admin/contact-messages',
    '/api/admin/audit-log',
    '/api/admin/audit-log?action=role_changed',
    `/api/admin/audit-log?user=${userId(5)}`,
    '/metrics',
    '/admin',
    '/admin/orders',
    '/admin/deliveries',
    '/admin/users',
    '/admin/users?q=person77@example.test',
    '/admin/users?q=person',
    '/admin/users?q=grace',
    '/admin/users?q=nobody',
    `/admin/users?q=${userId(9)}`,
  ]
  const start = new QueueStart()
  const lease_until = new Date(Date.now() + HOUR)
  await db.insertInto('workers').values({ number: 1, name: 'bench', lease_until }).execute()
  return [
    ...requests.map(path => [path, () => get(semel, path, admin)] as [string, () => Promise<unknown>]),
    ['suggestions: wool camp', () => suggestProducts(db, 'wool camp', 8)],
    ['suggestions: stel desc', () => suggestProducts(db, 'stel desc', 8)],
    ['doctor', () => readDeliveryHealth(db, new Date())],
    ['claim 50', () => claim(db, 1, 50, { start })],
    ['look for orphans', () => requeueOrphans(db)],
    ['cleanup with nothing to do', () => runCleanup({ ...semel, clock: { now: () => new Date() } })],
  ]
}

async function get(semel: Semel, path: string, { token }: { token: string }): Promise<void> {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  const { status } = await client.get(path.replaceAll(' ', '%20'), path.startsWith('/api') ? { token } : {})
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}
