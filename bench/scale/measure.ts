import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { suggestProducts } from '../../src/catalogue/search/suggestions.ts'
import { runCleanup } from '../../src/cleanup.ts'
import { limitStatements } from '../../src/database/limits.ts'
import { encodeArray } from '../../src/database/lists/keyset.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import type { Db } from '../../src/database/schema.ts'
import { claim, QueueFloor } from '../../src/notifications/claim.ts'
import { readDeliveryHealth } from '../../src/notifications/health.ts'
import { requeueOrphans } from '../../src/notifications/ledger.ts'
import { cancelUnpaid } from '../../src/orders/transition.ts'
import { after, DAY, HOUR, MINUTE } from '../../src/time.ts'
import { type Cost, StatementRecorder } from '../../test/support/buffers.ts'
import { cloneDatabase, keptDatabase } from '../../test/support/database.ts'
import { person } from '../../test/support/people.ts'
import { type Semel, startSemel } from '../../test/support/semel.ts'
import { ANNOUNCED, ANNOUNCING, fill, userId, WEBHOOK } from './fill.ts'

/**
 * Fills a database and measures it.
 * @param keep the database stays, filled, and the next call finds it
 * @returns the cost of each path in the database, by its name
 */
export async function measure(
  size: number,
  { keep = false, onProgress = () => {} }: { keep?: boolean; onProgress?: (text: string) => void },
): Promise<Map<string, Cost>> {
  const recorder = new StatementRecorder()
  await using database = keep ? await keptDatabase(`semel_scale_${size}`) : await cloneDatabase()
  await migrate(database.url)
  await using semel = await startSemel({ databaseUrl: database.url }, { worker: false, log: recorder.log })
  if (!(await isFilled(semel.db))) await limitStatements(6 * HOUR, () => fill(semel.db, size, onProgress))
  semel.clock.set(await newest(semel.db))
  const costs = new Map<string, Cost>()
  for (const [name, work] of await paths(semel, size)) {
    onProgress(name)
    // The first time builds what a process keeps, such as the samples of a list.
    await work()
    costs.set(name, await recorder.costOf(semel.databaseUrl, work))
  }
  return costs
}

async function isFilled(db: Db): Promise<boolean> {
  return (await db.selectFrom('used_codes').select('user_id').limit(1).execute()).length > 0
}

/** The time at which the database was filled. */
async function newest(db: Db): Promise<Date> {
  const last = db.selectFrom('orders').select('placed_at').orderBy('id', 'desc').limit(1)
  return (await last.executeTakeFirstOrThrow()).placed_at
}

