import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FastifyRequest, fastify } from 'fastify'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import type { AppContext } from '../../src/context.ts'
import { openDatabase } from '../../src/database/open.ts'
import { DAY, systemClock } from '../../src/time.ts'
import { countUsage } from '../../src/versions/usage.ts'
import { Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { person } from '../support/people.ts'
import { spawnServe } from '../support/process.ts'
import { startSemel } from '../support/semel.ts'

type Use = { name: string; requests: number; clients: { client: string; requests: number; lastDay: string }[] }

test("staff can list each version's clients; customers and API keys cannot", async () => {
  await using semel = await startSemel()
  const [staff, customer] = [await person(semel, 'staff'), await person(semel)]
  const { key } = await createApiKey(semel, { name: 'Warehouse', scopes: ['products:read'] })
  const client = semel.client()
  const app = { headers: { 'user-agent': 'ShopApp/1.4 (Android 13; <b>Ada</b>)' } }
  for (let i = 0; i < 3; i++) await client.get('/v1/auth/csrf', app)
  await client.get('/api/auth/csrf', { headers: { 'user-agent': 'ShopApp/1.4', accept: 'application/json;version=1' } })
  await client.get('/v1/users/me', app)
  await client.get('/v2/products', { headers: { 'x-api-key': key } })
  await client.get('/v2/auth/csrf', { headers: { 'user-agent': '<script>' } })
  const day = semel.clock.now().toISOString().slice(0, 10)

  const { status, body } = await client.get('/api/admin/versions', { token: staff.token })
  assert.equal(status, 200)
  const [v1, v2] = body.items as [Use, Use]
  assert.equal(v1.requests, 5)
  assert.deepEqual(v1.clients, [{ client: 'ShopApp/1.4', requests: 5, lastDay: day }])
  assert.deepEqual(
    v2.clients.map(({ client, requests }) => `${client} ${requests}`),
    ['API key Warehouse 1', 'unnamed 1'],
  )
  assert.equal((await client.get('/api/admin/versions', { token: customer.token })).status, 403)
  assert.equal((await client.get('/api/admin/versions', { headers: { 'x-api-key': key } })).status, 403)

  semel.clock.advance(DAY)
  await client.get('/v1/auth/csrf', app)
  const again = await client.get('/api/admin/versions?days=2', { token: (await person(semel, 'staff')).token })
  assert.equal((again.body.items as [Use])[0].requests, 6, 'the days of the period add up')
})

test('a client with many names cannot fill the memory or the table', async () => {
  await using semel = await startSemel()
  const staff = await person(semel, 'staff')
  const client = semel.client()
  const report = () => client.get('/api/admin/versions', { token: staff.token })
  for (let i = 0; i < 520; i++) {
    await client.get('/v1/auth/csrf', { headers: { 'user-agent': `bot-${i}` } })
    // The report writes the counts. That must not make room for more names.
    if (i % 200 === 0) await report()
  }
  await report()
  const rows = await semel.db.selectFrom('version_usage').select(['client', 'requests']).execute()
  assert.ok(rows.length <= 501)
  assert.equal(
    rows.find(({ client }) => client === 'others')?.requests,
    21,
    '520 bots and the client of the report share 500 names',
  )
})

test('every process adds its counts, also when it ends', async () => {
  await using database = await cloneDatabase()
  const servers = await Promise.all([spawnServe(database.url), spawnServe(database.url)])
  await using stack = new AsyncDisposableStack()
  for (const server of servers) stack.use(server)
  await Promise.all(
    servers.flatMap(({ origin }) =>
      Array.from({ length: 20 }, () => new Client(origin).get('/v1/auth/csrf', { headers: { 'user-agent': 'Old/1' } })),
    ),
  )
  await Promise.all(servers.map(server => server.stop()))
  await using opened = openDatabase(database.url)
  const rows = await opened.db.selectFrom('version_usage').select(['version', 'client', 'requests']).execute()
  assert.deepEqual(rows, [{ version: 'v1', client: 'Old/1', requests: 40 }])
})

test('counts cannot be written → logged once per outage, and written afterwards', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  const lines: string[] = []
  const log = { warn: (_about: object, text: string) => lines.push(text) } as unknown as AppContext['log']
  using usage = countUsage({ db: opened.db, clock: systemClock, log })
  const app = fastify()
  app.decorateRequest('version', { getter: () => ({ name: 'v1' }) as FastifyRequest['version'] })
  usage.count(app)
  app.get('/', () => 'Hello')
  for (const away of [true, true, false, true]) {
    if (away) await sql`alter table if exists version_usage rename to version_usage_away`.execute(opened.db)
    else await sql`alter table version_usage_away rename to version_usage`.execute(opened.db)
    await app.inject('/')
    await usage.write()
  }
  assert.equal(lines.length, 2)
  const { rows } = await sql<{ requests: string }>`select requests from version_usage_away`.execute(opened.db)
  assert.deepEqual(
    rows.map(({ requests }) => Number(requests)),
    [3],
  )
})