async function paths(semel: Semel, size: number): Promise<[name: string, work: () => Promise<unknown>][]> {
  const { db } = semel
  const admin = await person(semel, 'admin')
  const ago = (time: number) => after(semel.clock.now(), -time).toISOString()
  const requests = [
    ...['id', 'name', '-price', 'created_at', 'category', 'status'].flatMap(sort => [
      `/api/products?sort=${sort}`,
      `/api/products?sort=${sort}&page=${size / 20}`,
    ]),
    '/api/products?category=Category 7&sort=name&page=7',
    '/api/products?category=Category 7&status=active&sort=price',
    '/api/products?ids=7,8,9',
    `/api/products?updated_since=${ago(MINUTE)}`,
    `/api/products?updated_since=${ago(10 * MINUTE)}`,
    '/api/products?q=wool camp mug 77',
    '/api/products?min_price=700&max_price=710&sort=name',
    '/products',
    '/products?q=wool camp mug 77&sort=-price',
    '/api/orders',
    '/api/orders?page=900',
    '/api/orders?sort=-total',
    '/api/orders?status=shipped',
    '/api/orders?status=cancelled',
    '/api/orders?status=cancelled&sort=-total',
    '/api/orders?product=7',
    '/api/orders?product=999999999',
    `/api/orders?after=${encodeArray(['id', size * 2])}`,
    `/api/orders?from=${ago(DAY)}&before=${ago(DAY - HOUR)}`,
    `/api/orders?updated_since=${ago(MINUTE)}`,
    `/api/orders?user=${userId(1)}`,
    `/api/orders?user=${userId(1)}&sort=-total`,
    '/api/admin/refund-transfers',
    '/api/admin/deliveries',
    '/api/admin/deliveries?page=900',
    ...['sent', 'failed', 'skipped', 'in_doubt', 'pending'].map(state => `/api/admin/deliveries?state=${state}`),
    ...['order.placed', 'user.registered', 'user.factors_reset', 'announcement.published'].map(
      kind => `/api/admin/deliveries?kind=${kind}`,
    ),
    '/api/admin/deliveries?kind=order.placed&state=failed',
    '/api/admin/deliveries?kind=user.registered&state=failed',
    '/api/admin/deliveries?kind=order.placed&state=pending',
    '/api/admin/deliveries?kind=announcement.published&state=pending',
    '/api/admin/deliveries?kind=order.shipped&state=pending',
    `/api/admin/deliveries?from=${ago(DAY)}`,
    `/api/admin/deliveries?kind=order.placed&from=${ago(DAY)}`,
    `/api/admin/deliveries?event=${ANNOUNCED}`,
    `/api/admin/deliveries?event=${ANNOUNCED}&state=failed`,
    `/api/admin/deliveries?event=${ANNOUNCED}&state=pending`,
    `/api/admin/deliveries?event=${ANNOUNCING}&state=pending`,
    `/api/admin/deliveries?user=${userId(2)}`,
    '/api/admin/deliveries?order=7',
    '/api/admin/announcements',
    '/api/admin/contact-messages',
    '/api/admin/contact-messages?state=answered',
    '/api/admin/recovery-requests',
    '/api/admin/recovery-requests?state=to_decide',
    '/api/admin/audit-log',
    '/api/admin/audit-log?action=role_changed',
    `/api/admin/audit-log?user=${userId(5)}`,
    `/api/events?after=${size}&limit=50`,
    '/api/events?types=user.deleted',
    `/api/webhooks/${WEBHOOK}/deliveries`,
    `/api/webhooks/${WEBHOOK}/deliveries?state=failed`,
    '/api/auth/sessions',
    '/metrics',
    '/admin',
    '/admin?period=month',
    '/admin/health',
    '/admin/health?period=day',
    '/admin/orders',
    '/admin/orders?status=placed&sort=id',
    '/admin/orders?q=person77@',
    '/admin/orders?status=unpaid',
    '/admin/deliveries',
    '/admin/deliveries?kind=order.placed',
    '/admin/announcements',
    '/admin/contact-messages',
    '/admin/recovery-requests',
    '/admin/products?q=camp',
    '/admin/products?q=SKU-777',
    '/products?q=wool',
    '/products?q=size xl&sort=-price',
    '/admin/products?q=stel desc',
    ...[
      'camp',
      'grace',
      'berlin',
      'SKU-777',
      'T777',
      'person77',
      '777',
      'parcel',
      'example.test',
      'lyon 4712',
      'nobody',
    ].map(typed => `/admin/search?q=${typed}`),
    '/admin/versions',
    `/admin/users/${userId(1)}`,
    '/admin/users',
    '/admin/users?q=person77@example.test',
    '/admin/users?q=person',
    '/admin/users?q=grace',
    '/admin/users?q=nobody',
    `/admin/users?q=${userId(9)}`,
  ]
  const start = new QueueFloor()
  const lease_until = new Date(Date.now() + HOUR)
  await db
    .insertInto('workers')
    .values({ number: 1, name: 'bench', lease_until })
    .onConflict(known => known.doNothing())
    .execute()
  return [
    ...requests.map(path => [path, unlikeBefore(semel, path, admin)] as [string, () => Promise<unknown>]),
    ['suggestions: wool camp', () => suggestProducts(db, 'wool camp', 8)],
    ['suggestions: stel desc', () => suggestProducts(db, 'stel desc', 8)],
    ['doctor', () => readDeliveryHealth(db, new Date())],
    ['claim 50', () => claim(db, 1, 50, { start })],
    ['look for orphans', () => requeueOrphans(db)],
    ['look for unpaid orders', () => cancelUnpaid(db, HOUR)],
    ['cleanup with nothing to do', () => runCleanup({ ...semel, clock: { now: () => new Date() } })],
  ]
}

/** Another limit each time, because an answer of the catalogue that was given before is given again. */
function unlikeBefore(semel: Semel, path: string, admin: { token: string }): () => Promise<void> {
  let limit = 18
  const isCached = path.startsWith('/api/products')
  return () => get(semel, isCached ? `${path}&limit=${++limit}` : path, admin)
}

async function get(semel: Semel, path: string, { token }: { token: string }): Promise<void> {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  const { status } = await client.get(path.replaceAll(' ', '%20'), path.startsWith('/api') ? { token } : {})
  if (status !== 200) throw new Error(`${path} answered ${status}`)
}
